import { BadInput, Invalid, z } from "platen/sdk"
import { deviceScope } from "platen/sdk/device"
import { unknownMode } from "platen/sdk/kit"
import type { Importer } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import type { Library } from "./service.js"

/** A favorite of another server. `at`: when it was added, milliseconds since 1970 in UTC. */
const favorite = z.object({
  mode: z.string().trim().toUpperCase().max(100),
  data: z.record(z.string(), z.unknown()),
  at: z.number(),
})

/** Takes over a favorite: `{ mode, data, at }`. */
export function favoriteImporter(library: Pick<Library, "keep">, modes: Pick<ModeCatalog, "get">): Importer {
  return {
    id: "favorites",
    take: async (data, { device, how, modes: coming }) => {
      if (!device) throw new BadInput("A favorite belongs to one device: name it.")
      const { data: given } = favorite.safeParse(data)
      if (!given) throw new Invalid("The favorite is wrong: it needs a mode, a content and a time.")
      const { realm, mac } = device
      if (!modes.get(given.mode, [deviceScope(realm, mac)]) && !coming.has(given.mode)) throw unknownMode(given.mode)
      return { result: (await library.keep(realm, mac, given, how === "check")) ? "taken" : "same", notes: [] }
    },
  }
}
