import { column, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { HabitData, HabitSettings } from "./mode.js"
import { place } from "./shown.js"
import type { Row } from "./shown.js"
import { initials, phrase } from "./words.js"

type Context = ViewContext<HabitSettings>

/**
 * Pixels by screen class. px: type size of a row; line, most: its least and greatest height; mark, pitch: size and spacing of the marks; numeral, band:
 * size of the numeral above the list and height of its row; taken: height of frame and paddings.
 */
const SIZES = {
  xs: { px: 11, line: 13, most: 22, mark: 7, pitch: 14, numeral: 36, band: 38, taken: 36 },
  s: { px: 13, line: 19, most: 30, mark: 11, pitch: 20, numeral: 56, band: 62, taken: 70 },
  m: { px: 16, line: 27, most: 46, mark: 16, pitch: 32, numeral: 88, band: 96, taken: 100 },
  l: { px: 20, line: 34, most: 54, mark: 20, pitch: 40, numeral: 112, band: 122, taken: 116 },
  xl: { px: 28, line: 56, most: 92, mark: 34, pitch: 64, numeral: 176, band: 200, taken: 190 },
} as const
/** Width of the list in em: narrow, so that the eye finds the marks of a name; up to `max` for long names. */
const LIST_WIDTH = { default: 33, max: 44 } as const
/** Approximate widths of characters in em. */
const IDEOGRAPH_WIDTH = 1
const LETTER_WIDTH = 0.56

/** Width in em that the numeral and its words need beside the names of the days. */
const BAND_WIDTH = 3.2

/** Units below the row of the numeral, for its descenders. */
const DROP = 10

/** Width in em that names need beside seven marks; a narrower page shows today's mark only. */
const NAME_WIDTH = 9

/** Scripts without combining marks, whose names fit the least height of a row. */
const LOW_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u
/** More than two combining marks on a letter, which no language of these scripts uses: they would overlap the rows above. */
const STACKED_MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu
/** Line height in em of any other name. */
const TALL_LINE = 1.9

export function view(data: HabitData, context: Context): Scene {
  const { language, screen, height } = context
  if (data.habits.length === 0) return { language, body: emptyPage(data.of === "unread", context) }
  const { band, numeral, taken } = SIZES[screen.id]
  const line = lineOf(data, context)
  const room = height - taken
  const withBand =
    data.habits.length <= Math.floor((room - band) / line) && columnsOf(context).left >= numeral * BAND_WIDTH
  const rows = Math.max(1, Math.floor((room - (withBand ? band : line)) / line))
  const shown = data.habits.slice(0, rows)
  const left = data.habits.length - shown.length
  return {
    language,
    body: list(data, shown, withBand, context),
    ...(left > 0 && { footer: { attribution: phrase("more", language, { count: left }) } }),
  }
}

/** Pixels: the least height of a row that fits every name. */
function lineOf({ habits }: HabitData, { screen }: Context): number {
  const { px, line } = SIZES[screen.id]
  return habits.every(({ name }) => LOW_SCRIPTS.test(name)) ? line : Math.max(line, Math.ceil(px * TALL_LINE))
}

/** Page without habits: how to begin, or that they could not be read. */
function emptyPage(unread: boolean, { screen, language }: Context): SceneNode {
  return column(
    { grow: 1, justify: "center", align: "center", gap: pixels(6, screen), padding: [0, pixels(24, screen)] },
    text(phrase(unread ? "unread" : "none", language), {
      role: "lead",
      align: "center",
      fit: "shrink",
      lines: 2,
      shrink: 0,
    }),
    text(phrase(unread ? "wait" : "begin", language), {
      role: "body",
      align: "center",
      fit: "shrink",
      minPx: 10,
      balance: true,
    }),
  )
}

interface Columns {
  /** Margin at either side. */
  readonly side: number
  /** Width of the last column. */
  readonly counted: number
  /** False: only the column of today is shown. */
  readonly whole: boolean
  /** Pixels that remain for the first column. */
  readonly left: number
}

function columnsOf({ screen, width }: Context): Columns {
  const { px, pitch } = SIZES[screen.id]
  const side = screen.id === "xs" ? 10 : pixels(24, screen)
  const counted = Math.ceil(px * 1.6)
  const beside = width - 2 * side - counted
  const whole = beside - 7 * pitch >= px * NAME_WIDTH
  return { side, counted, whole, left: beside - (whole ? 7 : 1) * pitch }
}

function list(data: HabitData, shown: readonly Row[], withBand: boolean, context: Context): SceneNode {
  const { screen, height } = context
  const { px, most, mark, pitch, band, taken } = SIZES[screen.id]
  const { side, counted, whole } = columnsOf(context)
  const free = (height - taken - (withBand ? band : 0)) / (shown.length + (withBand ? 0 : 1))
  const table: Table = {
    px,
    mark,
    pitch,
    counted,
    whole,
    today: place(data.day),
    height: Math.floor(Math.min(most, Math.max(lineOf(data, context), free))),
  }
  return column(
    { grow: 1, padding: [screen.id === "xs" ? 1 : pixels(6, screen), side], justify: "center", align: "center" },
    column(
      {
        shrink: 0,
        width: "100%",
        maxWidth: Math.ceil(
          px * Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.default, longest(shown) + 1 + (7 * pitch + counted) / px)),
        ),
      },
      heading(withBand ? summary(data, context) : brief(data, table, context), table, withBand, context),
      ...shown.map((each) => habitRow(each, table)),
    ),
  )
}

/** Approximate width of the longest name in em. */
function longest(shown: readonly Row[]): number {
  return Math.max(
    ...shown.map(({ name }) =>
      [...name].reduce(
        (sum, character) =>
          sum +
          (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(character)
            ? IDEOGRAPH_WIDTH
            : LETTER_WIDTH),
        0,
      ),
    ),
  )
}

/** The number of habits that are done today, large; for an example, its label. */
function summary(data: HabitData, { screen, language }: Context): SceneNode {
  const style = { family: "serif", trim: "cap", lines: 1, shrink: 0 } as const
  const [before, after] = [phrase("before", language), phrase("after", language, { of: data.habits.length })]
  // A round numeral overshoots the cap height.
  return row(
    { align: "baseline", gap: pixels(8, screen), padding: [pixels(2, screen), 0, pixels(DROP, screen), 0], shrink: 0 },
    ...(data.of === "example"
      ? [text(phrase("example", language), { ...style, role: "title" })]
      : [
          ...(before === "" ? [] : [text(before, { ...style, role: "lead" })]),
          text(String(doneToday(data)), { ...style, px: SIZES[screen.id].numeral }),
          text(after, { ...style, role: "lead" }),
        ]),
  )
}

/** The summary on one line. */
function brief(data: HabitData, { px, height }: Table, { language }: Context): SceneNode {
  const words =
    data.of === "example"
      ? phrase("example", language)
      : phrase("brief", language, { done: doneToday(data), of: data.habits.length })
  return text(words, {
    px,
    family: "sans",
    lines: 1,
    leading: height / px,
    ...(data.of === "example" && { weight: "bold" }),
  })
}

interface Table extends Pick<Columns, "counted" | "whole"> {
  readonly px: number
  readonly mark: number
  readonly pitch: number
  /** 0 Monday to 6 Sunday. */
  readonly today: number
  readonly height: number
}

/** The row above the list. `first`: the node left of the names of the days. */
function heading(
  first: SceneNode,
  { px, pitch, counted, whole, today, height }: Table,
  withBand: boolean,
  context: Context,
): SceneNode {
  const plate = Math.min(height, Math.round(px * 1.35))
  const style: Partial<Text> = { px, family: "sans", lines: 1, align: "center", leading: plate / px }
  const letters = initials(context).map((initial, i) =>
    column(
      { width: pitch, align: "center", shrink: 0 },
      i === today
        ? column(
            { fill: "red", width: Math.min(pitch, plate), height: plate, shrink: 0 },
            text(initial, { ...style, ink: "white" }),
          )
        : text(initial, style),
    ),
  )
  return row(
    { align: withBand ? "end" : "center", shrink: 0, ...(!withBand && { height }) },
    first,
    spacer(),
    row(
      { shrink: 0, spoken: false, ...(withBand && { padding: [0, 0, pixels(DROP - 3, context.screen), 0] }) },
      ...(whole ? letters : [letters[today]!]),
    ),
    column({ width: counted, shrink: 0 }),
  )
}

function habitRow({ name, week }: Row, { px, mark, pitch, counted, whole, today, height }: Table): SceneNode {
  const cells = week.map((done, i) =>
    column({ width: pitch, justify: "center", align: "center", shrink: 0 }, i > today ? dot(mark) : box(done, mark)),
  )
  const style: Partial<Text> = { px, family: "sans", lines: 1, leading: height / px }
  return row(
    { align: "center", height, shrink: 0, gap: Math.round(px * 0.4) },
    text(name.replace(STACKED_MARKS, "$1"), { ...style, grow: 1, shrink: 1, basis: 0 }),
    row(
      { shrink: 0 },
      row({ shrink: 0, spoken: false }, ...(whole ? cells : [cells[today]!])),
      text(String(week.filter(Boolean).length), { ...style, tabular: true, align: "end", width: counted, shrink: 0 }),
    ),
  )
}

function box(done: boolean, side: number): SceneNode {
  return column({ width: side, height: side, shrink: 0, ...(done ? { fill: "black" as const } : { border: 1 }) })
}

/** The mark of a future day. */
function dot(mark: number): SceneNode {
  const side = Math.max(1, Math.round(mark / 6))
  return column({ width: side, height: side, fill: "black", shrink: 0 })
}

function doneToday({ day, habits }: HabitData): number {
  return habits.filter(({ week }) => week[place(day)]).length
}
