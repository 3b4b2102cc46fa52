import { defineRoute, foldMac, macParams, paging, wholeNumber, z } from "platen/sdk"
import type { DrawRequest, Draw, Route, Service } from "platen/sdk"
import type { Library, Shown } from "./service.js"

export interface RouteNeeds {
  readonly library: Library
  readonly draw: Draw
  readonly service: Service
}

const EDITIONS = ["extended"]
const STEERING = { anyOf: ["device", "member", "admin"] }

/** What devices were shown: listed, liked, given on. */
export function routes({ library, draw, service }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST", path: "/api/device/:mac/favorite", editions: EDITIONS, auth: STEERING, params: macParams,
      summary: "Likes what the device shows, or what it last showed of a mode.",
      body: z.object({ mode: z.string().max(100).optional() }).optional().default({}),
      handle: async ({ params: { mac }, body, edition }) => {
        const { id, mode } = await library.like(edition.id, mac, body.mode)
        return { body: { ok: true, message: body.mode === undefined ? "Content favorited" : "Mode favorited", mode_id: mode, id } }
      },
    }),
    defineRoute({
      method: "DELETE", path: "/api/device/:mac/favorite/:id", editions: EDITIONS, auth: STEERING,
      params: z.object({ mac: z.string().transform(foldMac), id: z.string() }) as unknown as z.ZodType<{ mac: string; id: string }>,
      summary: "Likes it no more.",
      handle: async ({ params: { mac, id }, edition }) => {
        await library.unlike(edition.id, mac, id)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "GET", path: "/api/device/:mac/favorites", editions: EDITIONS, auth: STEERING, params: macParams,
      summary: "What was liked, newest first.",
      query: z.object({ limit: paging(100, 30).limit }),
      handle: async ({ params: { mac }, query, edition }) => ({
        body: { mac, favorites: (await library.favorites(edition.id, mac, query.limit)).map(({ id, time, row }) => ({ id, ...told(row), time: new Date(time).toISOString() })) },
      }),
    }),
    defineRoute({
      method: "GET", path: "/api/device/:mac/history", editions: EDITIONS, auth: STEERING, params: macParams,
      summary: "What was shown, newest first.",
      query: z.object({ ...paging(100, 30), mode: z.string().max(100).optional() }),
      handle: async ({ params: { mac }, query: { mode, ...page }, edition }) => ({
        body: {
          mac,
          history: (await library.history(edition.id, mac, { ...page, ...(mode !== undefined && mode !== "" && { mode: mode.trim().toUpperCase() }) }))
            .map(({ id, time, row, favorite }) => ({ id, ...told(row), is_favorite: favorite, time: new Date(time).toISOString() })),
        },
      }),
    }),
    defineRoute({
      method: "GET", path: "/api/device/:mac/share", editions: EDITIONS, auth: STEERING, params: macParams,
      summary: "What was shown last, as a picture to send to somebody.",
      query: z.object({ w: wholeNumber(400, 1600, 800), h: wholeNumber(300, 900, 450) }),
      picture: { failure: 500, shape: () => ({ width: 800, height: 450, palette: "bw", codec: "png", language: service.defaults.language }) },
      handle: async ({ params: { mac }, query: { w, h }, edition }) => {
        const { mode, data } = await library.last(edition.id, mac)
        const { language, timeZone } = service.defaults
        const request: DrawRequest = { modes: [mode], scopes: [`device/${mac}`], language, timeZone, width: w, height: h, palette: "bw", codec: "png", preview: true, data }
        const picture = await draw.picture(request)
        return { type: picture.type, body: picture.bytes, headers: { etag: picture.etag, ...(picture.failure !== undefined && { "x-render-error": picture.failure }) }, ...(picture.origin === "notice" && { status: 500 }) }
      },
    }),
  ]
}

function told({ mode, data }: Shown): { readonly mode_id: string; readonly content: unknown } {
  return { mode_id: mode, content: data }
}
