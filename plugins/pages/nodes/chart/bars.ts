import type { Painter } from "platen/sdk/drawing"
import type { Ink } from "platen/sdk/drawing"
import type { Chart, Tint } from "platen/sdk/mode"
import { drawBox } from "./box.js"
import { baseRow } from "./curves.js"
import type { Inked } from "../inked.js"
import { cellsIn } from "./plan.js"
import type { Plan } from "./plan.js"
import type { Series, Value } from "./series.js"

/** Fills of bars that say nothing of their own, by series. */
const FILLS: readonly (Ink | Tint)[] = [
  { tone: 1 },
  { tone: 0.375 },
  { tone: 0.125 },
  { tone: 0.375, pattern: "hatch" },
  { tone: 0 },
]
/** Fill of the bars beside the one of now. */
const BESIDE: Tint = { tone: 0.375 }
/** Tones of rain, by its share of the axis. */
const RAIN = [0.125, 0.25, 0.5, 1]
/** Share of the width of a cell that its bars take. */
const SHARE = 0.68
const RAIN_SHARE = 1

/** What the bars of a series are filled with that says nothing of its own. */
export function usualFill({ now }: Chart, series: number): Ink | Tint {
  return now !== undefined && series === 0 ? BESIDE : FILLS[Math.min(series, FILLS.length - 1)]!
}

/** Draws the bars of a chart: from the zero line, or from the end of the axis that is nearest to it. */
export function drawBars(node: Chart, series: readonly Series[], plan: Plan, painter: Inked): void {
  const { left, right } = plan.area
  const inside = painter.inside(plan.area)
  const { pitch, start } = cellsIn(left, right, plan.count)
  const { width, offset } = barOf(node, pitch, series.length)
  series.forEach(({ values, look }, k) => {
    bucketed(values, pitch).forEach(({ value, place }) => {
      if (value === null) return
      const x = Math.floor(start + place * pitch) + offset + k * width
      const isNow = k === 0 && node.now !== undefined && Math.round(node.now) === place
      const fill = isNow ? painter.ink : (look.fill ?? fillOf(node, plan, k, value))
      const bar = { left: x, right: x + (series.length > 1 && width > 2 ? width - 1 : width), value }
      drawBar(inside, plan, bar, fill, look.ink ?? painter.boxInk)
    })
  })
}

/** Width of a bar, and where the first of a cell begins. */
function barOf({ kind }: Chart, pitch: number, series: number): { readonly width: number; readonly offset: number } {
  if (pitch < 2) return { width: 1, offset: 0 }
  const room = Math.max(1, Math.min(pitch - 1, Math.round(pitch * (kind === "rain" ? RAIN_SHARE : SHARE))))
  const width = Math.max(1, Math.floor(room / series))
  return { width, offset: Math.max(0, (pitch - width * series) >> 1) }
}

/** The column in the middle of the bar of the first series at a place. */
export function barCentre(node: Chart, series: readonly Series[], { area, count }: Plan, place: number): number {
  const { pitch, start } = cellsIn(area.left, area.right, count)
  const { width, offset } = barOf(node, pitch, series.length)
  return Math.floor(start + place * pitch) + offset + (width >> 1)
}

/** The values, or where a bar is narrower than a pixel, the one of each pixel that is farthest from 0. */
function bucketed(
  values: readonly Value[],
  pitch: number,
): readonly { readonly value: Value; readonly place: number }[] {
  if (pitch >= 1) return values.map((value, place) => ({ value, place }))
  const found = new Map<number, { value: Value; place: number }>()
  values.forEach((value, place) => {
    const column = Math.floor(place * pitch)
    const known = found.get(column)
    if (!known || Math.abs(value ?? 0) > Math.abs(known.value ?? 0)) found.set(column, { value, place })
  })
  return [...found.values()]
}

function fillOf(node: Chart, { axis }: Plan, series: number, value: number): Ink | Tint {
  if (node.kind === "rain" && series === 0) {
    const share = Math.abs(value) / Math.max(Math.abs(axis.from), Math.abs(axis.to))
    return { tone: RAIN[Math.max(0, Math.min(RAIN.length, Math.ceil(share * RAIN.length)) - 1)]! }
  }
  return usualFill(node, series)
}

interface Bar {
  readonly left: number
  readonly right: number
  readonly value: number
}

/** A bar from the base line to its value. */
function drawBar(painter: Painter, plan: Plan, { left, right, value }: Bar, fill: Ink | Tint, edge: Ink): void {
  const [base, end] = [baseRow(plan), plan.y(value)]
  if (base !== end)
    drawBox(painter, { left, top: Math.min(base, end), right, bottom: Math.max(base, end) + 1 }, fill, edge)
}
