import type { Ink } from "platen/sdk/drawing"
import type { Painter } from "platen/sdk/drawing"
import type { Tint } from "platen/sdk/mode"

/** A point in pixels of the box: between pixels, so that 0.5 is the centre of the first. */
export type Point = readonly [x: number, y: number]

/** Fills the inside of closed lines, by the even-odd rule. A pixel is inside when its centre is. */
export function fillPolygons(painter: Painter, polygons: readonly (readonly Point[])[], fill: Ink | Tint): void {
  const rows: number[][] = Array.from({ length: painter.height }, () => [])
  for (const points of polygons)
    points.forEach((point, i) => addCrossings(rows, point, points[(i + 1) % points.length]!))
  rows.forEach((crossings, row) => {
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2)
      span(painter, row, Math.ceil(crossings[i]! - 0.5), Math.ceil(crossings[i + 1]! - 0.5), fill)
  })
}

/** Adds where a side of a closed line crosses the middle of each row. */
function addCrossings(rows: number[][], [x0, y0]: Point, [x1, y1]: Point): void {
  const first = Math.max(0, Math.ceil(Math.min(y0, y1) - 0.5))
  const end = Math.min(rows.length, Math.ceil(Math.max(y0, y1) - 0.5))
  for (let row = first; row < end; row++) rows[row]!.push(x0 + ((row + 0.5 - y0) / (y1 - y0)) * (x1 - x0))
}

function span(painter: Painter, row: number, from: number, to: number, fill: Ink | Tint): void {
  const [left, right] = [Math.max(0, from), Math.min(painter.width, to)]
  if (right > left) painter.fill(left, row, right, row + 1, fill)
}

/** A line of whole pixels. `dash`: pixels of ink and of paper, in turn. */
export interface Stroke {
  readonly thickness: number
  readonly dash?: readonly [number, number] | undefined
  readonly fill: Ink | Tint
}

/** Draws an open line through points, with a square pen. Of a line far out of the box only what is in it is walked. */
export function strokeLine(painter: Painter, points: readonly Point[], { thickness, dash, fill }: Stroke): void {
  const half = thickness / 2
  const period = dash ? dash[0] + dash[1] : 0
  const pen = penOf(painter, thickness, fill)
  let walked = 0
  points.slice(1).forEach(([x1, y1], i) => {
    const [x0, y0] = points[i]!
    const steps = Math.max(1, Math.round(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))))
    const start = i === 0 ? 0 : 1
    const [from, to] = shareInside(painter, [x0, y0], [x1, y1], thickness + 2)
    const [first, last] = [Math.max(start, Math.floor(from * steps)), Math.min(steps, Math.ceil(to * steps))]
    for (let step = first; step <= last; step++) {
      if (dash && (walked + step - start) % period >= dash[0]) continue
      pen.put(Math.round(x0 + ((x1 - x0) * step) / steps - half), Math.round(y0 + ((y1 - y0) * step) / steps - half))
    }
    walked += steps - start + 1
  })
  pen.lift()
}

/** A square pen. Places in one row or column beside one another are filled at once. */
interface Pen {
  put(left: number, top: number): void
  lift(): void
}

function penOf(painter: Painter, side: number, fill: Ink | Tint): Pen {
  let run: { left: number; top: number; right: number; bottom: number } | undefined
  const lift = (): void => {
    if (run) painter.fill(run.left, run.top, run.right + side, run.bottom + side, fill)
    run = undefined
  }
  return {
    lift,
    put: (left, top) => {
      const isInRow = run && run.top === top && run.bottom === top && left >= run.left - 1 && left <= run.right + 1
      const isInColumn = run && run.left === left && run.right === left && top >= run.top - 1 && top <= run.bottom + 1
      if (!isInRow && !isInColumn) lift()
      run = run
        ? {
            left: Math.min(run.left, left),
            top: Math.min(run.top, top),
            right: Math.max(run.right, left),
            bottom: Math.max(run.bottom, top),
          }
        : { left, top, right: left, bottom: top }
    },
  }
}

/** The part of a line that is in the box or as near to it as `margin`, as shares of its length: the second less than the first where none is. Source: Liang and Barsky 1984. */
function shareInside(
  { width, height }: Painter,
  [x0, y0]: Point,
  [x1, y1]: Point,
  margin: number,
): readonly [number, number] {
  let [from, to] = [0, 1]
  for (const [start, along, size] of [
    [x0, x1 - x0, width],
    [y0, y1 - y0, height],
  ] as const) {
    if (along === 0) {
      if (start < -margin || start > size + margin) return [1, 0]
      continue
    }
    const [near, far] = [(-margin - start) / along, (size + margin - start) / along]
    from = Math.max(from, Math.min(near, far))
    to = Math.min(to, Math.max(near, far))
  }
  return from <= to ? [from, to] : [1, 0]
}

/** A circle, or a part of it clockwise from `from` to `to` in degrees, 0 at the top, past the top where `to` is less. In pixels. */
export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly from?: number
  readonly to?: number
}

/** Draws a circle as a ring of whole pixels inwards from its radius, or filled (`thickness` Infinity). */
export function strokeCircle(painter: Painter, circle: Circle, { thickness, fill }: Stroke): void {
  const { x, y, radius, from = 0, to: end = 360 } = circle
  const to = end < from ? end + Math.ceil((from - end) / 360) * 360 : end
  const inner = Math.max(0, radius - thickness)
  const isWhole = to - from >= 360
  const bottom = Math.min(painter.height, Math.ceil(y + radius))
  for (let row = Math.max(0, Math.floor(y - radius)); row < bottom; row++) {
    const down = row + 0.5 - y
    const outside = halfWidth(radius, down)
    if (outside === 0) continue
    const inside = inner > 0 ? halfWidth(inner, down) : 0
    for (const [left, right] of inside === 0
      ? [[x - outside, x + outside]]
      : [
          [x - outside, x - inside],
          [x + inside, x + outside],
        ]) {
      const [first, end] = [Math.max(0, Math.round(left!)), Math.min(painter.width, Math.round(right!))]
      if (isWhole) span(painter, row, first, end, fill)
      else partly(painter, row, first, end, fill, (column) => isBetween(angleOf(column + 0.5 - x, down), from, to))
    }
  }
}

function partly(
  painter: Painter,
  row: number,
  first: number,
  end: number,
  fill: Ink | Tint,
  isIn: (column: number) => boolean,
): void {
  let start = -1
  for (let column = first; column <= end; column++) {
    const inked = column < end && isIn(column)
    if (inked && start < 0) start = column
    if (!inked && start >= 0) {
      span(painter, row, start, column, fill)
      start = -1
    }
  }
}

function halfWidth(radius: number, down: number): number {
  const square = radius * radius - down * down
  return square <= 0 ? 0 : Math.sqrt(square)
}

/** Degrees clockwise from the top, 0 to below 360. */
function angleOf(right: number, down: number): number {
  return ((Math.atan2(right, -down) * 180) / Math.PI + 360) % 360
}

function isBetween(angle: number, from: number, to: number): boolean {
  const turned = (((angle - from) % 360) + 360) % 360
  return turned <= to - from
}

/** Points of a smooth curve through points, `steps` from one to the next. Source: the uniform spline of Catmull and Rom. */
export function smooth(points: readonly Point[], steps = SMOOTH_STEPS): Point[] {
  if (points.length < 3) return [...points]
  const result: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const [p0, p1, p2, p3] = [
      points[Math.max(0, i - 1)]!,
      points[i]!,
      points[i + 1]!,
      points[Math.min(points.length - 1, i + 2)]!,
    ]
    for (let step = 1; step <= steps; step++) result.push(splineAt(p0, p1, p2, p3, step / steps))
  }
  return result
}

/** Points of a curve from one of the given points to the next. */
export const SMOOTH_STEPS = 12

function splineAt(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const at = (axis: 0 | 1): number => {
    const [a, b, c, d] = [p0[axis], p1[axis], p2[axis], p3[axis]]
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  }
  return [at(0), at(1)]
}

/** Sides of an arc at most. */
const MAX_STEPS = 2000

/** Points of an arc whose stroke changes its thickness from one end to the other, like that of a brush: a closed line. */
export function taperedArc(
  { x, y, radius, from = 0, to = 360 }: Circle,
  [start, end]: readonly [number, number],
): Point[] {
  const steps = Math.max(24, Math.min(MAX_STEPS, Math.round((Math.abs(to - from) / 360) * radius * 2)))
  const edge = (side: 1 | -1): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180
      const far = radius + (side * (start + ((end - start) * i) / steps)) / 2
      return [x + Math.sin(angle) * far, y - Math.cos(angle) * far] as const
    })
  return [...edge(1), ...edge(-1).reverse()]
}
