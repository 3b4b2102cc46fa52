import { blurred } from "./blur.js"
import { linear, luminanceAt, quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Tone in sRGB to which a zone of dark skin is lifted on average: 30 % of its dots are paper. */
const WANTED = 0.58
/** Bound on the lift: the power that tones from 0 to 1 are taken to. */
const LEAST_POWER = 0.5
/** Zones: squares of so many of the shorter side. */
const ZONE = 1 / 20
/** Share of a picture in the colours of skin from which it is looked at closely. */
const LEAST_SKIN = 0.003
/** Hue of skin in degrees, with the slopes beside; saturation: the difference of red and blue as a share of red, likewise. */
const HUE = [0, 8, 36, 48] as const
const SATURATION = [0.14, 0.24, 0.64, 0.78] as const
/** Tones in sRGB up to which nothing counts as skin, and from which all of its colours do: so dark wood stays. */
const [BLACK, SEEN] = [0.14, 0.24]
const STEPS = 1024
const LINEAR_STEPS = Float32Array.from({ length: STEPS + 1 }, (_, i) => linear(i / STEPS))

/**
 * Lifts dark skin in place, each face by its own tone: in few tones it is black with two eyes otherwise. Other dark parts stay, black
 * hair and pupils too.
 */
export function dodge(picture: LinearImage): void {
  const { width, height, data } = picture
  const skin = new Float32Array(width * height)
  /** The tones of skin, each times how much it is like it. */
  const shares = new Float32Array(width * height)
  let sum = 0
  for (let i = 0, at = 0; i < skin.length; i++, at += 3) {
    const r = data[at]!
    const g = data[at + 1]!
    const b = data[at + 2]!
    if (r <= g || g < b) continue
    const tone = quickCoded(luminanceAt(data, at))
    if (tone <= BLACK) continue
    skin[i] = likeness(quickCoded(r), quickCoded(g), quickCoded(b)) * slope(tone, BLACK, SEEN)
    shares[i] = tone * skin[i]!
    sum += skin[i]!
  }
  if (sum < skin.length * LEAST_SKIN) return
  const radius = Math.max(3, Math.round(Math.min(width, height) * ZONE))
  const zones = blurred(skin, width, height, radius)
  const sums = blurred(shares, width, height, radius)
  const near = blurred(skin, width, height, 1)
  for (let i = 0, at = 0; i < skin.length; i++, at += 3) {
    if (near[i]! < 1e-3) continue
    const mean = zones[i]! > 1e-3 ? sums[i]! / zones[i]! : 1
    const tone = quickCoded(luminanceAt(data, at))
    if (mean >= WANTED || tone < 1 / STEPS) continue
    const power = Math.max(LEAST_POWER, Math.log(WANTED) / Math.log(mean))
    const share = Math.min(1, 2 * zones[i]!) * near[i]!
    const lifted = LINEAR_STEPS[(tone ** (1 + (power - 1) * share) * STEPS + 0.5) | 0]!
    const scale = lifted / LINEAR_STEPS[(tone * STEPS + 0.5) | 0]!
    for (let k = at; k < at + 3; k++) data[k] = Math.min(1, data[k]! * scale)
  }
}

/** How much a colour in sRGB, red at least green and green at least blue, is like skin: 0 to 1. */
function likeness(r: number, g: number, b: number): number {
  // Of a grey the steps of the tables leave no hue.
  if (r === b) return 0
  const hue = (60 * (g - b)) / (r - b)
  return between(hue, HUE) * between((r - b) / r, SATURATION)
}

/** 1 between the two inner bounds, 0 beyond the outer ones. */
function between(value: number, bounds: readonly [number, number, number, number]): number {
  return slope(value, bounds[0], bounds[1]) * (1 - slope(value, bounds[2], bounds[3]))
}

function slope(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
