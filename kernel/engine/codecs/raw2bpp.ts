import type { Bitmap, Codec } from "platen/sdk/drawing"

/**
 * Two bits a pixel and nothing else: rows top-down, each padded to a whole byte, first pixel in bits 7 and 6; the codes
 * are the palette's indices (0 black, 1 white, 2 yellow, 3 red). ceil(width / 4) * height bytes.
 * Throws RangeError for a bitmap of another depth.
 * Source: the devices with colour panels, which know it by its length alone.
 */
export const raw2bpp: Codec = {
  id: "raw2bpp",
  type: "application/octet-stream",
  encode: ({ bits, data }: Bitmap): Uint8Array => {
    if (bits !== 2) throw new RangeError(`raw2bpp carries two bits a pixel, not ${bits}`)
    return data
  },
}
