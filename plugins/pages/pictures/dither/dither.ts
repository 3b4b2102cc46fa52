import type { Dither, Palette } from "platen/sdk/drawing"
import { coloured } from "./dither-colour.js"
import { foldEnds, handDown, PAD } from "./error-rows.js"
import { diffuseTones } from "./floyd-steinberg.js"
import { bounds, inksOf } from "./inks.js"
import type { Inks } from "./inks.js"
import { luminanceAt } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"
import { neutrality } from "./neutral.js"
import { NOISE, NOISE_MASK, noiseAt, PRIMING, STRAY } from "./noise.js"
import { keep } from "./structure.js"
import { BAYER, BAYER_SIDE, DIFFUSIONS } from "./tables.js"
import type { Tap } from "./tables.js"

/**
 * Dithers a picture to a palette's inks in linear light, which keeps its brightness. Neutral pixels use only black, grey
 * and white. `picture`: not changed; `neutral`: the result of `neutralIn` for it; `fixed`: the result of `structureIn`,
 * pixels that keep their ink and take part in no dithering. Returns the palette index of each pixel, row-major from the top.
 */
export function dither(
  picture: LinearImage,
  palette: Palette,
  method: Dither,
  neutral = neutralIn(picture, palette),
  fixed?: Uint8Array,
): Uint8Array {
  const inks = inksOf(palette)
  const { width, height } = picture
  const tones = luminance(picture)
  if (neutral && !neutral.every((share) => share === 1)) return coloured(picture, tones, neutral, inks, method, fixed)
  if (method === "bayer") return keep(fixed, ordered(tones, width, height, inks))
  if (method === "none") return keep(fixed, nearest(tones, inks))
  const codes = Uint8Array.from(inks.neutral, (at) => inks.index[at]!)
  if (method === "floyd-steinberg") return diffuseTones(tones, width, height, inks.tones, bounds(inks), codes, fixed)
  return diffused(tones, width, height, inks, DIFFUSIONS[method], fixed)
}

/** How neutral each pixel is, 0 to 1; undefined on a palette without colours. */
export function neutralIn(picture: LinearImage, palette: Palette): Float32Array | undefined {
  const inks = inksOf(palette)
  return inks.neutral.length === inks.index.length ? undefined : neutrality(picture, inks)
}

function luminance({ data }: LinearImage): Float32Array {
  const tones = new Float32Array(data.length / 3)
  for (let i = 0, at = 0; i < tones.length; i++, at += 3) tones[i] = luminanceAt(data, at)
  return tones
}

function nearest(tones: Float32Array, inks: Inks): Uint8Array {
  const between = bounds(inks)
  return Uint8Array.from(tones, (tone) => {
    let k = 0
    while (k < between.length && tone >= between[k]!) k++
    return inks.index[inks.neutral[k]!]!
  })
}

function ordered(
  tones: Float32Array,
  width: number,
  height: number,
  { tones: levels, neutral, index }: Inks,
): Uint8Array {
  const result = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y % BAYER_SIDE) * BAYER_SIDE
    for (let x = 0; x < width; x++, i++) {
      let k = 0
      while (k < levels.length - 2 && tones[i]! >= levels[k + 1]!) k++
      const share = (tones[i]! - levels[k]!) / (levels[k + 1]! - levels[k]!)
      result[i] = index[neutral[share > BAYER[row + (x % BAYER_SIDE)]! ? k + 1 : k]!]!
    }
  }
  return result
}

/** Error diffusion in serpentine order; error that would leave at a side stays in the outermost pixel. */
function diffused(
  tones: Float32Array,
  width: number,
  height: number,
  inks: Inks,
  taps: readonly Tap[],
  fixed: Uint8Array | undefined,
): Uint8Array {
  const result = new Uint8Array(width * height)
  const levels = inks.tones
  const between = bounds(inks)
  const codes = Uint8Array.from(inks.neutral, (at) => inks.index[at]!)
  const stride = width + PAD * 2
  // A ring of three error rows.
  const error = new Float32Array(stride * 3)
  const share = Float32Array.from(taps, (tap) => tap.share)
  const offset = new Int32Array(taps.length)
  const count = taps.length
  const most = between.length
  for (let y = -PRIMING; y < height; y++) {
    const forth = (y & 1) === 0
    const step = forth ? 1 : -1
    const turn = y + PRIMING
    const base = (turn % 3) * stride + PAD
    taps.forEach(({ right, down }, t) => {
      offset[t] = ((turn + down) % 3) * stride + PAD + right * step
    })
    foldEnds(error, base, width, 1)
    const row = Math.max(0, y) * width
    const noise = noiseAt(y)
    for (let n = 0, x = forth ? 0 : width - 1; n < width; n++, x += step) {
      if (fixed !== undefined && fixed[row + x] !== 0) continue
      const tone = tones[row + x]!
      const value = tone + error[base + x]!
      let k = 0
      // Only the two levels around the pixel's own tone: a third would show as a speck.
      while (k < most - 1 && tone >= levels[k + 1]!) k++
      const stray = (levels[k + 1]! - levels[k]!) * STRAY * NOISE[(noise + n) & NOISE_MASK]!
      if (value >= between[k]! + stray) k++
      result[row + x] = codes[k]!
      const left = value - levels[k]!
      for (let t = 0; t < count; t++) error[offset[t]! + x]! += left * share[t]!
    }
    handDown(error, base, ((turn + 1) % 3) * stride + PAD, width, 1)
  }
  return keep(fixed, result)
}
