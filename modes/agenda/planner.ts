import { localDigits } from "platen/sdk/kit"
import { column, grid, pixels, row, rule, text } from "platen/sdk/mode"
import type { SceneNode, Text } from "platen/sdk/mode"
import { dayAfter, eventsOn, isoOf } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { eventRows, hasWholeTitle, lineHeight } from "./rows.js"
import type { Reading, RowStyle } from "./rows.js"

/** The days after today that a range shows. */
export function laterDays(data: AgendaData, { settings: { range } }: Context): readonly AgendaDay[] {
  return Array.from({ length: range === "day" ? 2 : 6 }, (_, i) => eventsOn(data, dayAfter(data, i + 1)))
}

/** How the name of a day is set. */
export const HEAD: Partial<Text> = {
  lines: 1,
  fit: "shrink",
  minPx: 10,
  leading: 1.2,
  shrink: 0,
  family: "sans",
  weight: "bold",
  tracking: 0.06,
}

/** The days after today, in pixels of the room that they have: below each other, on large pages in two columns. */
export function nextDays(data: AgendaData, context: Context, width: number, height: number): SceneNode[] {
  const { id } = context.screen
  return context.settings.range === "week" && (id === "l" || id === "xl")
    ? [dayBlocks(data, context, width, height)]
    : dayRows(data, context, width, height)
}

/** Columns of the blocks of days. */
const COLUMNS = 2

/** Heights of a line that a row of a day is wide at least: a time and a short title. */
const LETTERS = 11
/** The same for a time and the beginning of a title. */
const FEW_LETTERS = 8

/** The days as the leaves of a diary: the name above, the events below. */
function dayBlocks(data: AgendaData, context: Context, width: number, height: number): SceneNode {
  const { screen, words } = context
  const days = laterDays(data, context)
  const gap = pixels(10, screen)
  const size = { width: (width - gap) / COLUMNS, height: height / Math.ceil(days.length / COLUMNS) }
  const most = Math.max(1, ...days.map(({ events }) => events.length))
  const head = lineHeight("title", context)
  const room = size.height - head - pixels(12, screen)
  const role =
    (["title", "lead"] as const).find(
      (each) => lineHeight(each, context) * 1.1 * most <= room && lineHeight(each, context) * LETTERS <= size.width,
    ) ?? "body"
  const style: RowStyle = { role, width: size.width, hasPlaces: false }
  const lines = Math.max(1, Math.floor(room / (lineHeight(role, context) * 1.1)))
  return grid(
    { columns: COLUMNS, gap, rowGap: pixels(4, screen), grow: 1, even: true },
    ...days.map((day) =>
      column(
        { gap: pixels(3, screen) },
        row(
          { gap: pixels(5, screen), align: "baseline", shrink: 0 },
          text(localDigits(String(day.day.day), words), { role: "title", family: "display", lines: 1, leading: 1.1 }),
          text(nameOf(day, context, "weekday"), { ...HEAD, role: "caption" }),
        ),
        rule(),
        ...eventRows(day, lines, style, data, context),
      ),
    ),
  )
}

/** The next days, each with its name and its events: all of them fill the height. */
function dayRows(data: AgendaData, context: Context, width: number, height: number): SceneNode[] {
  const { screen } = context
  const days = laterDays(data, context)
  const wanted = days.map(({ events }) => events.length)
  const all = wanted.reduce((sum, each) => sum + Math.max(1.4, each), 0)
  const roles: readonly Reading[] = screen.id === "s" ? ["body", "caption"] : ["title", "lead", "body"]
  const smallest = roles.at(-1)!
  const linesAt = (each: Reading): number => (height - pixels(10, screen)) / (lineHeight(each, context) * 1.1)
  const roomBeside = (isFlat: boolean): number => width - nameWidth(isFlat, context) - pixels(8, screen)
  // The number stands below the name where little of a title would be left beside both.
  const isFlat =
    lineHeight(smallest, context) * FEW_LETTERS <= roomBeside(true) ||
    haveTitlesAt(smallest, roomBeside(true), days, context) ||
    height / days.length < 2.1 * lineHeight("caption", context)
  const room = roomBeside(isFlat)
  const role = roles.find((each) => linesAt(each) >= all && haveTitlesAt(each, room, days, context)) ?? smallest
  const least = isFlat ? 1 : 2
  const lines = shared(wanted, Math.max(days.length * least, linesAt(role)), least)
  const style: RowStyle = { role, width: room, hasPlaces: false }
  return days.flatMap((day, i) => [
    ...(i === 0 ? [] : [rule({ style: "dotted" })]),
    row(
      { grow: Math.max(least, lines[i]!), basis: 0, gap: pixels(8, screen), align: "center" },
      dayName(day, context, { isFlat: isFlat && lines[i]! < 2, width: nameWidth(isFlat, context) }),
      column({ grow: 1, basis: 0, gap: 2, justify: "center" }, ...eventRows(day, lines[i]!, style, data, context)),
    ),
  ])
}

/** Whether rows of so many pixels show whole titles in a role, or have at least room for a short one. */
function haveTitlesAt(role: Reading, width: number, days: readonly AgendaDay[], context: Context): boolean {
  return (
    lineHeight(role, context) * LETTERS <= width ||
    days.every(({ day, events }) => events.every((event) => hasWholeTitle(event, isoOf(day), { role, width }, context)))
  )
}

/** Pixels of the column of the names of days. */
function nameWidth(isFlat: boolean, context: Context): number {
  return lineHeight("caption", context) * (isFlat ? 3.9 : 2.6)
}

/** The name and the number of a day, beside each other or below each other. */
function dayName(
  day: AgendaDay,
  context: Context,
  { isFlat, width }: { readonly isFlat: boolean; readonly width: number },
): SceneNode {
  const { screen, words } = context
  const number = text(localDigits(String(day.day.day), words), {
    role: "caption",
    family: "serif",
    lines: 1,
    fit: "shrink",
    minPx: 10,
    leading: 1.15,
    shrink: 0,
  })
  const name = text(nameOf(day, context, "weekdayShort"), { ...HEAD, role: "caption", tracking: 0, shrink: 1 })
  return isFlat
    ? row({ width, shrink: 0, gap: pixels(4, screen), align: "center" }, name, number)
    : column({ width, shrink: 0, justify: "center" }, name, number)
}

/** How many lines each day gets of those that there are: so many at least, which its name takes, then one more for who needs it most. */
function shared(wanted: readonly number[], lines: number, least: number): readonly number[] {
  const given = wanted.map((want) => Math.min(want, least))
  for (let left = Math.floor(lines) - wanted.length * least; left > 0; left--) {
    const next = given.reduce(
      (best, have, i) => (have < wanted[i]! && (best < 0 || have < given[best]!) ? i : best),
      -1,
    )
    if (next < 0) break
    given[next] = given[next]! + 1
  }
  return given
}

/** The name of a day in capitals. */
export function nameOf({ day }: AgendaDay, { words, language }: Context, form: "weekday" | "weekdayShort"): string {
  const name = words(`${form === "weekday" ? "weekday" : "weekday.short"}.${day.weekday}`)
  return name.toLocaleUpperCase(language)
}
