import type { IncomingMessage } from "node:http"

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Reduces an absolute request target ("GET http://host/path") to its path. Its host replaces the Host header.
 * Source: RFC 9112 3.2.2.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = "" } = request
  if (url.startsWith("/")) return
  const [scheme, host] = ABSOLUTE.exec(url) ?? []
  if (scheme === undefined || !host) return
  const rest = url.slice(scheme.length)
  request.url = rest.startsWith("/") ? rest : `/${rest}`
  request.headers.host = host
}
