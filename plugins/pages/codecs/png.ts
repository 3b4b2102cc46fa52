import { crc32, deflateSync } from "node:zlib"
import type { Bitmap, Codec, PaletteEntry } from "platen/sdk/drawing"

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const GREY = 0
const INDEXED = 3

/**
 * PNG of one, two or four bits per pixel, from the packed rows: greyscale for black and white, else indexed with the
 * palette's nominal colours.
 * Source: W3C PNG, third area, sections 5, 9 and 11.
 */
export const png: Codec = {
  id: "png",
  type: "image/png",
  encode: (bitmap) => encode(bitmap, bitmap.bits === 1 ? undefined : ({ rgb }) => rgb),
}

/** PNG in measured colours, as the page looks on the screen; nominal colours where no measurement exists. */
export const measuredPng: Codec = {
  id: "png-measured",
  type: "image/png",
  encode: (bitmap) => encode(bitmap, ({ measured, rgb }) => measured ?? rgb),
}

/** Encodes a PNG. `colour`: returns the colour of an ink; undefined writes greyscale. */
function encode(
  { width, height, bits, stride, palette, data }: Bitmap,
  colour: ((entry: PaletteEntry) => readonly number[]) | undefined,
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = colour ? INDEXED : GREY
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const colours = colour ? [chunk("PLTE", Buffer.from(palette.entries.flatMap((entry) => [...colour(entry)])))] : []
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...colours,
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const whole = Buffer.alloc(12 + body.length)
  whole.writeUInt32BE(body.length, 0)
  whole.write(type, 4, "latin1")
  body.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + body.length)), 8 + body.length)
  return whole
}
