import { localDigits } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, spacer, text } from "platen/sdk/mode"
import type { SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { HabitData, HabitSettings } from "./mode.js"
import { place } from "./shown.js"
import type { Row } from "./shown.js"
import { phrase } from "./words.js"

type Context = ViewContext<HabitSettings>

/** Weeks of a wall: a column each, this week the last. */
const WEEKS = 53
/** Pixels from mark to mark at least. */
const MIN_PITCH = 4
/** Share of the height of the page that the masthead leaves. */
const BODY = 0.9

/** The year on one sheet: a wall of 53 weeks for each habit. On an upright page the walls stand beside one another. `inverted`: all is done today. */
export function yearPage(data: HabitData, inverted: boolean, context: Context): SceneNode {
  return context.height > context.width ? upright(data, inverted, context) : wide(data, inverted, context)
}

/** Width of a wall of an upright page at least, in units: names stand over it. */
const MIN_WIDTH = 44

/** Walls beside one another, a row for each week. */
function upright(data: HabitData, inverted: boolean, context: Context): SceneNode {
  const { screen, width, height, language, words } = context
  const side = pageMargin(screen)
  const [edge, gap, line] = [pixels(10, screen), pixels(10, screen), pixels(18, screen)]
  const inner = width - 2 * side
  const most = Math.max(1, Math.floor((inner + gap) / (pixels(MIN_WIDTH, screen) + gap)))
  const shown = data.habits.slice(0, most)
  const left = data.habits.length - shown.length
  const room = height * BODY - 2 * edge - 4 * line - (left > 0 ? line : 0)
  const each = Math.floor((inner - gap * (shown.length - 1)) / shown.length)
  const pitch = Math.max(MIN_PITCH, Math.floor(Math.min(each / 7, room / WEEKS)))
  const walls = shown.map((habit) => {
    const weeks = weeksOf(habit, place(data.day))
    const done = doneIn(weeks)
    return column(
      { width: each, shrink: 0 },
      column(
        { height: 3 * line, justify: "end", shrink: 0 },
        text(habit.name, { ...LINE, lines: 3, role: "body", family: "serif", hyphenate: true, shrink: 1 }),
      ),
      text(localDigits(done, words), { ...LINE, role: "body", family: "serif", slant: "italic" }),
      {
        type: "marks",
        columns: 7,
        states: weeks.flat().join(""),
        width: 7 * pitch,
        height: WEEKS * pitch,
        shrink: 0,
        label: done,
      },
    )
  })
  return column(
    { grow: 1, padding: [edge, side, edge, side], ...(inverted && INVERTED) },
    row({ gap, shrink: 0 }, ...walls),
    ...(left > 0 ? [spacer(), text(phrase("more", language, { count: left }), { ...LINE, role: "caption" })] : []),
  )
}

const INVERTED = { fill: "black", ink: "white" } as const

/** Walls below one another, a row for each day of the week. */
function wide(data: HabitData, inverted: boolean, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const [edge, gap] = [pixels(10, screen), pixels(6, screen)]
  const line = pixels(screen.id === "s" ? 20 : 18, screen)
  const room = height * BODY - 2 * edge
  const least = line + 7 * MIN_PITCH + gap
  const most = Math.max(1, Math.floor((room - (data.habits.length * least > room ? line : 0)) / least))
  const shown = data.habits.slice(0, most)
  const left = data.habits.length - shown.length
  const each = (room - (left > 0 ? line : 0)) / shown.length
  const pitch = Math.max(MIN_PITCH, Math.floor(Math.min((width - 2 * side) / WEEKS, (each - line - gap) / 7)))
  return column(
    {
      grow: 1,
      padding: [edge, side, edge, side],
      justify: "between",
      ...(inverted && INVERTED),
    },
    ...shown.map((habit) => yearOf(habit, place(data.day), pitch, line, context)),
    ...(left > 0 ? [text(phrase("more", context.language, { count: left }), { ...LINE, role: "caption" })] : []),
  )
}

const LINE: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.15, shrink: 0 }

/** A habit with the number of days on which it was done in the year, and its wall. */
function yearOf(habit: Row, today: number, pitch: number, line: number, { words, screen }: Context): SceneNode {
  const weeks = weeksOf(habit, today)
  const states = Array.from({ length: 7 }, (_, day) => weeks.map((each) => each[day]).join("")).join("")
  const done = doneIn(weeks)
  return column(
    { shrink: 0 },
    row(
      { height: line, align: "end", shrink: 0, gap: pixels(8, screen) },
      text(habit.name, { ...LINE, role: "body", family: "serif", shrink: 1 }),
      spacer(),
      text(localDigits(done, words), { ...LINE, role: "body", family: "serif", slant: "italic" }),
    ),
    { type: "marks", columns: WEEKS, states, width: WEEKS * pitch, height: 7 * pitch, shrink: 0, label: done },
  )
}

/** The days of 53 weeks, this one the last, as states of marks: done, open, to come, and nothing before the first mark. */
function weeksOf({ week, past = [] }: Row, today: number): readonly (readonly string[])[] {
  return Array.from({ length: WEEKS }, (_, i) => {
    const mask = past[past.length - WEEKS + 1 + i]
    if (i === WEEKS - 1) return week.map((done, day) => (day > today ? "." : done ? "#" : "o"))
    return Array.from({ length: 7 }, (__, day) => (mask === undefined ? " " : mask & (1 << day) ? "#" : "o"))
  })
}

function doneIn(weeks: readonly (readonly string[])[]): string {
  return String(weeks.flat().filter((state) => state === "#").length)
}
