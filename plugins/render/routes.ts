import { defineRoute } from "platen/sdk"
import type { Picture, RenderEvent, Reply, Route, Service } from "platen/sdk"
import { previewQuery, renderQuery, shapeOf } from "./query.js"
import type { Rendering } from "./service.js"

export interface RouteNeeds {
  readonly rendering: Rendering
  readonly service: Service
  rendered(event: RenderEvent): void
}

/** The calls that answer with a page. */
export function routes({ rendering, service, rendered }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/render",
      editions: ["extended"],
      auth: { anyOf: ["device"], when: ({ mac }) => mac !== undefined && mac !== "" },
      summary: "The page a device shows now: a one-bit BMP, or raw two bits a pixel for colour panels.",
      query: renderQuery,
      picture: { failure: 200, shape: (query) => shapeOf(query, service, "device") },
      handle: async ({ query, edition, principal }) => {
        const picture = await rendering.render(query, edition, principal)
        rendered({ edition: edition.id, mac: principal?.mac as string | undefined, picture })
        return reply(picture, {
          ...(picture.standIn && { "x-content-fallback": "1" }),
          ...failureHeader(picture),
        })
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/preview",
      editions: ["extended"],
      auth: { anyOf: ["device"], when: ({ mac }) => mac !== undefined && mac !== "" },
      summary: "The same page as a PNG for a browser; changes nothing.",
      query: previewQuery,
      picture: { failure: 500, shape: (query) => shapeOf(query, service, "png") },
      handle: async ({ query, edition }) => {
        const picture = await rendering.preview(query, edition)
        return { ...reply(picture, failureHeader(picture)), ...(picture.origin === "notice" && { status: 500 }) }
      },
    }),
  ]
}

function failureHeader({ failure }: Picture): Readonly<Record<string, string>> {
  return failure === undefined ? {} : { "x-render-error": failure }
}

function reply(picture: Picture, headers: Readonly<Record<string, string>>): Reply {
  return {
    type: picture.type,
    body: picture.bytes,
    headers: {
      etag: picture.etag,
      "x-render-time-ms": String(Math.round(picture.contentMs + picture.drawMs)),
      "x-cache-hit": picture.cached ? "1" : "0",
      ...headers,
    },
  }
}
