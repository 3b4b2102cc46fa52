import type { Inks } from "./inks.js"
import { quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** Chroma in sRGB, 0 to 1, up to which a pixel is neutral, and from which it is fully coloured. */
const NEUTRAL = 0.07
const COLOURED = 0.16
/** Degrees from the nearest hue that the inks can mix: up to NEAR a colour keeps its saturation, beyond FAR it is grey. */
const NEAR = 25
const FAR = 62
/** Largest hue difference in degrees between two inks that can mix all hues between them. */
const MIXED = 170
/** Steps of a full turn in the hue table: fine enough to avoid visible seams. */
const STEPS = 4096

/**
 * Neutrality of each pixel: 1 for a pixel limited to black, grey and white, 0 for a fully coloured one, with a smooth
 * transition that avoids visible seams. A pixel is neutral when it has hardly any colour, or a hue far from all inks: a
 * lemon without yellow ink is grey, not pink.
 */
export function neutrality({ data }: LinearImage, inks: Inks): Float32Array {
  const shares = new Float32Array(data.length / 3)
  const fades = fadesOf(inks)
  for (let i = 0, from = 0; i < shares.length; i++, from += 3) {
    const r = quickCoded(data[from]!)
    const g = quickCoded(data[from + 1]!)
    const b = quickCoded(data[from + 2]!)
    const chroma = Math.max(r, g, b) - Math.min(r, g, b)
    const grey = Math.min(1, Math.max(0, (COLOURED - chroma) / (COLOURED - NEUTRAL)))
    shares[i] =
      grey === 1
        ? 1
        : 1 - (1 - grey) * (1 - fades[((turn(data[from]!, data[from + 1]!, data[from + 2]!) * STEPS) / 4 + 0.5) | 0]!)
  }
  return shares
}

const known = new WeakMap<Inks, Float32Array>()

/** Share of its saturation that a hue loses, 0 to 1, by its part of a turn. */
function fadesOf(inks: Inks): Float32Array {
  const found = known.get(inks)
  if (found) return found
  const gaps = gapsOf(inks)
  const fades = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
    const [quarter, part] = [Math.floor((i * 4) / STEPS), ((i * 4) / STEPS) % 1]
    const away = distance((quarter * 90 + degrees(Math.atan2(part, 1 - part))) % 360, gaps)
    const t = Math.min(1, Math.max(0, (away - NEAR) / (FAR - NEAR)))
    return t * t * (3 - 2 * t)
  })
  known.set(inks, fades)
  return fades
}

/** Hue as a number from 0 to 4 that grows with the angle: sufficient for a table, and cheaper than the angle. */
function turn(r: number, g: number, b: number): number {
  const [x, y] = [r - (g + b) / 2, (Math.sqrt(3) / 2) * (g - b)]
  const sum = Math.abs(x) + Math.abs(y)
  if (sum === 0) return 0
  return y >= 0 ? (x >= 0 ? y / sum : 1 - x / sum) : x < 0 ? 2 - y / sum : 3 + x / sum
}

/** Hue of linear light in degrees, 0 to 360. */
function hue(r: number, g: number, b: number): number {
  return (degrees(Math.atan2((Math.sqrt(3) / 2) * (g - b), r - (g + b) / 2)) + 360) % 360
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** Hue ranges that the inks cannot mix, from the first to the second, increasing. */
function gapsOf({ light, index, neutral }: Inks): readonly (readonly [number, number])[] {
  const hues = [...index.keys()]
    .filter((i) => !neutral.includes(i))
    .map((i) => hue(light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!))
    .sort((a, b) => a - b)
  return hues
    .map((from, i) => [from, i + 1 < hues.length ? hues[i + 1]! : hues[0]! + 360] as const)
    .filter(([from, to]) => to - from > MIXED)
}

/** Degrees from a hue to the nearest hue that can be mixed. */
function distance(angle: number, gaps: readonly (readonly [number, number])[]): number {
  for (const [from, to] of gaps) {
    const at = angle < from ? angle + 360 : angle
    if (at < to) return Math.min(at - from, to - at)
  }
  return 0
}
