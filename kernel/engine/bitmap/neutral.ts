import type { Inks } from "./inks.js"
import { quickCoded } from "./linear-image.js"
import type { LinearImage } from "./linear-image.js"

/** sRGB, 0 to 1: how far a pixel's channels may lie apart for it to be neutral, and from where on it is fully coloured. */
const NEUTRAL = 0.07
const COLOURED = 0.16
/** Degrees from the nearest hue that the inks can mix: within the first a colour keeps its strength, beyond the second it is grey. */
const NEAR = 25
const FAR = 62
/** Two inks mix all the hues between them when these lie no further apart. */
const MIXED = 170
/** Steps of a whole turn in the table of hues: fine enough for no seam to show. */
const STEPS = 4096

/**
 * One number a pixel: 1 where black, grey and white alone may stand for it, 0 where it is fully coloured, and between them
 * a little of both, so that no seam shows. Neutral is what has hardly any colour, and what has one that the inks are far from: a
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

/** How much of its colour a hue loses, 0 to 1, by its part of a turn. */
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

/** A hue as a part of a turn, 0 to 4, that grows with its angle: as good for a table, and much sooner told. */
function turn(r: number, g: number, b: number): number {
  const [x, y] = [r - (g + b) / 2, (Math.sqrt(3) / 2) * (g - b)]
  const sum = Math.abs(x) + Math.abs(y)
  if (sum === 0) return 0
  return y >= 0 ? (x >= 0 ? y / sum : 1 - x / sum) : x < 0 ? 2 - y / sum : 3 + x / sum
}

/** Degrees, 0 to 360, of linear light. */
function hue(r: number, g: number, b: number): number {
  return (degrees(Math.atan2((Math.sqrt(3) / 2) * (g - b), r - (g + b) / 2)) + 360) % 360
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

/** Hues between which nothing can be mixed, from the first to the second, forwards. */
function gapsOf({ light, index, neutral }: Inks): readonly (readonly [number, number])[] {
  const hues = [...index.keys()]
    .filter((i) => !neutral.includes(i))
    .map((i) => hue(light[i * 3]!, light[i * 3 + 1]!, light[i * 3 + 2]!))
    .sort((a, b) => a - b)
  return hues
    .map((from, i) => [from, i + 1 < hues.length ? hues[i + 1]! : hues[0]! + 360] as const)
    .filter(([from, to]) => to - from > MIXED)
}

/** Degrees from a hue to the nearest that can be mixed. */
function distance(given: number, gaps: readonly (readonly [number, number])[]): number {
  for (const [from, to] of gaps) {
    const at = given < from ? given + 360 : given
    if (at < to) return Math.min(at - from, to - at)
  }
  return 0
}
