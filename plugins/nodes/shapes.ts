import type { Ink } from "platen/sdk/drawing"
import type { Painter } from "platen/sdk/drawing"
import type { Tint } from "platen/sdk/mode"

/** A point in pixels of the box: between pixels, so that 0.5 is the centre of the first. */
export type Point = readonly [x: number, y: number]

/** Fills the inside of closed lines, by the even-odd rule. A pixel is inside when its centre is. */
export function fillPolygons(painter: Painter, polygons: readonly (readonly Point[])[], fill: Ink | Tint): void {
  const ys = polygons.flatMap((points) => points.map(([, y]) => y))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const bottom = Math.min(painter.height, Math.ceil(Math.max(...ys)))
  for (let row = top; row < bottom; row++) {
    const crossings = polygons.flatMap((points) => crossingsAt(points, row + 0.5)).sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2)
      span(painter, row, Math.ceil(crossings[i]! - 0.5), Math.ceil(crossings[i + 1]! - 0.5), fill)
  }
}

/** Where a closed line crosses a height. */
function crossingsAt(points: readonly Point[], y: number): number[] {
  const found: number[] = []
  points.forEach(([x0, y0], i) => {
    const [x1, y1] = points[(i + 1) % points.length]!
    if (y0 <= y === y1 <= y) return
    found.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
  })
  return found
}

function span(painter: Painter, row: number, from: number, to: number, fill: Ink | Tint): void {
  if (to > from) painter.fill(from, row, to, row + 1, fill)
}

/** A line of whole pixels. `dash`: pixels of ink and of paper, in turn. */
export interface Stroke {
  readonly thickness: number
  readonly dash?: readonly [number, number] | undefined
  readonly fill: Ink | Tint
}

/** Draws an open line through points, with a square pen. */
export function strokeLine(painter: Painter, points: readonly Point[], { thickness, dash, fill }: Stroke): void {
  const half = thickness / 2
  const period = dash ? dash[0] + dash[1] : 0
  let walked = 0
  points.slice(1).forEach(([x1, y1], i) => {
    const [x0, y0] = points[i]!
    const steps = Math.max(1, Math.round(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))))
    for (let step = i === 0 ? 0 : 1; step <= steps; step++, walked++) {
      if (dash && walked % period >= dash[0]) continue
      const [x, y] = [x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps]
      const [left, top] = [Math.round(x - half), Math.round(y - half)]
      painter.fill(left, top, left + thickness, top + thickness, fill)
    }
  })
}

/** A circle, or a part of it clockwise from `from` to `to` in degrees, 0 at the top. In pixels. */
export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly from?: number
  readonly to?: number
}

/** Draws a circle as a ring of whole pixels inwards from its radius, or filled (`thickness` Infinity). */
export function strokeCircle(painter: Painter, circle: Circle, { thickness, fill }: Stroke): void {
  const { x, y, radius, from = 0, to = 360 } = circle
  const inner = Math.max(0, radius - thickness)
  const isWhole = to - from >= 360
  for (let row = Math.floor(y - radius); row < Math.ceil(y + radius); row++) {
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
      const [first, end] = [Math.round(left!), Math.round(right!)]
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

/** Points of a smooth curve through points. Source: the centripetal spline of Catmull and Rom, as cubic curves with tangents of a sixth. */
export function smooth(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const result: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const [p0, p1, p2, p3] = [
      points[Math.max(0, i - 1)]!,
      points[i]!,
      points[i + 1]!,
      points[Math.min(points.length - 1, i + 2)]!,
    ]
    for (let step = 1; step <= SMOOTH_STEPS; step++) result.push(splineAt(p0, p1, p2, p3, step / SMOOTH_STEPS))
  }
  return result
}

const SMOOTH_STEPS = 12

function splineAt(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const at = (axis: 0 | 1): number => {
    const [a, b, c, d] = [p0[axis], p1[axis], p2[axis], p3[axis]]
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  }
  return [at(0), at(1)]
}

/** Points of an arc whose stroke changes its thickness from one end to the other, like that of a brush: a closed line. */
export function taperedArc(
  { x, y, radius, from = 0, to = 360 }: Circle,
  [start, end]: readonly [number, number],
): Point[] {
  const steps = Math.max(24, Math.round(((to - from) / 360) * radius * 2))
  const edge = (side: 1 | -1): Point[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180
      const far = radius + (side * (start + ((end - start) * i) / steps)) / 2
      return [x + Math.sin(angle) * far, y - Math.cos(angle) * far] as const
    })
  return [...edge(1), ...edge(-1).reverse()]
}
