import { lookOf } from "./texts.js"
import { column } from "../context.js"
import type { Block, Node } from "../context.js"

/** Variables: how many days of the month before stand in the first week, which begins on Monday; the days of the month; today, from 0. */
const OFFSET = "{{ date.weekdayNumber | plus: 42 | minus: date.day | modulo: 7 }}"
const LENGTH =
  "{% if date.month == 12 %}31{% else %}{% assign before = date.month | minus: 1 %}{{ year.starts[date.month] | minus: year.starts[before] }}{% endif %}"
const TODAY = "{{ date.day | minus: 1 }}"
/** Variables: a list of as many entries. */
const entries = (count: number): string => `{{ "${"x".repeat(count).split("").join(" ")}" | split: " " }}`
/** A Monday of January 2026, from which the names of the weekdays are counted. */
const MONDAY = 5
/** Pixels of a row on a small screen, and the rows of a month at most, with its head. */
const [ROW, ROWS] = [11, 7]

/** `calendar_grid`: the month of the page's day, which is marked. */
export const calendarGrid: Block = (v, at, context) => {
  const { names, report } = context
  const [offset, today] = [names.variable(OFFSET), names.variable(TODAY)]
  const length = names.variable(`{{ ${names.variable(LENGTH)} | plus: 0 }}`)
  const look = lookOf(v, context, { size: 14 })
  const heading = lookOf({ base: { ...v.base, font: "noto_serif_bold" } }, context, {
    size: 11,
    key: "header_font_size",
  })
  const weekdays = Array.from({ length: 7 }, (_, i): Node => {
    const text = `{{ "2026-01-${String(MONDAY + i).padStart(2, "0")}" | local_date: "weekdayShort" }}`
    return { type: "text", text, ...heading, align: "center", lines: 1 }
  })
  const number = (ink: Node): Node => ({
    type: "text",
    text: "{{ index | plus: 1 }}",
    ...look,
    align: "center",
    lines: 1,
    ...ink,
  })
  const cell: Node = column(
    [
      column([number({ ink: "white" })], { fill: "black", justify: "center", grow: 1, when: `index == ${today}` }),
      column([number({})], { justify: "center", grow: 1, when: `index != ${today}` }),
    ],
    { each: names.variable(entries(31)), when: `index < ${length}` },
  )
  const blank: Node = column([], { each: names.variable(entries(6)), when: `index < ${offset}` })
  report.approximated(
    at,
    "is the month of the page's own day: what a source put into its cells, such as festivals and reminders, is not there.",
  )
  return {
    node: { type: "grid", columns: 7, rowGap: 1, even: true, grow: 1, children: [...weekdays, blank, cell] },
    height: ROWS * ROW,
  }
}
