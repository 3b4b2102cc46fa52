import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import type { JournalRow } from "platen/sdk"
import type { Auth } from "platen/sdk/http"
import type { Shown } from "./service.js"

export const AREAS = ["extended", "history"]
export const STEERING: Auth = { anyOf: ["device", "member", "admin"] }
export const LIMIT = { name: "library", perMinute: 60 }

/** What every list says of a page that was shown. */
export const shownPage = {
  mode_id: z.string(),
  content: z.unknown().describe("The content of the page, in the mode's own format."),
  time: z.iso.datetime(),
}
export const more = z
  .literal(true)
  .optional()
  .describe("The answer has reached its maximum size: request the rest from the offset of the first missing row.")

/** Maximum size in bytes of the rows in an answer, as JSON. The caller requests the rest. */
const MAX_ANSWER_BYTES = 1 << 20

/** The leading rows that fit into one answer, at least one. */
export function fitting<T>(all: readonly T[]): { readonly rows: readonly T[]; readonly more?: true } {
  let bytes = 0
  const end = all.findIndex((row, i) => (bytes += Buffer.byteLength(JSON.stringify(row))) > MAX_ANSWER_BYTES && i > 0)
  return end < 0 ? { rows: all } : { rows: all.slice(0, end), more: true }
}

/** What a list says of a page: a mode's private keys begin with "_". */
export function publicPart({ time, row: { mode, data } }: JournalRow<Shown>): {
  readonly mode_id: string
  readonly content: unknown
  readonly time: string
} {
  const plain = typeof data === "object" && data !== null && !Array.isArray(data)
  return {
    mode_id: mode,
    content: plain ? Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_"))) : data,
    time: isoTime(time),
  }
}
