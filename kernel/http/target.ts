import type { IncomingMessage } from "node:http"

/** A request with its target in parts: `path` without the query, `search` with its question mark, or "". */
export interface TargetedRequest extends IncomingMessage {
  readonly path: string
  readonly search: string
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * The parts of a request's target. A fragment, which no client should send, is dropped. Of an absolute target ("GET
 * http://host/path") the path counts, and its host replaces the Host header. Source: RFC 9112 3.2.2.
 */
export function targetOf(request: IncomingMessage): { readonly pathname: string; readonly search: string } {
  const { url = "" } = request
  const [scheme = "", host = ""] = url.startsWith("/") ? [] : (ABSOLUTE.exec(url) ?? [])
  if (host !== "") request.headers.host = host
  const rest = host === "" ? url : url.slice(scheme.length)
  const target = host === "" || rest.startsWith("/") ? rest : `/${rest}`
  const hash = target.indexOf("#", 1)
  const whole = hash < 0 ? target : target.slice(0, hash)
  const query = whole.indexOf("?", 1)
  return query < 0 ? { pathname: whole, search: "" } : { pathname: whole.slice(0, query), search: whole.slice(query) }
}
