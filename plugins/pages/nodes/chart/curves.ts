import type { Ink, Painter } from "platen/sdk/drawing"
import type { Chart, Tint } from "platen/sdk/mode"
import { fillPolygons, strokeLine } from "../shapes.js"
import type { Point } from "../shapes.js"
import { inkedFill } from "./box.js"
import type { Inked } from "../inked.js"
import { monotone } from "./monotone.js"
import type { Plan } from "./plan.js"
import type { Series, Value } from "./series.js"

/** Looks of lines that say nothing of their own, in units: so that each can be told from the others without colour. */
const LOOKS = [
  { stroke: 1.5 },
  { stroke: 1, dash: [3, 2] },
  { stroke: 0.5 },
  { stroke: 0.5, dash: [1, 2] },
] as const satisfies readonly { readonly stroke: number; readonly dash?: readonly [number, number] }[]
/** The area under a line, and a band. */
const AREA: Tint = { tone: 0.25 }
const BAND: Tint = { tone: 0.125 }

/** Draws the lines of a chart, with their areas and bands. */
export function drawCurves(node: Chart, series: readonly Series[], plan: Plan, painter: Inked): void {
  const inside = painter.inside({ ...plan.area, left: plan.area.left - 1, right: plan.area.right + 1 })
  series.forEach((each) => drawArea(node, each, plan, inside))
  // The first series is drawn last, over the others.
  ;[...series.entries()].reverse().forEach(([i, each]) => drawLine(node, each, i, plan, inside))
}

function drawArea(node: Chart, { values, low, look }: Series, plan: Plan, painter: Painter): void {
  const fill = look.fill ?? (low ? BAND : node.kind === "area" ? AREA : undefined)
  if (fill === undefined) return
  const own = inkedFill(fill, painter)
  if (!low) {
    const base = baseRow(plan) + 0.5
    for (const points of runsOf(values, plan, node.smooth)) {
      const [first, last] = [points[0]!, points.at(-1)!]
      fillPolygons(painter, [widened([...points, [last[0], base], [first[0], base]], points.length)], own)
    }
    return
  }
  const isWhole = values.map((value, i) => value !== null && (low[i] ?? null) !== null)
  const kept = (edge: readonly Value[]): Point[][] =>
    runsOf(
      isWhole.map((whole, i) => (whole ? edge[i]! : null)),
      plan,
      node.smooth,
    )
  const lower = kept(low)
  kept(values).forEach((points, i) =>
    fillPolygons(painter, [widened([...points, ...lower[i]!.toReversed()], points.length)], own),
  )
}

/** Moves the ends of an area half a pixel outwards, to the edges of their pixels. */
function widened(points: readonly Point[], end: number): readonly Point[] {
  return points.map(([x, y], i): Point => {
    const isFirst = i === 0 || i === points.length - 1
    const isLast = i === end - 1 || i === end
    return [x + (isFirst ? -0.5 : 0) + (isLast ? 0.5 : 0), y]
  })
}

function drawLine(node: Chart, { values, low, look }: Series, i: number, plan: Plan, painter: Inked): void {
  const usual = LOOKS[Math.min(i, LOOKS.length - 1)]!
  const stroke = look.stroke ?? usual.stroke
  if (stroke === 0) return
  const thickness = Math.max(1, Math.round(stroke * painter.unit))
  const dash =
    look.dash ?? (look.stroke === undefined && "dash" in usual ? scaledDash(usual.dash, thickness) : undefined)
  const fill = look.ink ?? painter.boxInk
  const edges = low ? [values, low] : [values]
  edges.forEach((edge, k) => {
    const thick = k === 0 ? thickness : Math.max(1, thickness >> 1)
    for (const points of runsOf(edge, plan, node.smooth)) {
      if (points.length === 1) dot(painter, points[0]!, Math.max(2, thick + 1), fill)
      else strokeLine(painter, points, { thickness: thick, dash, fill })
    }
  })
}

function scaledDash([on, off]: readonly [number, number], thickness: number): readonly [number, number] {
  return [on * thickness, off * thickness + 1]
}

function dot(painter: Painter, [x, y]: Point, side: number, fill: Ink): void {
  const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)]
  painter.fill(left, top, left + side, top + side, fill)
}

/** The row of 0, or of the end of the axis that is nearest to it. */
export function baseRow({ axis, y }: Plan): number {
  return y(Math.max(axis.from, Math.min(axis.to, 0)))
}

/** The points of the values, in runs without a gap. */
function runsOf(values: readonly Value[], plan: Plan, smooth = false): Point[][] {
  const runs: Point[][] = []
  values.forEach((value, i) => {
    if (value === null) return
    if (i === 0 || values[i - 1] === null) runs.push([])
    runs.at(-1)!.push([plan.x(i), rowOf(value, plan) + 0.5])
  })
  return smooth ? runs.map(monotone) : runs
}

/** The row of a value; of one beyond the axis, a row outside of the area that is not far off. */
function rowOf(value: number, { y, area }: Plan): number {
  const high = area.bottom - area.top
  return Math.max(area.top - high, Math.min(area.bottom + high, y(value)))
}
