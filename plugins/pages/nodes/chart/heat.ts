import type { NodeSize, Type } from "platen/sdk/drawing"
import type { Chart } from "platen/sdk/mode"
import { inkedFill } from "./box.js"
import type { Inked } from "../inked.js"
import { wordsAlong } from "./axis-words.js"
import { countOf, extentOf } from "./series.js"
import type { Series } from "./series.js"
import { gapBetween, thinned } from "../thin.js"
import { figureHeight, gapOf, tailOf, wordOf, wordPx, writeWord } from "../word.js"
import type { PlacedWord, Word } from "../word.js"

/** Tones of the cells, from the least to the most. */
const TONES = [0.0625, 0.1875, 0.375, 0.625, 1]
/** Pixels of a cell from which it has a tint. A smaller one is a square that grows. */
const MIN_TINTED = 8

/** How a grid of cells stands in its box: pixels. */
export interface HeatPlan {
  readonly left: number
  readonly top: number
  /** From a cell to the next. */
  readonly across: number
  readonly down: number
  /** Paper between two cells. */
  readonly gap: number
  readonly words: readonly PlacedWord[]
  readonly lost: readonly ("names" | "labels")[]
}

/** Plans a grid of cells: names of rows at the left, labels of columns below. */
export function heatPlanOf(node: Chart, series: readonly Series[], box: NodeSize, type: Type): HeatPlan {
  const [columns, rows] = [Math.max(1, countOf(series)), series.length]
  const px = wordPx(type, box)
  const [high, gap] = [figureHeight(type, px), gapOf(type)]
  const named = series.some(({ name }) => name !== "")
  const names = named ? series.map(({ name }) => wordOf(type, name, px)) : []
  const widest = Math.max(0, ...names.map(({ width }) => width))
  const hasNames = named && widest + gap * 2 <= box.width * MAX_NAMES && box.height >= high
  const hasLabels = node.labels?.some((label) => label !== "") === true
  const foot = gap + high + tailOf(px)
  const labelled = hasLabels && box.height >= foot + rows * MIN_CELL
  const left = hasNames ? (node.gutter ?? widest + gap * 2) : 0
  const room = box.height - (labelled ? foot : 0)
  const across = pitchOf((box.width - left) / columns)
  // A name that is higher than its row reaches out above the first.
  const down = pitchOf(Math.min(room / rows, hasNames && rows > 1 ? (room - (high >> 1)) / (rows - 0.5) : Infinity))
  const between = Math.min(across, down) >= 24 ? 2 : Math.min(across, down) >= 3 ? 1 : 0
  const top = hasNames ? Math.max(0, Math.min(room - rows * down, (high - down + between + 1) >> 1)) : 0
  const rowWords = hasNames ? besideRows(names, { right: left - gap * 2, top, down, gap: between }) : []
  const x = (place: number): number => left + (place + 0.5) * across
  const set = labelled ? wordsAlong((node.labels ?? []).slice(0, columns), x, box.width, type, px) : []
  const columnWords = thinned(set, { left: 0, right: box.width, gap: gapBetween(set, px) }).map((kept) => ({
    ...set[kept.index]!,
    left: kept.left,
    top: top + rows * down + gap,
  }))
  return {
    left,
    top,
    across,
    down,
    gap: between,
    words: [...rowWords, ...columnWords],
    lost: [
      ...(named && !hasNames ? (["names"] as const) : []),
      ...(hasLabels && !labelled ? (["labels"] as const) : []),
    ],
  }
}

/** Share of the width that the names of rows take at most, and pixels of a row at least where there are labels. */
const MAX_NAMES = 0.45
const MIN_CELL = 2

/** Whole pixels from cell to cell. From 8 up multiples of 4, so that the tints of all cells are alike. */
function pitchOf(room: number): number {
  const pitch = Math.max(1, Math.floor(room))
  return pitch < MIN_TINTED ? pitch : pitch - (pitch % 4)
}

interface Rows {
  readonly right: number
  readonly top: number
  readonly down: number
  readonly gap: number
}

/** The names of rows, as many as stand below one another. */
function besideRows(names: readonly Word[], { right, top, down, gap }: Rows): readonly PlacedWord[] {
  const high = names[0]!.height
  const every = Math.max(1, Math.ceil((high + 2) / down))
  return names.flatMap((word, i) => {
    const at = top + i * down + ((down - gap - high) >> 1)
    return i % every === 0 && word.width > 0 && at >= 0 ? [{ ...word, left: right - word.width, top: at }] : []
  })
}

/** Draws the cells of a grid in tints. */
export function drawHeat(node: Chart, series: readonly Series[], painter: Inked): void {
  const plan = heatPlanOf(node, series, painter, painter)
  const extent = extentOf(series) ?? { low: 0, high: 1 }
  const [from, to] = [node.from ?? extent.low, node.to ?? extent.high]
  series.forEach(({ values, look }, row) =>
    values.forEach((value, column) => {
      if (value === null) return
      const isNow = node.now !== undefined && Math.round(node.now) === column
      const ink = isNow ? painter.ink : (look.ink ?? painter.boxInk)
      drawCell(painter, plan, { row, column, step: stepOf(value, from, to) }, ink)
    }),
  )
  for (const word of plan.words) writeWord(painter, word, word.left, word.top, painter.boxInk)
}

interface Cell {
  readonly row: number
  readonly column: number
  readonly step: number
}

function drawCell(painter: Inked, plan: HeatPlan, { row, column, step }: Cell, ink: Inked["ink"]): void {
  const [left, top] = [plan.left + column * plan.across, plan.top + row * plan.down]
  const [wide, high] = [Math.max(1, plan.across - plan.gap), Math.max(1, plan.down - plan.gap)]
  if (Math.min(plan.across, plan.down) >= MIN_TINTED)
    return painter.fill(left, top, left + wide, top + high, inkedFill({ tone: TONES[step]!, ink }, painter))
  const share = (step + 1) / TONES.length
  const [w, h] = [Math.max(1, Math.round(wide * share)), Math.max(1, Math.round(high * share))]
  const [x, y] = [left + ((wide - w) >> 1), top + ((high - h) >> 1)]
  painter.fill(x, y, x + w, y + h, ink)
}

function stepOf(value: number, from: number, to: number): number {
  if (to <= from) return TONES.length - 1
  return Math.max(0, Math.min(TONES.length - 1, Math.floor(((value - from) / (to - from)) * TONES.length)))
}
