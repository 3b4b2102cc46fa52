import type { IncomingMessage, ServerResponse } from "node:http"
import { Forbidden, Invalid, PlatenError, TooMany, Unauthenticated, Unavailable } from "platen/sdk"
import type { Clock, Log, RequestEvent } from "platen/sdk"
import type { AuthRequest, PictureShape, Policy, RawQuery, Reply, Route } from "platen/sdk/http"
import type { Picture } from "platen/sdk/mode"
import { errorHeaders, send, sendError } from "./answer.js"
import type { Assets } from "./assets.js"
import { addressCounts, admit, countCall, countAnonymous, isOpen, noCredential } from "./admit.js"
import type { AddressCounts } from "./admit.js"
import { discard, parseJson, readBody, readHead } from "./body.js"
import { addressOf, isSecure } from "./caller.js"
import type { Trusted } from "./caller.js"
import { prepare } from "./compile.js"
import type { Prepared } from "./compile.js"
import type { Settle } from "./connections.js"
import { macInBody, oneDevice } from "./device.js"
import type { Limits } from "./limits.js"
import { queriesOf } from "./queries.js"
import type { Query } from "./queries.js"
import { typedBody, typedParams } from "./query.js"
import { routerOf } from "./router.js"
import type { Spare } from "./spare.js"
import type { Mount } from "./table.js"

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
  readonly assets: Assets
  /** Draws an error for a picture route; undefined: picture routes send errors as JSON too. */
  readonly notice: ((screen: PictureShape, error: PlatenError) => Picture) | undefined
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustProxy: Trusted
  /** Origins whose pages may call, with credentials. */
  readonly origins: ReadonlySet<string>
  readonly limits: Limits
  /** Monotonic milliseconds. */
  readonly ticks: () => number
  /** Bounds the pictures drawn for refused calls; beyond it they are answered with JSON. */
  readonly refusals: Spare
}

/** Where a request goes: `path` without the query, `search` with its question mark, or "". */
export interface Target {
  readonly path: string
  readonly search: string
}

/** Splits a request target. A fragment, which no client should send, is dropped. */
export function targetOf(url: string): Target {
  const hash = url.indexOf("#", 1)
  const whole = hash < 0 ? url : url.slice(0, hash)
  const query = whole.indexOf("?", 1)
  return query < 0 ? { path: whole, search: "" } : { path: whole.slice(0, query), search: whole.slice(query) }
}

/** Serves a request at a path that a route has: reads, admits, handles, and converts errors to responses. Returns false for any other path. Never throws. */
export type Serve = (request: IncomingMessage, response: ServerResponse, target: Target) => boolean

interface Shared extends ServeOptions {
  readonly counts: AddressCounts
  onSent(response: ServerResponse, settle: Settle): void
}

/** A path's calls by method. */
interface Entry {
  readonly path: string
  readonly area: string | undefined
  /** Value of the Allow header. */
  readonly allow: string
  readonly methods: ReadonlyMap<string, Prepared>
}

/** Prepares all routes. `onSent`: reports when a response was sent. */
export function serveMounts(mounts: readonly Mount[], options: ServeOptions, onSent: Shared["onSent"]): Serve {
  const shared: Shared = { ...options, counts: addressCounts(options.limits), onSent }
  const queries = queriesOf()
  const router = routerOf(mounts.map((mount) => [mount.path, entryOf(mount, options)] as const))
  return (request, response, target) => {
    const entry = router.find(target.path)
    if (!entry) return false
    const prepared = entry.methods.get(request.method!)
    if (prepared) void serve(prepared, { request, response, target, query: queries.of(target.search) }, shared)
    else
      answerError(request, response, notAllowed(request.method, entry.allow), options, {
        ...entry,
        target,
        headers: { allow: entry.allow },
      })
    return true
  }
}

function entryOf({ path, methods }: Mount, options: ServeOptions): Entry {
  const prepared = new Map([...methods].map(([method, mounted]) => [method, prepare(mounted, options)] as const))
  const get = prepared.get("GET")
  return {
    path,
    area: [...methods.values()][0]?.area.id,
    allow: [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", "),
    methods: get && !prepared.has("HEAD") ? prepared.set("HEAD", get) : prepared,
  }
}

const notAllowed = (method: string | undefined, allow: string): PlatenError =>
  new PlatenError(405, "method-not-allowed", `This path does not support ${method}: use ${allow}.`)

type ErrorHeaders = Readonly<Record<string, string>>

/** Answers a request that no route handles, and reports it. */
export function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  error: PlatenError,
  options: ServeOptions,
  { path, target, area, headers = {} }: Pick<Entry, "path" | "area"> & { target: Target; headers?: ErrorHeaders },
): void {
  discard(request)
  const asked = askedOf(request, target, options)
  options.onRequest({ ...asked, route: path, area, status: error.status, error: error.code, ms: 0, mac: undefined })
  sendError(response, error, { headers })
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
const MAX_PATH = 200

/** Fields of the event that every request produces. */
export function askedOf(
  request: IncomingMessage,
  { path }: Target,
  { trustProxy }: Pick<ServeOptions, "trustProxy">,
): Pick<RequestEvent, "method" | "path" | "address"> {
  const { method = "" } = request
  return {
    // Unknown methods share one label of the metrics.
    method: METHODS.has(method) ? method : "other",
    path: path.slice(0, MAX_PATH),
    address: addressOf(request, trustProxy),
  }
}

/** A request of a prepared route. */
interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: Target
  readonly query: Query
}

async function serve(prepared: Prepared, incoming: Incoming, options: Shared): Promise<void> {
  const start = options.ticks()
  const { request, response, target, query } = incoming
  const params = paramsOf(prepared, target.path)
  // Read now: a closed socket has no address.
  const told = askedOf(request, target, options)
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
    status = fail(prepared, request, response, query.raw, failed, options)
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
  { request, response, target: { path }, query }: Incoming,
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
    path,
    params,
    query: query.raw,
    headers,
    address,
    secure,
    mac,
  }
  const isShown = countAnonymous(prepared, asked, options.counts)
  // The body is read before admission only when it names the device of the call.
  let early: unknown
  if (route.auth !== "open" && route.auth.body === true) {
    if (!isShown && !route.auth.optional) throw noCredential()
    early = parseJson(await readBody(request, Math.min(MAX_UNADMITTED_BODY, route.bodyLimit ?? BODY_LIMIT)))
    asked = { ...asked, mac: oneDevice([mac, macInBody(early)]) }
  }
  const principal = isOpen(prepared, asked) ? undefined : await admit(prepared, asked, isShown, options.counts)
  countCall(prepared, asked, principal, options.counts)
  const values = query.typed(route)
  const body = prepared.hasBody ? await bodyOf(route, request, early, principal === undefined) : undefined
  let gone: AbortSignal | undefined
  return route.handle({
    method: request.method ?? route.method,
    path,
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
  request: IncomingMessage,
  early: unknown,
  isAnonymous: boolean,
): Promise<unknown> {
  if (early !== undefined) return body && typedBody(body, early)
  if (bodyHead !== undefined) return readHead(request, bodyHead)
  const limit = isAnonymous ? Math.min(anonymousBodyLimit, bodyLimit) : bodyLimit
  if (bytes) return readBody(request, limit)
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
function fail(
  { route }: Prepared,
  request: IncomingMessage,
  response: ServerResponse,
  query: RawQuery,
  error: PlatenError,
  options: ServeOptions,
): number {
  if (response.headersSent) {
    response.destroy()
    return error.status
  }
  // A head that failed to be written leaves its reason phrase behind.
  response.statusMessage = ""
  discard(request)
  if (!route.picture || !options.notice || (isRefusal(error) && !options.refusals.take()))
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

/** Whether the call was refused: such calls are not bounded by the limit of the route. */
function isRefusal(error: PlatenError): boolean {
  return error instanceof Unauthenticated || error instanceof Forbidden || error instanceof TooMany
}

/** Converts a thrown value to PlatenError. Logs unexpected errors and every failure of the server. */
function asPlatenError(error: unknown, log: Log, { path }: Prepared): PlatenError {
  if (error instanceof PlatenError) {
    if (error.status >= 500) log.warn({ route: path, code: error.code, err: error }, "request.failed")
    return error
  }
  log.error({ route: path, err: error }, "request.failed")
  return new PlatenError(500, "internal", "The server failed to handle this call: its log has the cause.", {
    cause: error,
  })
}
