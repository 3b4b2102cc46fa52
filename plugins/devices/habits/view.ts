import { localDigits, measured } from "platen/sdk/kit"
import { column, crispPx, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { HabitData, HabitSettings } from "./mode.js"
import { place, streakOf } from "./shown.js"
import type { Row } from "./shown.js"
import { initials, phrase } from "./words.js"
import { yearPage } from "./year.js"

type Context = ViewContext<HabitSettings>

/** Least height of a row in pixels, by screen class. */
const ROW = { xs: 12, s: 24, m: 32, l: 44, xl: 64 } as const
/** Weeks that a wall shows at most, this one included. */
const MAX_WEEKS = 12
/** Share of the width that names take at most: longer ones shrink; and the share that they take before they give way to the marks. Of 4.2 inches names are read before marks. */
const MAX_NAME = { small: 0.72, other: 0.6 } as const
const NAMES = { small: 0.66, other: 0.5 } as const
/** Width of a name as a share of the estimate, which tends to be too much. */
const TIGHT = 0.88
/** Size of a name at most, as a share of its row. */
const NAME_PX = { small: 0.7, other: 0.62 } as const
/** Share of the largest mark to which marks shrink so that more weeks are shown. */
const LEAST_MARK = 0.4
/** Pixels from mark to mark at least. */
const MIN_PITCH = { xs: 7, s: 11, m: 7, l: 7, xl: 7 } as const
/** Characters that need more room than letters. */
const BROAD = /\p{Script=Han}|\p{Script=Arabic}/u
/** Share of the pixels from mark to mark that is free between them. */
const FREE = 0.28
/** Width of the total of a week, as a multiple of the pixels from mark to mark. */
const TOTAL = 1.1
/** Pixels from mark to mark from which bold letters do not touch. */
const BOLD_FROM = 12
/** Width in pixels below which a name stands above its marks. */
const NARROW = 150
/** More than two combining marks on a letter, which no language of these scripts uses: they would overlap the rows above. */
const STACKED_MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

export function view(data: HabitData, context: Context): Scene {
  const { language } = context
  if (data.habits.length === 0) return { language, body: emptyPage(data.of === "unread", context) }
  if (context.settings.design === "year" && context.screen.id !== "xs" && data.of !== "example")
    return { language, body: yearPage(data, isAllDone(data), context) }
  return { language, body: wall(data, context) }
}

/** Page without habits: how to begin, or that they could not be read. */
function emptyPage(unread: boolean, { screen, language }: Context): SceneNode {
  const side = pageMargin(screen)
  return column(
    { grow: 1, gap: pixels(6, screen), padding: [pixels(14, screen), side, pixels(12, screen), side] },
    text(phrase(unread ? "unread" : "none", language), {
      fit: "fill",
      family: "serif",
      slant: "italic",
      leading: 1.1,
      grow: 2,
      minPx: 12,
      maxPx: Math.max(20, pixels(64, screen)),
    }),
    text(phrase(unread ? "wait" : "begin", language), {
      fit: "fill",
      family: "serif",
      leading: 1.25,
      grow: 3,
      minPx: 10,
      maxPx: Math.max(14, pixels(28, screen)),
    }),
  )
}

/** Share of the width that the numeral has beside the list. */
const SUMMARY = 0.26

/** The streak as a numeral, the names of the days, and a row of marks for each habit. All done today: the page is inverted. */
function wall(data: HabitData, context: Context): SceneNode {
  const { screen, width, height } = context
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  const all = isAllDone(data)
  const isSummed = data.of !== "example" && (!small || isWide(context))
  const isBeside = isSummed && isWide(context)
  const head = isSummed && !isBeside ? 0.2 : 0
  const free = height * (0.9 - head) - (small ? (width < NARROW ? 40 : 25) : pixels(46, screen))
  const most = Math.max(1, Math.floor(free / ROW[screen.id]) - 1)
  const shown = data.habits.slice(0, most)
  const left = data.habits.length - shown.length
  const inner = width - 2 * side
  const room = isBeside ? Math.floor(inner * (1 - SUMMARY)) - 2 * pixels(14, screen) - 2 : inner
  const body = table(data, shown, left, { width: room, height: free }, context)
  const inverted = all ? ({ fill: "black", ink: "white" } as const) : {}
  const padding = [pixels(small ? 4 : 14, screen), side, pixels(small ? 4 : 12, screen), side] as const
  if (isBeside)
    return row(
      { grow: 1, padding, gap: pixels(14, screen), ...inverted },
      column({ width: `${SUMMARY * 100}%`, shrink: 0, gap: pixels(4, screen) }, ...summary(data, context), spacer()),
      rule({ ...(all && { ink: "white" as const }) }),
      body,
    )
  return column(
    { grow: 1, padding, gap: pixels(small ? 1 : 8, screen), ...inverted },
    ...(head > 0
      ? [row({ height: `${head * 100}%`, gap: pixels(12, screen), shrink: 0, align: "end" }, ...summary(data, context))]
      : []),
    body,
  )
}

/** True: the numeral and its words stand beside the wall. */
function isWide({ screen, width, height }: Context): boolean {
  return width > height * 1.2 && !(screen.id === "xs" && height < 160)
}

/** The streak; without one, how many habits are done today. */
function summary(data: HabitData, { language, screen, width, height, words }: Context): SceneNode[] {
  const isBeside = width > height * 1.2
  const set = (string: string): SceneNode =>
    text(string, {
      role: screen.id === "xs" ? "caption" : "lead",
      family: "serif",
      slant: "italic",
      lines: 3,
      fit: "shrink",
      minPx: 10,
      leading: 1.15,
      shrink: 0,
    })
  const streak = streakOf(data.habits, data.day)
  const number = (count: number): SceneNode =>
    text(localDigits(String(count), words), {
      fit: "fill",
      family: "display",
      trim: "ink",
      lines: 1,
      grow: 99,
      features: ["lnum"],
      ...(isBeside ? {} : { width: "30%", grow: 0, height: "92%" }),
    })
  if (streak >= 2) return [number(streak), set(phrase("streak", language))]
  return [number(doneToday(data)), set(phrase("after", language, { of: data.habits.length }))]
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the marks and of the names. */
interface Scale {
  readonly line: number
  readonly px: number
  readonly pitch: number
  readonly weeks: number
  readonly name: number
  readonly stacked: boolean
  /** Room for how often a habit was done this week. */
  readonly total: number
}

function scaleOf(shown: readonly Row[], { width, height }: Size, { screen }: Context): Scale {
  const most = ROW[screen.id] * (screen.shape === "wide" || screen.shape === "strip" ? 2.6 : 3.2)
  const line = Math.floor(Math.min(height / (shown.length + 1), most))
  const stacked = width < NARROW
  const longest = Math.max(...shown.map(({ name }) => measured(name).longest))
  const size = screen.id === "s" ? "small" : "other"
  const tallest = Math.min(stacked ? line * 0.4 : line * NAME_PX[size], 5.2 * screen.perMm)
  // Names give way so that marks are not small beside them.
  const px = crispPx(
    stacked ? tallest : Math.max(0.7 * tallest, Math.min(tallest, (width * NAMES[size]) / (longest + 1))),
  )
  const total = screen.id === "xs" ? 0 : TOTAL
  const name = stacked
    ? 0
    : Math.min(
        width - 7 * MIN_PITCH[screen.id] - px,
        width * MAX_NAME[size],
        Math.max(px * 4, longest * px * (size === "small" ? TIGHT : 1) + px),
      )
  const past = Math.max(0, ...shown.map((each) => each.past?.length ?? 0))
  const marks = width - name
  // As many weeks as there are, in marks that are not too small beside their row.
  const wanted = Math.min(MAX_WEEKS, past + 1)
  const largest = Math.floor(line * (stacked ? 0.42 : 0.86))
  const least = Math.max(MIN_PITCH[screen.id], Math.floor(largest * LEAST_MARK))
  const weeks = Math.max(1, Math.min(wanted, Math.floor((marks + least / 2) / (7.5 * least + total))))
  const room = Math.floor(marks / ((stacked ? 7 : 7.5) * weeks + total))
  const pitch = Math.min(largest, Math.max(MIN_PITCH[screen.id], room), Math.floor(marks / (7 + total)))
  return { line, px, pitch, weeks, name: Math.floor(name), stacked, total: Math.round(total * pitch) }
}

function table(data: HabitData, shown: readonly Row[], left: number, size: Size, context: Context): SceneNode {
  const scale = scaleOf(shown, size, context)
  const today = place(data.day)
  return column(
    { grow: 1 },
    heading(data, scale, today, context),
    ...shown.map((each) => habitRow(each, scale, today, context)),
    ...(left > 0
      ? [
          spacer(),
          text(phrase("more", context.language, { count: left }), {
            role: "caption",
            lines: 1,
            leading: 1.2,
            shrink: 0,
            fit: "shrink",
            minPx: 10,
          }),
        ]
      : []),
  )
}

/** The first letters of the days over this week, today's on a plate. */
function heading(
  data: HabitData,
  { line, px, pitch, name, stacked, total }: Scale,
  today: number,
  context: Context,
): SceneNode {
  const size = crispPx(Math.min(px * 0.85, pitch * 0.8))
  const letters = initials(context)
  const leading = letters.some((each) => measured(each).tall) ? 1.6 : 1.2
  const weight = pitch < BOLD_FROM ? "regular" : "bold"
  const style: Partial<Text> = { px: size, family: "sans", weight, lines: 1, align: "center", leading }
  const isSmall = context.screen.id === "xs"
  const height = Math.max(Math.ceil(size * leading) + 2, Math.min(line, Math.round(size * 2)))
  const before =
    data.of === "example" && !isSmall
      ? exampleOf(context, Math.min(px * 1.3, stacked ? Infinity : (height - 2) / EXAMPLE_LEADING))
      : isSmall && (data.of === "example" || !isWide(context))
        ? brief(data, context, size)
        : undefined
  const days = row(
    {
      align: "end",
      height,
      shrink: 0,
      padding: [0, 0, 2, 0],
    },
    ...(stacked ? [] : [column({ width: name, shrink: 0, justify: "end" }, ...(before ? [before] : [])), spacer()]),
    row(
      { shrink: 0, spoken: false, padding: [0, total + Math.round((pitch * FREE) / 2), 0, 0] },
      ...letters.map((initial, i) =>
        column(
          { width: pitch, shrink: 0, align: "center" },
          column(
            {
              width: Math.min(pitch, Math.round(size * 1.4)),
              ...(i === today && { fill: "red" as const, ink: "white" as const }),
            },
            // Characters need more room than letters: where they would touch, today's stands alone; where it has none, its plate does.
            text(!BROAD.test(initial) || pitch >= (i === today ? size + 2 : BOLD_FROM) ? initial : "", style),
          ),
        ),
      ),
    ),
  )
  return stacked && before ? column({ shrink: 0 }, before, days) : days
}

const EXAMPLE_LEADING = 1.15

/** The label of an example, over the names. It claims nothing of what was done. */
function exampleOf({ language }: Context, px: number): SceneNode {
  const words = phrase("example", language)
  return text(words, {
    px: crispPx(px),
    family: "serif",
    slant: "italic",
    lines: 1,
    leading: EXAMPLE_LEADING,
    shrink: 0,
  })
}

/** What the heading of a small page says in place of a numeral. */
function brief(data: HabitData, { language }: Context, px: number): SceneNode {
  const words =
    data.of === "example"
      ? phrase("example", language)
      : phrase("brief", language, { done: doneToday(data), of: data.habits.length })
  return text(words, { px: Math.max(10, px), family: "sans", lines: 1, leading: 1.2, fit: "shrink", minPx: 10 })
}

/** The marks of a habit, week by week, this one last. */
function habitRow(
  { name, week, past = [] }: Row,
  { line, px, pitch, weeks, name: width, stacked, total }: Scale,
  today: number,
  { words: said }: Context,
): SceneNode {
  const before = Array.from({ length: weeks - 1 }, (_, i) => past[past.length - weeks + 1 + i])
  const older = before.map((mask) =>
    mask === undefined ? "       " : Array.from({ length: 7 }, (_, day) => (mask & (1 << day) ? "#" : "o")).join(""),
  )
  const now = week.map((done, i) => (i > today ? "." : done ? "#" : "o")).join("")
  const marks = (states: string, label?: string): SceneNode => ({
    type: "marks",
    columns: 7,
    states,
    width: 7 * pitch,
    height: pitch,
    shrink: 0,
    ...(label !== undefined && { label }),
  })
  const words = text(name.replace(STACKED_MARKS, "$1"), {
    px,
    family: "serif",
    lines: 1,
    fit: "shrink",
    minPx: 10,
    leading: Math.max(1, Math.min(1.9, line / px / (stacked ? 2 : 1))),
    shrink: 0,
    ...(!stacked && !measured(name).tall && { trim: "cap" as const }),
    ...(!stacked && { width }),
  })
  const done = String(week.filter(Boolean).length)
  const wall = row(
    // What is free at the right of the last mark is free below it: so that words stand at its middle.
    { gap: Math.floor(pitch / 2), padding: [stacked ? 0 : Math.round(pitch * FREE), 0, 0, 0], shrink: 0 },
    ...older.map((states) => marks(states)),
    marks(now, done),
  )
  const count = text(localDigits(done, said), {
    px: crispPx(px * 0.8),
    family: "serif",
    lines: 1,
    tabular: true,
    align: "end",
    width: total,
    shrink: 0,
    trim: "cap",
    spoken: false,
  })
  return stacked
    ? column({ height: line, justify: "center", gap: 2 }, words, wall)
    : row({ align: "center", height: line }, words, spacer(), wall, ...(total > 0 ? [count] : []))
}

function isAllDone(data: HabitData): boolean {
  return data.of === "device" && doneToday(data) === data.habits.length
}

function doneToday({ day, habits }: HabitData): number {
  return habits.filter(({ week }) => week[place(day)]).length
}
