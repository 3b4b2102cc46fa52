import { filled, localDigits } from "platen/sdk/kit"
import { column, crispPx, pixels, row, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { SceneNode, Text } from "platen/sdk/mode"
import { isOn, isoOf, timeOn } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData, AgendaEvent } from "./mode.js"
import { wordsOf } from "./words.js"

/** Reading sizes: height of the letter x in millimetres against its share of the size, and the size at most as a share of the side of the screen. */
const SIZES = { caption: [1.6 / 0.52, 0.06], body: [2 / 0.52, 0.075], lead: [2.8 / 0.47, 0.11] } as const

/** Height in pixels of a line of a role, about. */
export function lineHeight(role: keyof typeof SIZES, { screen, language }: Context): number {
  const [mm, most] = SIZES[role]
  const px = crispPx(Math.min(mm * screen.perMm, most * screen.side) * 1.04)
  return px * (/^(zh|ja)/.test(language) ? 1.3 : 1.24)
}

/** How the rows of a list look. */
export interface RowStyle {
  readonly role: "caption" | "body"
  /** Pixels of the column of times. */
  readonly timeWidth: number
  /** True: places stand behind the titles. */
  readonly hasPlaces: boolean
}

/** At most so many rows of a day's events; the last says how many more there are. */
export function eventRows(
  { day, events }: AgendaDay,
  most: number,
  style: RowStyle,
  data: AgendaData,
  context: Context,
): readonly SceneNode[] {
  const shown = events.length > most ? events.slice(0, Math.max(0, most - 1)) : events
  const left = events.length - shown.length
  return [
    ...shown.map((event) => eventRow(event, isoOf(day), style, data, context)),
    ...(left === 0 || most === 0 ? [] : [moreRow(left, style, context)]),
  ]
}

const LINE: Partial<Text> = { lines: 1, fit: "ellipsis", leading: 1.2 }

function eventRow(event: AgendaEvent, date: string, style: RowStyle, data: AgendaData, context: Context): SceneNode {
  const { screen } = context
  const time = timeOn(event, date, context)
  const isNow = isOn(event, context)
  const name = event.title === "" ? "–" : event.title
  const spans = style.hasPlaces && event.place !== "" ? { place: `  ${event.place}` } : { place: "" }
  return row(
    {
      gap: pixels(5, screen),
      align: "center",
      shrink: 0,
      ...(isNow && { fill: "black" as const, ink: "white" as const, padding: [1, pixels(3, screen)] }),
    },
    markOf(event, data, context, isNow),
    ...(time === ""
      ? []
      : [
          text(time, {
            ...LINE,
            role: style.role,
            minWidth: style.timeWidth,
            shrink: 0,
            tabular: true,
            ...(isNow && { ink: "white" as const }),
          }),
        ]),
    text(name + spans.place, {
      ...LINE,
      role: style.role,
      grow: 1,
      basis: 0,
      ...(isNow && { ink: "white" as const }),
      spans: [
        { text: name, weight: isNow ? "bold" : "regular" },
        ...(spans.place === "" ? [] : [{ text: spans.place, slant: "italic" as const, family: "serif" as const }]),
      ],
    }),
  )
}

/** Shapes that tell calendars apart in one ink. */
function markOf({ calendar }: AgendaEvent, data: AgendaData, context: Context, isNow = false): SceneNode {
  return mark(calendar, data, context, isNow)
}

/** The mark of a calendar: in its ink, and in a shape of its own. */
export function mark(calendar: number, { calendars }: AgendaData, { screen }: Context, isNow = false): SceneNode {
  const side = Math.max(6, Math.round(pixels(6, screen) / 2) * 2)
  const ink: Ink = isNow ? "white" : (calendars[calendar]?.ink ?? "black")
  const shape = calendar % 4
  return column({
    width: side,
    height: side,
    shrink: 0,
    ...(shape % 2 === 0 ? { fill: ink } : { border: Math.max(1, side >> 2), ink }),
    ...(shape >= 2 && { radius: side >> 1 }),
  })
}

function moreRow(left: number, { role }: RowStyle, { language, words, screen }: Context): SceneNode {
  const side = Math.max(6, Math.round(pixels(6, screen) / 2) * 2)
  return row(
    { gap: pixels(5, screen), shrink: 0 },
    column({ width: side, shrink: 0 }),
    text(filled(wordsOf(language).more, { n: localDigits(String(left), words) }), {
      ...LINE,
      role,
      slant: "italic",
      family: "serif",
      grow: 1,
    }),
  )
}

/** The calendars with their marks in a line, where there are several, and those that could not be read. */
export function legend(data: AgendaData, context: Context): readonly SceneNode[] {
  const { screen, language } = context
  const named = data.calendars.map(({ name }, i) => ({ name, i })).filter(({ name }) => name !== "")
  const unread = data.calendars.filter(({ isRead }) => !isRead)
  return [
    ...(data.calendars.length < 2
      ? []
      : [
          row(
            { gap: pixels(9, screen), shrink: 0 },
            ...named
              .slice(0, screen.id === "s" ? 3 : 4)
              .map(({ name, i }) =>
                row(
                  { gap: pixels(4, screen), align: "center", shrink: 1 },
                  mark(i, data, context),
                  text(name, { ...LINE, role: "caption", fit: "shrink", minPx: 9 }),
                ),
              ),
          ),
        ]),
    ...unread.slice(0, 2).map(({ name }) =>
      text(filled(wordsOf(language).unread, { name: name === "" ? "–" : name }), {
        role: "caption",
        lines: 2,
        fit: "shrink",
        minPx: 9,
        leading: 1.2,
        shrink: 0,
        slant: "italic",
        family: "serif",
      }),
    ),
  ]
}

/** An event of today: its time, its title in up to two lines, and its place below. */
export function todayRow(
  event: AgendaEvent,
  date: string,
  { role, timeWidth }: { readonly role: "body" | "lead"; readonly timeWidth: number },
  data: AgendaData,
  context: Context,
): SceneNode {
  const { screen } = context
  const isNow = isOn(event, context)
  const ink = isNow ? { ink: "white" as const } : {}
  const time = timeOn(event, date, context)
  return row(
    {
      gap: pixels(6, screen),
      shrink: 0,
      ...(isNow && { fill: "black" as const, ...ink, padding: [pixels(2, screen), pixels(4, screen)] }),
    },
    row({ height: lineHeight(role, context), align: "center", shrink: 0 }, mark(event.calendar, data, context, isNow)),
    ...(time === "" ? [] : [text(time, { ...LINE, role, minWidth: timeWidth, shrink: 0, tabular: true, ...ink })]),
    column(
      { grow: 1, basis: 0 },
      text(event.title === "" ? "–" : event.title, {
        ...LINE,
        role,
        lines: 2,
        weight: isNow ? "bold" : "regular",
        ...ink,
      }),
      ...(event.place === ""
        ? []
        : [text(event.place, { ...LINE, role: "caption", family: "serif", slant: "italic", ...ink })]),
    ),
  )
}
