import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams, originOf } from "platen/sdk/kit"
import type { Log, RenderEvent, Service } from "platen/sdk"
import type { Lease, Renders, RenderRequest } from "platen/sdk/device"
import type { Auth, Principal, RawQuery, Reply, Route, RouteLimit, RouteRequest } from "platen/sdk/http"
import type { ModeCatalog, Picture, Turn } from "platen/sdk/mode"
import { asked, previewOptions, queriesOf, shapeOf } from "./query.js"
import type { Panels, PreviewQuery, Queries, RenderQuery } from "./query.js"
import type { Previews } from "./previews.js"
import { statusOf, streamed } from "./stream.js"

export interface RouteNeeds {
  readonly previews: Previews
  readonly renders: Renders
  readonly modes: Pick<ModeCatalog, "get">
  readonly service: Service
  readonly panels: Panels
  readonly log: Log
  rendered(event: RenderEvent): void
}

/** The parameters and rules of an area for its page routes. */
interface Dialect {
  /** Ids of areas. */
  readonly areas: readonly string[]
  /** Authentication of a render, and of a preview. */
  readonly auth: Auth
  readonly previewAuth: Auth
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  /** Rate limits per caller. */
  readonly limits: { readonly render: RouteLimit; readonly preview: RouteLimit }
  /** Maximum pixels of an anonymous preview with photographs. */
  readonly photoPixels?: number
  /** True: previews are sent as events too. */
  readonly streams: boolean
  /** True: its screens belong to people. */
  readonly screens: boolean
  /** The device of a render; undefined when the caller is none. */
  device(mac: string | undefined, principal: Principal | undefined): Caller | undefined
}

/** A calling device. `token`: where devices have tokens. */
interface Caller {
  readonly mac: string
  readonly token?: RenderRequest["token"]
}

const named = ({ mac }: RawQuery): boolean => mac !== undefined && mac !== ""

/** Anonymous renders are counted per named device: the screens of one house share one address. */
const LIMITS = {
  render: { name: "render", perMinute: 30, perDevice: true },
  preview: { name: "preview", perMinute: 60 },
} as const

const dialectsOf = (queries: Queries): readonly Dialect[] => [
  {
    areas: ["extended"],
    render: queries.render,
    preview: queries.preview,
    device: (_, principal) => callerOf(principal),
    auth: { anyOf: ["token", "admin"], when: named },
    previewAuth: { anyOf: ["device", "member", "admin"], when: named },
    photoPixels: 800 * 480,
    streams: true,
    screens: true,
    limits: LIMITS,
  },
  // No credentials here: a caller that names a device acts as that device.
  {
    areas: ["core"],
    auth: "open",
    previewAuth: "open",
    render: queries.coreRender,
    preview: queries.corePreview,
    device: (mac) => (mac === undefined ? undefined : { mac }),
    streams: false,
    screens: false,
    limits: LIMITS,
  },
]

/** A caller with a device token; an admin may only look. */
function callerOf(principal: Principal | undefined): Caller | undefined {
  if (principal?.kind !== "device" || principal.mac === undefined) return undefined
  const { mac, token = "", provisional = false } = principal
  return { mac, token: { value: token, provisional } }
}

/** The routes that return a page. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return dialectsOf(queriesOf(needs.panels)).flatMap((dialect) => [
    renderRoute(dialect, needs),
    previewRoute(dialect, needs, { path: "/api/preview", auth: dialect.previewAuth, limit: dialect.limits.preview }),
    ...(dialect.screens ? [previewRoute(dialect, needs, SCREEN_PREVIEW)] : []),
    ...(dialect.streams ? [streamRoute(dialect, needs)] : []),
  ])
}

/** A request for a page, as the query and the call say it. */
function requestOf(
  query: RenderQuery | PreviewQuery,
  request: Pick<RouteRequest, "area" | "principal" | "address" | "signal">,
  { auth }: Pick<Dialect, "auth">,
  { modes, service }: Pick<RouteNeeds, "modes" | "service">,
): RenderRequest {
  const tone = query.tone === "persona" ? toneOf(query.persona, modes) : undefined
  const savesFreely = auth === "open" || service.security.pairing === "off"
  return Object.assign(asked(query), { area: request.area, turn: turnFor(request, savesFreely), tone })
}

/** The tone that `persona` names, in areas where a `persona` that is not a mode is a tone. */
function toneOf(persona = "", modes: RouteNeeds["modes"]): string | undefined {
  const value = persona.trim()
  return value === "" || modes.get(value.toUpperCase()) ? undefined : value
}

function renderRoute(dialect: Dialect, needs: RouteNeeds): Route {
  const { areas, auth, render, limits, device: deviceIn } = dialect
  const { previews, renders, service, panels, rendered } = needs
  return defineRoute({
    method: "GET",
    path: "/api/render",
    areas,
    auth,
    summary: "The page that a device shows now: a one-bit BMP, or raw two bits per pixel for colour panels.",
    query: render,
    produces: ["image/bmp", "application/octet-stream"],
    limit: limits.render,
    picture: { failure: 200, shape: (query) => shapeOf(query, { service, panels }, "device") },
    handle: async (request) => {
      const { method, query, mac, area, principal } = request
      const device = deviceIn(mac, principal)
      const asking: RenderRequest = Object.assign(requestOf(query, request, dialect, needs), {
        token: device?.token,
        origin: originOf(request),
        anonymous: principal?.anonymous === true,
        // Without a device it is a preview by another name.
        stranger: device || !isAnonymous(principal) ? undefined : strangerOf(dialect),
      })
      const unknown = unknownHeader(previews, mac, query, request)
      // A HEAD and an admin only peek: they reserve nothing.
      if (mac !== undefined && (principal?.kind === "admin" || (device && method === "HEAD"))) {
        const peek = await renders.peek({ realm: area.realm, mac }, asking)
        return reply((await peek.draw()).picture, unknown)
      }
      if (!device) {
        const picture = await previews.anonymous(asking, method === "HEAD")
        const sent = (whole: boolean): void => {
          if (whole && method !== "HEAD") rendered({ realm: area.realm, mac: undefined, picture })
        }
        return { ...reply(picture, { ...retryHeader(picture.isFallback), ...unknown }), sent }
      }
      const lease = await renders.reserve({ realm: area.realm, mac: device.mac }, asking)
      return {
        ...reply(lease.picture, { ...leaseHeaders(lease), ...unknown }),
        sent: (whole) => void (whole ? lease.commit() : lease.release()),
      }
    },
  })
}

function retryHeader(retry: boolean): Readonly<Record<string, string>> {
  return retry ? { "x-content-fallback": "1" } : {}
}

function leaseHeaders({ flags, refreshMinutes }: Lease): Readonly<Record<string, string>> {
  return {
    ...retryHeader(flags.retry),
    "x-refresh-minutes": String(refreshMinutes),
    ...(flags.refresh && { "x-pending-refresh": "1" }),
    ...(flags.redraw && { "x-preview-push": "1" }),
  }
}

const intentAnswer = z.strictObject({
  cache_hit: z.boolean(),
  usage_source: z.string(),
  persona: z.string().describe("Id of the mode that would be shown."),
  requires_invite_code: z.boolean(),
  llm_mode_requires_quota: z.boolean(),
})

/** The preview of a screen by its people, who look at all modes on it and type into forms: more a minute than for anybody. */
const SCREEN_PREVIEW = {
  path: "/api/device/:mac/preview",
  auth: { anyOf: ["member", "admin"] },
  limit: { name: "screen-preview", perMinute: 300 },
  params: macParams,
} as const

interface PreviewPlace {
  readonly path: string
  readonly auth: Auth
  readonly limit: RouteLimit
  readonly params?: typeof macParams
}

function previewRoute(dialect: Dialect, needs: RouteNeeds, place: PreviewPlace): Route {
  const { areas, preview } = dialect
  const { previews, service, panels } = needs
  return defineRoute({
    ...place,
    method: "GET",
    areas,
    summary:
      "The same page as a PNG for a browser, with trial settings; changes nothing. With text=1 what it says, as text; with intent=1 only the mode that it would show, as JSON.",
    query: preview,
    response: intentAnswer,
    produces: ["image/png", "text/plain", "application/json"],
    picture: { failure: 500, shape: (query) => shapeOf(query, { service, panels }, "png") },
    handle: async (request) => {
      const { query, mac } = request
      const asking = viewedBy(request, dialect, needs)
      const options = previewOptions(query, request.principal)
      if (query.intent) return { body: intended(await previews.intent(mac, asking, options)) }
      const { picture } = await previews.preview(mac, asking, options)
      const headers = {
        "x-preview-bypass": query.no_cache ? "1" : "0",
        "x-preview-status": statusOf(picture),
        "x-llm-required": "0",
        ...unknownHeader(previews, mac, query, request),
        ...messageHeader(picture, request.principal),
      }
      const status = picture.origin === "notice" ? 500 : 200
      if (query.text) return { status, type: "text/plain; charset=utf-8", headers, body: picture.text }
      return { ...reply(picture, headers), status }
    },
  })
}

/** Header that reports an unknown mode in the query, so that a misspelt name is noticed. Where a mode's name can also be a tone, every name is known. */
function unknownHeader(
  previews: Previews,
  mac: string | undefined,
  { persona, tone }: Pick<RenderQuery, "persona" | "tone">,
  { area }: Pick<RouteRequest, "area">,
): Readonly<Record<string, string>> {
  const id = tone === "persona" ? undefined : previews.unknownMode(mac, { area, mode: persona })
  return id === undefined ? {} : { "x-mode-unknown": id }
}

const MAX_MESSAGE = 300

/** Header with the sentence of what failed, percent-encoded; not for strangers, who must not learn what a server is set up with. */
function messageHeader(
  { failure, failureMessage }: Picture,
  principal: Principal | undefined,
): Readonly<Record<string, string>> {
  if (failure === undefined || failureMessage === undefined || isAnonymous(principal)) return {}
  return { "x-render-message": encodeURIComponent(failureMessage.slice(0, MAX_MESSAGE).toWellFormed()) }
}

/** Maximum wait of an anonymous caller in the queue. */
const ANONYMOUS_WAIT_MS = 3_000

/** The caller's turn in the work queues; queued work is dropped when the caller disconnects. `savesFreely`: anonymous callers may save settings. */
function turnFor(request: Pick<RouteRequest, "principal" | "address" | "signal">, savesFreely: boolean): Turn {
  const { principal, address } = request
  const place = addressPlace(address)
  return {
    caller: principal?.subject ?? `address/${place}`,
    get signal() {
      return request.signal
    },
    ...(isAnonymous(principal) && { waitMs: ANONYMOUS_WAIT_MS }),
    anonymous: isAnonymous(principal) || principal?.unclaimed === true,
    ...(savesFreely && { allowance: place }),
  }
}

/** The request of a preview. */
function viewedBy(
  request: Pick<RouteRequest<PreviewQuery>, "query" | "area" | "principal" | "address" | "signal">,
  dialect: Dialect,
  needs: RouteNeeds,
): RenderRequest {
  return {
    ...requestOf(request.query, request, dialect, needs),
    user: request.principal?.user,
    ...(isAnonymous(request.principal) && { stranger: strangerOf(dialect) }),
  }
}

/** What a caller without a credential may see. */
function strangerOf({ photoPixels }: Dialect): NonNullable<RenderRequest["stranger"]> {
  return photoPixels === undefined ? {} : { photoPixels }
}

/** Whether a caller has no credential, or one that anybody can obtain. */
function isAnonymous(principal: Principal | undefined): boolean {
  return principal === undefined || principal.anonymous === true
}

/** Response that existing pages request before a preview; this server has no quotas and no invite codes. */
function intended(mode: string): z.output<typeof intentAnswer> {
  return {
    cache_hit: false,
    usage_source: "server_api_key",
    persona: mode,
    requires_invite_code: false,
    llm_mode_requires_quota: false,
  }
}

function streamRoute(dialect: Dialect, needs: RouteNeeds): Route {
  const { areas, previewAuth: auth, preview, limits } = dialect
  const { previews, log } = needs
  return defineRoute({
    method: "GET",
    path: "/api/preview/stream",
    areas,
    auth,
    summary:
      'The same preview as server-sent events: "status" while it is drawn, then "result" with the picture, or "error".',
    query: preview,
    produces: ["text/event-stream"],
    limit: limits.preview,
    handle: (request) => {
      const { query, mac } = request
      return {
        // Proxies must not buffer the events.
        headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
        type: "text/event-stream; charset=utf-8",
        body: streamed(
          () => previews.preview(mac, viewedBy(request, dialect, needs), previewOptions(query, request.principal)),
          query.lang ?? query.ui_language,
          log,
        ),
      }
    },
  })
}

function reply(picture: Picture, headers: Readonly<Record<string, string>> = {}): Reply {
  const all: Record<string, string> = {}
  // A pushed picture has no ETag, so that it is never answered with 304.
  if (headers["x-preview-push"] === undefined) all.etag = picture.etag
  all["x-render-time-ms"] = String(Math.round(picture.contentMs + picture.drawMs))
  all["x-cache-hit"] = picture.cached ? "1" : "0"
  // Newer firmware reads it.
  all["x-mode-id"] = picture.mode ?? ""
  Object.assign(all, headers)
  if (picture.failure !== undefined) all["x-render-error"] = picture.failure
  return { type: picture.type, body: picture.bytes, headers: all }
}
