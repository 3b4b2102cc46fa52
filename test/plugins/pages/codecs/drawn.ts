import type { Bitmap, Palette } from "platen/sdk/drawing"
import { pixel } from "../../../setting.js"
import { BW, BWR, BWRY } from "../../../../plugins/pages/panels/palettes.js"

/** Sixteen greys: the only palette of four bits a pixel. */
export const GREYS: Palette = {
  id: "grey16",
  bits: 4,
  entries: [
    ...BW.entries,
    ...Array.from({ length: 14 }, (_, i) => ({
      ink: `grey-${i}` as const,
      rgb: [16 + i * 16, 16 + i * 16, 16 + i * 16] as const,
    })),
  ],
}

export const PALETTES: readonly Palette[] = [BW, BWR, BWRY, GREYS]
export const SIZES: readonly (readonly [number, number])[] = [
  [1, 1],
  [7, 3],
  [8, 2],
  [101, 5],
  [399, 4],
  [400, 300],
  [33, 17],
]

/** A bitmap of noise that is the same each time. */
export function noise(width: number, height: number, palette: Palette): Bitmap {
  const { bits, entries } = palette
  const stride = Math.ceil((width * bits) / 8)
  const data = new Uint8Array(stride * height)
  let state = width * 31 + height
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      const index = (state >> 8) % entries.length
      const at = x * bits
      data[y * stride + (at >> 3)]! |= index << (8 - bits - (at & 7))
    }
  }
  return { width, height, bits, stride, palette, data }
}

/** The nominal colour of every pixel, row by row. */
export function colours(bitmap: Bitmap): number[][] {
  return Array.from({ length: bitmap.width * bitmap.height }, (_, i) => [
    ...bitmap.palette.entries[pixel(bitmap, i % bitmap.width, Math.floor(i / bitmap.width))]!.rgb,
  ])
}
