import { datePhrase, dayNumber } from "platen/sdk/kit"
import { text } from "platen/sdk/mode"
import type { SceneNode, Text, ViewContext } from "platen/sdk/mode"
import { captionPx, linesOf, measured } from "platen/sdk/kit"
import type { CalendarData, CalendarSettings } from "./mode.js"

type Context = Pick<ViewContext<CalendarSettings>, "words" | "screen">

/** Size in pixels to which a reminder shrinks before it takes another line. */
const MIN_PX = 10
const MAX_LINES = 3
const LEADING = 1.3
/** Several reminders may be so much smaller. */
const TIGHT = 0.9

/** The next reminders below the month, as many as fit `width` pixels on one line, and the height in pixels that they take. */
export function agenda(
  data: CalendarData,
  { words, screen }: Context,
  width: number,
): { readonly node: SceneNode; readonly height: number } | undefined {
  const [first, ...others] = linesIn(data, words)
  if (first === undefined) return undefined
  const px = captionPx(screen)
  let line = first
  for (const each of others) {
    if (linesOf(measured(`${line} · ${each}`), px * TIGHT, width) > 1) break
    line = `${line} · ${each}`
  }
  const lines = Math.min(MAX_LINES, linesOf(measured(line), MIN_PX + 1, width))
  return { node: { ...set(line, lines, data), shrink: 0 }, height: Math.ceil(lines * px * LEADING) }
}

/** The next reminder alone, on at most so many lines, where there is little room. */
export function reminder(data: CalendarData, { words }: Context, lines: number): SceneNode | undefined {
  const [first] = linesIn(data, words)
  return first === undefined ? undefined : set(first, lines, data)
}

/** Days to a reminder from which its date, which has no year, would be taken for one that is past. */
const HALF_A_YEAR = 183

/** What the reminders say: today's alone, else the next ones with their dates. */
function linesIn(data: CalendarData, words: Context["words"]): readonly string[] {
  const { reminders = [], year, month, day } = data
  const now = reminders.filter(({ today }) => today)
  if (now.length > 0) return now.map((each) => each.text)
  const today = dayNumber(year, month, day)
  const daysTo = (each: { readonly month: number; readonly day: number }): number =>
    dayNumber(month > each.month || (month === each.month && day > each.day) ? year + 1 : year, each.month, each.day) -
    today
  return reminders.filter((each) => daysTo(each) <= HALF_A_YEAR).map((each) => `${dateOf(each, words)} ${each.text}`)
}

/** A reminder of today is bold. */
function set(line: string, lines: number, { reminders = [] }: CalendarData): Text {
  return text(line, {
    role: "caption",
    lines,
    leading: LEADING,
    fit: "shrink",
    minPx: MIN_PX,
    ...(reminders.some(({ today }) => today) && { weight: "bold" as const }),
  })
}

function dateOf(day: { readonly month: number; readonly day: number }, words: Context["words"]): string {
  return words("date.dayMonth", datePhrase(day, words))
}
