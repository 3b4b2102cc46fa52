import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import type { Turn } from "platen/sdk/mode"
import type { Locate } from "./locate.js"
import { playlistBody, playlistShown } from "./playlists.js"
import { savedBy, searching } from "./routes.js"
import type { Playlists } from "./playlists.js"

const BODY_BYTES = 64 << 10

/** The routes of playlists. */
export function playlistRoutes(
  playlists: Playlists,
  locate: (turn: Turn) => Locate,
  { pairing }: Service["security"],
): readonly Route[] {
  const shared = {
    path: "/api/device/:mac/playlist",
    areas: ["extended", "configs"],
    auth: { anyOf: ["owner", "member", "admin"] },
    params: macParams,
    limit: { name: "playlist", perMinute: 60 },
  } as const
  return [
    defineRoute({
      ...shared,
      method: "GET",
      summary: "Returns the playlist of a device: its modes, when each is shown, quiet hours and a pause.",
      response: playlistShown,
      handle: async ({ params: { mac }, area }) => ({ body: await playlists.shown(area.realm, mac) }),
    }),
    defineRoute({
      ...shared,
      method: "PUT",
      summary: "Saves the playlist of a device. Its config has the same modes, in order, and the same strategy.",
      body: playlistBody,
      bodyLimit: BODY_BYTES,
      response: playlistShown.extend({
        warnings: z
          .array(z.string())
          .optional()
          .describe("The values that were removed or have no effect yet, each with the reason."),
      }),
      handle: async ({ params: { mac }, body, area, principal, address }) => {
        const warnings = await playlists.save(
          area.realm,
          mac,
          body,
          savedBy(principal).lends,
          principal && locate(searching(principal, addressPlace(address), pairing)),
        )
        const shown = await playlists.shown(area.realm, mac)
        return { body: { ...shown, ...(warnings.length > 0 && { warnings: [...warnings] }) } }
      },
    }),
  ]
}
