import type { RenderRequest, Runtime } from "platen/sdk/device"
import type { Picture } from "platen/sdk/mode"

/** Bytes of the header of a BMP of the codec "bmp". */
export const BMP_HEADER = 62

/** Sums of bytes that were sent before: pages come from a cache. */
const sums = new WeakMap<Uint8Array, number>()

function sumOf(bytes: Uint8Array): number {
  let sum = sums.get(bytes)
  if (sum !== undefined) return sum
  sum = 0
  // By index: an iterator would take as long as drawing the page.
  for (let i = 0; i < bytes.length; i++) sum += bytes[i]!
  sums.set(bytes, sum)
  return sum
}

/** Fingerprints of a picture: the byte sum that the firmware compares, and the ETag that separates pictures of equal sum. */
export function lastPictureOf({ bytes, etag }: Picture): { readonly sum: number; readonly etag: string } {
  return { sum: sumOf(bytes), etag }
}

/**
 * The picture that a device gets after `last`, with the pixel in its last corner inverted where its sum would be that of
 * `last` though it must be drawn: firmware from 2026-04-20 on compares sums alone and does not read X-Preview-Push. Such a
 * picture keeps its pixel while it is drawn again. `overlaid`: it must be drawn even if it is the last one. Pictures in a
 * format of which the pixels are not known stay as they are. Layout of the bytes: the codecs "bmp" and "raw2bpp".
 */
export function unlike(
  last: NonNullable<Runtime["lastPicture"]>,
  picture: Picture,
  panel: RenderRequest["panel"],
  overlaid: boolean,
): Picture {
  const etag = picture.etag.replace(/"$/, '-1"')
  const isMarked = overlaid
    ? lastPictureOf(picture).sum === last.sum
    : last.etag === etag || looksUnchanged(last, picture)
  const place = isMarked ? lastPixel(picture.bytes, panel) : undefined
  if (!place) return picture
  const bytes = Uint8Array.from(picture.bytes)
  bytes[place.at]! ^= place.bit
  return { ...picture, bytes, etag }
}

/** The place of the last pixel in a file for devices; undefined in another format. */
function lastPixel(
  bytes: Uint8Array,
  { codec, width, height, rotation = 0 }: RenderRequest["panel"],
): { readonly at: number; readonly bit: number } | undefined {
  const across = rotation % 180 === 0 ? width : height
  // The firmware reads rows of a BMP in whole bytes.
  if (codec === "bmp" && bytes.length > BMP_HEADER) return { at: BMP_HEADER + (across >> 3) - 1, bit: 1 }
  return codec === "raw2bpp" && bytes.length > 0
    ? { at: bytes.length - 1, bit: 1 << (6 - 2 * ((across - 1) & 3)) }
    : undefined
}

/** Whether the firmware would mistake a different picture for the one on its screen. */
export function looksUnchanged(last: Runtime["lastPicture"], picture: Picture): boolean {
  return last !== undefined && last.etag !== picture.etag && last.sum === lastPictureOf(picture).sum
}
