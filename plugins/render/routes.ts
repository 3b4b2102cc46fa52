import { z } from "platen/sdk"
import { TOKENS } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, originOf } from "platen/sdk/kit"
import type { Log, RenderEvent, Service } from "platen/sdk"
import type { Auth, Principal, RawQuery, Reply, Route, RouteLimit, RouteRequest } from "platen/sdk/http"
import type { Picture, Turn } from "platen/sdk/mode"
import { corePreviewQuery, coreRenderQuery, previewQuery, renderQuery, shapeOf } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import type { Caller, Rendering } from "./service.js"
import { statusOf, streamed } from "./stream.js"

export interface RouteNeeds {
  readonly rendering: Rendering
  readonly service: Service
  readonly log: Log
  rendered(event: RenderEvent): void
}

/** The parameters and rules of an edition for its page routes. */
interface Dialect {
  readonly realm: string
  /** Authentication of a render, and of a preview. */
  readonly auth: Auth
  readonly previewAuth: Auth
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  /** Rate limits per caller. */
  readonly limits: { readonly render: RouteLimit; readonly preview: RouteLimit }
  /** Maximum pixels of an anonymous preview with photographs. */
  readonly photoPixels?: number
  /** The caller of a render, whose document it may change. */
  caller(mac: string | undefined, principal: Principal | undefined): Caller
}

const named = ({ mac }: RawQuery): boolean => mac !== undefined && mac !== ""

/** Anonymous renders are counted per named device: the screens of one house share one address. */
const LIMITS = {
  render: { name: "render", perMinute: 30, perDevice: true },
  preview: { name: "preview", perMinute: 60 },
} as const

const DIALECTS: readonly Dialect[] = [
  {
    realm: "extended",
    render: renderQuery,
    preview: previewQuery,
    caller: (_, principal) => callerOf(principal),
    auth: { anyOf: ["token", "admin"], when: named },
    previewAuth: { anyOf: ["device", "member", "admin"], when: named },
    photoPixels: 800 * 480,
    limits: LIMITS,
  },
  // No credentials in this edition: a caller that names a device acts as that device.
  {
    realm: "core",
    auth: "open",
    previewAuth: "open",
    render: coreRenderQuery,
    preview: corePreviewQuery,
    caller: (mac) => ({ mac }),
    limits: LIMITS,
  },
]

/** A caller with a device token; an admin may only look. */
function callerOf(principal: Principal | undefined): Caller {
  if (principal?.policy !== "device") return { mac: undefined }
  return { mac: principal.mac, token: principal.token, provisional: principal.provisional }
}

/** The routes that return a page. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return DIALECTS.flatMap((dialect) => [
    renderRoute(dialect, needs),
    previewRoute(dialect, needs),
    ...(dialect.realm === "extended" ? [streamRoute(dialect, needs)] : []),
  ])
}

function renderRoute(
  { realm: id, auth, render, limits, caller: callerIn }: Dialect,
  { rendering, service, rendered }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/render",
    areas: [id],
    auth,
    summary: "The page that a device shows now: a one-bit BMP, or raw two bits per pixel for colour panels.",
    query: render,
    produces: ["image/bmp", "application/octet-stream"],
    limit: limits.render,
    picture: { failure: 200, shape: (query) => shapeOf(query, service, "device") },
    handle: async (request) => {
      const { method, query, mac, area, principal } = request
      const caller: Caller = {
        ...callerIn(mac, principal),
        origin: originOf(request),
        turn: turnFor(request),
        anonymous: principal?.anonymous === true,
      }
      const unknown = unknownHeader(rendering.unknownMode(query, area, mac))
      // A HEAD and an admin only peek: they reserve nothing.
      if (principal?.policy === "admin")
        return reply(await rendering.peek(query, area, { mac, turn: turnFor(request) }), unknown)
      if (method === "HEAD") return reply(await rendering.peek(query, area, caller), unknown)
      const { picture, headers, sent } = await rendering.device(query, area, caller)
      const onSent = (whole: boolean): void => {
        sent(whole)
        // A picture that did not arrive was not shown; an unconfirmed caller is not that device yet.
        if (whole)
          rendered({
            realm: area.realm,
            mac: caller.provisional ? undefined : caller.mac,
            isStill: (device) =>
              caller.token === undefined || device.get(TOKENS).tokens.some(({ value }) => value === caller.token),
            picture,
          })
      }
      return { ...reply(picture, { ...headers, ...unknown }), sent: onSent }
    },
  })
}

const intentAnswer = z.strictObject({
  cache_hit: z.boolean(),
  usage_source: z.string(),
  persona: z.string().describe("Id of the mode that would be shown."),
  requires_invite_code: z.boolean(),
  llm_mode_requires_quota: z.boolean(),
})

function previewRoute(
  { realm: id, previewAuth: auth, preview, limits, photoPixels }: Dialect,
  { rendering, service }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/preview",
    areas: [id],
    auth,
    summary:
      "The same page as a PNG for a browser, with trial settings; changes nothing. With intent=1 only the mode that it would show, as JSON.",
    query: preview,
    response: intentAnswer,
    produces: ["image/png", "application/json"],
    limit: limits.preview,
    picture: { failure: 500, shape: (query) => shapeOf(query, service, "png") },
    handle: async (request) => {
      const { query, area } = request
      const caller = viewerOf(request, photoPixels)
      if (query.intent) return { body: intended(await rendering.intent(query, area, caller)) }
      const { picture } = await rendering.preview(query, area, caller)
      const headers = {
        "x-preview-bypass": query.no_cache ? "1" : "0",
        "x-preview-status": statusOf(picture),
        "x-llm-required": "0",
        ...unknownHeader(rendering.unknownMode(query, area, request.mac)),
      }
      return { ...reply(picture, headers), ...(picture.origin === "notice" && { status: 500 }) }
    },
  })
}

/** Header that reports an unknown mode in the query, so that a misspelt name is noticed. */
function unknownHeader(id: string | undefined): Readonly<Record<string, string>> {
  return id === undefined ? {} : { "x-mode-unknown": id }
}

/** Maximum wait of an anonymous caller in the queue. */
const ANONYMOUS_WAIT_MS = 3_000

/** The caller's turn in the work queues; queued work is dropped when the caller disconnects. */
function turnFor(request: Pick<RouteRequest, "principal" | "address" | "signal">): Turn {
  const { principal, address } = request
  return {
    caller: principal?.subject ?? `address/${addressPlace(address)}`,
    get signal() {
      return request.signal
    },
    ...(isAnonymous(principal) && { waitMs: ANONYMOUS_WAIT_MS }),
  }
}

/** The caller of a preview. */
function viewerOf(
  request: Pick<RouteRequest, "mac" | "principal" | "address" | "signal">,
  photoPixels: number | undefined,
): Caller {
  return {
    mac: request.mac,
    turn: turnFor(request),
    ...(isAnonymous(request.principal) && { stranger: photoPixels === undefined ? {} : { photoPixels } }),
  }
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

function streamRoute(
  { realm: id, previewAuth: auth, preview, limits, photoPixels }: Dialect,
  { rendering, log }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/preview/stream",
    areas: [id],
    auth,
    summary:
      'The same preview as server-sent events: "status" while it is drawn, then "result" with the picture, or "error".',
    query: preview,
    produces: ["text/event-stream"],
    limit: limits.preview,
    handle: (request) => {
      const { query, area } = request
      return {
        // Proxies must not buffer the events.
        headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
        type: "text/event-stream; charset=utf-8",
        body: streamed(
          () => rendering.preview(query, area, viewerOf(request, photoPixels)),
          query.lang ?? query.ui_language,
          log,
        ),
      }
    },
  })
}

function reply(picture: Picture, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    type: picture.type,
    body: picture.bytes,
    headers: {
      // A pushed picture has no ETag, so that it is never answered with 304.
      ...(headers["x-preview-push"] === undefined && { etag: picture.etag }),
      "x-render-time-ms": String(Math.round(picture.contentMs + picture.drawMs)),
      "x-cache-hit": picture.cached ? "1" : "0",
      ...headers,
      ...(picture.failure !== undefined && { "x-render-error": picture.failure }),
    },
  }
}
