import { filled, linesOf, localDigits, measured } from "platen/sdk/kit"
import { column, crispPx, pixels, row, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { SceneNode, Text } from "platen/sdk/mode"
import { isOn, isoOf, timeOn } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData, AgendaEvent } from "./mode.js"
import { wordsOf } from "./words.js"

/** Reading sizes: height of the letter x in millimetres against its share of the size, and the size at most as a share of the side of the screen. */
const SIZES = {
  caption: [1.6 / 0.52, 0.06],
  body: [2 / 0.52, 0.075],
  lead: [2.8 / 0.47, 0.11],
  title: [4.2 / 0.47, 0.16],
} as const
export type Reading = keyof typeof SIZES

/** Size in pixels of a role, about. */
function sizeOf(role: Reading, { screen }: Context): number {
  const [mm, most] = SIZES[role]
  return crispPx(Math.min(mm * screen.perMm, most * screen.side) * 1.04)
}

/** Height in pixels of a line of a role, about. */
export function lineHeight(role: Reading, context: Context): number {
  return sizeOf(role, context) * (/^(zh|ja)/.test(context.language) ? 1.3 : 1.24)
}

/** Pixels of the column of times. */
export function timeWidth(role: Reading, context: Context): number {
  return sizeOf(role, context) * 2.7
}

/** Pixels of a mark beside a text. */
function markSide(role: Reading, context: Context): number {
  return Math.max(6, Math.round(sizeOf(role, context) / 4) * 2)
}

/** A text in so many lines of `width` pixels: its beginning with an ellipsis where it is longer. */
export function shortened(whole: string, width: number, role: Reading, context: Context, lines = 1): string {
  // The estimates are those of a serif; the faces of small roles are narrower.
  const px = sizeOf(role, context) * (role === "body" || role === "caption" ? 0.9 : 1)
  const fits = (part: string): boolean => linesOf(measured(part), px, width) <= lines
  if (fits(whole)) return whole
  const letters = [...whole]
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = (least + most + 1) >> 1
    if (fits(`${letters.slice(0, middle).join("").trimEnd()}…`)) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, Math.max(1, least)).join("").trimEnd()}…`
}

/** How the rows of a list look. */
export interface RowStyle {
  readonly role: Reading
  /** Pixels of a row. */
  readonly width: number
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

/** Pixels that the title of a row has. */
function titleRoom(time: string, { role, width }: Pick<RowStyle, "role" | "width">, context: Context): number {
  const gap = pixels(5, context.screen)
  return width - markSide(role, context) - gap - (time === "" ? 0 : timeWidth(role, context) + gap) - gap
}

/** Whether the row of an event shows its whole title. */
export function hasWholeTitle(
  event: AgendaEvent,
  date: string,
  style: Pick<RowStyle, "role" | "width">,
  context: Context,
): boolean {
  const room = titleRoom(timeOn(event, date, context), style, context)
  return shortened(event.title, room, style.role, context) === event.title
}

const LINE: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2 }

function eventRow(event: AgendaEvent, date: string, style: RowStyle, data: AgendaData, context: Context): SceneNode {
  const { screen } = context
  const { role } = style
  const gap = pixels(5, screen)
  const time = timeOn(event, date, context)
  const isNow = isOn(event, context)
  const ink = isNow ? { ink: "white" as const } : {}
  const room = titleRoom(time, style, context)
  const title = shortened(event.title === "" ? "–" : event.title, room, role, context)
  const place = style.hasPlaces && event.place !== "" ? `  ${event.place}` : ""
  const hasPlace = place !== "" && shortened(title + place, room, role, context) === title + place
  return row(
    {
      gap,
      align: "center",
      shrink: 0,
      ...(isNow && { fill: "black" as const, ...ink, padding: [1, pixels(3, screen)] }),
    },
    mark(event.calendar, role, data, context, isNow),
    ...(time === ""
      ? []
      : [text(time, { ...LINE, role, minWidth: timeWidth(role, context), shrink: 0, tabular: true, ...ink })]),
    text(hasPlace ? title + place : title, {
      ...LINE,
      role,
      grow: 1,
      basis: 0,
      ...ink,
      spans: [
        { text: title, weight: isNow ? "bold" : "regular" },
        ...(hasPlace ? [{ text: place, slant: "italic" as const, family: "serif" as const }] : []),
      ],
    }),
  )
}

/** The mark of a calendar: in its ink, and in a shape of its own. */
export function mark(
  calendar: number,
  role: Reading,
  { calendars }: AgendaData,
  context: Context,
  isNow = false,
): SceneNode {
  const side = markSide(role, context)
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

function moreRow(left: number, { role }: RowStyle, context: Context): SceneNode {
  const { language, words, screen } = context
  return row(
    { gap: pixels(5, screen), shrink: 0 },
    column({ width: markSide(role, context), shrink: 0 }),
    text(filled(wordsOf(language).more, { n: localDigits(String(left), words) }), {
      ...LINE,
      role,
      slant: "italic",
      family: "serif",
      grow: 1,
    }),
  )
}

/** The name of a calendar. Its box is as wide as the estimate: positions of a part of a page may be fractions. */
function nameOf(name: string, context: Context): SceneNode {
  const minWidth = Math.ceil(measured(name).longest * sizeOf("caption", context) * 0.9)
  return text(name, { ...LINE, role: "caption", shrink: 0, minWidth })
}

/** What cannot be read: calendars, then entries of others. */
function unreadLines({ calendars }: AgendaData, { language, words }: Context): readonly string[] {
  const own = wordsOf(language)
  const called = (name: string): string => (name === "" ? "–" : name)
  return [
    ...calendars.filter(({ isRead }) => !isRead).map(({ name }) => filled(own.unread, { name: called(name) })),
    ...calendars
      .filter(({ unread }) => unread > 0)
      .map(({ name, unread }) =>
        filled(unread === 1 ? own.unreadEntry : own.unreadEntries, {
          n: localDigits(String(unread), words),
          name: called(name),
        }),
      ),
  ]
}

/** The calendars with their marks in a line, where there are several, and what of them could not be read. */
export function legend(data: AgendaData, context: Context, width: number): readonly SceneNode[] {
  const { screen } = context
  const most = screen.id === "s" ? 3 : 4
  const count = Math.min(most, data.calendars.length)
  const room = (width - (count - 1) * pixels(9, screen)) / count - markSide("caption", context) - pixels(4, screen)
  const named = data.calendars.map(({ name }, i) => ({ name, i })).filter(({ name }) => name !== "")
  return [
    ...(data.calendars.length < 2
      ? []
      : [
          row(
            { gap: pixels(9, screen), shrink: 0, padding: [0, 0, 1, 0] },
            ...named
              .slice(0, screen.id === "s" ? 3 : 4)
              .map(({ name, i }) =>
                row(
                  { gap: pixels(4, screen), align: "center", shrink: 0 },
                  mark(i, "caption", data, context),
                  nameOf(shortened(name, room, "caption", context), context),
                ),
              ),
          ),
        ]),
    ...unreadLines(data, context)
      .slice(0, 2)
      .map((line) =>
        text(line, {
          role: "caption",
          lines: 2,
          fit: "shrink",
          minPx: 10,
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
  { role, width }: Pick<RowStyle, "role" | "width">,
  data: AgendaData,
  context: Context,
): SceneNode {
  const { screen } = context
  const gap = pixels(6, screen)
  const isNow = isOn(event, context)
  const ink = isNow ? { ink: "white" as const } : {}
  const time = timeOn(event, date, context)
  const room = width - markSide(role, context) - 3 * gap - (time === "" ? 0 : timeWidth(role, context) + gap)
  return row(
    {
      gap,
      shrink: 0,
      ...(isNow && { fill: "black" as const, ...ink, padding: [pixels(2, screen), pixels(4, screen)] }),
    },
    row(
      { height: lineHeight(role, context), align: "center", shrink: 0 },
      mark(event.calendar, role, data, context, isNow),
    ),
    ...(time === ""
      ? []
      : [text(time, { ...LINE, role, minWidth: timeWidth(role, context), shrink: 0, tabular: true, ...ink })]),
    column(
      { grow: 1, basis: 0 },
      text(shortened(event.title === "" ? "–" : event.title, room, role, context, 2), {
        ...LINE,
        role,
        lines: 2,
        weight: isNow ? "bold" : "regular",
        ...ink,
      }),
      ...(event.place === ""
        ? []
        : [
            text(shortened(event.place, room, "caption", context), {
              ...LINE,
              role: "caption",
              family: "serif",
              slant: "italic",
              ...ink,
            }),
          ]),
    ),
  )
}

/** Height in pixels of an event of today. */
export function todayHeight({ title, place }: AgendaEvent, role: Reading, width: number, context: Context): number {
  const room = width - markSide(role, context) - timeWidth(role, context) - pixels(24, context.screen)
  const lines = Math.min(2, linesOf(measured(title), sizeOf(role, context), room))
  return lines * lineHeight(role, context) + (place === "" ? 0 : lineHeight("caption", context))
}
