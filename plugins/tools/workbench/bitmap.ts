import type { Bitmap, Palette } from "platen/sdk/drawing"

/** A bitmap of one ink. `width`, `height`: pixels; `index`: ink of the palette, default 1, which is white. */
export function paper(width: number, height: number, palette: Palette, index = 1): Bitmap {
  const { bits } = palette
  const stride = (width * bits + 7) >> 3
  let byte = 0
  for (let shift = 0; shift < 8; shift += bits) byte |= index << shift
  return { width, height, bits, stride, palette, data: new Uint8Array(stride * height).fill(byte) }
}

/** Palette index of a pixel. */
export function inkAt({ bits, stride, data }: Bitmap, x: number, y: number): number {
  const at = x * bits
  return (data[y * stride + (at >> 3)]! >> (8 - bits - (at & 7))) & ((1 << bits) - 1)
}

/** Copies a bitmap into another of the same palette. Throws RangeError when it does not fit. */
export function copyInto(sheet: Bitmap, bitmap: Bitmap, left: number, top: number): void {
  if (left < 0 || top < 0 || left + bitmap.width > sheet.width || top + bitmap.height > sheet.height)
    throw new RangeError("the bitmap reaches beyond the sheet")
  const mask = (1 << sheet.bits) - 1
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) {
      const at = (left + x) * sheet.bits
      const byte = (top + y) * sheet.stride + (at >> 3)
      const shift = 8 - sheet.bits - (at & 7)
      sheet.data[byte] = (sheet.data[byte]! & ~(mask << shift)) | (inkAt(bitmap, x, y) << shift)
    }
  }
}
