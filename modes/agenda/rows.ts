import { isRightToLeft, linesOf, measured } from "platen/sdk/kit"
import { column, crispPx, pixels, row, rule, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { SceneNode, Text } from "platen/sdk/mode"
import { highlighted, isoOf, timeOn } from "./days.js"
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
export function sizeOf(role: Reading, { screen }: Context): number {
  const [mm, most] = SIZES[role]
  return crispPx(Math.min(mm * screen.perMm, most * screen.side) * 1.04)
}

/** Height in pixels of a line of a role, about. */
export function lineHeight(role: Reading, context: Context): number {
  return sizeOf(role, context) * (/^(zh|ja)/.test(context.language) ? 1.3 : 1.24)
}

/** Least width of the column of hours as a multiple of their size: of captions, it holds "all day". */
const HOURS = { narrow: 3.2, caption: 3.9, body: 2.9, lead: 3.1, title: 3.1 }
/** Width of bold figures as a multiple of the estimate. */
const BOLD = 1.12

/** Pixels of the column of hours: their right edge is the axis of the day. */
function hourWidth(role: Reading, day: AgendaDay, context: Context): number {
  const date = isoOf(day.day)
  const widest = Math.max(0, ...day.events.map((event) => measured(timeOn(event, date, context)).longest)) * BOLD
  return Math.round(sizeOf(role, context) * Math.max(widest, HOURS[isNarrow(context) ? "narrow" : role]))
}

/** Pixels of a mark beside a text. */
export function markSide(role: Reading, context: Context): number {
  return Math.max(6, Math.round(sizeOf(role, context) / 4) * 2)
}

/** Lines of `width` pixels that a text fills, about. */
export function linesIn(whole: string, width: number, role: Reading, context: Context): number {
  return linesOf(measured(whole), sizeOf(role, context) * 0.97, width)
}

/** Whether a word is longer than a line of so many pixels: then it is hyphenated, and no other. */
export function hasLongWord(whole: string, width: number, role: Reading, context: Context): boolean {
  return measured(whole).widest * sizeOf(role, context) > width
}

/** A text in a line of `width` pixels: its beginning with an ellipsis where it is longer. `share`: width of its face; default that of the sans. */
export function shortened(whole: string, width: number, role: Reading, context: Context, share = 0.9): string {
  const px = sizeOf(role, context) * share
  const fits = (part: string): boolean => linesOf(measured(part), px, width) <= 1
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

export const LINE: Partial<Text> = { lines: 1, leading: 1.2 }

export const titleOf = ({ title }: AgendaEvent): string => (title === "" ? "–" : title)

/** The room of a list, in pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** How the rows of a list of hours look. */
interface RowStyle {
  readonly role: Reading
  /** Pixels of the whole list. */
  readonly height: number
  /** Pixels above and below a row. */
  readonly air: number
  /** Lines of a title at most. */
  readonly lines: number
  /** Whether places stand below their titles. */
  readonly hasPlaces: boolean
  /** Pixels of the column of hours, and of the titles. */
  readonly hours: number
  readonly titles: number
}

/**
 * The events of a day along an axis: hours at its left, titles at its right, in the largest size at which all of them are whole. Titles wrap
 * before anything is cut; what there is no room for is counted below.
 */
export function hourList(day: AgendaDay, data: AgendaData, context: Context, room: Room): SceneNode {
  const style = styleIn(day, context, room)
  if (style.titles < sizeOf(style.role, context) * FEWEST_EMS) return hourLines(day, style.role, context)
  const { role } = style
  const [gap, axis] = [gapOf(role, context), style.hours + gapOf(role, context)]
  const shown = highlighted(day, context)
  const lines = linesOfTitles(day, style, context)
  return row(
    { grow: 1, basis: 0 },
    rule({ at: { top: 0, bottom: 0, ...(isRightToLeft(context.language) ? { right: axis } : { left: axis }) } }),
    column(
      {
        grow: 1,
        basis: 0,
        // Below the titles.
        more: { ...moreText(role, context), width: Math.round(room.width - axis - gap), self: "end" },
      },
      ...day.events.map((event, i) =>
        hourRow(event, isoOf(day.day), { ...style, lines: lines[i]!, isShown: shown.has(event), gap }, data, context),
      ),
    ),
  )
}

/** Width of titles, as a multiple of their size, below which hours have no column of their own. */
const FEWEST_EMS = 6.5

/** The events of a day on a narrow screen: hours in front of titles. */
function hourLines(day: AgendaDay, role: Reading, context: Context): SceneNode {
  const shown = highlighted(day, context)
  return column(
    { grow: 1, basis: 0, gap: pixels(2, context.screen), more: moreText(role, context) },
    ...day.events.map((event) => {
      const time = timeOn(event, isoOf(day.day), context)
      const spans = [{ text: time === "" ? "" : `${time} `, weight: "bold" as const }, { text: titleOf(event) }]
      const words = text(spans.map((span) => span.text).join(""), {
        spans: spans.filter((span) => span.text !== ""),
        role,
        family: "serif",
        lines: 4,
        leading: 1.15,
      })
      return shown.has(event)
        ? column({ fill: "black", ink: "white", padding: [1, 2] }, words)
        : column({ padding: [1, 2] }, words)
    }),
  )
}

function gapOf(role: Reading, context: Context): number {
  return Math.round(sizeOf(role, context) * 0.5)
}

/** How many events there are beyond those that are seen; the engine puts their number in. */
export function moreText(role: Reading, { language }: Context): Text {
  return text(wordsOf(language).more, { ...LINE, role, family: "serif", slant: "italic" })
}

/** The largest style in which a list is whole; else the smallest. */
function styleIn(day: AgendaDay, context: Context, { width, height }: Room): RowStyle {
  const heightIn = ({ role, air, lines, hasPlaces, titles: room }: RowStyle): number =>
    day.events.reduce((sum, event) => {
      const wanted = linesIn(titleOf(event), room, role, context)
      // A cut title is not whole.
      if (wanted > lines) return Infinity
      const own = wanted * lineHeight(role, context)
      const places = hasPlaces && event.place !== "" ? linesIn(event.place, room, "caption", context) : 0
      return sum + own + 2 * air + Math.min(2, places) * lineHeight("caption", context)
    }, 0)
  const air = (role: Reading, share: number): number => Math.round(sizeOf(role, context) * share)
  const styles: readonly RowStyle[] = (
    [
      ["title", 0.3, 3, true],
      ["lead", 0.28, 3, true],
      ["body", 0.32, 4, true],
      ["body", 0.28, 4, false],
      ["body", 0.16, 4, false],
      ["caption", 0.3, 4, true],
      ["caption", 0.3, 4, false],
      ["caption", 0.14, 4, false],
      [isNarrow(context) ? "caption" : "body", 0.14, 1, false],
    ] as const
  ).map(([role, share, lines, hasPlaces]) => {
    const hours = hourWidth(role, day, context)
    const titles = width - hours - 3 * gapOf(role, context) - markSide(role, context) - pixels(3, context.screen)
    return { role, air: air(role, share), lines, hasPlaces, height, hours, titles }
  })
  return styles.find((each) => heightIn(each) <= height) ?? styles.at(-1)!
}

/** The lines that the titles of a list get: as their style says, else a second one in their order while there is room. */
function linesOfTitles(
  { events }: AgendaDay,
  { role, air, lines, height, titles: room }: RowStyle,
  context: Context,
): number[] {
  if (lines > 1) return events.map(() => lines)
  let left = height - events.length * (lineHeight(role, context) + 2 * air)
  return events.map((event) => {
    if (left < lineHeight(role, context) || linesIn(titleOf(event), room, role, context) === 1) return 1
    left -= lineHeight(role, context)
    return 2
  })
}

/** Whether the screen is of 4.2 inches or less, where a line of body text holds two words. */
function isNarrow({ screen: { id } }: Context): boolean {
  return id === "s" || id === "xs"
}

function hourRow(
  event: AgendaEvent,
  date: string,
  style: RowStyle & { readonly isShown: boolean; readonly gap: number },
  data: AgendaData,
  context: Context,
): SceneNode {
  const { role, air, gap, isShown, lines, hasPlaces, hours, titles: room } = style
  const ink = isShown ? { ink: "white" as const } : {}
  const title = titleOf(event)
  const beside = measured(event.place).longest * sizeOf("caption", context) + 2 * gap
  const hasBeside = !hasPlaces && event.place !== "" && linesIn(title, room - beside, role, context) === 1
  const place = text(event.place, {
    lines: hasPlaces ? 2 : 1,
    leading: 1.2,
    role: "caption",
    family: "serif",
    slant: "italic",
    ...ink,
  })
  return row(
    {
      gap: 2 * gap,
      align: "baseline",
      padding: [air, pixels(3, context.screen), air, 0],
      ...(isShown && { fill: "black" as const, ...ink }),
    },
    hour(timeOn(event, date, context), { role, width: hours }, context, ink),
    column(
      { grow: 1, basis: 0 },
      text(title, {
        role,
        family: "serif",
        lines,
        leading: 1.2,
        hyphenate: hasLongWord(title, room, role, context),
        ...ink,
      }),
      ...(hasPlaces && event.place !== "" ? [place] : []),
    ),
    ...(hasBeside ? [{ ...place, shrink: 0 }] : []),
    ...(data.calendars.length > 1
      ? [
          row(
            { height: lineHeight(role, context), align: "center", self: "start", shrink: 0 },
            mark(event.calendar, role, data, context, isShown),
          ),
        ]
      : []),
  )
}

/** An hour with its end on the axis, or that it takes all day. */
function hour(
  time: string,
  { role, width }: { readonly role: Reading; readonly width: number },
  context: Context,
  ink: Partial<Text>,
): SceneNode {
  // The sans has no good faces of large sizes.
  const isLarge = role === "lead" || role === "title"
  return time === ""
    ? text(isNarrow(context) ? "" : wordsOf(context.language).allDay, {
        ...LINE,
        width,
        shrink: 0,
        align: "end",
        role: "caption",
        fit: "shrink",
        minPx: 10,
        family: "serif",
        slant: "italic",
        ...ink,
      })
    : text(time, {
        ...LINE,
        role,
        family: isLarge ? "serif" : "sans",
        width,
        shrink: 0,
        align: "end",
        weight: "bold",
        tabular: true,
        ...ink,
      })
}

/** The mark of a calendar: in its ink, and in a shape of its own. */
export function mark(
  calendar: number,
  role: Reading,
  { calendars }: AgendaData,
  context: Context,
  isOnBlack = false,
): SceneNode {
  const side = markSide(role, context)
  const ink: Ink = isOnBlack ? "white" : (calendars[calendar]?.ink ?? "black")
  const shape = calendar % 4
  return column({
    width: side,
    height: side,
    shrink: 0,
    self: "center",
    ...(shape % 2 === 0 ? { fill: ink } : { border: Math.max(1, side >> 2), ink }),
    ...(shape >= 2 && { radius: side >> 1 }),
  })
}
