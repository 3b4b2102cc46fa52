import { field, z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import { isRightToLeft } from "platen/sdk/kit"
import type { Painter, Type, Words } from "platen/sdk/drawing"
import type { Table, TableCell, TableColumn } from "platen/sdk/mode"

const distance = field(z.number().min(0).max(200).exactOptional(), {
  help: { en: "A distance: pixels in a scene, units in a mode of data." },
  length: true,
})
const look = {
  role: z.enum(["caption", "body", "lead", "title", "display"]).exactOptional(),
  px: z.number().int().min(8).max(400).exactOptional(),
  family: z.enum(["sans", "serif", "mono", "display"]).exactOptional(),
  weight: z.enum(["regular", "bold"]).exactOptional(),
  slant: z.enum(["roman", "italic"]).exactOptional(),
  tracking: z.number().min(-0.1).max(1).exactOptional(),
  ink: z.enum(["black", "white", "red", "yellow", "blue", "green", "orange"]).exactOptional(),
}
const cell = z.union([
  z.string().max(400),
  z.strictObject({ text: z.string().max(400), span: z.number().int().min(1).max(12).exactOptional(), ...look }),
])
const column = z.strictObject({
  width: z.union([z.literal("auto"), z.number().min(0).max(1)]).exactOptional(),
  align: z.enum(["start", "center", "end", "decimal"]).exactOptional(),
  leader: z.boolean().exactOptional(),
  lines: z.number().int().min(1).max(10).exactOptional(),
  ...look,
})

/** Line height as a multiple of the size, by default. */
const LEADING = 1.25

interface Cell {
  readonly words: Words
  /** Width of the words up to the decimal mark. */
  readonly whole: number
  readonly first: number
  readonly span: number
  readonly ink: TableColumn["ink"]
}

interface Laid {
  readonly cells: readonly (readonly Cell[])[]
  readonly widths: readonly number[]
  readonly heights: readonly number[]
  readonly gap: number
  readonly rowGap: number
}

/** Pixels of the smallest letters of a table that shrinks. */
const LEAST = 10

/** Sets all cells; with `fit: "shrink"` smaller than by their roles, if any would be cut. */
function lay(node: Table, width: number, type: Type): Laid {
  const laid = layAt(node, width, type)
  if (node.fit !== "shrink" || !laid.cells.some(isCut)) return laid
  // Columns with sizes of their own shrink with the table, and no further than it does.
  const sizeOf = ({ px, role }: Pick<Table, "px" | "role">): number | undefined => px ?? (role && type.px(role))
  const own = sizeOf(node) ?? type.px("body")
  const columns = columnsOf(node).map((column) => ({ column, size: sizeOf(column) }))
  const layMost = (px: number): Laid => {
    const shrunk = columns.map(({ column, size }) =>
      size === undefined ? column : { ...column, px: Math.min(size, px) },
    )
    return layAt({ ...node, px: Math.min(own, px), columns: shrunk }, width, type)
  }
  // By halves: a large table of long words would be set hundreds of times.
  let [whole, cut] = [LEAST, Math.max(LEAST, own, ...columns.map(({ size = 0 }) => size))]
  let best = layMost(whole)
  while (cut - whole > 1) {
    const px = (whole + cut) >> 1
    const smaller = layMost(px)
    if (smaller.cells.some(isCut)) cut = px
    else [whole, best] = [px, smaller]
  }
  return best
}

const isCut = (row: readonly Cell[]): boolean => row.some(({ words }) => words.clipped)

function layAt(node: Table, width: number, type: Type): Laid {
  const columns = columnsOf(node)
  const gap = node.gap ?? Math.round(8 * type.unit)
  const rowGap = node.rowGap ?? Math.round(2 * type.unit)
  const widths = widthsOf(node, columns, width - gap * (columns.length - 1), type)
  const cells = node.rows.map((row) => rowOf(row, columns, widths, gap, node, type))
  const heights = cells.map((row) => Math.max(0, ...row.map(({ words }) => words.height)))
  return { cells, widths, heights, gap, rowGap }
}

/**
 * Widths of the columns: those with a share have it, those without are as wide as their widest cell, and those with "auto" take
 * what is left. Where not all have room, the widest give way, so that short cells, such as numbers, stay whole.
 */
function widthsOf(node: Table, columns: readonly TableColumn[], free: number, type: Type): readonly number[] {
  const natural = columns.map((each, i) =>
    typeof each.width === "number"
      ? Math.floor(each.width * free)
      : Math.max(0, ...node.rows.map((row) => naturalOf(cellAt(row, i), each, node, free, type))),
  )
  const needed = (most: number): number => natural.reduce((sum, each) => sum + Math.min(each, most), 0)
  if (needed(Infinity) > free) {
    let most = Math.max(0, ...natural)
    while (most > 0 && needed(most) > free) most--
    return natural.map((each) => Math.min(each, most))
  }
  const isAuto = columns.map((each) => each.width === "auto")
  const autos = isAuto.filter(Boolean).length
  const left = free - natural.reduce((sum, each, i) => sum + (isAuto[i] ? 0 : each), 0)
  const even = Math.floor(left / autos)
  const areEven = natural.every((each, i) => !isAuto[i] || each <= even)
  const spare = Math.floor((free - needed(Infinity)) / autos)
  return natural.map((each, i) => (isAuto[i] ? (areEven ? even : each + spare) : each))
}

/** Width of a cell on one line; in a column that takes what is left, of its widest word where it may have more lines. */
function naturalOf(cell: TableCell | undefined, column: TableColumn, node: Table, free: number, type: Type): number {
  const width = (each: TableCell | undefined): number => wordsOf(each, column, node, type, Infinity)?.width ?? 0
  if (cell === undefined || column.width !== "auto" || (column.lines ?? 1) === 1) return width(cell)
  const { text, ...look } = typeof cell === "string" ? { text: cell } : cell
  return Math.min(free >> 1, Math.max(0, ...text.split(/\s+/).map((word) => width({ text: word, ...look }))))
}

/** The cell of a row in a column; undefined where a cell of several columns stands. */
function cellAt(row: readonly TableCell[], column: number): TableCell | undefined {
  let first = 0
  for (const each of row) {
    const span = typeof each === "string" ? 1 : (each.span ?? 1)
    if (first === column) return span === 1 ? each : undefined
    first += span
  }
  return undefined
}

function rowOf(
  row: readonly TableCell[],
  columns: readonly TableColumn[],
  widths: readonly number[],
  gap: number,
  node: Table,
  type: Type,
): Cell[] {
  const result: Cell[] = []
  let first = 0
  for (const each of row) {
    const own = columns[first]
    if (!own) break
    const span = Math.min(typeof each === "string" ? 1 : (each.span ?? 1), columns.length - first)
    const room = widths.slice(first, first + span).reduce((sum, width) => sum + width, gap * (span - 1))
    const words = wordsOf(each, own, node, type, room)
    if (words) {
      const text = typeof each === "string" ? each : each.text
      const mark = /[.,](?=\d+\D*$)/.exec(text)
      const whole =
        own.align === "decimal" && mark
          ? wordsOf(
              { ...(typeof each === "string" ? {} : each), text: text.slice(0, mark.index) },
              own,
              node,
              type,
              room,
            )!.width
          : words.width
      result.push({ words, whole, first, span, ink: (typeof each === "string" ? undefined : each.ink) ?? own.ink })
    }
    first += span
  }
  return result
}

function columnsOf({ columns, rows }: Table): readonly TableColumn[] {
  const count = Math.max(
    columns?.length ?? 0,
    ...rows.map((row) => row.reduce((sum, each) => sum + (typeof each === "string" ? 1 : (each.span ?? 1)), 0)),
  )
  return Array.from({ length: count }, (_, i) => columns?.[i] ?? {})
}

function wordsOf(
  each: TableCell | undefined,
  own: TableColumn,
  { role = "body", px, family, leading = LEADING }: Table,
  type: Type,
  width: number,
): Words | undefined {
  if (each === undefined) return undefined
  const { text, span: _span, ink: _ink, ...look } = typeof each === "string" ? { text: each } : each
  const { width: _width, align: _align, leader: _leader, lines = 1, ink: _own, ...common } = own
  const size = px === undefined || look.role || common.role ? {} : { px }
  return text === ""
    ? undefined
    : type.set(text, {
        role,
        leading,
        lines,
        width,
        tabular: own.align === "decimal" || own.align === "end",
        ...(family && { family }),
        ...size,
        ...common,
        ...look,
      })
}

/** Rows and columns of words: decimals aligned, rules between rows, leader dots. */
export default defineNode<Table>({
  type: "table",
  module: import.meta.url,
  schema: z.strictObject({
    rows: z.array(z.array(cell).max(12)).max(60),
    columns: z.array(column).max(12).exactOptional(),
    rules: z.enum(["none", "solid", "dotted"]).exactOptional(),
    head: z.boolean().exactOptional(),
    gap: distance,
    rowGap: distance,
    leading: z.number().min(0.8).max(4).exactOptional(),
    even: z.boolean().exactOptional(),
    fit: z.literal("shrink").exactOptional(),
    role: look.role,
    px: look.px,
    family: look.family,
  }),
  measure: (node, room, type) => {
    // A table that shrinks keeps the height of its roles: it may get more width than it is measured with.
    const { widths, heights, gap, rowGap } = layAt(node, Math.min(room.width, 4000), type)
    const hasAuto = columnsOf(node).some(({ width }) => width !== undefined)
    const natural = widths.reduce((sum, width) => sum + width, gap * (widths.length - 1))
    return {
      width: hasAuto && room.width !== Infinity ? room.width : natural,
      height: heights.reduce((sum, height) => sum + height, rowGap * Math.max(0, heights.length - 1)),
    }
  },
  paint: (node, painter) => {
    const laid = lay(node, painter.width, painter)
    const columns = columnsOf(node)
    const natural = laid.heights.reduce((sum, height) => sum + height, 0)
    const spare = painter.height - natural
    const between = node.even && laid.cells.length > 1 ? spare / (laid.cells.length - 1) : laid.rowGap
    const lefts = laid.widths.map((_, i) => laid.widths.slice(0, i).reduce((sum, width) => sum + width + laid.gap, 0))
    const mirror = isRightToLeft(painter.language) ? painter.width : undefined
    let top = 0
    laid.cells.forEach((row, i) => {
      const y = Math.round(top)
      const baseline = Math.max(0, ...row.map(({ words }) => words.baseline))
      row.forEach((each, k) => {
        const place = (one: Cell): number => placeOf(one, columns[one.first]!, laid, lefts, mirror)
        const x = place(each)
        painter.write(each.words, x, y + baseline - each.words.baseline, each.ink)
        const next = row[k + 1]
        // A cell that takes the row to its end leads to nothing.
        if (!columns[each.first]!.leader || (!next && each.span > 1)) return
        const end = lefts.at(-1)! + laid.widths.at(-1)!
        if (mirror === undefined) leaders(painter, x + each.words.width, next ? place(next) : end, y + baseline)
        else leaders(painter, next ? place(next) + next.words.width : mirror - end, x, y + baseline)
      })
      top += laid.heights[i]! + between
      if (i + 1 < laid.cells.length) line(painter, node, i, Math.round(top - between / 2))
    })
  },
  describe: ({ rows }) =>
    rows
      .map((row) =>
        row
          .map((each) => (typeof each === "string" ? each : each.text))
          .filter(Boolean)
          .join("  "),
      )
      .join("\n"),
  lint: (node, box, type) => {
    const laid = lay(node, box.width, type)
    const needed = laid.heights.reduce(
      (sum, height) => sum + height,
      laid.rowGap * Math.max(0, laid.heights.length - 1),
    )
    const cut = laid.cells.flat().find(({ words }) => words.clipped)
    return [
      ...(needed > box.height + 1
        ? [`The table needs ${needed} pixels of height and has ${box.height}: give it room, or fewer rows.`]
        : []),
      ...(cut
        ? [`A cell of the table is cut in ${cut.words.width} pixels: give its column room, or fewer words.`]
        : []),
    ]
  },
})

/** The left edge of a cell's words. `mirror`: the width of a table whose first column is at the right. */
function placeOf(
  { words, whole, first, span }: Cell,
  { align = "start" }: TableColumn,
  { widths, cells, gap }: Laid,
  lefts: readonly number[],
  mirror: number | undefined,
): number {
  const room = widths.slice(first, first + span).reduce((sum, width) => sum + width, gap * (span - 1))
  const left = mirror === undefined ? lefts[first]! : mirror - lefts[first]! - room
  if (align === (mirror === undefined ? "start" : "end")) return left
  if (align === "center") return left + ((room - words.width) >> 1)
  if (align !== "decimal" || span > 1) return left + room - words.width
  const column = cells.flat().filter((each) => each.first === first && each.span === 1)
  const after = Math.max(0, ...column.map((each) => each.words.width - each.whole))
  return left + room - after - whole
}

/** Dots from the end of a word to the beginning of the next, in one rhythm for all rows. */
function leaders(painter: Painter, from: number, to: number, baseline: number): void {
  const step = Math.max(3, Math.round(3 * painter.unit))
  const side = painter.unit >= 3 ? 2 : 1
  const margin = Math.round(4 * painter.unit)
  for (let x = Math.ceil((from + margin) / step) * step; x + side <= to - margin; x += step)
    painter.fill(x, baseline - side, x + side, baseline)
}

/** The rule below a row. */
function line(painter: Painter, { rules = "none", head = false }: Table, row: number, y: number): void {
  if (head && row === 0) return painter.fill(0, y, painter.width, y + 1)
  if (rules === "solid") painter.fill(0, y, painter.width, y + 1)
  if (rules === "dotted") for (let x = 0; x < painter.width; x += 3) painter.fill(x, y, x + 1, y + 1)
}
