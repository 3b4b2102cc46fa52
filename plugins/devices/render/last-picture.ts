import type { Runtime } from "platen/sdk/device"
import type { Picture } from "platen/sdk/mode"

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

/** Whether the firmware would mistake a different picture for the one on its screen. */
export function looksUnchanged(last: Runtime["lastPicture"], picture: Picture): boolean {
  return last !== undefined && last.etag !== picture.etag && last.sum === lastPictureOf(picture).sum
}
