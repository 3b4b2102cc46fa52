import { createRequire } from "node:module"
import type { Dither } from "platen/sdk/drawing"

/** Where error goes: pixels to the right in the direction of the scan, pixels down, and its share. */
export interface Tap {
  readonly right: number
  readonly down: number
  readonly share: number
}

type Diffusion = Exclude<Dither, "bayer" | "none">
type Maps = Readonly<
  Record<string, () => readonly { readonly offset: readonly [number, number]; readonly factor: number }[]>
>

/** The tables alone: the package's own entry asks for a native canvas. */
const maps = createRequire(import.meta.url)("dither-me-this/src/data/diffusion-maps.js") as Maps

const tapsOf = (name: string): readonly Tap[] =>
  maps[name]!().map(({ offset: [right, down], factor }) => ({ right, down, share: factor }))

/** Three quarters of the error, an eighth each: shadows and lights stay open. Source: Bill Atkinson, HyperScan, about 1985. */
const ATKINSON: readonly Tap[] = (
  [
    [1, 0],
    [2, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
    [0, 2],
  ] as const
).map(([right, down]) => ({ right, down, share: 1 / 8 }))

/** dither-me-this has 4 for the 5 of the last row, and loses light. Source: Jarvis, Judice and Ninke 1976. */
const JARVIS: readonly Tap[] = tapsOf("jarvis").map((tap) =>
  tap.right === 0 && tap.down === 2 ? { ...tap, share: 5 / 48 } : tap,
)

/** Nothing goes further than two pixels left, right or down. */
export const DIFFUSIONS: Readonly<Record<Diffusion, readonly Tap[]>> = {
  "floyd-steinberg": tapsOf("floydSteinberg"),
  atkinson: ATKINSON,
  burkes: tapsOf("burkes"),
  jarvis: JARVIS,
  stucki: tapsOf("stucki"),
}

export const BAYER_SIDE = 8

/**
 * Thresholds of an ordered pattern, 8 x 8, row-major, each 1/128 + n/64 once. (dither-me-this has this table with one number
 * twice, so it is made here.) Source: B. E. Bayer 1973.
 */
export const BAYER: Float32Array = Float32Array.from({ length: BAYER_SIDE ** 2 }, (_, i) => {
  const [x, y] = [i % BAYER_SIDE, Math.floor(i / BAYER_SIDE)]
  let rank = 0
  for (let bit = 0; bit < 3; bit++) rank = rank * 4 + (((x ^ y) >> bit) & 1) * 2 + ((y >> bit) & 1)
  return (rank + 0.5) / BAYER_SIDE ** 2
})
