import type { IncomingMessage, ServerResponse } from "node:http"
import { Forbidden, Invalid, PlatenError, TooMany, Unauthenticated, Unavailable } from "platen/sdk"
import type { Clock, Log, RequestEvent } from "platen/sdk"
import type { AuthRequest, PictureShape, Policy, RawQuery, Reply, Route } from "platen/sdk/http"
import type { Picture } from "platen/sdk/mode"
import { errorHeaders, send, sendError } from "./answer.js"
import { admit, countCall, countAnonymous, isOpen, noCredential } from "./admit.js"
import type { AddressCounts } from "./admit.js"
import { discard, parseJson, readBody, readHead } from "./body.js"
import { addressOf, isSecure } from "./caller.js"
import type { Trusted } from "./caller.js"
import type { Prepared } from "./compile.js"
import type { Settle } from "./connections.js"
import { macInBody, oneDevice } from "./device.js"
import type { Limits } from "./limits.js"
import type { Query } from "./queries.js"
import { typedBody, typedParams } from "./query.js"
import type { TargetedRequest } from "./target.js"

const BODY_LIMIT = 64 << 10
/** Maximum bytes of a body read before its caller is admitted, and of a body sent without a credential. */
const MAX_UNADMITTED_BODY = 16 << 10
export const ANONYMOUS_BODY = 4 << 10

export interface ServeOptions {
  readonly log: Log
  readonly clock: Clock
  readonly policy: (id: string) => Policy | undefined
  /** Notifies the observers of a request. */
  readonly onRequest: (event: RequestEvent) => void
  /** Draws an error for a picture route; undefined: picture routes send errors as JSON too. */
  readonly notice: ((screen: PictureShape, error: PlatenError) => Picture) | undefined
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustProxy: Trusted
  /** Origins whose pages may call, with credentials. */
  readonly origins: ReadonlySet<string>
  readonly limits: Limits
  /** Monotonic milliseconds. */
  readonly ticks: () => number
}

/** What all requests share. */
export interface Shared extends ServeOptions {
  readonly counts: AddressCounts
  onSent(response: ServerResponse, settle: Settle): void
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
const MAX_PATH = 200

/** Fields of the event that every request produces. */
export function askedOf(
  request: TargetedRequest,
  { trustProxy }: Pick<ServeOptions, "trustProxy">,
): Pick<RequestEvent, "method" | "path" | "address"> {
  const { method = "" } = request
  return {
    // Unknown methods share one label of the metrics.
    method: METHODS.has(method) ? method : "other",
    path: request.path.slice(0, MAX_PATH),
    address: addressOf(request, trustProxy),
  }
}

/** A request of a prepared route. */
interface Incoming {
  readonly request: TargetedRequest
  readonly response: ServerResponse
  readonly query: Query
}

/** Serves a request of a route: admits, reads, handles, and converts errors to responses. Never rejects. */
export async function serve(prepared: Prepared, incoming: Incoming, options: Shared): Promise<void> {
  const start = options.ticks()
  const { request, response, query } = incoming
  const params = paramsOf(prepared, request.path)
  // Read now: a closed socket has no address.
  const told = askedOf(request, options)
  let reply: Reply | undefined
  let failed: PlatenError | undefined
  let status: number
  try {
    reply = await answer(prepared, incoming, params, told.address, options)
    status = send(request, response, reply, (error) =>
      options.log.error({ route: prepared.path, err: error }, "response.broken"),
    )
  } catch (error) {
    failed = asPlatenError(error, options.log, prepared)
    status = await fail(prepared, request, response, query.raw, failed, options)
  }
  if (reply?.sent) followSent(response, reply, failed === undefined, options)
  options.onRequest({
    ...told,
    route: prepared.path,
    area: prepared.area.id,
    status,
    error: failed?.code,
    ms: options.ticks() - start,
    ...(failed && { message: failed.message }),
    ...(!failed && reply?.outcome !== undefined && { outcome: reply.outcome }),
    mac: params.mac ?? query.raw.mac,
  })
}

/** Calls `reply.sent` once the response was sent. `own`: the reply itself is sent, not an error in its place. */
function followSent(response: ServerResponse, reply: Reply, own: boolean, { onSent, log }: Shared): void {
  onSent(response, (whole) => {
    try {
      reply.sent?.(own && whole)
    } catch (error) {
      log.error({ err: error }, "reply-callback.failed")
    }
  })
}

async function answer(
  prepared: Prepared,
  { request, response, query }: Incoming,
  params: Readonly<Record<string, string>>,
  address: string,
  options: Shared,
): Promise<Reply> {
  const { route, area } = prepared
  const headers = request.headers as Readonly<Record<string, string>>
  const secure = isSecure(request, options.trustProxy)
  const mac = oneDevice([params.mac, prepared.namesDevice ? query.raw.mac : undefined])
  let asked: AuthRequest = {
    realm: area.realm,
    method: route.method,
    path: request.path,
    params,
    query: query.raw,
    headers,
    address,
    secure,
    mac,
  }
  const isShown = await countAnonymous(prepared, asked, options.counts)
  // The body is read before admission only when it names the device of the call.
  let early: unknown
  if (route.auth !== "open" && route.auth.body === true) {
    if (!isShown && !route.auth.optional) throw noCredential()
    early = parseJson(await readBody(request, Math.min(MAX_UNADMITTED_BODY, route.bodyLimit ?? BODY_LIMIT)))
    asked = { ...asked, mac: oneDevice([mac, macInBody(early)]) }
  }
  const principal = isOpen(prepared, asked) ? undefined : await admit(prepared, asked, isShown, options.counts)
  await countCall(prepared, asked, principal, options.counts)
  const values = query.typed(route)
  const body = prepared.hasBody ? await bodyOf(route, { request, response }, early, principal === undefined) : undefined
  let gone: AbortSignal | undefined
  return route.handle({
    method: request.method ?? route.method,
    path: request.path,
    params: typedParams(route.params, params),
    query: values,
    body,
    headers,
    address,
    secure,
    mac: body === undefined || route.bytes ? asked.mac : oneDevice([asked.mac, macInBody(body)]),
    principal,
    area,
    // Made when it is first read: most handlers never do.
    get signal() {
      return (gone ??= goneSignal(response))
    },
  })
}

/** A signal that fires when the caller disconnects before the response is sent. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const left = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) left()
  else response.once("close", left)
  return controller.signal
}

async function bodyOf(
  { body, bytes, bodyLimit = BODY_LIMIT, bodyHead, anonymousBodyLimit = ANONYMOUS_BODY }: Route,
  { request, response }: Pick<Incoming, "request" | "response">,
  early: unknown,
  isAnonymous: boolean,
): Promise<unknown> {
  if (early !== undefined) return body && typedBody(body, early)
  if (bodyHead !== undefined) return readHead(request, bodyHead)
  const limit = isAnonymous ? Math.min(anonymousBodyLimit, bodyLimit) : bodyLimit
  if (bytes) return readBody(request, limit, response)
  return body && typedBody(body, parseJson(await readBody(request, limit)))
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

function paramsOf({ parameters }: Prepared, path: string): Readonly<Record<string, string>> {
  if (parameters.length === 0) return NO_PARAMS
  const parts = path.split("/")
  return Object.fromEntries(parameters.map(([i, name]) => [name, decoded(parts[i] ?? "")]))
}

/** Decodes a path part; a malformed percent-escape is kept literally. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Sends the error of a failed request: drawn on a picture route, else as JSON, as when many calls are refused within a second. */
async function fail(
  { route }: Prepared,
  request: IncomingMessage,
  response: ServerResponse,
  query: RawQuery,
  error: PlatenError,
  options: ServeOptions,
): Promise<number> {
  if (response.headersSent) {
    response.destroy()
    return error.status
  }
  // A head that failed to be written leaves its reason phrase behind.
  response.statusMessage = ""
  discard(request)
  if (!route.picture || !options.notice || !(await mayDraw(error, options.limits)))
    return sendError(response, error, { wireCodes: route.wireCodes })
  const { failure, shape } = route.picture
  const looks = shape(query)
  const ours = error.status >= 500 && !(error instanceof Unavailable && error.code.startsWith("store"))
  const status = ours ? failure : error instanceof Invalid ? 400 : error.status
  const picture = options.notice(looks, error)
  return send(request, response, {
    status,
    type: picture.type,
    body: picture.bytes,
    // A full disk does not recover soon: a booting device must not wait for another picture.
    headers: {
      ...errorHeaders(error),
      "x-render-error": error.code,
      ...(ours && !(error instanceof Unavailable) && { "x-content-fallback": "1" }),
    },
  })
}

/** Refused calls of which a picture is drawn; beyond it they are answered with JSON. It costs as much as a page, and the limit of the route does not bound it. */
export const DRAWN_REFUSALS = { name: "drawn-refusals", perMinute: 120 }

async function mayDraw(error: PlatenError, limits: Limits): Promise<boolean> {
  const isRefusal = error instanceof Unauthenticated || error instanceof Forbidden || error instanceof TooMany
  try {
    if (isRefusal) await limits.counter(DRAWN_REFUSALS)("")
    return true
  } catch {
    return false
  }
}

/** Converts a thrown value to PlatenError. Logs unexpected errors and every failure of the server. */
function asPlatenError(error: unknown, log: Log, { path }: Prepared): PlatenError {
  if (error instanceof PlatenError) {
    if (error.status >= 500) log.warn({ route: path, code: error.code, err: error }, "request.failed")
    return error
  }
  log.error({ route: path, err: error }, "request.failed")
  return internal(error)
}

/** What a caller is told of a fault of the server. */
export function internal(cause: unknown): PlatenError {
  return new PlatenError(500, "internal", "The server failed to handle this call: its log has the cause.", { cause })
}
