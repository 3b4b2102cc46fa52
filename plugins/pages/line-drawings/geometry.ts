/** A point in pixels from the top left corner: 0.5 is the centre of the first pixel. */
export type Point = readonly [x: number, y: number]

/** A rectangle as a closed line. */
export function box(left: number, top: number, right: number, bottom: number): Point[] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Points of a circle or of a part of it, in turns clockwise from the right. `flat`: its height as a share of its width. */
export function arc(x: number, y: number, radius: number, from = 0, to = 1, flat = 1): Point[] {
  const steps = Math.max(8, Math.min(720, Math.ceil(Math.abs(to - from) * (12 + radius * 2))))
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = (from + ((to - from) * i) / steps) * 2 * Math.PI
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius * flat]
  })
}

/** Points of a curve of Bézier. */
export function curve([a, b, c, d]: readonly [Point, Point, Point, Point], steps = 24): Point[] {
  const at = (axis: 0 | 1, t: number): number => {
    const rest = 1 - t
    return (
      rest * rest * rest * a[axis] + 3 * rest * rest * t * b[axis] + 3 * rest * t * t * c[axis] + t * t * t * d[axis]
    )
  }
  return Array.from({ length: steps + 1 }, (_, i): Point => [at(0, i / steps), at(1, i / steps)])
}

/** Points at even distances along a line. */
export function resampled(points: readonly Point[], distance: number): Point[] {
  const found: Point[] = points.length > 0 ? [points[0]!] : []
  let left = distance
  for (let i = 1; i < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i - 1]!, points[i]!]
    const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    let at = left
    for (; at <= length && found.length < 40_000; at += distance)
      found.push([x0 + ((x1 - x0) * at) / length, y0 + ((y1 - y0) * at) / length])
    left = at - length
  }
  return found
}

/** The outline of a stroke whose width changes along it: its two edges. `widthAt`: pixels, at a share of its length. */
export function edges(points: readonly Point[], widthAt: (share: number) => number): readonly [Point[], Point[]] {
  const [left, right]: [Point[], Point[]] = [[], []]
  points.forEach(([x, y], i) => {
    const [[x0, y0], [x1, y1]] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!]
    const length = Math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) || 1
    const half = widthAt(i / Math.max(1, points.length - 1)) / 2
    const [across, down] = [(-(y1 - y0) / length) * half, ((x1 - x0) / length) * half]
    left.push([x + across, y + down])
    right.push([x - across, y - down])
  })
  return [left, right]
}

/** The outline of a stroke as a closed line. */
export function stroke(points: readonly Point[], widthAt: (share: number) => number): Point[] {
  const [left, right] = edges(points, widthAt)
  return [...left, ...right.reverse()]
}
