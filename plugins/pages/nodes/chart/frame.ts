import type { Chart } from "platen/sdk/mode"
import { drawBox } from "./box.js"
import { baseRow } from "./curves.js"
import type { Inked } from "../inked.js"
import { usualFill } from "./bars.js"
import { CELLS, tickLength } from "./plan.js"
import type { Plan } from "./plan.js"
import type { Series } from "./series.js"
import { gapOf, inkOf, wordOf, writeWord } from "../word.js"

/** Draws the mark of now: a line from top to foot, with its words at the top. Of bars, the bar is the mark. */
export function drawNow(node: Chart, plan: Plan, painter: Inked): void {
  const { now, nowLabel } = node
  if (now === undefined || now < 0 || now > Math.max(0, plan.count - 1)) return
  const { left, right, top, bottom } = plan.area
  const x = Math.floor(plan.x(now))
  const words = nowLabel === undefined || nowLabel === "" ? undefined : wordOf(painter, nowLabel, plan.px)
  const lift = words ? inkOf(words, 0, plan.nowRow).bottom + gapOf(painter) : 0
  if (!CELLS.has(node.kind)) {
    const wide = Math.max(1, Math.round(painter.unit * 0.75))
    const from = Math.max(left, Math.min(right - wide, x - (wide >> 1)))
    painter.fill(from, words ? Math.min(top, lift) : top, from + wide, bottom, painter.ink)
  }
  if (!words) return
  const at = Math.max(0, Math.min(painter.width - words.width, x - (words.width >> 1)))
  writeWord(painter, words, at, plan.nowRow, painter.ink)
}

/** Writes the names of lines at their ends, one below the other where lines end close together. */
export function drawNames(series: readonly Series[], plan: Plan, painter: Inked): void {
  const { names, area } = plan
  const high = names[0]?.height ?? 0
  const pitch = high + gapOf(painter) + 1
  const ends = series
    .flatMap(({ values }, i) => {
      const last = values.findLast((value) => value !== null)
      return last === undefined || last === null || !names[i] ? [] : [{ word: names[i], row: plan.y(last) }]
    })
    .sort((a, b) => a.row - b.row)
  let least = 0
  const tops = ends.map(({ row }) => {
    const top = Math.max(least, row - (high >> 1))
    least = top + pitch
    return top
  })
  let most = Math.max(area.bottom - high, (ends.length - 1) * pitch)
  for (let i = tops.length - 1; i >= 0; i--) {
    tops[i] = Math.max(0, Math.min(tops[i]!, most))
    most = tops[i]! - pitch
  }
  const left = area.right + gapOf(painter) * 2
  ends.forEach(({ word }, i) => {
    writeWord(painter, word, left, tops[i]!, painter.boxInk)
  })
}

/** Writes the names of bars above them, each after a square with the fill of its bars. */
export function drawLegend(node: Chart, series: readonly Series[], plan: Plan, painter: Inked): void {
  if (!plan.hasLegend) return
  let left = plan.area.left
  series.forEach(({ name, look }, i) => {
    if (name === "") return
    const word = wordOf(painter, name, plan.px)
    const side = word.height
    if (left + side + gapOf(painter) * 2 + word.width > painter.width) return
    const square = { left, top: 0, right: left + side, bottom: side }
    drawBox(painter, square, look.fill ?? usualFill(node, i), look.ink ?? painter.boxInk)
    writeWord(painter, word, left + side + gapOf(painter) * 2, 0, painter.boxInk)
    left += side + gapOf(painter) * 2 + word.width + plan.px
  })
}

/** Writes the numbers of the heights and the labels below. */
export function drawWords({ ticks, labels }: Plan, painter: Inked): void {
  for (const word of [...ticks, ...labels]) writeWord(painter, word, word.left, word.top, painter.boxInk)
}

/** Draws the dotted lines of the heights, which keep clear of all else. */
export function drawGrid({ area, ticks }: Plan, painter: Inked): void {
  for (const { row } of ticks) dotted(painter, area.left, area.right, row)
}

/** Draws the base line, the foot, and the strokes over the labels. */
export function drawAxis(node: Chart, plan: Plan, painter: Inked): void {
  const { area, ticks, labels } = plan
  if (node.kind === "sparkline" && ticks.length === 0) return
  const [base, foot] = [baseRow(plan), node.hang ? area.top : area.bottom - 1]
  const hasZero = plan.axis.from <= 0 && plan.axis.to >= 0
  const isApart = hasZero && Math.abs(base - foot) > MIN_APART
  if (isApart || CELLS.has(node.kind)) line(painter, area.left, area.right, base)
  if (!CELLS.has(node.kind)) line(painter, area.left, area.right, foot)
  const length = tickLength(node, painter)
  if (length === 0) return
  for (const { place } of labels) {
    const x = Math.floor(plan.x(place))
    painter.fill(x, area.bottom, x + 1, area.bottom + length, painter.boxInk)
  }
}

/** Rows between the zero line and the foot of a line below which one of them is enough. */
const MIN_APART = 3

/** A hairline that keeps clear of what is painted. */
function line(painter: Inked, left: number, right: number, row: number): void {
  let from = left
  for (let x = left; x <= right; x++) {
    if (x < right && painter.isFree({ left: x, top: row, right: x + 1, bottom: row + 1 })) continue
    if (x > from) painter.fill(from, row, x, row + 1, painter.boxInk)
    from = x + 1
  }
}

/** A line of dots in one rhythm, which keeps clear of what is painted. */
function dotted(painter: Inked, left: number, right: number, row: number): void {
  const step = Math.max(3, Math.round(2 * painter.unit) + 1)
  for (let x = left; x < right; x += step)
    if (painter.isFree({ left: Math.max(0, x - 1), top: row, right: Math.min(painter.width, x + 2), bottom: row + 1 }))
      painter.fill(x, row, x + 1, row + 1, painter.boxInk)
}

/** Draws the frame of a chart without a number. */
export function drawEmpty({ width, height, fill, boxInk }: Inked): void {
  fill(0, 0, width, 1, boxInk)
  fill(0, height - 1, width, height, boxInk)
  fill(0, 0, 1, height, boxInk)
  fill(width - 1, 0, width, height, boxInk)
}
