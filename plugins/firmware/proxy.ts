import { Unavailable } from "platen/sdk"
import type { OutboundAnswer, OutboundFetch } from "platen/sdk"
import type { RawQuery, Reply, RouteRequest } from "platen/sdk/http"

const TIMEOUT_MS = 12_000
const MAX_BYTES = 4 << 20
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;[\x20-\x7e]*)?$/i
/** Says to a server further on that this one does not answer by itself. Source: RFC 9110 7.6.3. */
const VIA = "1.1 platen-firmware"

/** `call`: the path below /api/firmware/. Throws Unavailable when the backend gives no JSON. */
export type Forward = (
  call: string,
  request: Pick<RouteRequest<RawQuery>, "query" | "headers" | "signal">,
) => Promise<Reply>

/**
 * Passes calls on to another server, and its status and JSON back. `backend`: its base address; a user name and a password
 * in it are sent as Basic credentials and never shown.
 */
export function forwarding(fetch: OutboundFetch, backend: string): Forward {
  const { origin, pathname, username, password } = new URL(backend)
  const base = origin + pathname.replace(/\/+$/, "")
  const login =
    username === "" && password === ""
      ? undefined
      : Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")
  const failed = (why: string, cause?: unknown): Unavailable =>
    new Unavailable(`The backend ${base} ${why}.`, { code: "upstream_unreachable", fields: { backend: base }, cause })
  return async (call, { query, headers, signal }) => {
    if (headers.via?.includes(VIA)) throw failed("must answer by itself: it is asked by a server that passes calls on")
    const search = new URLSearchParams(query).toString()
    let answer: OutboundAnswer
    try {
      answer = await fetch(`${base}/api/firmware/${call}${search && `?${search}`}`, {
        headers: {
          accept: "application/json",
          via: VIA,
          ...(login !== undefined && { authorization: `Basic ${login}` }),
        },
        maxBytes: MAX_BYTES,
        timeout: TIMEOUT_MS,
        signal,
      })
    } catch (cause) {
      throw failed("cannot be reached: see that it runs, and name it under server.lanHosts if it is not public", cause)
    }
    const type = answer.headers["content-type"] ?? ""
    if (!JSON_TYPE.test(type) || !isJson(answer))
      throw failed("answered something that is not JSON: see that it is the right server")
    return { status: answer.status, type, body: answer.bytes }
  }
}

function isJson(answer: OutboundAnswer): boolean {
  try {
    answer.json()
    return true
  } catch {
    return false
  }
}
