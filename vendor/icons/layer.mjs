/**
 * Layers of a square picture: one byte a pixel, row-major, 1 is ink.
 */

/** Ink of any of the layers. */
export const add = (first, ...others) => others.reduce((all, layer) => all.map((on, i) => on | layer[i]), first)

/** A layer without the ink of another. */
export const cut = (layer, hole) => layer.map((on, i) => on & (hole[i] ^ 1))

/** The rows of a layer above row `y`. */
export const above = (layer, y) => layer.map((on, i) => (i < y * sideOf(layer) ? on : 0))

/** Rows of "#" and "." on an empty layer, their corner at x, y. Throws RangeError for ink outside. */
export function stamped(side, rows, x, y) {
  const layer = new Uint8Array(side ** 2)
  rows.forEach((row, j) => {
    for (let i = 0; i < row.length; i++) {
      if (row[i] !== "#") continue
      if (x + i < 0 || y + j < 0 || x + i >= side || y + j >= side)
        throw new RangeError(`Ink at ${x + i}, ${y + j} is outside ${side} x ${side}: move the part.`)
      layer[(y + j) * side + x + i] = 1
    }
  })
  return layer
}

/** A layer with another in front of it, and `gap` pixels of paper between them. */
export const behind = (back, front, gap) => add(cut(back, halo(solid(front), gap)), front)

/** Rows of "#" and "." of a layer. */
export function rowsOf(layer) {
  const side = sideOf(layer)
  return Array.from({ length: side }, (_, y) =>
    Array.from(layer.subarray(y * side, (y + 1) * side), (on) => (on ? "#" : ".")).join(""),
  )
}

const sideOf = (layer) => Math.sqrt(layer.length)

/** A layer's ink and the paper that it encloses. */
function solid(layer) {
  const side = sideOf(layer)
  const outside = new Uint8Array(layer.length)
  const next = []
  const visit = (i) => {
    if (layer[i] || outside[i]) return
    outside[i] = 1
    next.push(i)
  }
  for (let n = 0; n < side; n++) for (const i of [n, n * side, n * side + side - 1, (side - 1) * side + n]) visit(i)
  while (next.length > 0) {
    const i = next.pop()
    if (i % side > 0) visit(i - 1)
    if (i % side < side - 1) visit(i + 1)
    if (i >= side) visit(i - side)
    if (i < side * (side - 1)) visit(i + side)
  }
  return outside.map((on) => on ^ 1)
}

/** All pixels at most `distance` from a layer's ink. */
function halo(layer, distance) {
  const side = sideOf(layer)
  const near = new Uint8Array(layer.length)
  layer.forEach((on, i) => {
    if (!on) return
    const [x, y] = [i % side, Math.floor(i / side)]
    for (let j = Math.max(0, y - distance); j <= Math.min(side - 1, y + distance); j++)
      for (let k = Math.max(0, x - distance); k <= Math.min(side - 1, x + distance); k++)
        if ((k - x) ** 2 + (j - y) ** 2 <= distance ** 2 + 0.5) near[j * side + k] = 1
  })
  return near
}
