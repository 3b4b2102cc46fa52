import { z } from "platen/sdk"
import { defineRoute, originOf } from "platen/sdk/http"
import { addressPlace } from "platen/sdk/kit"
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

/** How an edition asks for a page. */
interface Dialect {
  readonly edition: string
  /** Of a render, and of a preview. */
  readonly auth: Auth
  readonly previewAuth: Auth
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  /** Calls a minute of one caller. */
  readonly limits: { readonly render: RouteLimit; readonly preview: RouteLimit }
  /** Pixels of a page on which a preview for somebody without a credential has photographs. */
  readonly photoPixels?: number
  /** Who a render is for, and whose document it may change. */
  caller(mac: string | undefined, principal: Principal | undefined): Caller
}

const named = ({ mac }: RawQuery): boolean => mac !== undefined && mac !== ""

/** Of callers who may be anybody each device that they name is counted apart: screens of one house stand behind one address. */
const LIMITS = {
  render: { name: "render", perMinute: 30, perDevice: true },
  preview: { name: "preview", perMinute: 60 },
} as const

const DIALECTS: readonly Dialect[] = [
  {
    edition: "extended",
    render: renderQuery,
    preview: previewQuery,
    caller: (_, principal) => callerOf(principal),
    auth: { anyOf: ["token", "admin"], when: named },
    previewAuth: { anyOf: ["device", "member", "admin"], when: named },
    photoPixels: 800 * 480,
    limits: LIMITS,
  },
  // No credentials there: whoever names a device is that device.
  {
    edition: "core",
    auth: "open",
    previewAuth: "open",
    render: coreRenderQuery,
    preview: corePreviewQuery,
    caller: (mac) => ({ mac }),
    limits: LIMITS,
  },
]

/** A device that shows its token; an admin looks only. */
function callerOf(principal: Principal | undefined): Caller {
  if (principal?.policy !== "device") return { mac: undefined }
  return { mac: principal.mac, token: principal.token, provisional: principal.provisional }
}

/** The calls that answer with a page. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return DIALECTS.flatMap((dialect) => [
    renderRoute(dialect, needs),
    previewRoute(dialect, needs),
    ...(dialect.edition === "extended" ? [streamRoute(dialect, needs)] : []),
  ])
}

function renderRoute(
  { edition: id, auth, render, limits, caller: callerIn }: Dialect,
  { rendering, service, rendered }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/render",
    editions: [id],
    auth,
    summary: "The page a device shows now: a one-bit BMP, or raw two bits a pixel for colour panels.",
    query: render,
    produces: ["image/bmp", "application/octet-stream"],
    limit: limits.render,
    picture: { failure: 200, shape: (query) => shapeOf(query, service, "device") },
    handle: async (request) => {
      const { method, query, mac, edition, principal } = request
      const caller: Caller = {
        ...callerIn(mac, principal),
        origin: originOf(request),
        turn: turnFor(request),
        anonymous: principal?.anonymous === true,
      }
      const unknown = unknownHeader(rendering.unknownMode(query, edition, mac))
      // A HEAD asks what there would be, and so does an admin: they take nothing.
      if (principal?.policy === "admin")
        return reply(await rendering.peek(query, edition, { mac, turn: turnFor(request) }), unknown)
      if (method === "HEAD") return reply(await rendering.peek(query, edition, caller), unknown)
      const { picture, headers: said, sent } = await rendering.device(query, edition, caller)
      const told = (whole: boolean): void => {
        sent(whole)
        // What did not arrive was not shown, and who is not confirmed is not that device yet.
        if (whole)
          rendered({
            edition: edition.id,
            mac: caller.provisional ? undefined : caller.mac,
            isStill: ({ tokens }) => caller.token === undefined || tokens.some(({ value }) => value === caller.token),
            picture,
          })
      }
      return { ...reply(picture, { ...said, ...unknown }), sent: told }
    },
  })
}

const intentAnswer = z.strictObject({
  cache_hit: z.boolean(),
  usage_source: z.string(),
  persona: z.string().describe("The mode that would be shown."),
  requires_invite_code: z.boolean(),
  llm_mode_requires_quota: z.boolean(),
})

function previewRoute(
  { edition: id, previewAuth: auth, preview, limits, photoPixels }: Dialect,
  { rendering, service }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/preview",
    editions: [id],
    auth,
    summary:
      "The same page as a PNG for a browser, with what is tried out on it; changes nothing. With intent=1 only what it would show, as JSON.",
    query: preview,
    response: intentAnswer,
    produces: ["image/png", "application/json"],
    limit: limits.preview,
    picture: { failure: 500, shape: (query) => shapeOf(query, service, "png") },
    handle: async (request) => {
      const { query, edition } = request
      const caller = looker(request, photoPixels)
      if (query.intent) return { body: intended(await rendering.intent(query, edition, caller)) }
      const { picture } = await rendering.preview(query, edition, caller)
      const headers = {
        "x-preview-bypass": query.no_cache ? "1" : "0",
        "x-preview-status": statusOf(picture),
        "x-llm-required": "0",
        ...unknownHeader(rendering.unknownMode(query, edition, request.mac)),
      }
      return { ...reply(picture, headers), ...(picture.origin === "notice" && { status: 500 }) }
    },
  })
}

/** Says that a query names a mode that there is not: a misspelt name is not answered without a word. */
function unknownHeader(id: string | undefined): Readonly<Record<string, string>> {
  return id === undefined ? {} : { "x-mode-unknown": id }
}

/** A caller without a credential waits no longer for the pictures of others. */
const ANONYMOUS_WAIT_MS = 3_000

/** On whose behalf a call is: what still waits for a caller who hangs up is dropped. */
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

/** Who looks at a page. */
function looker(
  request: Pick<RouteRequest, "mac" | "principal" | "address" | "signal">,
  photoPixels: number | undefined,
): Caller {
  return {
    mac: request.mac,
    turn: turnFor(request),
    ...(isAnonymous(request.principal) && { stranger: photoPixels === undefined ? {} : { photoPixels } }),
  }
}

/** A caller without a credential, or with one that anybody gets. */
function isAnonymous(principal: Principal | undefined): boolean {
  return principal === undefined || principal.anonymous === true
}

/** What existing pages ask before they draw: nothing here costs anybody anything. */
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
  { edition: id, previewAuth: auth, preview, limits, photoPixels }: Dialect,
  { rendering, log }: RouteNeeds,
): Route {
  return defineRoute({
    method: "GET",
    path: "/api/preview/stream",
    editions: [id],
    auth,
    summary:
      'The same preview as events: "status" while it is drawn, then "result" with the picture in it, or "error".',
    query: preview,
    produces: ["text/event-stream"],
    limit: limits.preview,
    handle: (request) => {
      const { query, edition } = request
      return {
        // Whoever stands between must let each event through as it comes.
        headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
        type: "text/event-stream; charset=utf-8",
        body: streamed(
          () => rendering.preview(query, edition, looker(request, photoPixels)),
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
      // What was pushed is sent whole, whatever the caller says that it has.
      ...(headers["x-preview-push"] === undefined && { etag: picture.etag }),
      "x-render-time-ms": String(Math.round(picture.contentMs + picture.drawMs)),
      "x-cache-hit": picture.cached ? "1" : "0",
      ...headers,
      ...(picture.failure !== undefined && { "x-render-error": picture.failure }),
    },
  }
}
