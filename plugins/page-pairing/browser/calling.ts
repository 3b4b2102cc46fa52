import type { Call } from "./api.js"

const PATIENCE_MS = 20_000

/** As much of a browser's fetch as the page uses. */
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
 * Calls over fetch. `base`: the server's address, with a slash at the end. The mode stays "cors": in any other a browser that tells no
 * referrer sends "Origin: null" with a POST, and the server would take it for somebody else's page.
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
        ...(typeof AbortSignal.timeout === "function" && { signal: AbortSignal.timeout(PATIENCE_MS) }),
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
