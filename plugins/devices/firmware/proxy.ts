import { Unavailable } from "platen/sdk"
import type { OutboundAnswer, OutboundFetch } from "platen/sdk"
import type { RawQuery, Reply, RouteRequest } from "platen/sdk/http"

const TIMEOUT_MS = 12_000
const MAX_BYTES = 4 << 20
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;[\x20-\x7e]*)?$/i
/** Header Via of forwarded calls, against forwarding loops. Source: RFC 9110 7.6.3. */
const VIA = "1.1 platen-firmware"

/** Forwards a call. `call`: the path below /api/firmware/. Throws Unavailable when the backend does not answer with JSON. */
export type Forward = (
  call: string,
  request: Pick<RouteRequest<RawQuery>, "query" | "headers" | "signal">,
) => Promise<Reply>

/**
 * Forwards calls to another server and returns its status and JSON. `backend`: its base URL. A user name and password in it are
 * sent as Basic credentials and never shown.
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
    if (headers.via?.includes(VIA)) throw failed("forwards its calls too: configure one server to answer by itself")
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
      throw failed("cannot be reached: check that it runs, and add it to server.lanHosts if it is not public", cause)
    }
    const type = answer.headers["content-type"] ?? ""
    if (!JSON_TYPE.test(type) || !isJson(answer))
      throw failed("did not answer with JSON: check that plugins.firmware.backend names the right server")
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
