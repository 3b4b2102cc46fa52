import { defineRoute } from "platen/sdk"
import type { Auth, Picture, Principal, RawQuery, RenderEvent, Reply, Route, Service, z } from "platen/sdk"
import { corePreviewQuery, coreRenderQuery, previewQuery, renderQuery, shapeOf } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import { macOf } from "./service.js"
import type { Rendering } from "./service.js"

export interface RouteNeeds {
  readonly rendering: Rendering
  readonly service: Service
  rendered(event: RenderEvent): void
}

/** How an edition asks for a page. */
interface Dialect {
  readonly edition: string
  readonly auth: Auth
  readonly render: z.ZodType<RenderQuery>
  readonly preview: z.ZodType<PreviewQuery>
  /** The device that a render is of, and which it may change; undefined for none. */
  mac(query: RenderQuery, principal: Principal | undefined): string | undefined
}

const named = ({ mac }: RawQuery): boolean => mac !== undefined && mac !== ""

const DIALECTS: readonly Dialect[] = [
  { edition: "extended", auth: { anyOf: ["device"], when: named }, render: renderQuery, preview: previewQuery, mac: (_, principal) => principal?.mac as string | undefined },
  // No credentials there: whoever names a device is that device.
  { edition: "core", auth: "open", render: coreRenderQuery, preview: corePreviewQuery, mac: macOf },
]

/** The calls that answer with a page. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return DIALECTS.flatMap((dialect) => [renderRoute(dialect, needs), previewRoute(dialect, needs)])
}

function renderRoute({ edition: id, auth, render, mac: macIn }: Dialect, { rendering, service, rendered }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/render",
    editions: [id],
    auth,
    summary: "The page a device shows now: a one-bit BMP, or raw two bits a pixel for colour panels.",
    query: render,
    picture: { failure: 200, shape: (query) => shapeOf(query, service, "device") },
    handle: async ({ method, query, edition, principal }) => {
      const mac = macIn(query, principal)
      // A HEAD asks what there would be: it takes nothing.
      if (method === "HEAD") return reply(await rendering.look(query, edition, mac))
      const { picture, headers, sent } = await rendering.device(query, edition, mac)
      rendered({ edition: edition.id, mac, picture })
      return { ...reply(picture, headers), sent }
    },
  })
}

function previewRoute({ edition: id, auth, preview }: Dialect, { rendering, service }: RouteNeeds): Route {
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
