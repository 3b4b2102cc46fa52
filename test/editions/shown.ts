import { bmpPixels, pngPixels } from "../devices/pixels.js"
import type { Answer } from "../kernel/http/ask.js"

/** What an answer says of failures: the flag that it is a stand-in, and the code. */
export function flags({ headers }: Answer): {
  readonly fallback: string | undefined
  readonly error: string | undefined
} {
  return { fallback: headers["x-content-fallback"], error: headers["x-render-error"] }
}

export const WELL = { fallback: undefined, error: undefined }

/** The one colour of a page, 0xRRGGBB; undefined when it has several. */
export function shade({ body }: Answer): number | undefined {
  const { colours } = body.toString("latin1", 0, 2) === "BM" ? bmpPixels(body) : pngPixels(body)
  return new Set(colours).size === 1 ? colours[0] : undefined
}
