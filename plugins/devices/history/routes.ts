import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { defineRoute } from "platen/sdk/http"
import { macParams, paging, integerParam } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Devices, PageOwner, PageRequest } from "platen/sdk/device"
import type { Auth, RawQuery, Route } from "platen/sdk/http"
import type { Draw, DrawRequest } from "platen/sdk/mode"
import type { Library, Shown } from "./service.js"

export interface RouteNeeds {
  readonly library: Library
  readonly devices: Pick<Devices, "get">
  readonly draw: Draw
  readonly service: Service
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
}

const AREAS = ["extended", "history"]
const STEERING: Auth = { anyOf: ["device", "member", "admin"] }
const SIZE = {
  w: integerParam(400, 1600, 800).describe("Width in pixels."),
  h: integerParam(300, 900, 450).describe("Height in pixels."),
}
const DEFAULT_SIZE = { w: 800, h: 450 } as const

const content = {
  mode_id: z.string(),
  content: z.unknown().describe("The content of the page, in the mode's own format."),
}
const liked = z.strictObject({
  id: z.string().describe("Id of the favorite, for DELETE. The same content has the same id."),
  ...content,
  time: z.iso.datetime(),
})
const remembered = liked.extend({
  id: z.string().describe("Id of this row."),
  is_favorite: z.boolean(),
  favorite_id: z.string().nullable().describe("Id of the favorite, for DELETE."),
})

/** Maximum size in bytes of the rows in an answer, as JSON. The caller requests the rest. */
const MAX_ANSWER_BYTES = 1 << 20
const LIMIT = { name: "library", perMinute: 60 }
const more = z
  .literal(true)
  .optional()
  .describe("The answer has reached its maximum size: request the rest from the offset of the first missing row.")

/** The routes of history, favorites and share cards. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [...favoriteRoutes(needs), ...shownRoutes(needs)]
}

function favoriteRoutes({ library }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/favorite",
      areas: AREAS,
      auth: STEERING,
      params: macParams,
      limit: LIMIT,
      summary: "Adds a favorite: what the device shows now, or what it last showed of a mode.",
      body: z
        .object({
          mode: z.string().trim().max(100).optional().describe("Mode id. Default: what the device shows now."),
        })
        .optional()
        .default({}),
      response: z.strictObject({ ok: z.literal(true), message: z.string(), mode_id: z.string(), id: z.string() }),
      handle: async ({ params: { mac }, body, area }) => {
        // Existing pages omit the mode or send "".
        const wanted = body.mode === "" ? undefined : body.mode
        const { id, mode } = await library.like(area.realm, mac, wanted)
        return {
          body: { ok: true, message: wanted === undefined ? "Content favorited" : "Mode favorited", mode_id: mode, id },
        }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/device/:mac/favorite/:id",
      areas: AREAS,
      auth: STEERING,
      params: macParams.and(
        z.object({ id: z.string().describe("Id of the favorite, as the list of favorites shows it.") }),
      ),
      summary: "Deletes a favorite.",
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, id }, area }) => {
        await library.unlike(area.realm, mac, id)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/favorites",
      areas: AREAS,
      auth: STEERING,
      params: macParams,
      summary: "Lists the favorites of a device, newest first.",
      query: z.object(paging(100, 30)),
      limit: LIMIT,
      response: z.strictObject({ mac: z.string(), favorites: z.array(liked), more }),
      handle: async ({ params: { mac }, query, area }) => {
        const { rows, ...rest } = fitting(
          (await library.favorites(area.realm, mac, query)).map(({ id, time, row }) => ({
            id,
            ...publicPart(row),
            time: isoTime(time),
          })),
        )
        return { body: { mac, favorites: rows, ...rest } }
      },
    }),
  ]
}

function shownRoutes({ library, devices, draw, service, pageRequest }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/history",
      areas: AREAS,
      auth: STEERING,
      params: macParams,
      summary: "Lists what the device has shown, newest first.",
      query: z.object({
        ...paging(100, 30),
        mode: z.string().trim().toUpperCase().max(100).optional().describe("Mode id: returns only rows of this mode."),
      }),
      limit: LIMIT,
      response: z.strictObject({ mac: z.string(), history: z.array(remembered), more }),
      handle: async ({ params: { mac }, query: { mode, ...page }, area }) => {
        const { rows, ...rest } = fitting(
          (await library.history(area.realm, mac, { ...page, ...(mode !== undefined && mode !== "" && { mode }) })).map(
            ({ id, time, row, favorite }) => ({
              id,
              ...publicPart(row),
              time: isoTime(time),
              is_favorite: favorite !== undefined,
              favorite_id: favorite ?? null,
            }),
          ),
        )
        return { body: { mac, history: rows, ...rest } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/share",
      areas: AREAS,
      auth: STEERING,
      params: macParams,
      summary: "Returns what the device showed last, as a share card.",
      query: z.object(SIZE),
      produces: ["image/png"],
      limit: { name: "preview", perMinute: 60 },
      picture: {
        failure: 500,
        shape: (query) => ({ ...sizeIn(query), palette: "bw", codec: "png", language: service.defaults.language }),
      },
      handle: async ({ params: { mac }, query: { w, h }, area }) => {
        const {
          time,
          row: { mode, data },
        } = await library.last(area.realm, mac)
        const device = await devices.get(area.realm, mac)
        const request: DrawRequest = {
          ...pageRequest([mode], { realm: area.realm, mac, device }),
          width: w,
          height: h,
          palette: "bw",
          codec: "png",
          purpose: "card",
          data,
          at: time,
        }
        const picture = await draw.picture(request)
        return {
          type: picture.type,
          body: picture.bytes,
          headers: { etag: picture.etag, ...(picture.failure !== undefined && { "x-render-error": picture.failure }) },
          ...(picture.origin === "notice" && { status: 500 }),
        }
      },
    }),
  ]
}

/** The leading rows that fit into one answer, at least one. */
function fitting<T>(all: readonly T[]): { readonly rows: readonly T[]; readonly more?: true } {
  let bytes = 0
  const end = all.findIndex((row, i) => (bytes += Buffer.byteLength(JSON.stringify(row))) > MAX_ANSWER_BYTES && i > 0)
  return end < 0 ? { rows: all } : { rows: all.slice(0, end), more: true }
}

/** The requested size; the default where a value is invalid. */
function sizeIn(query: RawQuery): { readonly width: number; readonly height: number } {
  const [w, h] = [SIZE.w.safeParse(query.w), SIZE.h.safeParse(query.h)]
  return { width: w.data ?? DEFAULT_SIZE.w, height: h.data ?? DEFAULT_SIZE.h }
}

/** The public part of a row: a mode's private keys begin with "_". */
function publicPart({ mode, data }: Shown): { readonly mode_id: string; readonly content: unknown } {
  const plain = typeof data === "object" && data !== null && !Array.isArray(data)
  return {
    mode_id: mode,
    content: plain ? Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_"))) : data,
  }
}
