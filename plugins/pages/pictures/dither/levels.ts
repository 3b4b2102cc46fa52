import { meansOf } from "./blur.js"
import { coded, linear, luminanceAt, quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Share of the pixels that may be clipped to pure black, and to pure white. */
const CLIPPED = 0.005
/** Bounds on the stretching, so that a picture of a single tone stays one: largest black point, smallest white point. */
const MAX_BLACK = 0.3
const MIN_WHITE = 0.6
/** Lifts midtones to compensate dot gain: dots spread and absorb light. Source: ISO 12647. */
const GAMMA = 1.12
/** Shares of the ink after black up to which the dots of a part are single stars, and from which they are its tone; and from which a pixel is light itself. */
const [STARS, DOTS, TONE] = [0.006, 0.016, 0.08]
/** A part: so many of the shorter side around a pixel. */
const PART = 1 / 40
const BINS = 256
/** Pixels that are counted at least, spread over the picture. */
const SAMPLES = 30_000
/** Steps of the curves over linear light: fine enough for the dark end, where sRGB is steep. */
const STEPS = 4096
const CODED = Float32Array.from({ length: STEPS + 1 }, (_, i) => coded(i / STEPS))

/** Stretches a picture's tones to the full range of the screen, in place: the darkest become black, the lightest white. */
export function level({ data }: LinearImage): void {
  const histogram = new Uint32Array(BINS)
  const step = Math.max(1, Math.floor(data.length / 3 / SAMPLES))
  const pixels = Math.ceil(data.length / 3 / step)
  for (let i = 0; i < data.length; i += 3 * step) {
    histogram[Math.min(BINS - 1, (quickCoded(luminanceAt(data, i)) * BINS) | 0)]!++
  }
  const black = Math.min(MAX_BLACK, percentile(histogram, pixels * CLIPPED))
  const white = Math.max(MIN_WHITE, percentile(histogram, pixels * (1 - CLIPPED)) + 1 / BINS)
  const curve = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
    const stretched = Math.min(1, Math.max(0, (CODED[i]! - black) / (white - black)))
    return linear(stretched ** (1 / GAMMA))
  })
  bend(data, curve)
}

/**
 * Corrects the tones for a screen, in place. `shown`: as `toneCurve` of a palette, at least two numbers that rise from 0 to
 * 1. Each channel is bent alike.
 */
export function compensate({ data }: LinearImage, shown: readonly number[]): void {
  let k = 0
  const curve = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
    const wanted = i / STEPS
    while (k < shown.length - 2 && shown[k + 1]! <= wanted) k++
    return (k + (wanted - shown[k]!) / (shown[k + 1]! - shown[k]!)) / (shown.length - 1)
  })
  bend(data, curve)
}

/**
 * Makes dark parts black in place where so few dots of the next ink are left that each is a star. A part counts as a whole: a shadow keeps its grain.
 * `lights`: luminance of each pixel, which this changes; `step`: luminance of the tone after black, 0 to 1.
 */
export function settleBlack({ data, width, height }: LinearImage, lights: Float32Array, step: number): void {
  const [stars, dots, tone] = [STARS * step, DOTS * step, TONE * step]
  const dark = lights
  for (let i = 0; i < dark.length; i++) if (dark[i]! > tone) dark[i] = tone
  const around = meansOf(dark, width, height, Math.max(2, Math.round(Math.min(width, height) * PART)))
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    const row = around.row(y)
    for (let x = 0; x < width; x++, i++, at += 3) {
      const mean = row[x]!
      if (dark[i]! >= tone || mean >= dots) continue
      const along = Math.max(0, (mean - stars) / (dots - stars))
      const share = along * along * (3 - 2 * along)
      const own = dark[i]! / tone
      for (let k = at; k < at + 3; k++) data[k] = data[k]! * (share + (1 - share) * own * own)
    }
  }
}

/** Replaces each value by that of a curve, at evenly spaced values from 0 to 1. */
function bend(data: Float32Array, curve: Float32Array): void {
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!
    data[i] = curve[value >= 1 ? STEPS : (value * STEPS + 0.5) | 0]!
  }
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
