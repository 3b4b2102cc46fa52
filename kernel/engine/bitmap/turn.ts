import type { Bitmap, Panel } from "platen/sdk/drawing"

/** Palette index of white in every palette. */
const WHITE = 1

/** A bitmap turned clockwise by `degrees`: by 90 and 270 its width and height change places. */
export function turned(bitmap: Bitmap, degrees: Panel["rotation"]): Bitmap {
  if (!degrees) return bitmap
  const { width, height, bits, stride, data } = bitmap
  const [newWidth, newHeight] = degrees === 180 ? [width, height] : [height, width]
  const newStride = (newWidth * bits + 7) >> 3
  const white = whiteByte(bits)
  const result = new Uint8Array(newStride * newHeight).fill(white)
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
        result[toY * newStride + ((toX * bits) >> 3)]! ^= change << (8 - bits - (toX % perByte) * bits)
      }
    }
  }
  return { ...bitmap, width: newWidth, height: newHeight, stride: newStride, data: result }
}

function whiteByte(bits: number): number {
  let byte = 0
  for (let shift = 0; shift < 8; shift += bits) byte |= WHITE << shift
  return byte
}
