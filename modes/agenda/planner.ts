import { localDigits } from "platen/sdk/kit"
import { column, crispPx, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { continues, dayAfter, eventsOn, isoOf, timeOn } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData, AgendaEvent } from "./mode.js"
import { mark, moreText, titleOf } from "./rows.js"
import { hasLongWord, lineHeight, linesIn, shortened, sized, sizeOf } from "./sizes.js"
import type { Room } from "./rows.js"
import type { Reading } from "./sizes.js"

/** The days after today that a range shows. */
export function laterDays(data: AgendaData, { settings: { range } }: Context): readonly AgendaDay[] {
  return Array.from({ length: range === "day" ? 2 : 6 }, (_, i) => eventsOn(data, dayAfter(data, i + 1)))
}

/** Whether none of some days has an event. */
export const isFree = (days: readonly AgendaDay[]): boolean => days.every(({ events }) => events.length === 0)

/** How the name of a day is set. */
export const HEAD: Partial<Text> = { lines: 1, leading: 1.2, shrink: 0, family: "sans", weight: "bold", tracking: 0.06 }

/** Marks of a day at most; more of them are no longer counted at a glance. */
const MOST_MARKS = { s: 5, other: 7 }

/** The days after today below each other, as many as have a line: each a numeral, its name with a mark for each event, and the first of them in words. */
export function nextDays(data: AgendaData, context: Context, { width, height }: Room): SceneNode[] {
  const least = lineHeight("caption", context) + airOf(context) + 2
  const days = laterDays(data, context).slice(0, Math.max(1, Math.floor(height / least)))
  const style = styleOf(days, context, { width, height: height / days.length })
  return days.flatMap((day, i) => [...(i === 0 ? [] : [rule({ style: "dotted" })]), dayRow(day, style, data, context)])
}

/** Width of two figures as a multiple of their size: of the display face, and of faces that have other digits. */
const TWO_FIGURES = { latin: 1.2, other: 1.5 }
/** Width of the short name of a day as a multiple of its size. */
const NAME = 2.8
/** Line height of events as a multiple of their size. */
const LEADING = 1.2

/** How the row of a day is set. */
interface DayStyle {
  readonly role: Reading
  /** Size of the numeral in pixels. */
  readonly px: number
  /** Lines of text below the name that there is room for. */
  readonly lines: number
  /** Pixels that these lines have. */
  readonly width: number
  /** No day has an event: the names of the days are the words. */
  readonly isFree: boolean
  /** The events follow each other in one text. */
  readonly isRun: boolean
}

/** One style for all days, each of which has so many pixels: body text, unless it would be cut and smaller text would not. */
function styleOf(days: readonly AgendaDay[], context: Context, { width, height }: Room): DayStyle {
  const inner = height - airOf(context) - 1
  const body = sizeOf("body", context)
  const px = crispPx(Math.max(body, Math.min(inner * 0.82, width * 0.23, 4 * body)))
  const figures = Math.max(...days.map(({ day }) => figuresOf(numberOf(day, context))))
  const room = width - px * figures - pixels(6, context.screen)
  const styleIn = (role: Reading): DayStyle => ({
    role,
    px,
    lines: Math.floor((inner - lineHeight("caption", context)) / (sizeOf(role, context) * LEADING)),
    width: room,
    isFree: isFree(days),
    isRun: false,
  })
  const beside = (style: DayStyle): DayStyle =>
    style.lines > 0 ? style : { ...style, width: besideName(days, room, context) }
  const isWhole = ({ role, lines }: DayStyle): boolean =>
    days.every((day) => {
      const [first] = inWords(day)
      return first === undefined || linesIn(wordsOfEvent(first, isoOf(day.day), context), room, role, context) <= lines
    })
  const large = styleIn("body")
  const largest = (["title", "lead"] as const)
    .map(styleIn)
    .flatMap((style) => [style, { ...style, isRun: true }])
    .find((style) => days.every((day) => linesOfDay(day, style, context) <= style.lines))
  if (largest) return largest
  return large.lines > 0 && (large.lines > 1 || isWhole(large)) ? large : beside(styleIn("caption"))
}

/** Lines of all the events of a day, in a run or each on its own: then one that needs more than two is not whole. */
function linesOfDay(day: AgendaDay, { role, width, isRun }: DayStyle, context: Context): number {
  const said = inWords(day).map((event) => wordsOfEvent(event, isoOf(day.day), context))
  if (isRun) return linesIn(said.join(BETWEEN), width * 0.96, role, context)
  return said
    .map((each) => linesIn(each, width, role, context))
    .reduce((sum, lines) => sum + (lines > 2 ? Infinity : lines), 0)
}

/** Between the events of a day that follow each other in a run. */
const BETWEEN = " · "

/** Pixels that an event has between the name of its day and the marks. */
function besideName(days: readonly AgendaDay[], width: number, context: Context): number {
  const px = sizeOf("caption", context)
  const marks = Math.min(MOST_MARKS.other, Math.max(...days.map(({ events }) => events.length)))
  return width - px * NAME - marks * (Math.round(px / 2) + pixels(3, context.screen)) - 2 * pixels(3, context.screen)
}

const airOf = ({ screen }: Context): number => pixels(3, screen)

function dayRow(day: AgendaDay, style: DayStyle, data: AgendaData, context: Context): SceneNode {
  const { screen } = context
  const { role, px, lines } = style
  const saysMore = lines >= MANY_LINES || context.settings.range === "day"
  const date = isoOf(day.day)
  const events = style.isRun
    ? runOf(day, style, context)
    : inWords(day).map((event) => eventLine(event, date, style, context))
  const name = text(style.isFree ? context.words(`weekday.${day.day.weekday}`) : nameOf(day, context, "weekdayShort"), {
    ...HEAD,
    ...(style.isFree
      ? { role: "body", family: "serif", slant: "italic", weight: "regular", tracking: 0 }
      : { role: "caption" }),
    // The events beside the names of days begin below each other.
    ...(lines < 1 && { minWidth: Math.round(sizeOf("caption", context) * NAME) }),
  })
  const marks = day.events
    .slice(0, screen.id === "s" ? MOST_MARKS.s : MOST_MARKS.other)
    .map(({ calendar }) => mark(calendar, "caption", data, context))
  // Without a line below it, the first event stands beside the name.
  const fewest = OTHER_DIGITS.test(context.words("number.digits")) ? FEWEST_EMS.other : FEWEST_EMS.latin
  const hasRoom = style.width > sizeOf(role, context) * fewest
  const beside = lines < 1 && events[0] && hasRoom ? [{ ...events[0], grow: 1, basis: 0 }] : [spacer()]
  return row(
    { grow: 1, basis: 0, gap: pixels(6, screen), padding: [airOf(context), 0, 0, 0] },
    numeral(day, px, context),
    column(
      { grow: 1, basis: 0, gap: 1, more: saysMore ? moreText(role, context) : true },
      row({ gap: pixels(3, screen), align: "center" }, name, ...beside, ...marks),
      ...(lines < 1 ? [] : events),
    ),
  )
}

/** Width of an event beside the name of its day, as a multiple of its size, below which the marks alone speak of it; with digits of other scripts. */
const FEWEST_EMS = { latin: 5, other: 8 }
/** Lines from which a day says in words how many more events it has; its marks say so everywhere. */
const MANY_LINES = 4

const numberOf = ({ day }: AgendaDay["day"], { words }: Context): string => localDigits(String(day), words)

const figuresOf = (number: string): number => (/[^0-9]/.test(number) ? TWO_FIGURES.other : TWO_FIGURES.latin)

function numeral({ day }: AgendaDay, px: number, context: Context): SceneNode {
  const number = numberOf(day, context)
  return text(number, {
    px,
    family: "display",
    lines: 1,
    trim: "cap",
    features: ["lnum"],
    width: Math.round(px * figuresOf(number)),
    shrink: 0,
    self: "start",
  })
}

function runOf(day: AgendaDay, { role, lines }: DayStyle, context: Context): SceneNode[] {
  const words = inWords(day).map((event) => wordsOfEvent(event, isoOf(day.day), context))
  if (words.length === 0) return []
  const look = { ...sized(role, context), family: "serif", leading: LEADING, lines, features: ["lnum"] } as const
  return [text(words.join(BETWEEN), look)]
}

function eventLine(event: AgendaEvent, date: string, { role, lines, width }: DayStyle, context: Context): SceneNode {
  const title = titleOf(event)
  const words = wordsOfEvent(event, date, context)
  const most = Math.max(1, Math.min(2, lines))
  const share = OTHER_DIGITS.test(words) ? 1.08 : most > 1 ? 0.94 : 0.98
  return text(shortened(words, width, role, context, { share, lines: most }), {
    ...sized(role, context),
    family: "serif",
    leading: LEADING,
    hyphenate: hasLongWord(title, width, role, context),
    lines: most,
    features: ["lnum"],
  })
}

/** Digits that are wider than estimates say. */
const OTHER_DIGITS = /[^\P{Nd}0-9]/u

function wordsOfEvent(event: AgendaEvent, date: string, context: Context): string {
  const time = timeOn(event, date, context)
  return time === "" ? titleOf(event) : `${time} ${titleOf(event)}`
}

/** The events of a day as they are named: what begins on it before what goes on from another day. */
function inWords({ day, events }: AgendaDay): AgendaDay["events"] {
  const date = isoOf(day)
  return [...events.filter((each) => !continues(each, date)), ...events.filter((each) => continues(each, date))]
}

/** The name of a day in capitals. */
export function nameOf({ day }: AgendaDay, { words, language }: Context, form: "weekday" | "weekdayShort"): string {
  const name = words(`${form === "weekday" ? "weekday" : "weekday.short"}.${day.weekday}`)
  return name.toLocaleUpperCase(language)
}
