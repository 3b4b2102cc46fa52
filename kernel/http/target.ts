import type { IncomingMessage } from "node:http"

/** A request with its target in parts: `path` without the query, `search` with its question mark, or "". */
export interface TargetedRequest extends IncomingMessage {
  readonly path: string
  readonly search: string
}

/** The parts of a request's target. A fragment, which no client should send, is dropped. */
export function targetOf(request: IncomingMessage): { readonly pathname: string; readonly search: string } {
  normalizeTarget(request)
  const { url = "" } = request
  const hash = url.indexOf("#", 1)
  const whole = hash < 0 ? url : url.slice(0, hash)
  const query = whole.indexOf("?", 1)
  return query < 0 ? { pathname: whole, search: "" } : { pathname: whole.slice(0, query), search: whole.slice(query) }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Reduces an absolute request target ("GET http://host/path") to its path. Its host replaces the Host header.
 * Source: RFC 9112 3.2.2.
 */
function normalizeTarget(request: IncomingMessage): void {
  const { url = "" } = request
  if (url.startsWith("/")) return
  const [scheme, host] = ABSOLUTE.exec(url) ?? []
  if (scheme === undefined || !host) return
  const rest = url.slice(scheme.length)
  request.url = rest.startsWith("/") ? rest : `/${rest}`
  request.headers.host = host
}
