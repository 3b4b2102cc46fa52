import type { Dither, Palette } from "platen/sdk/drawing"
import { inksOf } from "../../../../../plugins/pages/pictures/dither/inks.js"
import { LINEAR, LUMA } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import type { LinearImage } from "../../../../../plugins/pages/pictures/dither/linear-image.js"
import { palettes } from "../../../../../plugins/pages/panels/palettes.js"

/** Red, green, blue in linear light, 0 to 1. */
export type Colour = readonly [number, number, number]

export const DIFFUSERS = ["floyd-steinberg", "burkes", "jarvis", "stucki"] as const satisfies readonly Dither[]

export const COLOURED: readonly Palette[] = palettes.filter(({ id }) => ["bwr", "bwry", "spectra6"].includes(id))

export function palette(id: string): Palette {
  return palettes.find((each) => each.id === id)!
}

/** A picture drawn by a function from its pixels: linear light of a grey, or of three channels. */
export function lightOf(width: number, height: number, at: (x: number, y: number) => number | Colour): LinearImage {
  const data = new Float32Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const value = at(i % width, Math.floor(i / width))
    data.set(typeof value === "number" ? [value, value, value] : value, i * 3)
  }
  return { width, height, data }
}

export function flat(width: number, height: number, value: number | Colour): LinearImage {
  return lightOf(width, height, () => value)
}

/** Linear light of sRGB bytes. */
export function srgb(...bytes: Colour): Colour {
  return bytes.map((byte) => LINEAR[byte]!) as unknown as Colour
}

/** Of pixels `left` to `right`, all rows: how bright they are together, 0 to 1, as the eye sees it on that glass. */
export function brightness(
  indices: Uint8Array,
  shown: Palette,
  width = indices.length,
  left = 0,
  right = width,
): number {
  const { index, light } = inksOf(shown)
  const luminance = new Map(
    [...index].map((code, i) => [code, LUMA.reduce((sum, share, c) => sum + share * light[i * 3 + c]!, 0)]),
  )
  let [sum, count] = [0, 0]
  for (const [i, code] of indices.entries()) {
    if (i % width < left || i % width >= right) continue
    sum += luminance.get(code)!
    count++
  }
  return sum / count
}

/** The share of each ink, 0 to 1, by name. */
export function shares(indices: Uint8Array, { entries }: Palette): Readonly<Partial<Record<string, number>>> {
  const result: Record<string, number> = {}
  for (const code of indices) result[entries[code]!.ink] = (result[entries[code]!.ink] ?? 0) + 1 / indices.length
  return result
}

/** The share of inks that are neither black nor white, 0 to 1. */
export function colourShare(indices: Uint8Array, shown: Palette): number {
  return Object.entries(shares(indices, shown)).reduce(
    (sum, [ink, share]) => (ink === "black" || ink === "white" ? sum : sum + share!),
    0,
  )
}
