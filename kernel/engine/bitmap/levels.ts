import { linear, LUMA, quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Share of the pixels that may be clipped to pure black, and to pure white. */
const CLIPPED = 0.005
/** Bounds on the stretching, so that a picture of a single tone stays one: largest black point, smallest white point. */
const MAX_BLACK = 0.3
const MIN_WHITE = 0.6
/** Lifts midtones to compensate dot gain: dots spread and absorb light. Source: ISO 12647. */
const GAMMA = 1.12
const BINS = 256
const STEPS = 2048

/** Stretches a picture's tones to the full range of the screen, in place: the darkest become black, the lightest white. */
export function level({ data }: LinearImage): void {
  const histogram = new Uint32Array(BINS)
  const pixels = data.length / 3
  for (let i = 0; i < data.length; i += 3) {
    const luminance = data[i]! * LUMA[0] + data[i + 1]! * LUMA[1] + data[i + 2]! * LUMA[2]
    histogram[Math.min(BINS - 1, (quickCoded(luminance) * BINS) | 0)]!++
  }
  const black = Math.min(MAX_BLACK, percentile(histogram, pixels * CLIPPED))
  const white = Math.max(MIN_WHITE, percentile(histogram, pixels * (1 - CLIPPED)) + 1 / BINS)
  const curve = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
    const stretched = Math.min(1, Math.max(0, (i / STEPS - black) / (white - black)))
    return linear(stretched ** (1 / GAMMA))
  })
  for (let i = 0; i < data.length; i++) data[i] = curve[(quickCoded(data[i]!) * STEPS + 0.5) | 0]!
}

/** The tone, 0 to 1, below which `wanted` pixels lie. */
function percentile(histogram: Uint32Array, wanted: number): number {
  let sum = 0
  for (let bin = 0; bin < BINS; bin++) {
    sum += histogram[bin]!
    if (sum > wanted) return bin / BINS
  }
  return 1
}
