import { createHash } from "node:crypto"
import type { Bitmap, Codec, Palette, PictureShape } from "platen/sdk"

/** A bitmap as the bytes of a file or of a device. */
export interface Encoded {
  readonly bytes: Uint8Array
  readonly type: string
  readonly etag: string
}

/** What a page is painted and encoded with, and what stands for the bytes that come of it. */
export interface Sheet {
  readonly palette: Palette
  readonly codec: Codec
  readonly key: string
}

/** Encodes a bitmap. Throws RangeError for one that the codec cannot carry. */
export function encode(codec: Codec, bitmap: Bitmap): Encoded {
  const bytes = codec.encode(bitmap)
  return { bytes, type: codec.type, etag: `"${hash(bytes)}"` }
}

/** In the codec's format, or as plain rows when it cannot carry them. */
export function blankBytes(codec: Codec, bitmap: Bitmap): Encoded {
  try {
    return encode(codec, bitmap)
  } catch {
    return encode(PLAIN, bitmap)
  }
}

/** When even the notice cannot be drawn: an empty page of the right size is still a page. */
export function blank({ width, height }: PictureShape, palette: Palette): Bitmap {
  const stride = (width * palette.bits + 7) >> 3
  const white = palette.bits === 1 ? 255 : palette.bits === 2 ? 0x55 : 0x11
  return { width, height, bits: palette.bits, stride, palette, data: new Uint8Array(stride * height).fill(white) }
}

export const PLAIN: Codec = { id: "plain", type: "application/octet-stream", encode: ({ data }) => data }

/** Short and of fixed length. */
export function hash(value: string | Uint8Array): string {
  return createHash("sha1").update(value).digest("base64url")
}
