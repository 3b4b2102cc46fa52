import type { Bitmap, Rotation } from "platen/sdk/drawing"
import { blankBitmap } from "../encoded.js"

/** Palette index of white in every palette. */
const WHITE = 1

/** A bitmap turned clockwise by `degrees`: by 90 and 270 its width and height change places. */
export function turned(bitmap: Bitmap, degrees: Rotation | undefined): Bitmap {
  if (!degrees) return bitmap
  const { width, height, bits, stride, data } = bitmap
  const [newWidth, newHeight] = degrees === 180 ? [width, height] : [height, width]
  const result = blankBitmap(newWidth, newHeight, bitmap.palette)
  const white = result.data[0]
  const mask = (1 << bits) - 1
  const perByte = 8 / bits
  for (let y = 0; y < height; y++) {
    for (let at = 0; at < stride; at++) {
      const byte = data[y * stride + at]!
      // Most of a page is white.
      if (byte === white) continue
      const end = Math.min(width, (at + 1) * perByte)
      for (let x = at * perByte; x < end; x++) {
        const change = ((byte >> (8 - bits - (x % perByte) * bits)) & mask) ^ WHITE
        if (change === 0) continue
        const toX = degrees === 90 ? height - 1 - y : degrees === 180 ? width - 1 - x : y
        const toY = degrees === 90 ? x : degrees === 180 ? height - 1 - y : width - 1 - x
        result.data[toY * result.stride + ((toX * bits) >> 3)]! ^= change << (8 - bits - (toX % perByte) * bits)
      }
    }
  }
  return result
}
