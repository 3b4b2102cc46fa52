import type { NodeSize, Type } from "platen/sdk/drawing"
import type { Chart } from "platen/sdk/mode"
import { labelsOf, placedTicks, ticksOf } from "./axis-words.js"
import { axisOf } from "./axis.js"
import type { Axis } from "./axis.js"
import type { Area } from "../inked.js"
import { decimalsOfValues } from "./numbers.js"
import { countOf, extentOf } from "./series.js"
import type { Extent, Series } from "./series.js"
import { figureHeight, gapOf, tailOf, wordOf, wordPx } from "../word.js"
import type { PlacedWord, Word } from "../word.js"

/** How a chart stands in its box: pixels. */
export interface Plan {
  /** Where the values are drawn. */
  readonly area: Area
  readonly axis: Axis
  /** Number of places along it. */
  readonly count: number
  /** Size of its words. */
  readonly px: number
  /** Digits after the decimal mark of a value. */
  readonly decimals: number
  /** Radius of the mark of a point; 0: none is drawn. */
  readonly radius: number
  /** The numbers of the heights, and their rows. */
  readonly ticks: readonly (PlacedWord & { readonly row: number })[]
  readonly labels: readonly (PlacedWord & { readonly place: number })[]
  /** Names of the series at the ends of lines, by series. */
  readonly names: readonly Word[]
  /** Whether the names of the series stand above it, and the row of the word of now. */
  readonly hasLegend: boolean
  readonly nowRow: number
  /** Parts that there is no room for. */
  readonly lost: readonly ("numbers" | "labels" | "names")[]
  /** Centre of a place: between pixels, so that 0.5 is the centre of the first. */
  x(place: number): number
  /** Row of a value, which lies between the ends of the axis or not. */
  y(value: number): number
}

/** Kinds whose values stand in cells beside one another. */
export const CELLS: ReadonlySet<Chart["kind"]> = new Set(["bars", "rain", "heat"])

/** What all measures of a chart come from. Pixels. */
export interface Measures {
  readonly node: Chart
  readonly series: readonly Series[]
  readonly box: NodeSize
  readonly type: Type
  readonly px: number
  /** Height of figures. */
  readonly high: number
  readonly gap: number
  readonly radius: number
  readonly hasScale: boolean
}

/** Plans a chart with axes. */
export function planOf(node: Chart, series: readonly Series[], box: NodeSize, type: Type): Plan {
  const px = wordPx(type, box)
  const radius = CELLS.has(node.kind) ? 0 : Math.max(2, Math.round(1.5 * type.unit))
  const hasScale = node.scale ?? node.kind !== "sparkline"
  const all = { node, series, box, type, px, high: figureHeight(type, px), gap: gapOf(type), radius, hasScale }
  const { top, bottom, axis, labelled, hasLegend } = rowsOf(all)
  const words = hasScale && bottom - top >= all.high * 3 ? ticksOf(all, axis) : []
  const { left, right, gutter, names, isWide } = columnsOf(
    all,
    words.map(({ number }) => number),
  )
  const area = { left, top, right, bottom }
  const scale = scaleOf(node, area, axis, countOf(series))
  const ticks = isWide ? placedTicks(words, gutter - all.gap * 2, scale.y, all.high) : []
  return {
    area,
    axis,
    count: countOf(series),
    px,
    decimals: decimalsOfValues(node, series),
    radius,
    ticks,
    labels: labelled ? labelsOf(all, scale.x, area) : [],
    names,
    hasLegend,
    nowRow: hasLegend ? all.high + all.gap * 2 : 0,
    lost: lostOf(all, ticks.length > 0, labelled, names, hasLegend),
    ...scale,
  }
}

interface Rows {
  readonly top: number
  readonly bottom: number
  readonly axis: Axis
  readonly labelled: boolean
  readonly hasLegend: boolean
}

/** The rows of the values, which leave room for the words above and below them. */
function rowsOf(all: Measures): Rows {
  const { node, series, box, type, px, high, gap, hasScale } = all
  const labelHigh = tickLength(node, type) + gap + high + tailOf(px)
  const labelled = hasWords(node.labels) && box.height >= labelHigh + high * 3
  const hasLegend = CELLS.has(node.kind) && series.length > 1 && hasWords(node.names) && box.height >= high * 7
  const half = hasScale ? (high + 1) >> 1 : 0
  const legend = hasLegend ? high + gap * 3 : 0
  const aboveAll = Math.max(half, legend + (node.now !== undefined && node.nowLabel ? high + gap : 0))
  const [first, last] = [aboveAll, box.height - (labelled ? labelHigh : hasScale ? high >> 1 : 0)]
  const rough = axisFor(all, last - first)
  const extent = extentOf(series)
  const share = extent ? Math.min(1, (extent.high - rough.from) / (rough.to - rough.from)) : 0
  // Rows between the highest value and its end of the box, and those that its words need.
  const spare = (last - first) * (1 - share) + (node.hang ? 0 : first)
  const more = Math.ceil(Math.max(0, wordRoom(all) - spare) / Math.max(0.5, share))
  const fits = last - first - more >= 2
  const [top, bottom] = node.hang ? [first, fits ? last - more : last] : [fits ? first + more : first, last]
  const axis = axisFor(all, bottom - top)
  return { top: Math.max(0, Math.min(top, bottom - 1)), bottom: Math.max(1, bottom), axis, labelled, hasLegend }
}

function hasWords(words: readonly string[] | undefined): boolean {
  return words?.some((word) => word !== "") === true
}

/** Room beside a point for its mark and its words. */
function wordRoom({ node, radius, gap, high }: Measures): number {
  if (!node.points?.length) return 0
  return node.kind === "sparkline" ? radius : radius + gap + high + 4
}

/** The axis of the values. Bars begin at 0; a line with marked points has room below them. */
function axisFor(all: Measures, high: number): Axis {
  const { node, series, px } = all
  const { from, to, kind } = node
  const extent = extentOf(series) ?? { low: 0, high: 1 }
  const most = Math.max(3, Math.min(6, Math.floor(high / (px * 1.7)) + 1))
  const based = kind === "bars" || kind === "rain" ? withZero(extent) : extent
  const axis = kind === "sparkline" && !all.hasScale ? exactAxis(extent, node) : axisOf(based, { from, to, most })
  const below = ((extent.low - axis.from) / (axis.to - axis.from)) * high
  const needed = wordRoom(all)
  const isMarkedBelow = CELLS.has(kind) ? extent.low < 0 : node.points?.some((each) => each === "min" || each === "all")
  if (!isMarkedBelow || from !== undefined || below >= needed || needed >= high / 2) return axis
  return { ...axis, from: axis.from - ((needed - below) / (high - needed)) * (axis.to - extent.low) }
}

function withZero({ low, high }: Extent): Extent {
  return { low: Math.min(0, low), high: Math.max(0, high) }
}

/** The axis of a sparkline: from its lowest to its highest value. */
function exactAxis({ low, high }: Extent, { from = low, to = high }: Chart): Axis {
  const isFlat = to - from <= Math.abs(to) * 1e-9
  return isFlat ? { from: from - 1, to: from + 1, step: 1, ticks: [] } : { from, to, step: (to - from) / 2, ticks: [] }
}

interface Columns {
  readonly left: number
  readonly right: number
  readonly gutter: number
  readonly names: readonly Word[]
  /** False: there is no room for words beside the values. */
  readonly isWide: boolean
}

/** The columns of the values, which leave room for the numbers at the left and for the names of lines at the right. */
function columnsOf({ node, series, box, type, px, gap, radius }: Measures, numbers: readonly Word[]): Columns {
  const widest = Math.max(0, ...numbers.map(({ width }) => width))
  const gutter = node.gutter ?? (widest > 0 ? widest + gap * 2 : 0)
  const names =
    CELLS.has(node.kind) || !hasWords(node.names)
      ? []
      : series.map(({ name }) => wordOf(type, name, px, { width: Math.floor(box.width * MAX_NAMES) }))
  const named = Math.max(0, ...names.map(({ width }) => width))
  const isWide = gutter + named <= box.width * MAX_WORDS
  const mark = node.points?.length ? radius : 0
  const [left, right] = isWide
    ? [gutter > 0 ? gutter : mark, box.width - (named > 0 ? named + gap * 2 : mark)]
    : [mark, box.width - mark]
  return right - left < 2
    ? { left: 0, right: box.width, gutter, names: [], isWide: false }
    : { left, right, gutter, names: isWide ? names : [], isWide }
}

/** Shares of the width that the names of lines, and all words beside the values, take at most. */
const MAX_NAMES = 0.35
const MAX_WORDS = 0.6

/** Length of the strokes over the labels of a line. */
export function tickLength({ kind }: Chart, { unit }: Type): number {
  return CELLS.has(kind) || kind === "sparkline" ? 0 : Math.max(2, Math.round(2 * unit))
}

function scaleOf({ kind, hang = false }: Chart, area: Area, { from, to }: Axis, count: number): Pick<Plan, "x" | "y"> {
  const { left, top, right, bottom } = area
  const high = bottom - 1 - top
  const y = (value: number): number => {
    const share = Math.round(((value - from) / (to - from)) * high)
    return hang ? top + share : bottom - 1 - share
  }
  if (!CELLS.has(kind)) {
    const wide = right - left - 1
    return { y, x: (place) => left + 0.5 + (count > 1 ? (place * wide) / (count - 1) : wide / 2) }
  }
  const { pitch, start } = cellsIn(left, right, count)
  return { y, x: (place) => start + (place + 0.5) * pitch }
}

/** Cells of equal width in whole pixels, in the middle of the room. Narrower than a pixel where there are more cells than pixels. */
export function cellsIn(
  left: number,
  right: number,
  count: number,
): { readonly pitch: number; readonly start: number } {
  const room = right - left
  const pitch = count > room ? room / count : Math.floor(room / Math.max(1, count))
  return { pitch, start: left + Math.floor((room - pitch * count) / 2) }
}

function lostOf(
  { node, hasScale }: Measures,
  hasNumbers: boolean,
  labelled: boolean,
  names: readonly Word[],
  hasLegend: boolean,
): Plan["lost"] {
  const isNamed = hasLegend || (names.length > 0 && names.every(({ words }) => !words.clipped))
  const wantsNames = hasWords(node.names) && (!CELLS.has(node.kind) || Array.isArray(node.values[0]))
  return [
    ...(hasScale && !hasNumbers ? (["numbers"] as const) : []),
    ...(hasWords(node.labels) && !labelled ? (["labels"] as const) : []),
    ...(wantsNames && !isNamed ? (["names"] as const) : []),
  ]
}
