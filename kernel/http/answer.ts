import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline, Readable } from "node:stream"
import { PlatenError } from "platen/sdk"
import type { Issue } from "platen/sdk"
import type { Reply } from "platen/sdk/http"
import { discarded } from "./body.js"
import { exposing } from "./cors.js"

/** Sends a reply. Head and body leave in one write; a stream is sent in chunks. Returns the status sent. `broken`: called when a stream fails on its own. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers = {}, type, body }: Reply,
  broken: (error: Error) => void = () => {},
): number {
  const head: Record<string, string | number> = { "cache-control": "no-store", ...headers }
  if (isStream(body)) {
    head["content-type"] = type ?? "text/event-stream; charset=utf-8"
    response.writeHead(status, exposing(response, head))
    flow(request, response, body, broken)
    return status
  }
  const [bytes, contentType] = encoded(body, type)
  const tag = headers.etag
  // Only GET and HEAD are conditional: a POST has had its effect. Source: RFC 9110 13.1.2.
  const reading = request.method === "GET" || request.method === "HEAD"
  const unchanged = reading && status === 200 && tag !== undefined && matches(request.headers["if-none-match"], tag)
  if (unchanged || status === 204) {
    response.writeHead(unchanged ? 304 : 204, exposing(response, head))
    response.end()
    return unchanged ? 304 : 204
  }
  head["content-type"] = contentType
  head["content-length"] = bytes.length
  finish(response, status, head, bytes)
  return status
}

function isStream(body: unknown): body is AsyncIterable<string | Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body
}

/** Sends a stream with back-pressure. A stream that fails closes the connection, so that the caller does not take a part for the whole. */
function flow(
  request: IncomingMessage,
  response: ServerResponse,
  body: AsyncIterable<string | Uint8Array>,
  broken: (error: Error) => void,
): void {
  if (request.method === "HEAD") return void response.end()
  pipeline(Readable.from(body, { objectMode: true }), response, (error) => {
    if (error && !isGone(error)) broken(error)
  })
}

/** Whether the error only means that the caller disconnected. The source is ended as well. */
function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET" || code === "EPIPE"
}

function encoded(body: unknown, type: string | undefined): [Uint8Array, string] {
  if (body instanceof Uint8Array) return [body, type ?? "application/octet-stream"]
  if (typeof body === "string") return [Buffer.from(body), type ?? "text/plain; charset=utf-8"]
  return [Buffer.from(JSON.stringify(body ?? {})), type ?? "application/json; charset=utf-8"]
}

function matches(wanted: string | undefined, tag: string): boolean {
  if (wanted === undefined) return false
  return wanted.trim() === "*" || wanted.split(",").some((each) => each.trim().replace(/^W\//, "") === tag)
}

interface ErrorReply {
  readonly headers?: Readonly<Record<string, string>>
  /** Codes of the route that replace the field `error`, by error code. */
  readonly wireCodes?: Readonly<Record<string, string>> | undefined
}

/**
 * The body of every JSON error. `error`, `message` and `detail` hold the same sentence, since existing pages show one or another; programs read
 * `code`. On a route with `wireCodes`, `error` may hold a code of that protocol.
 */
interface ErrorBody {
  readonly error: string
  /** Stable, listed in docs/errors.md. */
  readonly code: string
  readonly message: string
  readonly detail: string
  readonly issues?: readonly Issue[]
}

/** Sends an error as JSON. Returns its status. */
export function sendError(
  response: ServerResponse,
  error: PlatenError,
  { headers = {}, wireCodes = {} }: ErrorReply = {},
): number {
  const body: ErrorBody = {
    ...error.fields,
    error: wireCodes[error.code] ?? error.message,
    code: error.code,
    message: error.message,
    detail: error.message,
    ...(error.issues && { issues: error.issues }),
  }
  const bytes = Buffer.from(JSON.stringify(body))
  finish(
    response,
    error.status,
    {
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": bytes.length,
      ...errorHeaders(error),
      ...headers,
    },
    bytes,
  )
  return error.status
}

/** Sends head and bytes. After a long unread body, the response is sent at once and the connection closes a little later. */
function finish(
  response: ServerResponse,
  status: number,
  head: Record<string, string | number>,
  bytes: Uint8Array,
): void {
  const { req: request } = response
  const wait = discarded(request)
  const body = request.method === "HEAD" ? undefined : bytes
  response.writeHead(status, exposing(response, wait ? { ...head, connection: "close" } : head))
  if (!wait) return void response.end(body)
  if (body) response.write(body)
  else response.flushHeaders()
  void wait.then(() => response.end())
}

export function errorHeaders({ retryAfter }: PlatenError): Record<string, string> {
  return retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
}
