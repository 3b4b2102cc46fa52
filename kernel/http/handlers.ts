import type { IncomingMessage, ServerResponse } from "node:http"
import { NotFound, PlatenError } from "platen/sdk"
import polka from "polka"
import { addressCounts } from "./admit.js"
import { sendError } from "./answer.js"
import type { Asset } from "./assets.js"
import { discard } from "./body.js"
import { prepare } from "./compile.js"
import { cors } from "./cors.js"
import { queriesOf } from "./queries.js"
import { routerOf } from "./router.js"
import { askedOf, internal, serve } from "./serve.js"
import type { ServeOptions, Shared } from "./serve.js"
import type { Mount } from "./table.js"
import { targetOf } from "./target.js"
import type { TargetedRequest } from "./target.js"

/** A step in the handling of a request: it answers, or calls `next`. Never throws. */
export type Handler = (request: TargetedRequest, response: ServerResponse, next: () => void) => void

/**
 * Handles requests. Polka runs their steps, whose lists are made here, once: our router finds them, since it knows areas,
 * HEAD and the methods of a path, and routes decode their own parameters. `onSent`: reports when a response was sent.
 */
export function handlerOf(
  mounts: readonly Mount[],
  assets: readonly Asset[],
  options: ServeOptions,
  onSent: Shared["onSent"],
): (request: IncomingMessage, response: ServerResponse) => void {
  const { origins } = options
  const shared: Shared = { ...options, counts: addressCounts(options.limits), onSent }
  const queryOf = queriesOf()
  const crossing: Handler = (request, response, next) => void (cors(request, response, origins) || next())
  const list = (...steps: readonly Handler[]): Handler[] => (origins.size === 0 ? [...steps] : [crossing, ...steps])
  const entryOf = ({ path, methods }: Mount): { methods: ReadonlyMap<string, Handler[]>; others: Handler[] } => {
    const lists = new Map<string, Handler[]>()
    for (const [method, mounted] of methods) {
      const prepared = prepare(mounted, options)
      const call: Handler = (request, response) =>
        void serve(prepared, { request, response, query: queryOf(request.search) }, shared)
      lists.set(method, list(call))
    }
    if (lists.has("GET") && !lists.has("HEAD")) lists.set("HEAD", lists.get("GET")!)
    const allow = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ")
    const [first] = methods.values()
    const others = refusal((method) => notAllowed(allow, method), path, options, first?.area.id, { allow })
    return { methods: lists, others: list(others) }
  }
  const files = new Map(assets.map((asset) => [asset.path, list(sending(asset, options))]))
  const router = routerOf(mounts.map((mount) => [mount.path, entryOf(mount)] as const))
  const none = list()
  const find = (method: string, path: string): Handler[] => {
    const file = method === "GET" || method === "HEAD" ? files.get(path) : undefined
    if (file) return file
    const entry = router.find(path)
    return entry ? (entry.methods.get(method) ?? entry.others) : none
  }
  const onError = (error: unknown, _: unknown, response: ServerResponse): void => broken(error, response, options)
  const app = polka({ onError, onNoMatch: refusal(nothingHere, "none", options) })
  // Neither throws: Polka calls them outside of `onError`. Of what its own parser returns it reads path and search alone.
  app.parse = targetOf as typeof app.parse
  app.find = (method, path) => ({ handlers: find(method, path), params: {} })
  return app.handler as (request: IncomingMessage, response: ServerResponse) => void
}

const nothingHere = (): PlatenError => new NotFound("There is nothing at this address: check its spelling.")
const notAllowed = (allow: string, method = ""): PlatenError =>
  new PlatenError(405, "method-not-allowed", `This path does not support ${method}: use ${allow}.`)

/** Answers with an error, and reports it. */
function refusal(
  errorOf: (method?: string) => PlatenError,
  route: string,
  options: ServeOptions,
  area?: string,
  headers: Readonly<Record<string, string>> = {},
): Handler {
  return (request, response) => {
    discard(request)
    const error = errorOf(request.method)
    const { status, code } = error
    options.onRequest({ ...askedOf(request, options), route, area, status, error: code, ms: 0, mac: undefined })
    sendError(response, error, { headers })
  }
}

/** Sends a static file, and reports it. */
function sending(asset: Asset, options: ServeOptions): Handler {
  return (request, response, next) => {
    const [start, asked] = [options.ticks(), askedOf(request, options)]
    if (!asset.send(request, response)) return next()
    response.once("close", () => {
      const [route, status, ms] = [asset.path, response.statusCode, options.ticks() - start]
      options.onRequest({ ...asked, route, area: asset.area, status, ms, error: undefined, mac: undefined })
    })
  }
}

function broken(error: unknown, response: ServerResponse, { log }: ServeOptions): void {
  log.error({ err: error }, "response.broken")
  if (response.headersSent) response.destroy()
  else sendError(response, internal(error))
}
