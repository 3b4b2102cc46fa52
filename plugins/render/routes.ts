import { defineRoute } from "platen/sdk"
import type { Auth, Picture, Principal, RawQuery, RenderEvent, Reply, Route, Service, z } from "platen/sdk"
import { corePreviewQuery, coreRenderQuery, previewQuery, renderQuery, shapeOf } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import { macOf } from "./service.js"
import type { Caller, Rendering } from "./service.js"

export interface RouteNeeds {
  readonly rendering: Rendering
  readonly service: Service
  rendered(event: RenderEvent): void
}

/** How an edition asks for a page. */
interface Dialect {
  readonly edition: string
  /** Of a render, and of a preview. */
  readonly auth: Auth
  readonly look: Auth
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  /** Who a render is for, and whose document it may change. */
  caller(query: RenderQuery, principal: Principal | undefined): Caller
}

const named = ({ mac }: RawQuery): boolean => mac !== undefined && mac !== ""

const DIALECTS: readonly Dialect[] = [
  { edition: "extended", auth: { anyOf: ["token", "admin"], when: named }, look: { anyOf: ["device", "member", "admin"], when: named }, render: renderQuery, preview: previewQuery, caller: (_, principal) => callerOf(principal) },
  // No credentials there: whoever names a device is that device.
  { edition: "core", auth: "open", look: "open", render: coreRenderQuery, preview: corePreviewQuery, caller: (query) => ({ mac: macOf(query) }) },
]

/** A device that shows its token; an admin looks only. */
function callerOf(principal: Principal | undefined): Caller {
  if (principal?.policy !== "device") return { mac: undefined }
  return { mac: principal.mac as string, token: principal.token as string, provisional: principal.provisional as boolean }
}

/** The calls that answer with a page. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return DIALECTS.flatMap((dialect) => [renderRoute(dialect, needs), previewRoute(dialect, needs)])
}

function renderRoute({ edition: id, auth, render, caller: callerIn }: Dialect, { rendering, service, rendered }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/render",
    editions: [id],
    auth,
    summary: "The page a device shows now: a one-bit BMP, or raw two bits a pixel for colour panels.",
    query: render,
    picture: { failure: 200, shape: (query) => shapeOf(query, service, "device") },
    handle: async ({ method, query, edition, principal, headers: asked, secure }) => {
      const caller = callerIn(query, principal)
      // A HEAD asks what there would be, and so does an admin: they take nothing.
      if (method === "HEAD" || principal?.policy === "admin") return reply(await rendering.look(query, edition, macOf(query)))
      const { picture, headers, sent } = await rendering.device(query, edition, { ...caller, ...(asked.host !== undefined && { origin: `${secure ? "https" : "http"}://${asked.host}` }) })
      const told = (whole: boolean): void => {
        sent(whole)
        // What did not arrive was not shown, and who is not confirmed is not that device yet.
        if (whole) rendered({ edition: edition.id, mac: caller.provisional ? undefined : caller.mac, picture })
      }
      return { ...reply(picture, headers), sent: told }
    },
  })
}

function previewRoute({ edition: id, look: auth, preview }: Dialect, { rendering, service }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/preview",
    editions: [id],
    auth,
    summary: "The same page as a PNG for a browser; changes nothing.",
    query: preview,
    picture: { failure: 500, shape: (query) => shapeOf(query, service, "png") },
    handle: async ({ query, edition }) => {
      const picture = await rendering.preview(query, edition, macOf(query))
      return { ...reply(picture), ...(picture.origin === "notice" && { status: 500 }) }
    },
  })
}

function reply(picture: Picture, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    type: picture.type,
    body: picture.bytes,
    headers: {
      etag: picture.etag,
      "x-render-time-ms": String(Math.round(picture.contentMs + picture.drawMs)),
      "x-cache-hit": picture.cached ? "1" : "0",
      ...headers,
      ...(picture.failure !== undefined && { "x-render-error": picture.failure }),
    },
  }
}
