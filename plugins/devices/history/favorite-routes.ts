import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { macParams, paging } from "platen/sdk/kit"
import type { Route } from "platen/sdk/http"
import { AREAS, fitting, LIMIT, more, publicPart, shownPage, STEERING } from "./answers.js"
import type { Library } from "./service.js"

const liked = z.strictObject({
  id: z.string().describe("Id of the favorite, for DELETE. The same content has the same id."),
  ...shownPage,
})

/** The routes that add, delete and list favorites. */
export function favoriteRoutes(library: Library): readonly Route[] {
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
        const favorites = await library.favorites(area.realm, mac, query)
        const { rows, ...rest } = fitting(favorites.map((each) => ({ id: each.id, ...publicPart(each) })))
        return { body: { mac, favorites: rows, ...rest } }
      },
    }),
  ]
}
