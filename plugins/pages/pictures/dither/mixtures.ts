import type { Inks } from "./inks.js"
import { LUMA } from "./linear-image.js"

/** Weight of a difference in each channel: the eye is most sensitive to green, but red must not pass for black. */
export const WEIGHT = [0.35, 0.5, 0.15] as const

/** Penalty on an ink of another hue than the colour, by its share: an orange speck in pink is seen before the pink's own fault. */
const HUE_PENALTY = 0.04
/** Colours that need inks of far hues, such as purple, keep them. */
const MAX_PENALTY = 0.002
/** Penalty on paper in a dark colour, by its share and the more the darker it is: in a brown white specks are seen, and make it pink. */
const PAPER_PENALTY = 0.016
/** Luminance from which paper in a colour is not seen. */
const LIGHT = 0.35
/** Bits per channel by which colours are told apart. */
const BITS = 5
const TOP = (1 << BITS) - 1

/** Which inks may be mixed to a colour. */
export interface Mixtures {
  /** A bit for each ink that may be used for a colour in linear light: black and white, and those of the best mixture. */
  of(r: number, g: number, b: number): number
}

const known = new WeakMap<Inks, Mixtures>()

/** Mixtures of at most three inks, found when a colour first needs them. */
export function mixtures(inks: Inks): Mixtures {
  const found = known.get(inks)
  if (found) return found
  const masks = new Uint16Array(1 << (3 * BITS))
  const always = inks.neutral.reduce((mask, ink) => mask | (1 << ink), 0)
  const made: Mixtures = {
    of: (r, g, b) => {
      const key = (step(r) << (2 * BITS)) | (step(g) << BITS) | step(b)
      const mask = masks[key]!
      if (mask !== 0) return mask
      return (masks[key] = always | bestOf(middle(key), inks))
    },
  }
  known.set(inks, made)
  return made
}

/** Quantizes a channel in approximately perceptual steps. */
function step(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? TOP : (Math.sqrt(value) * (TOP + 1)) | 0
}

/** The colour in the middle of those that share a key. */
function middle(key: number): readonly number[] {
  return [2, 1, 0].map((place) => ((((key >> (place * BITS)) & TOP) + 0.5) / (TOP + 1)) ** 2)
}

/** The inks of the mixture with the least distance and penalty, as bits. */
function bestOf(colour: readonly number[], inks: Inks): number {
  const wrong = hueFaults(colour, inks)
  const dark = Math.max(0, 1 - colour.reduce((sum, value, c) => sum + LUMA[c]! * value, 0) / LIGHT)
  const paper = inks.neutral.at(-1)
  const count = inks.index.length
  let [mask, least] = [0, Infinity]
  const consider = (used: readonly number[], shares: readonly number[]): void => {
    let cost = 0
    for (let c = 0; c < 3; c++) {
      const mixed = used.reduce((sum, ink, n) => sum + inks.light[ink * 3 + c]! * shares[n]!, 0)
      cost += WEIGHT[c]! * (mixed - colour[c]!) ** 2
    }
    const fault = used.reduce((sum, ink, n) => sum + wrong[ink]! * shares[n]!, 0)
    cost += Math.min(MAX_PENALTY, fault * HUE_PENALTY)
    cost += used.reduce((sum, ink, n) => sum + (ink === paper ? shares[n]! : 0), 0) * PAPER_PENALTY * dark
    if (cost < least)
      [mask, least] = [used.reduce((bits, ink, n) => (shares[n]! > 0 ? bits | (1 << ink) : bits), 0), cost]
  }
  for (let a = 0; a < count; a++) {
    consider([a], [1])
    for (let b = a + 1; b < count; b++) {
      const share = along(colour, a, b, inks.light)
      consider([a, b], [1 - share, share])
      for (let c = b + 1; c < count; c++) {
        const shares = within(colour, a, b, c, inks.light)
        if (shares) consider([a, b, c], shares)
      }
    }
  }
  return mask
}

/** How far the hue of each ink is from a colour's: 0 for the same hue and for greys, 2 for the opposite. */
function hueFaults(colour: readonly number[], { light, coloured }: Inks): readonly number[] {
  const chroma = (at: ArrayLike<number>, from: number): number[] => {
    const mean = (at[from]! + at[from + 1]! + at[from + 2]!) / 3
    return [at[from]! - mean, at[from + 1]! - mean, at[from + 2]! - mean]
  }
  const own = chroma(colour, 0)
  return Array.from(coloured, (isColoured, ink) => {
    if (isColoured === 0) return 0
    const other = chroma(light, ink * 3)
    const length = Math.hypot(...own) * Math.hypot(...other)
    return length === 0 ? 1 : 1 - own.reduce((sum, value, c) => sum + value * other[c]!, 0) / length
  })
}

const weighted = (p: readonly number[], q: readonly number[]): number =>
  p.reduce((sum, value, c) => sum + WEIGHT[c]! * value * q[c]!, 0)

const way = (light: Float32Array, from: number, to: number): number[] =>
  [0, 1, 2].map((c) => light[to * 3 + c]! - light[from * 3 + c]!)

/** Share of the second of two inks in their mixture nearest to a colour. */
function along(colour: readonly number[], a: number, b: number, light: Float32Array): number {
  const ab = way(light, a, b)
  const apart = weighted(ab, ab)
  const at = colour.map((value, c) => value - light[a * 3 + c]!)
  return apart === 0 ? 0 : Math.min(1, Math.max(0, weighted(at, ab) / apart))
}

/** Shares of three inks in their mixture nearest to a colour; undefined where one of them has no part in it. */
function within(
  colour: readonly number[],
  a: number,
  b: number,
  c: number,
  light: Float32Array,
): readonly number[] | undefined {
  const [ab, ac] = [way(light, a, b), way(light, a, c)]
  const at = colour.map((value, channel) => value - light[a * 3 + channel]!)
  const [bb, bc, cc] = [weighted(ab, ab), weighted(ab, ac), weighted(ac, ac)]
  const scale = bb * cc - bc * bc
  if (scale < 1e-9) return undefined
  const [toB, toC] = [weighted(at, ab), weighted(at, ac)]
  const shares = [(cc * toB - bc * toC) / scale, (bb * toC - bc * toB) / scale]
  const rest = 1 - shares[0]! - shares[1]!
  return [rest, ...shares].every((share) => share > 0) ? [rest, ...shares] : undefined
}
