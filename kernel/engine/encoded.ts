import { createHash } from "node:crypto"
import type { Bitmap, Codec, Encoded, Palette } from "platen/sdk/drawing"

/** Encodes a bitmap. Throws RangeError for a bitmap that the codec does not support. */
export function encode(codec: Codec, bitmap: Bitmap): Encoded {
  const bytes = codec.encode(bitmap)
  return { bytes, type: codec.type, etag: `"${hash(bytes)}"` }
}

/** Encodes in the codec's format, or as plain rows without a codec, or when the codec does not support the bitmap. */
export function encodePlain(codec: Codec | undefined, bitmap: Bitmap): Encoded {
  try {
    return encode(codec ?? PLAIN, bitmap)
  } catch {
    return encode(PLAIN, bitmap)
  }
}

/** A blank bitmap. `width`, `height`: pixels. */
export function blankBitmap(width: number, height: number, palette: Palette): Bitmap {
  const stride = (width * palette.bits + 7) >> 3
  const white = palette.bits === 1 ? 255 : palette.bits === 2 ? 0x55 : 0x11
  return { width, height, bits: palette.bits, stride, palette, data: new Uint8Array(stride * height).fill(white) }
}

const PLAIN: Codec = { id: "plain", type: "application/octet-stream", encode: ({ data }) => data }

/** Short hash of fixed length. */
export function hash(value: string | Uint8Array): string {
  return createHash("sha1").update(value).digest("base64url")
}
