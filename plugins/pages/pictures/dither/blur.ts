/** Mean of the square of 2 * `radius` + 1 pixels about each; the outermost pixels are repeated beyond the sides. */
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
