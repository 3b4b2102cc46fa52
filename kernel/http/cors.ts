import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
const PREFLIGHT_SECONDS = "600"
/** Response headers that scripts of other origins may read, besides x-*. */
const EXPOSED = new Set(["etag", "retry-after"])
const HEADER_NAMES = /^[\w-]+(\s*,\s*[\w-]+)*$/

/** Sets the CORS headers for the configured origins, with credentials. Returns true when it answered a preflight. Other origins get no headers, so their browsers block the response. Source: WHATWG Fetch, HTTP CORS protocol. */
export function cors(request: IncomingMessage, response: ServerResponse, origins: ReadonlySet<string>): boolean {
  if (origins.size === 0) return false
  response.setHeader("vary", "Origin")
  const { origin } = request.headers
  if (origin === undefined || !origins.has(origin)) return false
  response.setHeader("access-control-allow-origin", origin)
  response.setHeader("access-control-allow-credentials", "true")
  if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) return false
  const wanted = String(request.headers["access-control-request-headers"] ?? "").trim()
  request.resume()
  response.writeHead(204, {
    "access-control-allow-methods": METHODS,
    ...(HEADER_NAMES.test(wanted) && { "access-control-allow-headers": wanted }),
    "access-control-max-age": PREFLIGHT_SECONDS,
    "cache-control": "no-store",
  })
  response.end()
  return true
}

/** Response headers with nosniff, and with the exposed header names for a CORS request. */
export function exposing(response: ServerResponse, head: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const full: OutgoingHttpHeaders = { "x-content-type-options": "nosniff", ...head }
  if (head.vary !== undefined && response.hasHeader("vary")) full.vary = `Origin, ${String(head.vary)}`
  if (!response.hasHeader("access-control-allow-origin")) return full
  const names = Object.keys(head).filter((name) => /^x-/i.test(name) || EXPOSED.has(name.toLowerCase()))
  return names.length > 0 ? { ...full, "access-control-expose-headers": names.join(", ") } : full
}
