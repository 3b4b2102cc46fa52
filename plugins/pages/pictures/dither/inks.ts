import type { Palette } from "platen/sdk/drawing"
import { LINEAR, LUMA } from "./linear-image.js"

/** Inks of a palette in linear light, relative to the screen: its black is 0 and its white is 1. */
export interface Inks {
  /** Palette indices of all inks. */
  readonly index: Uint8Array
  /** Three numbers per ink, in the order of `index`: red, green, blue. */
  readonly light: Float32Array
  /** As `light`, the nominal colours in sRGB, 0 to 1. */
  readonly nominal: Float32Array
  /** Colours in sRGB, 0 to 1, that whoever draws for a screen means as an ink: its nominal colour, and the pure one of its name. */
  readonly meant: Float32Array
  /** The position in `index` of the ink that each of them means. */
  readonly meantInk: Uint8Array
  /** One number per ink, in the order of `index`: 1 for a colour, 0 for black, greys and white. */
  readonly coloured: Uint8Array
  /** Positions in `index` of black, greys and white, the darkest first, and their luminance. */
  readonly neutral: readonly number[]
  readonly tones: Float32Array
}

/** The colours that screenshots have for an ink. Source: CSS, named colours. */
const PURE: Readonly<Record<string, readonly (readonly number[])[]>> = {
  red: [[255, 0, 0]],
  yellow: [[255, 255, 0]],
  green: [
    [0, 255, 0],
    [0, 128, 0],
  ],
  blue: [[0, 0, 255]],
  orange: [[255, 165, 0]],
}

const known = new WeakMap<Palette, Inks>()

/** Inks by their measured colours where known: a real yellow is darker than its nominal one. */
export function inksOf(palette: Palette): Inks {
  const found = known.get(palette)
  if (found) return found
  const entries = palette.entries.map((entry, index) => ({ ...entry, index })).filter(({ ink }) => ink !== "none")
  const [black, white] = palette.entries.map(({ rgb, measured }) => (measured ?? rgb).map((byte) => LINEAR[byte]!))
  const light = Float32Array.from(
    entries.flatMap(({ rgb, measured }) =>
      (measured ?? rgb).map((byte, c) =>
        Math.min(1, Math.max(0, (LINEAR[byte]! - black![c]!) / (white![c]! - black![c]!))),
      ),
    ),
  )
  const luminance = (i: number): number => LUMA.reduce((sum, share, c) => sum + share * light[i * 3 + c]!, 0)
  const neutral = entries
    .map(({ ink }, i) => ({ ink, i }))
    .filter(({ ink }) => ink === "black" || ink === "white" || ink.startsWith("grey-"))
    .map(({ i }) => i)
    .sort((a, b) => luminance(a) - luminance(b))
  const coloured = Uint8Array.from(entries, (_, i) => (neutral.includes(i) ? 0 : 1))
  const meant = entries.flatMap(({ ink, rgb }, i) => [rgb, ...(PURE[ink] ?? [])].map((colour) => ({ colour, i })))
  const inks = {
    index: Uint8Array.from(entries, ({ index }) => index),
    light,
    nominal: Float32Array.from(entries.flatMap(({ rgb }) => rgb.map((byte) => byte / 255))),
    meant: Float32Array.from(meant.flatMap(({ colour }) => colour.map((byte) => byte / 255))),
    meantInk: Uint8Array.from(meant, ({ i }) => i),
    coloured,
    neutral,
    tones: Float32Array.from(neutral, luminance),
  }
  known.set(palette, inks)
  return inks
}

/** Thresholds between adjacent tones. */
export function bounds({ tones }: Inks): Float32Array {
  return Float32Array.from({ length: tones.length - 1 }, (_, i) => (tones[i]! + tones[i + 1]!) / 2)
}
