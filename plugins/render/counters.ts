import type { Device } from "platen/sdk/device"
import type { Picture } from "platen/sdk/mode"

const MAX_DAYS = 30
const MAX_MODES = 200

/** Adds one render to the counters. Days are in UTC. */
export function summed(sums: Device["counters"], picture: Picture, now: number): Device["counters"] {
  const mode = picture.mode ?? "NOTICE"
  const date = new Date(now).toISOString().slice(0, 10)
  const today = sums.days.at(-1)?.date === date ? sums.days.at(-1)!.count : 0
  const known = mode in sums.modes || Object.keys(sums.modes).length < MAX_MODES
  return {
    renders: sums.renders + 1,
    cached: sums.cached + Number(picture.cached),
    failed: sums.failed + Number(picture.failure !== undefined),
    milliseconds:
      sums.milliseconds + (picture.failure === undefined ? Math.round(picture.contentMs + picture.drawMs) : 0),
    modes: known ? { ...sums.modes, [mode]: (sums.modes[mode] ?? 0) + 1 } : sums.modes,
    days: [...(today > 0 ? sums.days.slice(0, -1) : sums.days), { date, count: today + 1 }].slice(-MAX_DAYS),
  }
}

/** Fingerprints of a picture: the byte sum that the firmware compares, and the ETag that separates pictures of equal sum. */
export function lastPictureOf({ bytes, etag }: Picture): { readonly sum: number; readonly etag: string } {
  let sum = 0
  // By index: an iterator would take as long as drawing the page.
  for (let i = 0; i < bytes.length; i++) sum += bytes[i]!
  return { sum, etag }
}

/** Whether the firmware would mistake a different picture for the one on its screen. */
export function looksUnchanged(last: Device["lastPicture"], picture: Picture): boolean {
  return last !== undefined && last.etag !== picture.etag && last.sum === lastPictureOf(picture).sum
}
