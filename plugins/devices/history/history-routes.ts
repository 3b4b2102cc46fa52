import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { integerParam, macParams, paging } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Devices, PageOwner, PageRequest } from "platen/sdk/device"
import type { RawQuery, Route } from "platen/sdk/http"
import type { Draw, DrawRequest } from "platen/sdk/mode"
import { AREAS, fitting, LIMIT, more, publicPart, shownPage, STEERING } from "./answers.js"
import type { Library } from "./service.js"

interface Needs {
  readonly library: Library
  readonly devices: Pick<Devices, "get">
  readonly draw: Draw
  readonly service: Service
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
}

const SIZE = {
  w: integerParam(400, 1600, 800).describe("Width in pixels."),
  h: integerParam(300, 900, 450).describe("Height in pixels."),
}
const DEFAULT_SIZE = { w: 800, h: 450 } as const

const remembered = z.strictObject({
  id: z.string().describe("Id of this row."),
  ...shownPage,
  is_favorite: z.boolean(),
  favorite_id: z.string().nullable().describe("Id of the favorite, for DELETE."),
})

/** The routes of what a device has shown: its history, and the share card of the last page. */
export function historyRoutes({ library, devices, draw, service, pageRequest }: Needs): readonly Route[] {
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
        const wanted = mode !== undefined && mode !== "" ? { ...page, mode } : page
        const history = await library.history(area.realm, mac, wanted)
        const { rows, ...rest } = fitting(
          history.map((each) => ({
            id: each.id,
            ...publicPart(each),
            is_favorite: each.favorite !== undefined,
            favorite_id: each.favorite ?? null,
          })),
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

/** The requested size; the default where a value is invalid. */
function sizeIn(query: RawQuery): { readonly width: number; readonly height: number } {
  const [w, h] = [SIZE.w.safeParse(query.w), SIZE.h.safeParse(query.h)]
  return { width: w.data ?? DEFAULT_SIZE.w, height: h.data ?? DEFAULT_SIZE.h }
}
