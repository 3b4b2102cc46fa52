import type { Painter } from "platen/sdk/drawing"

/** A rectangle in pixels; `right` and `bottom` are exclusive. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A painter that knows where it has painted, so that labels and dotted lines keep clear of it. */
export interface Inked extends Painter {
  /** Whether nothing is painted in an area, which lies in the box. */
  isFree(area: Area): boolean
  /** Takes an area, as if it were painted. */
  take(area: Area): void
  /** The same, painting inside of an area alone. */
  inside(area: Area): Inked
}

/** Wraps the painter of a box. */
export function inked(painter: Painter): Inked {
  const { width, height } = painter
  const seen = new Uint8Array(width * height)
  const bound = (area: Area, by: Area): Area => ({
    left: Math.max(area.left, by.left),
    top: Math.max(area.top, by.top),
    right: Math.min(area.right, by.right),
    bottom: Math.min(area.bottom, by.bottom),
  })
  const box = { left: 0, top: 0, right: width, bottom: height }
  const take = (area: Area): void => {
    const { left, top, right, bottom } = bound(area, box)
    if (left < right) for (let y = top; y < bottom; y++) seen.fill(1, y * width + left, y * width + right)
  }
  const isFree = (area: Area): boolean => {
    const { left, top, right, bottom } = area
    if (left < 0 || top < 0 || right > width || bottom > height) return false
    for (let y = top; y < bottom; y++)
      for (let i = y * width + left, end = y * width + right; i < end; i++) if (seen[i] === 1) return false
    return true
  }
  const inside = (limits: Area): Inked => ({
    ...painter,
    take,
    isFree,
    inside: (area) => inside(bound(area, limits)),
    fill: (x0, y0, x1, y1, ink) => {
      const { left, top, right, bottom } = bound({ left: x0, top: y0, right: x1, bottom: y1 }, limits)
      if (left >= right || top >= bottom) return
      take({ left, top, right, bottom })
      painter.fill(left, top, right, bottom, ink)
    },
    write: (words, x, y, ink) => {
      take({ left: x, top: y, right: x + words.width, bottom: y + words.height })
      painter.write(words, x, y, ink)
    },
  })
  return inside(box)
}
