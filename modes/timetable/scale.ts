import { captionPx, linesOf, measured } from "platen/sdk/kit"
import type { Measured } from "platen/sdk/kit"
import { crispPx } from "platen/sdk/mode"
import { shownTime } from "./hero.js"
import type { Context } from "./hero.js"
import type { Lesson } from "./lessons.js"
import type { Week } from "./present.js"

/** Pixels of a grid, with its heads. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Sizes in pixels of the parts of a grid. */
export interface Scale {
  /** Height of the heads, and of a period. */
  readonly head: number
  readonly row: number
  /** Width of the times, and of the words of a cell. */
  readonly times: number
  readonly cell: number
  /** Sizes of type: of times and heads, of lessons, of rooms. */
  readonly time: number
  readonly name: number
  readonly room: number
}

/** Space at the left and the right of the words of a cell: two of them, less what rounding takes, are the gutter between columns. */
export const PAD = 5
export const LEADING = 1.1
/** Space above and below the words of a cell. */
const INSET = 3

/** Sizes of lessons, whatever their cells; the first one only where no other is possible on a small panel. */
const SMALLEST = 12
const LEAST = 14
const NAMES = [LEAST, 17, 18, 20, 24]
/** The same of names in Chinese or Japanese. */
const HAN_NAMES = [16, 18, 22, 24]
const LEAST_ROOM = 11
/** Width of the bold grotesque against that of the serif that is estimated. */
export const NARROWER = 0.92
/** Han characters that stay on one line. */
const HAN_LINE = 4
const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u
/** Whether a text has characters of Chinese or Japanese. */
export const hasHan = (text: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** Width of the words of a cell from which a column can be read, as a multiple of the least size. */
const LEAST_CELL = 4.9
const LEAST_DAYS = 3

/** Pixels of width of the times beside a grid. */
function timesOf(week: Week, time: number, width: number, words: Context["words"]): number {
  const labels = week.periods.map(({ kind, label, start }) => (kind === "name" ? label : shownTime(start!, words)))
  const longest = Math.max(...labels.map((label) => measured(label).longest)) * time
  return Math.ceil(Math.min(longest + 6, width * 0.16))
}

/** Size of times and heads: that of a caption, and never above what a desk has, as the lessons take what room there is. */
function timeSize({ screen }: Context): number {
  return crispPx(captionPx({ ...screen, perMm: Math.min(screen.perMm, 6) }) * (screen.id === "s" ? 0.8 : 0.9))
}

/** How many days have columns that can be read, 3 or more. */
export function daysThatFit(week: Week, { width }: Size, context: Context): number {
  const left = width - timesOf(week, timeSize(context), width, context.words)
  return Math.max(LEAST_DAYS, Math.floor(left / (LEAST_CELL * LEAST + 2 * PAD)))
}

/** The sizes of a grid of so many days: lessons are larger than the least size where all their names are whole; at that size, they are hyphenated or shortened. */
export function scaleOf(week: Week, days: number, { width, height }: Size, context: Context): Scale {
  const time = timeSize(context)
  const head = Math.ceil(time * 2.4) + 4
  const row = (height - head) / week.periods.length
  const times = timesOf(week, time, width, context.words)
  const cell = Math.floor((width - times) / days) - 2 * PAD
  const isHan = week.lessons.some(({ name }) => hasHan(name))
  const sizes = isHan ? HAN_NAMES : NAMES
  const least = sizes[0]!
  const fits = (px: number): boolean =>
    px + 1 <= row && week.lessons.every((lesson) => isWhole(lesson, context, px, { row, cell }, px > least))
  const name = sizes.findLast(fits) ?? (least + 1 <= row ? least : SMALLEST)
  return { head, row, times, cell, time, name, room: crispPx(Math.max(LEAST_ROOM, name * 0.8)) }
}

/** Whether the week has room in a grid: all its days, and each name without a hyphen. */
export function isRoomy(week: Week, days: number, size: Size, context: Context): boolean {
  if (days > daysThatFit(week, size, context)) return false
  const { cell, name } = scaleOf(week, days, size, context)
  return week.lessons.every((lesson) => linesIn(nameIn(lesson, context, name, cell), name, cell) !== undefined)
}

/** Whether the name of a lesson, and its room where that counts, are whole at a size. */
function isWhole(
  lesson: Lesson,
  context: Context,
  px: number,
  { row, cell }: Pick<Scale, "row" | "cell">,
  withRoom: boolean,
): boolean {
  const room = lesson.room === undefined || !withRoom ? 0 : Math.max(LEAST_ROOM, px * 0.8) * LEADING
  const lines = linesIn(nameIn(lesson, context, px, cell), px, cell)
  return lines !== undefined && lines * px * LEADING + room <= heightOf(lesson, { row })
}

/** Pixels of height for the words of a lesson. */
export function heightOf({ first, last }: Lesson, { row }: Pick<Scale, "row">): number {
  return (last - first + 1) * row - (row < LEAST + INSET ? 1 : INSET)
}

/** Lines that a name needs in a width; undefined where one of its words is wider. */
export function linesIn(name: string, px: number, width: number): number | undefined {
  const all = measured(name)
  if (widestOf(name, all) * px * NARROWER > width) return undefined
  return linesOf(all, px * NARROWER, width)
}

/** Width of the part of a name that never breaks, as a multiple of the size. Short Chinese names are a word. */
function widestOf(name: string, { widest }: Measured): number {
  if (!HAN.test(name)) return widest
  const count = [...name].length
  return (count <= HAN_LINE ? count : Math.max(HAN_LINE - 1, Math.ceil(count / 2))) / NARROWER
}

/** The name of a lesson in a cell: its short one where the long one has a word that is too wide. */
export function nameIn({ name }: Lesson, { settings }: Context, px: number, width: number): string {
  const short = settings.short[name]?.trim()
  return short && linesIn(name, px, width) === undefined ? short : name
}

/** Share of a line that hyphenated words fill. */
const HYPHENATED = 0.75

/** A name as it is set in so many lines of a cell: whole, hyphenated, or its beginning with a point. */
export function setName(name: string, px: number, width: number, lines: number): { text: string; hyphenate: boolean } {
  const needed = linesIn(name, px, width)
  if (needed !== undefined && needed <= lines) return { text: name, hyphenate: false }
  const all = measured(name)
  const hyphenated = Math.ceil((all.longest * px * NARROWER) / (width * HYPHENATED))
  if (!hasHan(name) && Math.max(needed ?? 0, hyphenated) <= lines) return { text: name, hyphenate: true }
  return { text: beginning(name, px, width), hyphenate: false }
}

/** Letters of whole words that say something of a name. */
const FEWEST = 6

/** As many whole words of a name as one line holds, or letters of its first word. */
function beginning(name: string, px: number, width: number): string {
  const isHan = hasHan(name)
  const room = isHan ? width * NARROWER : width
  const holds = (text: string): boolean => measured(text).longest * px * NARROWER <= room
  const words = name.split(" ")
  for (let count = words.length - 1; count > 0; count--) {
    const text = `${words.slice(0, count).join(" ")}…`
    if (holds(text) && text.length > FEWEST) return text
  }
  const letters = [...new Intl.Segmenter("en").segment(words[0]!)].map(({ segment }) => segment)
  for (let count = letters.length - 1; count > 1; count--) {
    const text = letters.slice(0, count).join("") + (isHan ? "" : ".")
    if (holds(text)) return text
  }
  return letters[0] ?? ""
}
