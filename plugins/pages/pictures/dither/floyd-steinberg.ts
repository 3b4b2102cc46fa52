import { NOISE, NOISE_MASK, noiseAt, PRIMING, STRAY } from "./noise.js"

/**
 * Error diffusion from luminance to tones with the Floyd-Steinberg table (7/16 ahead, 3/16, 5/16 and 1/16 below), in
 * serpentine order; error that would leave at a side stays in the column. Same result as the general loop, but keeps the
 * error of the next row in registers. `tones`: width * height numbers, row-major, 0 black to 1 white. `levels`: available
 * tones, ascending; `between`: thresholds between them; `codes`: palette index of each. `fixed`: as in `dither`.
 * Source: Floyd and Steinberg 1976.
 */
export function diffuseTones(
  tones: Float32Array,
  width: number,
  height: number,
  levels: Float32Array,
  between: Float32Array,
  codes: Uint8Array,
  fixed: Uint8Array | undefined,
): Uint8Array {
  const result = new Uint8Array(width * height)
  let now = new Float32Array(width)
  let next = new Float32Array(width)
  const most = levels.length - 1
  const stray = Float32Array.from(between, (_, k) => (levels[k + 1]! - levels[k]!) * STRAY)
  for (let y = -PRIMING; y < height; y++) {
    const row = Math.max(0, y) * width
    const step = (y & 1) === 0 ? 1 : -1
    const noise = noiseAt(y)
    let x = step === 1 ? 0 : width - 1
    let ahead = 0
    let below = 0
    let beyond = 0
    for (let n = 0; n < width; n++, x += step) {
      const at = row + x
      let error = 0
      if (fixed === undefined || fixed[at] === 0) {
        const tone = tones[at]!
        const value = tone + now[x]! + ahead
        let k = 0
        // Only the two levels around the pixel's own tone: a third would show as a speck.
        while (k < most - 1 && tone >= levels[k + 1]!) k++
        if (value >= between[k]! + stray[k]! * NOISE[(noise + n) & NOISE_MASK]!) k++
        result[at] = codes[k]!
        error = value - levels[k]!
      } else result[at] = fixed[at]! - 1
      if (n === 0) {
        below = error * (8 / 16)
      } else {
        next[x - step] = below + error * (3 / 16)
        below = beyond + error * (5 / 16)
      }
      beyond = error * (1 / 16)
      ahead = error * (7 / 16)
    }
    next[x - step] = below + beyond + ahead
    const done = now
    now = next
    next = done
  }
  return result
}
