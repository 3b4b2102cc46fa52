import type { Call } from "./api.js"

const TIMEOUT_MS = 20_000

/** The part of the browser's fetch that the page uses. */
export type Fetch = (
  url: string,
  options: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly credentials: "same-origin"
    readonly cache: "no-store"
    readonly body?: string
    readonly signal?: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
}>

/**
 * The calls to the server, over fetch. `base`: the server's base URL with a trailing slash. The fetch mode stays "cors": in any other mode
 * a browser without referrer sends "Origin: null" with a POST, which the server refuses as cross-origin.
 */
export function calling(fetch: Fetch, base: string): Call {
  return async (method, path, body) => {
    try {
      const answer = await fetch(new URL(path, base).href, {
        method,
        credentials: "same-origin",
        cache: "no-store",
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(typeof AbortSignal.timeout === "function" && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      })
      const retryAfter = Number.parseInt(answer.headers.get("retry-after") ?? "", 10)
      return {
        status: answer.status,
        json: await answer.json().catch(() => undefined),
        ...(retryAfter > 0 && { retryAfter }),
      }
    } catch {
      return { status: 0, json: undefined }
    }
  }
}
