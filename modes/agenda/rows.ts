import { isRightToLeft, measured } from "platen/sdk/kit"
import { column, pixels, row, rule, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { SceneNode, Text } from "platen/sdk/mode"
import { highlighted, isoOf, timeOn } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData, AgendaEvent } from "./mode.js"
import { hasLongWord, hoursOf, isPoster, lineHeight, linesIn, markSide, placesOf, sized, sizeOf } from "./sizes.js"
import type { Reading } from "./sizes.js"
import { wordsOf } from "./words.js"

/** Least width of the column of hours as a multiple of their size: of captions, it holds "all day". */
const HOURS = { narrow: 3.2, caption: 3.9, body: 2.9, lead: 3.1, title: 3.1 }
/** Width of bold figures as a multiple of the estimate. */
const BOLD = 1.12

/** Pixels of the column of hours: their right edge is the axis of the day. */
function hourWidth(role: Reading, day: AgendaDay, context: Context): number {
  const date = isoOf(day.day)
  const widest = Math.max(0, ...day.events.map((event) => measured(timeOn(event, date, context)).longest)) * BOLD
  if (isPoster(role))
    return Math.round(
      Math.max(sizeOf(hoursOf(role), context) * HOURS.title, sizeOf(placesOf(role), context) * HOURS.caption),
    )
  return Math.round(sizeOf(role, context) * Math.max(widest, HOURS[isNarrow(context) ? "narrow" : role]))
}

export const LINE: Partial<Text> = { lines: 1, leading: 1.2 }

export const titleOf = ({ title }: AgendaEvent): string => (title === "" ? "–" : title)

/** The room of a list, in pixels. */
export interface Room {
  readonly width: number
  readonly height: number
  /** Size of a title at most, in pixels; default: that of the role. */
  readonly most?: number
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
  if (!isPoster(style.role) && style.titles < sizeOf(style.role, context) * FEWEST_EMS)
    return hourLines(day, lineRole(day, style.role, context, room), context)
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
        hourRow(
          event,
          isoOf(day.day),
          { ...style, lines: lines[i]!, isShown: shown.has(event), isFew: day.events.length <= FEW, gap },
          data,
          context,
        ),
      ),
    ),
  )
}

/** Width of titles, as a multiple of their size, below which hours have no column of their own; and the same of posters. */
const [FEWEST_EMS, POSTER_EMS] = [6.5, 4.5] as const
/** Events of a day that share its room. */
const FEW = 2
/** How one of them stands in it. */
const ROOMY = { grow: 1, justify: "center" } as const

/** The role in which few events on a narrow screen are whole. `least`: where none does, or of many. */
function lineRole({ day, events }: AgendaDay, least: Reading, context: Context, { width, height }: Room): Reading {
  if (events.length > FEW) return least
  const said = events.map((event) => `${timeOn(event, isoOf(day), context)} ${titleOf(event)}`)
  const isWhole = (role: Reading): boolean => {
    const lines = said.map((each) => linesIn(each, width * 0.94, role, context))
    const isTorn = said.some((each) => hasLongWord(each, width, role, context))
    return !isTorn && Math.max(...lines) <= 4 && lines.reduce((a, b) => a + b, 0) * lineHeight(role, context) <= height
  }
  return (["title", "lead", "body"] as const).find(isWhole) ?? least
}

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
        ...sized(role, context),
        family: "serif",
        lines: 4,
        leading: 1.15,
      })
      const box = { padding: [1, pixels(3, context.screen)], ...(day.events.length <= FEW && ROOMY) } as const
      return column(shown.has(event) ? { ...box, fill: "black", ink: "white" } : box, words)
    }),
  )
}

function gapOf(role: Reading, context: Context): number {
  return Math.round(sizeOf(role, context) * 0.5)
}

/** How many events there are beyond those that are seen; the engine puts their number in. */
export function moreText(role: Reading, context: Context): Text {
  return text(wordsOf(context.language).more, {
    ...LINE,
    ...sized(hoursOf(role), context),
    family: "serif",
    slant: "italic",
  })
}

/** The largest style in which a list is whole; else the smallest. */
function styleIn(day: AgendaDay, context: Context, { width, height, most = sizeOf("title", context) }: Room): RowStyle {
  const heightIn = ({ role, air, lines, hasPlaces, titles: room }: RowStyle): number =>
    day.events.reduce((sum, event) => {
      const wanted = linesIn(titleOf(event), room, role, context)
      // A cut title is not whole.
      if (wanted > lines) return Infinity
      const own = wanted * lineHeight(role, context)
      const below = placesOf(role)
      const places = hasPlaces && event.place !== "" ? linesIn(event.place, room, below, context) : 0
      return sum + own + 2 * air + Math.min(2, places) * lineHeight(below, context)
    }, 0)
  const air = (role: Reading, share: number): number => Math.round(sizeOf(role, context) * share)
  const styles: readonly RowStyle[] = (
    [
      ["giant", 0.2, 3, true],
      ["huge", 0.2, 3, true],
      ["large", 0.25, 3, true],
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
  const hasRoom = ({ role, titles }: RowStyle): boolean => {
    const px = sizeOf(role, context)
    if (!isPoster(role)) return true
    const isTorn = day.events.some((event) => hasLongWord(titleOf(event), titles, role, context))
    return px <= most && titles >= px * POSTER_EMS && !isTorn
  }
  return styles.find((each) => hasRoom(each) && heightIn(each) <= height) ?? styles.at(-1)!
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
  style: RowStyle & { readonly isShown: boolean; readonly isFew: boolean; readonly gap: number },
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
    ...sized(placesOf(role), context),
    family: "serif",
    slant: "italic",
    ...ink,
  })
  const fill = isShown ? { fill: "black" as const, ...ink } : {}
  const parts = row(
    {
      gap: 2 * gap,
      align: "baseline",
      padding: [air, pixels(3, context.screen), air, 0],
      ...(!style.isFew && fill),
    },
    hour(timeOn(event, date, context), { role, width: hours }, context, ink),
    column(
      { grow: 1, basis: 0 },
      text(title, {
        ...sized(role, context),
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
  return style.isFew ? column({ ...ROOMY, ...fill }, parts) : parts
}

/** Size in pixels above which the sans has no face of its own. */
const MOST_SANS = 25

/** An hour with its end on the axis, or that it takes all day. */
function hour(
  time: string,
  { role, width }: { readonly role: Reading; readonly width: number },
  context: Context,
  ink: Partial<Text>,
): SceneNode {
  const isLarge = role === "lead" || role === "title" || isPoster(role) || sizeOf(role, context) > MOST_SANS
  return time === ""
    ? text(isNarrow(context) ? "" : wordsOf(context.language).allDay, {
        ...LINE,
        width,
        shrink: 0,
        align: "end",
        ...sized(placesOf(role), context),
        fit: "shrink",
        minPx: 10,
        family: "serif",
        slant: "italic",
        ...ink,
      })
    : text(time, {
        ...LINE,
        ...sized(hoursOf(role), context),
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
