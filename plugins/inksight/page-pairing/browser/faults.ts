import { hasWord } from "./words.js"
import type { WordKey } from "./words.js"

/** A failed call. `status` 0: no answer arrived. */
export interface Fault {
  readonly status: number
  /** The field "code" of the answer; "" without one. */
  readonly code: string
  /** Header Retry-After, in seconds. */
  readonly retryAfter?: number
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** A sentence of the page, as a key and values; the view translates it. */
export interface Said {
  readonly key: WordKey
  readonly values?: Readonly<Record<string, string>>
}

/** The sentence for a fault: that of its code, else that of its status. */
export function sentenceOf({ status, code, retryAfter = 60, issues = [] }: Fault): Said {
  if (status === 0) return { key: "fault.network" }
  if (status === 429)
    return { key: "fault.rate-limited", values: { minutes: String(Math.max(1, Math.ceil(retryAfter / 60))) } }
  const [path = ""] = issues.map((issue) => issue.path)
  if (path === "username" || path === "password") return { key: `fault.${path}` }
  if (path === "pair_code") return { key: "fault.code-form" }
  const key = `fault.${code}`
  if (hasWord(key)) return { key }
  if (status >= 500) return { key: "fault.server" }
  return { key: status === 403 ? "fault.forbidden" : "fault.any" }
}

/** True for a fault that may pass, so that the page repeats the call by itself. */
export function isTemporary({ status }: Fault): boolean {
  return status === 0 || status >= 500
}
