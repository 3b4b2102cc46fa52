import { bayerRank } from "platen/sdk/drawing"
import type { Dither } from "platen/sdk/drawing"
import maps from "dither-me-this/src/data/diffusion-maps.js"

/** A diffusion weight: pixels to the right in scan direction, pixels down, and the share of the error. */
export interface Tap {
  readonly right: number
  readonly down: number
  readonly share: number
}

type Diffusion = Exclude<Dither, "bayer" | "none">
const tapsOf = (name: string): readonly Tap[] =>
  maps[name]!().map(({ offset: [right, down], factor }) => ({ right, down, share: factor }))

/** Diffuses three quarters of the error, an eighth each, which keeps shadows and highlights open. Source: Bill Atkinson, HyperScan, about 1985. */
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

/** Corrected table: dither-me-this has 4 instead of 5 in the last row, and loses light. Source: Jarvis, Judice and Ninke 1976. */
const JARVIS: readonly Tap[] = tapsOf("jarvis").map((tap) =>
  tap.right === 0 && tap.down === 2 ? { ...tap, share: 5 / 48 } : tap,
)

/** Error diffusion tables. No tap is farther than two pixels left, right or down. */
export const DIFFUSIONS: Readonly<Record<Diffusion, readonly Tap[]>> = {
  "floyd-steinberg": tapsOf("floydSteinberg"),
  atkinson: ATKINSON,
  burkes: tapsOf("burkes"),
  jarvis: JARVIS,
  stucki: tapsOf("stucki"),
}

export const BAYER_SIDE = 8

/**
 * Thresholds of the ordered pattern, row-major, each of 1/128 + n/64 once. (The table of dither-me-this has one number
 * twice, so it is computed.)
 */
export const BAYER: Float32Array = Float32Array.from(
  { length: BAYER_SIDE ** 2 },
  (_, i) => (bayerRank(i % BAYER_SIDE, Math.floor(i / BAYER_SIDE)) + 0.5) / BAYER_SIDE ** 2,
)
