import { hasWord } from "./words.js"
import type { WordKey } from "./words.js"

/** A call that failed. `status` 0: nothing answered. */
export interface Fault {
  readonly status: number
  /** Of the answer's field "code"; "" without one. */
  readonly code: string
  /** Seconds. */
  readonly retryAfter?: number
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** A sentence of the page, not yet in a language. */
export interface Said {
  readonly key: WordKey
  readonly values?: Readonly<Record<string, string>>
}

/** A fault in one sentence: its code's, else that of its kind. */
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

/** Whether asking again by itself may help. */
export function isPassing({ status }: Fault): boolean {
  return status === 0 || status >= 500
}
