import type { Bitmap, Codec } from "platen/sdk/drawing"

/**
 * Headerless rows of two bits per pixel, top-down, each padded to a whole byte, first pixel in bits 7 and 6; the values
 * are palette indices (0 black, 1 white, 2 yellow, 3 red). ceil(width / 4) * height bytes.
 * Throws RangeError for a bitmap of another depth.
 * Source: the colour devices, which recognize the format by its length.
 */
export const raw2bpp: Codec = {
  id: "raw2bpp",
  type: "application/octet-stream",
  encode: ({ bits, data }: Bitmap): Uint8Array => {
    if (bits !== 2) throw new RangeError(`raw2bpp supports two bits per pixel, not ${bits}`)
    return data
  },
}
