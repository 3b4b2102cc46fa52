import { CLOCK, definePlugin, LOG, SERVICE, STORE, z, OBSERVERS, onDispose } from "platen/sdk"
import { DEVICES, IMPORTERS, PAGE_REQUEST } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { backgroundTasks } from "platen/sdk/kit"
import { DRAW, MODES, MESSAGES } from "platen/sdk/mode"
import { favoriteImporter } from "./favorite-importer.js"
import { favoriteRoutes } from "./favorite-routes.js"
import { historyRoutes } from "./history-routes.js"
import { messages } from "./messages.js"
import { libraryOf } from "./service.js"

/** History, favorites and share cards of the pages that devices have shown. */
export default definePlugin({
  id: "library",
  config: z.strictObject({
    /** Number of history rows kept for each device. Favorites are kept separately. */
    keep: z.number().int().min(10).max(100_000).default(500),
    /** Days after which history rows are deleted. */
    days: z.number().int().min(1).max(3650).default(365),
  }),
  needs: {
    store: STORE,
    clock: CLOCK,
    log: LOG,
    devices: DEVICES,
    modes: MODES,
    draw: DRAW,
    service: SERVICE,
    pageRequest: PAGE_REQUEST,
  },
  setup: ({ store, clock, log, devices, modes, draw, service, pageRequest }, bounds) => {
    const library = libraryOf({ store, clock, devices, modes, ...bounds })
    const { after, settled } = backgroundTasks((fields) => log.warn(fields, "library-write.failed"))
    return [
      IMPORTERS.of(favoriteImporter(library, modes)),
      OBSERVERS.of({
        id: "library",
        render: (event) => after(library.remember(event), { mac: event.mac }),
        forgotten: ({ realm, mac }) => library.forget(realm, mac),
      }),
      ROUTES.of(...favoriteRoutes(library), ...historyRoutes({ library, devices, draw, service, pageRequest })),
      MESSAGES.of(messages),
      onDispose(settled),
    ]
  },
})
