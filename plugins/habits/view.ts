import { column, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { HabitData, HabitSettings } from "./mode.js"
import { place } from "./shown.js"
import type { Row } from "./shown.js"
import { initials, said } from "./words.js"

type Context = ViewContext<HabitSettings>

/**
 * Pixels, by screen class: the type of a line, its least height and its greatest, a mark and the distance of two, the numeral over the
 * list and the height of its row, and what the frame and the paddings take of the page.
 */
const SIZES = {
  xs: { px: 11, line: 13, most: 22, mark: 7, pitch: 14, numeral: 36, band: 38, taken: 36 },
  s: { px: 13, line: 19, most: 30, mark: 11, pitch: 20, numeral: 56, band: 62, taken: 70 },
  m: { px: 16, line: 27, most: 46, mark: 16, pitch: 32, numeral: 88, band: 96, taken: 100 },
  l: { px: 20, line: 34, most: 54, mark: 20, pitch: 40, numeral: 112, band: 122, taken: 116 },
  xl: { px: 28, line: 56, most: 92, mark: 34, pitch: 64, numeral: 176, band: 200, taken: 190 },
} as const
/** So many times its type a list is wide: an eye must find from a name to its marks. It is wider, within bounds, for names that are long. */
const LIST_WIDTH = { usual: 33, most: 44 } as const
/** So many times their size characters are wide, about. */
const IDEOGRAPH_WIDTH = 1
const LETTER_WIDTH = 0.56

/** So many times its size the numeral and its words need beside the days' names. */
const BAND_WIDTH = 3.2

/** Units below the row of the numeral: what hangs below its line is in them. */
const DROP = 10

/** So many times its size a line of names needs beside the seven marks; on a narrower page today's mark stands alone. */
const NAME_WIDTH = 9

/** Names in these scripts, without marks of their own, stand in a line of the least height. */
const LOW =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u
/** More marks on one letter than any language of these scripts sets there: they would pile up over the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu
/** So many times its size any other name is high. */
const TALL = 1.9

export function view(data: HabitData, context: Context): Scene {
  const { language, screen, height } = context
  if (data.habits.length === 0) return { language, body: nothing(data.of === "unread", context) }
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
    ...(left > 0 && { footer: { attribution: said("more", language, { count: left }) } }),
  }
}

/** Pixels: the least height of a line that all names can stand in. */
function lineOf({ habits }: HabitData, { screen }: Context): number {
  const { px, line } = SIZES[screen.id]
  return habits.every(({ name }) => LOW.test(name)) ? line : Math.max(line, Math.ceil(px * TALL))
}

/** How to begin, or that they could not be read. */
function nothing(unread: boolean, { screen, language }: Context): SceneNode {
  return column(
    { grow: 1, justify: "center", align: "center", gap: pixels(6, screen), padding: [0, pixels(24, screen)] },
    text(said(unread ? "unread" : "none", language), {
      role: "lead",
      align: "center",
      fit: "shrink",
      lines: 2,
      shrink: 0,
    }),
    text(said(unread ? "wait" : "begin", language), {
      role: "body",
      align: "center",
      fit: "shrink",
      minPx: 10,
      balance: true,
    }),
  )
}

interface Columns {
  /** Paper at either side. */
  readonly side: number
  /** Width of the last column. */
  readonly counted: number
  /** False: only today's column is there. */
  readonly whole: boolean
  /** What they leave to the first one. */
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
          px * Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.usual, longest(shown) + 1 + (7 * pitch + counted) / px)),
        ),
      },
      heading(withBand ? summary(data, context) : brief(data, table, context), table, withBand, context),
      ...shown.map((each) => habitRow(each, table)),
    ),
  )
}

/** How wide the longest name is, about, in its size. */
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

/** How many are done today, large; of an example, that it is one. */
function summary(data: HabitData, { screen, language }: Context): SceneNode {
  const style = { family: "serif", trim: "cap", lines: 1, shrink: 0 } as const
  const [before, after] = [said("before", language), said("after", language, { of: data.habits.length })]
  // A round numeral is a little higher than a capital.
  return row(
    { align: "baseline", gap: pixels(8, screen), padding: [pixels(2, screen), 0, pixels(DROP, screen), 0], shrink: 0 },
    ...(data.of === "example"
      ? [text(said("example", language), { ...style, role: "title" })]
      : [
          ...(before === "" ? [] : [text(before, { ...style, role: "lead" })]),
          text(String(doneToday(data)), { ...style, px: SIZES[screen.id].numeral }),
          text(after, { ...style, role: "lead" }),
        ]),
  )
}

/** The same on one line. */
function brief(data: HabitData, { px, height }: Table, { language }: Context): SceneNode {
  const words =
    data.of === "example"
      ? said("example", language)
      : said("brief", language, { done: doneToday(data), of: data.habits.length })
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

/** `first`: what stands at the left of the days' names. */
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
    text(name.replace(PILES, "$1"), { ...style, grow: 1, shrink: 1, basis: 0 }),
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

/** A day to come. */
function dot(mark: number): SceneNode {
  const side = Math.max(1, Math.round(mark / 6))
  return column({ width: side, height: side, fill: "black", shrink: 0 })
}

function doneToday({ day, habits }: HabitData): number {
  return habits.filter(({ week }) => week[place(day)]).length
}
