/** Radius from which means are taken of squares of `STEP` pixels, and drawn smoothly between their centres: so wide, they have no finer parts. */
const WIDE = 12
export const STEP = 4
/** STEP, as a shift of bits. */
export const STEP_BITS = 2

/** Means around the pixels of a picture. */
export interface Means {
  /** Those of a row, from the left, and perhaps some more: valid until the next call. */
  row(y: number): Float32Array
}

/**
 * Means of the squares of 2 * `radius` + 1 pixels about each pixel; the outermost pixels are repeated beyond the sides. Wide ones are estimates.
 * `tones`: not changed while rows are read.
 */
export function meansOf(tones: Float32Array, width: number, height: number, radius: number): Means {
  if (radius === 1) return ofNeighbours(tones, width, height)
  if (radius >= WIDE) {
    const [columns, rows] = [Math.ceil(width / STEP), Math.ceil(height / STEP)]
    // So many squares are about as wide.
    const squares = Math.round((radius + 0.5) / STEP - 0.5)
    return enlarged(blurred(reduced(tones, width, height), columns, rows, squares), width, height)
  }
  const means = blurred(tones, width, height, radius)
  return { row: (y) => means.subarray(y * width, (y + 1) * width) }
}

/** Means of three by three pixels. */
function ofNeighbours(tones: Float32Array, width: number, height: number): Means {
  const row = new Float32Array(width)
  const sums = new Float32Array(width + 2)
  return {
    row: (y) => {
      const here = y * width
      const above = y > 0 ? here - width : here
      const below = y < height - 1 ? here + width : here
      for (let x = 0; x < width; x++) sums[x + 1] = tones[above + x]! + tones[here + x]! + tones[below + x]!
      sums[0] = sums[1]!
      sums[width + 1] = sums[width]!
      for (let x = 0; x < width; x++) row[x] = (sums[x]! + sums[x + 1]! + sums[x + 2]!) * (1 / 9)
      return row
    },
  }
}

/** Mean of each square of `STEP` pixels. */
function reduced(tones: Float32Array, width: number, height: number): Float32Array {
  const columns = Math.ceil(width / STEP)
  const result = new Float32Array(columns * Math.ceil(height / STEP))
  const sums = new Float32Array(columns * STEP)
  for (let top = 0, to = 0; top < height; top += STEP, to += columns) {
    const bottom = Math.min(height, top + STEP)
    sums.fill(0)
    for (let y = top; y < bottom; y++) for (let x = 0, at = y * width; x < width; x++, at++) sums[x]! += tones[at]!
    for (let column = 0, at = 0; column < columns; column++, at += STEP) {
      const pixels = (bottom - top) * Math.min(STEP, width - at)
      result[to + column] = (sums[at]! + sums[at + 1]! + sums[at + 2]! + sums[at + 3]!) / pixels
    }
  }
  return result
}

/** The values of squares of `STEP` pixels, drawn linearly between their centres. */
export function enlarged(squares: Float32Array, width: number, height: number): Means {
  const [columns, rows] = [Math.ceil(width / STEP), Math.ceil(height / STEP)]
  // One more on each side.
  const narrow = new Float32Array(columns + 2)
  const row = new Float32Array(columns * STEP)
  return {
    row: (y) => {
      const down = Math.min(rows - 1, Math.max(0, (y + 0.5) / STEP - 0.5))
      const [above, share] = [Math.floor(down) * columns, down % 1]
      const below = Math.ceil(down) * columns
      for (let x = 0; x < columns; x++) narrow[x + 1] = squares[above + x]! * (1 - share) + squares[below + x]! * share
      narrow[0] = narrow[1]!
      narrow[columns + 1] = narrow[columns]!
      for (let x = 0, to = 0; x < columns; x++, to += STEP) {
        const own = narrow[x + 1]!
        const [toLeft, toRight] = [narrow[x]! - own, narrow[x + 2]! - own]
        row[to] = own + toLeft * 0.375
        row[to + 1] = own + toLeft * 0.125
        row[to + 2] = own + toRight * 0.125
        row[to + 3] = own + toRight * 0.375
      }
      return row
    },
  }
}

/** Mean of the square about each pixel, by running sums. */
export function blurred(tones: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(tones.length)
  for (let y = 0; y < height; y++) slide(tones, across, y * width, width, radius)
  const result = new Float32Array(tones.length)
  // Columns by rows of sums, so that memory is read in order.
  const sums = new Float32Array(width)
  const share = 1 / (2 * radius + 1)
  const rowOf = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width
  for (let y = -radius; y <= radius; y++) for (let x = 0; x < width; x++) sums[x]! += across[rowOf(y) + x]!
  for (let y = 0; y < height; y++) {
    const [enters, leaves] = [rowOf(y + radius + 1), rowOf(y - radius)]
    for (let x = 0, to = y * width; x < width; x++, to++) {
      const sum = sums[x]!
      result[to] = sum * share
      sums[x] = sum + across[enters + x]! - across[leaves + x]!
    }
  }
  return result
}

/** Running mean along one row. */
function slide(from: Float32Array, to: Float32Array, start: number, count: number, radius: number): void {
  const last = start + count - 1
  const share = 1 / (2 * radius + 1)
  let sum = from[start]! * (radius + 1)
  for (let i = 1; i <= radius; i++) sum += from[Math.min(last, start + i)]!
  // Between the sides no pixel is repeated.
  const [inner, outer] = [start + radius, last - radius]
  for (let at = start; at <= last; at++) {
    to[at] = sum * share
    if (at < inner || at >= outer) sum += from[Math.min(last, at + radius + 1)]! - from[Math.max(start, at - radius)]!
    else sum += from[at + radius + 1]! - from[at - radius]!
  }
}
