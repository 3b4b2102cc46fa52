import { field, inLanguage, PlatenError, z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { defineRoute } from "platen/sdk/http"
import { macParams, screenQuery, booleanParam } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { PictureShape, RawQuery, Route } from "platen/sdk/http"
import type { Widgets } from "./service.js"

export interface RouteNeeds {
  readonly widgets: Widgets
  readonly service: Pick<Service, "defaults">
  now(): number
}

const AREAS = ["extended", "widget"]
const READERS = { anyOf: ["widget", "device", "member", "admin"] }
const OWNERS = { anyOf: ["owner", "admin"] }
/** Shares the limit of previews, which cost the same. */
const LIMIT = { name: "preview", perMinute: 60 }
const SECONDS = 300
const SIZES = {
  small: { width: 200, height: 150 },
  medium: { width: 400, height: 300 },
  large: { width: 800, height: 480 },
} as const

const mode = z.string().max(100).optional().describe("Mode id; default: the first of the active config.")
/** Declared for the API description only: the policy reads it. */
const token = field(z.string().max(200), {
  label: { en: "Widget token, for clients that cannot send headers" },
  secret: true,
}).optional()
const pictureQuery = z.object({
  mode,
  token,
  size: z
    .enum(["small", "medium", "large"], "must be small, medium or large")
    .optional()
    .describe("200 x 150, 400 x 300 or 800 x 480 pixels, in place of w and h."),
  ...screenQuery,
})

/** Pixels of the named size, or else of w and h. */
function sizeOf({ size, w, h }: z.output<typeof pictureQuery>): { readonly width: number; readonly height: number } {
  return size === undefined ? { width: w, height: h } : SIZES[size]
}

function shapeOf(query: RawQuery, { defaults: { language } }: Pick<Service, "defaults">): PictureShape {
  const asked = pictureQuery.safeParse({ size: query.size, w: query.w, h: query.h })
  const shape = asked.success ? sizeOf(asked.data) : SIZES.medium
  return { ...shape, palette: "bw", codec: "png", language }
}

/** Routes of the widget and of its token. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [pictureRoute(needs), dataRoute(needs), ...tokenRoutes(needs)]
}

function pictureRoute({ widgets, service }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/widget/:mac",
    areas: AREAS,
    auth: READERS,
    params: macParams,
    limit: LIMIT,
    summary: "Draws a page of the device as a PNG. Read-only.",
    query: pictureQuery,
    produces: ["image/png"],
    picture: { failure: 500, shape: (query) => shapeOf(query, service) },
    handle: async ({ params: { mac }, query, area }) => {
      const { picture } = await widgets.page(area, mac, { mode: query.mode, ...sizeOf(query) })
      if (picture.origin === "notice")
        return {
          status: 500,
          type: picture.type,
          body: picture.bytes,
          headers: { "x-render-error": picture.failure ?? "draw-failed" },
        }
      return {
        type: picture.type,
        body: picture.bytes,
        headers: {
          etag: picture.etag,
          "cache-control": `private, max-age=${SECONDS}`,
          "x-inksight-mode": picture.mode ?? "",
          ...(picture.failure !== undefined && { "x-render-error": picture.failure }),
        },
      }
    },
  })
}

const dataAnswer = z.strictObject({
  mac: z.string(),
  mode_id: z.string(),
  display_name: z.string().describe("In the device's language."),
  icon: z.string().describe('Icon name; "" for none.'),
  updated_at: z.iso.datetime(),
  preview_url: z.string(),
  content: z.unknown().describe("Content of the page, as its mode returned it."),
})

function dataRoute({ widgets, now }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/widget/:mac/data",
    areas: AREAS,
    auth: READERS,
    params: macParams,
    limit: LIMIT,
    summary: "Returns the content of the widget's page as JSON.",
    query: z.object({ mode, token }),
    response: dataAnswer,
    handle: async ({ params: { mac }, query, area }) => {
      const { picture, mode: shown, language } = await widgets.page(area, mac, { mode: query.mode, ...SIZES.medium })
      if (!shown)
        throw new PlatenError(
          500,
          "draw-failed",
          "No page of the device could be drawn: see the server's log for the cause.",
        )
      const body: z.output<typeof dataAnswer> = {
        mac,
        mode_id: shown.id,
        display_name: inLanguage(shown.title, language),
        icon: shown.icon ?? "",
        updated_at: isoTime(now()),
        preview_url: `/api/preview?mac=${encodeURIComponent(mac)}&persona=${shown.id}`,
        content: picture.data,
      }
      return { headers: { "cache-control": `private, max-age=${SECONDS}` }, body }
    },
  })
}

function tokenRoutes({ widgets }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/widget-token",
      areas: AREAS,
      auth: OWNERS,
      params: macParams,
      summary:
        "Returns the widget token, which gives read-only access to the device's widget. regenerate=true replaces it.",
      query: z.object({
        regenerate: booleanParam.default(false).describe("Replaces the current token, which is then no longer valid."),
      }),
      response: z.strictObject({ ok: z.literal(true), token: z.string(), regenerated: z.boolean() }),
      handle: async ({ params: { mac }, query: { regenerate }, area }) => {
        const { token: value, made } = await widgets.token(area.realm, mac, regenerate)
        return { body: { ok: true, token: value, regenerated: regenerate && made } }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/device/:mac/widget-token",
      areas: AREAS,
      auth: OWNERS,
      params: macParams,
      summary: "Revokes the widget token.",
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac }, area }) => {
        await widgets.revoke(area.realm, mac)
        return { body: { ok: true } }
      },
    }),
  ]
}
