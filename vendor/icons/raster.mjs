/**
 * Shapes on a square of pixels, sampled 8 x 8 a pixel. A mask has one byte a sample, row-major; 1 is inside.
 * Coordinates are pixels; y grows downwards.
 */
const N = 8

export class Raster {
  /** `side`: pixels. */
  constructor(side) {
    this.side = side
    this.width = side * N
  }

  /** The samples of which `inside(x, y)` is true. */
  mask(inside) {
    const bytes = new Uint8Array(this.width ** 2)
    for (let y = 0, at = 0; y < this.width; y++)
      for (let x = 0; x < this.width; x++, at++) bytes[at] = inside((x + 0.5) / N, (y + 0.5) / N) ? 1 : 0
    return bytes
  }

  /** A disc in the square of `size` pixels whose corner is x, y. */
  disc(x, y, size) {
    const r = size / 2
    return this.mask((px, py) => (px - x - r) ** 2 + (py - y - r) ** 2 <= r * r)
  }

  rect(x0, y0, x1, y1) {
    return this.mask((x, y) => x >= x0 && x < x1 && y >= y0 && y < y1)
  }

  /** A polygon of [x, y] points, even-odd. */
  polygon(...points) {
    return this.mask((x, y) => {
      let odd = false
      points.forEach(([ax, ay], i) => {
        const [bx, by] = points[(i + 1) % points.length]
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd
      })
      return odd
    })
  }

  /** A stroke with square ends from one point to another. */
  stroke(ax, ay, bx, by, width) {
    const length = Math.hypot(bx - ax, by - ay)
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
    return this.mask((x, y) => {
      const along = (x - ax) * ux + (y - ay) * uy
      return along >= 0 && along <= length && Math.abs((x - ax) * uy - (y - ay) * ux) <= width / 2
    })
  }

  union(...masks) {
    return masks.reduce((all, mask) => all.map((on, i) => on | mask[i]), new Uint8Array(this.width ** 2))
  }

  minus(mask, ...others) {
    return others.reduce((left, other) => left.map((on, i) => on & (other[i] ^ 1)), mask)
  }

  both(a, b) {
    return a.map((on, i) => on & b[i])
  }

  /** The samples nearer than `distance` pixels to a mask. */
  grow(mask, distance) {
    const squares = distances(mask, this.width)
    return mask.map((_, i) => (squares[i] < (distance * N) ** 2 ? 1 : 0))
  }

  /** The line along the inside of a mask's edge. */
  outline(mask, width) {
    const outside = mask.map((on) => on ^ 1)
    const squares = distances(outside, this.width)
    return mask.map((on, i) => (on && squares[i] < (width * N + 0.5) ** 2 ? 1 : 0))
  }

  /** Pixels of which more than half is inside, one byte each. */
  pixels(mask) {
    const { side, width } = this
    const bytes = new Uint8Array(side ** 2)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        let sum = 0
        for (let j = 0; j < N; j++) for (let i = 0; i < N; i++) sum += mask[(y * N + j) * width + x * N + i]
        bytes[y * side + x] = sum > (N * N) / 2 ? 1 : 0
      }
    return bytes
  }
}

/** Squares of the distances in samples from each sample to the nearest of a mask. Source: Felzenszwalb and Huttenlocher 2012. */
function distances(mask, width) {
  const field = Float64Array.from(mask, (on) => (on ? 0 : 1e12))
  const line = new Float64Array(width)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < width; y++) line[y] = field[y * width + x]
    along(line).forEach((square, y) => (field[y * width + x] = square))
  }
  for (let y = 0; y < width; y++) field.set(along(field.slice(y * width, (y + 1) * width)), y * width)
  return field
}

function along(line) {
  const { length } = line
  const [vertices, borders, squares] = [new Int32Array(length), new Float64Array(length + 1), new Float64Array(length)]
  let last = 0
  borders[0] = -Infinity
  borders[1] = Infinity
  const meet = (a, b) => (line[a] + a * a - line[b] - b * b) / (2 * (a - b))
  for (let at = 1; at < length; at++) {
    while (meet(at, vertices[last]) <= borders[last]) last--
    const from = meet(at, vertices[last])
    vertices[++last] = at
    borders[last] = from
    borders[last + 1] = Infinity
  }
  for (let at = 0, n = 0; at < length; at++) {
    while (borders[n + 1] < at) n++
    squares[at] = (at - vertices[n]) ** 2 + line[vertices[n]]
  }
  return squares
}
