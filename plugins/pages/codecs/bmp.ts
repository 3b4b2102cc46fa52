import type { Bitmap, Codec } from "platen/sdk/drawing"

const HEADER = 62
const PIXELS_PER_METRE = 3780

/**
 * Uncompressed BMP of one bit per pixel: 62 bytes of header (14 + 40 + a palette of black, then white), then rows
 * bottom-up, each padded to four bytes; a set bit is white. It suits readers that expect a fixed header of 62 bytes.
 * Pages of more bits are reduced to one bit: white stays, all other inks become black.
 * Source: Microsoft, BITMAPINFOHEADER; the byte list of the device's reader.
 */
export const bmp: Codec = { id: "bmp", type: "image/bmp", encode }

function encode(bitmap: Bitmap): Uint8Array {
  const { width, height } = bitmap
  const { data, stride } = bitmap.bits === 1 ? bitmap : oneBit(bitmap)
  const rowBytes = (((width + 7) >> 3) + 3) & ~3
  const file = Buffer.alloc(HEADER + rowBytes * height)
  file.write("BM", 0, "latin1")
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(HEADER, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(1, 28)
  file.writeUInt32LE(rowBytes * height, 34)
  file.writeInt32LE(PIXELS_PER_METRE, 38)
  file.writeInt32LE(PIXELS_PER_METRE, 42)
  file.writeUInt32LE(2, 46)
  file.writeUInt32LE(2, 50)
  file.writeUInt32LE(0x00ffffff, 58)
  for (let y = 0; y < height; y++) {
    const from = (height - 1 - y) * stride
    file.set(data.subarray(from, from + ((width + 7) >> 3)), HEADER + y * rowBytes)
  }
  return file
}

function oneBit({ width, height, bits, stride, data }: Bitmap): { data: Uint8Array; stride: number } {
  const packed = (width + 7) >> 3
  const result = new Uint8Array(packed * height)
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = x * bits
      const index = (data[y * stride + (at >> 3)]! >> (8 - bits - (at & 7))) & mask
      if (index === 1) result[y * packed + (x >> 3)]! |= 128 >> (x & 7)
    }
  }
  return { data: result, stride: packed }
}
