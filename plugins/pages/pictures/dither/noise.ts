/** Share of the distance between two inks by which the threshold between them strays: enough to break up checkerboards. */
export const STRAY = 0.36
/** Rows like the first one that are dithered before it, so that a flat tone does not begin empty. Even: rows alternate in direction. */
export const PRIMING = 12

const LENGTH = 8192

/**
 * White noise, -0.5 to 0.5, the same in every run. Row `y` of a picture begins at `noiseAt(y)` and goes on with the index
 * modulo `NOISE_MASK + 1`. Rows begin in no order, so that no repetition shows.
 */
export const NOISE: Float32Array = Float32Array.from({ length: LENGTH }, (_, i) => mix(i) / 2 ** 32 - 0.5)
export const NOISE_MASK = LENGTH - 1

export function noiseAt(y: number): number {
  return mix(y + LENGTH) & NOISE_MASK
}

/** Mixes the bits of a whole number, to 0 to 2^32. Source: the finalizer of MurmurHash3 by Austin Appleby, public domain. */
function mix(value: number): number {
  let bits = Math.imul(value + 1, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
