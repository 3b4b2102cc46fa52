import type { Dither } from "platen/sdk/drawing"
import { foldEnds, handDown, PAD } from "./error-rows.js"
import { bounds } from "./inks.js"
import type { Inks } from "./inks.js"
import { LUMA } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"
import { mixtures, WEIGHT } from "./mixtures.js"
import type { Mixtures } from "./mixtures.js"
import { NOISE, NOISE_MASK, noiseAt, PRIMING, STRAY } from "./noise.js"
import { keep } from "./structure.js"
import { BAYER, BAYER_SIDE, DIFFUSIONS } from "./tables.js"
import type { Tap } from "./tables.js"

/** Share of the noise by which coloured pixels stray: an ink more or less is seen more than a dot. */
const COLOUR_STRAY = 0.5
/** Share of the noise that is added to a colour before its mixture is looked up, so that no seam shows between two mixtures. */
const BLUR = 0.4
/** Distance added to coloured inks for a nearly neutral pixel, where they would show as specks. */
const COLOUR_PENALTY = 0.1
/**
 * Bounds on the error per channel. Error that no ink can compensate is dropped, or it would smear over the page. For
 * coloured pixels the upper bound is lower: a yellow brighter than the ink would be compensated with white.
 */
const MAX_ERROR = 0.6
const MAX_COLOUR_ERROR = 0.3

/**
 * Dithers for a palette with colours. `tones`: luminance; `neutral`: 1 for a pixel limited to black, grey and white, 0
 * for a coloured one; one number per pixel. `fixed`: as in `dither`. Returns the palette index of each pixel.
 */
export function coloured(
  picture: LinearImage,
  tones: Float32Array,
  neutral: Float32Array,
  inks: Inks,
  method: Dither,
  fixed: Uint8Array | undefined,
): Uint8Array {
  const light = muted(picture, tones, neutral)
  if (method === "bayer") return keep(fixed, ordered(light, picture, neutral, inks))
  return diffused(light, picture, neutral, inks, method === "none" ? undefined : DIFFUSIONS[method], fixed)
}

/** Reduces the colour of nearly neutral pixels, and removes it from neutral ones. */
function muted({ data }: LinearImage, tones: Float32Array, neutral: Float32Array): Float32Array {
  const light = new Float32Array(data.length)
  for (let i = 0, at = 0; i < tones.length; i++, at += 3) {
    for (let c = 0; c < 3; c++) light[at + c] = data[at + c]! + (tones[i]! - data[at + c]!) * neutral[i]!
  }
  return light
}

function diffused(
  light: Float32Array,
  { width, height }: LinearImage,
  neutral: Float32Array,
  inks: Inks,
  taps: readonly Tap[] | undefined,
  fixed: Uint8Array | undefined,
): Uint8Array {
  const result = new Uint8Array(width * height)
  const between = bounds(inks)
  const allowed = mixtures(inks)
  const stride = (width + PAD * 2) * 3
  const error = new Float32Array(stride * 3)
  const [stray, primed] = taps ? [STRAY, PRIMING] : [0, 0]
  const share = Float32Array.from(taps ?? [], (tap) => tap.share)
  const offset = new Int32Array(share.length)
  const colours = inks.light
  for (let y = -primed; y < height; y++) {
    const forth = (y & 1) === 0
    const step = forth ? 1 : -1
    const turn = y + primed
    const base = (turn % 3) * stride + PAD * 3
    taps?.forEach(({ right, down }, t) => {
      offset[t] = ((turn + down) % 3) * stride + (PAD + right * step) * 3
    })
    foldEnds(error, base, width, 3)
    const [row, noise] = [Math.max(0, y) * width, noiseAt(y)]
    for (let n = 0, x = forth ? 0 : width - 1; n < width; n++, x += step) {
      if (fixed !== undefined && fixed[row + x] !== 0) continue
      const at = (row + x) * 3
      const e = base + x * 3
      const grey = neutral[row + x]!
      const strayed = stray * NOISE[(noise + n) & NOISE_MASK]!
      const max = 1 + (grey === 1 ? MAX_ERROR : MAX_COLOUR_ERROR)
      let r = clamp(light[at]! + error[e]!, max)
      let g = clamp(light[at + 1]! + error[e + 1]!, max)
      let b = clamp(light[at + 2]! + error[e + 2]!, max)
      let ink: number
      if (grey === 1) {
        // An exact grey is not recomputed, so that it dithers the same with or without colours elsewhere.
        if (r !== g || g !== b) r = g = b = r * LUMA[0] + g * LUMA[1] + b * LUMA[2]
        ink = neutralInk(r, between, inks, strayed)
      } else {
        const mask = blurred(allowed, light, at, strayed * BLUR)
        const by = strayed * COLOUR_STRAY
        ink = nearestInk(r - by, g - by, b - by, inks, grey * COLOUR_PENALTY, mask)
      }
      result[row + x] = inks.index[ink]!
      r -= colours[ink * 3]!
      g -= colours[ink * 3 + 1]!
      b -= colours[ink * 3 + 2]!
      for (let t = 0; t < offset.length; t++) add(error, offset[t]! + x * 3, r, g, b, share[t]!)
    }
    handDown(error, base, ((turn + 1) % 3) * stride + PAD * 3, width, 3)
  }
  return keep(fixed, result)
}

/** The inks that may be used for a colour a little off the one that stands at `at`. */
function blurred(allowed: Mixtures, light: Float32Array, at: number, by: number): number {
  return allowed.of(light[at]! + by, light[at + 1]! + by, light[at + 2]! + by)
}

function add(error: Float32Array, to: number, r: number, g: number, b: number, share: number): void {
  error[to]! += r * share
  error[to + 1]! += g * share
  error[to + 2]! += b * share
}

function clamp(value: number, max: number): number {
  return value < -MAX_ERROR ? -MAX_ERROR : value > max ? max : value
}

/** `stray`: how far the threshold strays, as a share of the distance between the tones. */
function neutralInk(tone: number, between: Float32Array, { neutral, tones }: Inks, stray: number): number {
  let k = 0
  while (k < between.length && tone >= between[k]! + stray * (tones[k + 1]! - tones[k]!)) k++
  return neutral[k]!
}

/** Position of the nearest ink. `penalty`: added to the distance of coloured inks; `mask`: a bit for each ink that may be used. */
function nearestInk(
  r: number,
  g: number,
  b: number,
  { light, coloured: isColoured }: Inks,
  penalty: number,
  mask: number,
): number {
  let best = 0
  let least = Infinity
  for (let i = 0, at = 0; at < light.length; i++, at += 3) {
    if (((mask >> i) & 1) === 0) continue
    const dr = r - light[at]!
    const dg = g - light[at + 1]!
    const db = b - light[at + 2]!
    const distance = dr * dr * WEIGHT[0] + dg * dg * WEIGHT[1] + db * db * WEIGHT[2] + isColoured[i]! * penalty
    if (distance < least) {
      least = distance
      best = i
    }
  }
  return best
}

/** The two inks whose mix is nearest to a colour. */
interface Mix {
  readonly first: number
  readonly second: number
}

/** Bits per channel of the keys under which mixes are cached. */
const BITS = 5

/** Ordered dithering with two inks per colour. */
function ordered(light: Float32Array, { width, height }: LinearImage, neutral: Float32Array, inks: Inks): Uint8Array {
  const result = new Uint8Array(width * height)
  const mixes = new Map<number, Mix>()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!]
      const grey = neutral[i] === 1
      const key = (step(r) << (2 * BITS)) | (step(g) << BITS) | step(b)
      let mix = grey ? greysAbout(r, inks) : mixes.get(key)
      if (!mix) mixes.set(key, (mix = mixOf([r, g, b], inks.light)))
      const { share } = blend([r, g, b], mix.first * 3, mix.second * 3, inks.light)
      result[i] = inks.index[share > BAYER[(y % BAYER_SIDE) * BAYER_SIDE + (x % BAYER_SIDE)]! ? mix.second : mix.first]!
    }
  }
  return result
}

/** The neutral inks below and above a tone, as on a palette without colours. */
function greysAbout(tone: number, { tones, neutral }: Inks): Mix {
  let k = 0
  while (k < tones.length - 2 && tone >= tones[k + 1]!) k++
  return { first: neutral[k]!, second: neutral[k + 1]! }
}

/** Quantizes a channel in approximately perceptual steps. */
function step(value: number): number {
  return Math.min((1 << BITS) - 1, (Math.sqrt(Math.max(0, value)) * (1 << BITS)) | 0)
}

/** Penalty for distant inks, whose pattern is coarser. */
const COARSENESS = 0.05

function mixOf(colour: readonly number[], inks: Float32Array): Mix {
  let best: Mix = { first: 0, second: 0 }
  let least = Infinity
  for (let first = 0; first * 3 < inks.length; first++) {
    for (let second = first; second * 3 < inks.length; second++) {
      const { distance } = blend(colour, first * 3, second * 3, inks)
      if (distance < least) {
        least = distance
        best = { first, second }
      }
    }
  }
  return best
}

function blend(
  colour: readonly number[],
  a: number,
  b: number,
  inks: Float32Array,
): { share: number; distance: number } {
  let [along, apart] = [0, 0]
  for (let c = 0; c < 3; c++) {
    const way = inks[b + c]! - inks[a + c]!
    along += WEIGHT[c]! * way * (colour[c]! - inks[a + c]!)
    apart += WEIGHT[c]! * way * way
  }
  const share = apart === 0 ? 0 : Math.min(1, Math.max(0, along / apart))
  let distance = apart * share * (1 - share) * COARSENESS
  for (let c = 0; c < 3; c++)
    distance += WEIGHT[c]! * (inks[a + c]! + (inks[b + c]! - inks[a + c]!) * share - colour[c]!) ** 2
  return { share, distance }
}
