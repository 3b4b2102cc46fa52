import type { Point } from "../shapes.js"

/** Pixels from one point of a curve to the next. */
const STEP = 3

/** Points of a curve through points with rising x, which nowhere goes higher or lower than its neighbours. Source: Fritsch and Carlson 1980. */
export function monotone(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points]
  const slopes = points.slice(1).map(([x, y], i) => (y - points[i]![1]) / (x - points[i]![0]))
  const tangents = points.map((_, i) => tangent(slopes[i - 1], slopes[i]))
  const result: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!]
    const wide = x1 - x0
    const steps = Math.max(1, Math.round(wide / STEP))
    for (let step = 1; step <= steps; step++) {
      const t = step / steps
      const [rest, t2] = [1 - t, t * t]
      result.push([
        x0 + wide * t,
        y0 * (1 + 2 * t) * rest * rest +
          wide * tangents[i]! * t * rest * rest +
          y1 * t2 * (3 - 2 * t) -
          wide * tangents[i + 1]! * t2 * rest,
      ])
    }
  }
  return result
}

/** Slope at a point: the harmonic mean of those beside it, 0 at a peak or in a valley. */
function tangent(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return before ?? after ?? 0
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
}
