import type { IncomingMessage, ServerResponse } from "node:http"
import { Forbidden, Invalid, PlatenError, TooMany, Unauthenticated, Unavailable } from "platen/sdk"
import type { Log, RequestEvent } from "platen/sdk"
import type { PictureShape, Policy, RawQuery, Reply, Route } from "platen/sdk/http"
import type { Picture } from "platen/sdk/mode"
import { errorHeaders, notifySent, send, sendError } from "./answer.js"
import type { Assets } from "./assets.js"
import { admit, countCall, countAnonymous, noCredential } from "./admit.js"
import { discard, parseJson, readBody, readHead } from "./body.js"
import { addressOf, isSecure } from "./caller.js"
import type { Trusted } from "./caller.js"
import { macInBody, macInQuery, oneDevice } from "./device.js"
import type { Limits } from "./limits.js"
import { rawQuery, typedBody, typedParams, typedQuery } from "./query.js"
import type { Spare } from "./spare.js"
import type { Mount, Mounted } from "./table.js"

const BODY_LIMIT = 64 << 10
/** Maximum bytes of a body read before its caller is admitted, and of a body sent without a credential. */
const MAX_UNADMITTED_BODY = 16 << 10
export const ANONYMOUS_BODY = 4 << 10
const WITH_BODY = new Set(["POST", "PUT", "PATCH", "DELETE"])

export interface ServeOptions {
  readonly log: Log
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

/** A request as polka hands it over. */
export interface Incoming extends IncomingMessage {
  readonly path: string
  readonly search: string
}

/** Handler of one path for all methods: reads, admits, handles, and converts errors to responses. Never rejects. */
export function serveMount(
  mount: Mount,
  options: ServeOptions,
): (request: Incoming, response: ServerResponse) => Promise<void> {
  const allow = [...mount.methods.keys()]
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ")
  return async (request, response) => {
    const mounted = mount.methods.get(request.method === "HEAD" ? "GET" : (request.method ?? "GET"))
    if (!mounted) {
      discard(request)
      sendError(
        response,
        new PlatenError(405, "method-not-allowed", `This path does not support ${request.method}: use ${allow}.`),
        { headers: { allow } },
      )
      options.onRequest({
        ...askedOf(request, options),
        route: mount.path,
        edition: [...mount.methods.values()][0]?.edition.id,
        status: 405,
        error: "method-not-allowed",
        ms: 0,
        mac: undefined,
      })
      return
    }
    await serve(mounted, request, response, options)
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])

/** Method as a metrics label: unknown methods share one label. */
function methodName({ method = "" }: IncomingMessage): string {
  return METHODS.has(method) ? method : "other"
}

const MAX_PATH = 200

/** Fields of the event that every request produces. */
export function askedOf(
  request: IncomingMessage,
  { trustProxy }: Pick<ServeOptions, "trustProxy">,
): Pick<RequestEvent, "method" | "path" | "address"> {
  return {
    method: methodName(request),
    path: (request.url ?? "").split("?")[0]!.slice(0, MAX_PATH),
    address: addressOf(request, trustProxy),
  }
}

async function serve(
  mounted: Mounted,
  request: Incoming,
  response: ServerResponse,
  options: ServeOptions,
): Promise<void> {
  const start = options.ticks()
  const query = rawQuery(request.search)
  const params = paramsOf(mounted.path, request.path)
  // Read now: a closed socket has no address.
  const asked = askedOf(request, options)
  let reply: Reply | undefined
  let failed: PlatenError | undefined
  let status: number
  try {
    reply = await answer(mounted, { request, response, query, params, address: asked.address }, options)
    status = send(request, response, reply, (error) =>
      options.log.error({ route: mounted.path, err: error }, "response.broken"),
    )
  } catch (error) {
    failed = asPlatenError(error, options.log, mounted)
    status = fail(mounted, request, response, query, failed, options)
  }
  if (reply?.sent) notifySent(response, reply, failed === undefined, options.log)
  options.onRequest({
    ...asked,
    route: mounted.path,
    edition: mounted.edition.id,
    status,
    error: failed?.code,
    ms: options.ticks() - start,
    ...(failed ? { message: failed.message } : reply?.outcome !== undefined && { outcome: reply.outcome }),
    mac: params.mac ?? query.mac,
  })
}

/** A request before authentication. */
interface Call {
  readonly request: Incoming
  readonly response: ServerResponse
  readonly query: RawQuery
  readonly params: Readonly<Record<string, string>>
  readonly address: string
}

async function answer(
  { route, edition }: Mounted,
  { request, response, query, params, address }: Call,
  options: ServeOptions,
): Promise<Reply> {
  const headers = request.headers as Readonly<Record<string, string>>
  const secure = isSecure(request, options.trustProxy)
  const named = oneDevice([params.mac, macInQuery(route, query)])
  let asked = {
    edition: edition.id,
    method: route.method,
    path: request.path,
    params,
    query,
    headers,
    address,
    secure,
    mac: named,
  }
  const isShown = countAnonymous(route, asked, options)
  // The body is read before admission only when it names the device of the call.
  let early: unknown
  if (route.auth !== "open" && route.auth.body === true) {
    if (!isShown && !route.auth.optional) throw noCredential()
    early = parseJson(await readBody(request, Math.min(MAX_UNADMITTED_BODY, route.bodyLimit ?? BODY_LIMIT)))
    asked = { ...asked, mac: oneDevice([named, macInBody(early)]) }
  }
  const principal = await admit(route, asked, isShown, options)
  countCall(route, asked, principal, options.limits)
  const values = typedQuery(route.query, query, route.picture !== undefined)
  const body =
    early === undefined
      ? WITH_BODY.has(route.method)
        ? await bodyOf(route, request, principal === undefined)
        : undefined
      : route.body && typedBody(route.body, early)
  const device = oneDevice([asked.mac, route.bytes ? undefined : macInBody(body)])
  let gone: AbortController | undefined
  return route.handle({
    method: request.method ?? route.method,
    path: request.path,
    params: typedParams(route.params, params),
    query: values,
    body,
    headers,
    address,
    secure,
    mac: device,
    principal,
    edition,
    get signal() {
      if (!gone) {
        const controller = (gone = new AbortController())
        const left = (): void => {
          if (!response.writableFinished) controller.abort()
        }
        if (response.closed) left()
        else response.once("close", left)
      }
      return gone.signal
    },
  })
}

async function bodyOf(
  { body, bytes, bodyLimit = BODY_LIMIT, bodyHead, anonymousBodyLimit = ANONYMOUS_BODY }: Route,
  request: Incoming,
  isAnonymous: boolean,
): Promise<unknown> {
  if (bodyHead !== undefined) return readHead(request, bodyHead)
  const limit = isAnonymous ? Math.min(anonymousBodyLimit, bodyLimit) : bodyLimit
  if (bytes) return readBody(request, limit)
  return body && typedBody(body, parseJson(await readBody(request, limit)))
}

/** Path parameters by the names of this route: polka mixes in those of other matching paths. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const parts = path.split("/")
  return Object.fromEntries(
    pattern.split("/").flatMap((part, i) => (part.startsWith(":") ? [[part.slice(1), decoded(parts[i] ?? "")]] : [])),
  )
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
  { route }: Mounted,
  request: Incoming,
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
function asPlatenError(error: unknown, log: Log, { path }: Mounted): PlatenError {
  if (error instanceof PlatenError) {
    if (error.status >= 500) log.warn({ route: path, code: error.code, err: error }, "request.failed")
    return error
  }
  log.error({ route: path, err: error }, "request.failed")
  return new PlatenError(500, "internal", "The server failed to handle this call: its log has the cause.", {
    cause: error,
  })
}
