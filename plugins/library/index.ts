import { backgroundTasks, CLOCK, definePlugin, DEVICES, DRAW, LOG, MODES, SERVICE, STORE, z } from "platen/sdk"
import { messages } from "./messages.js"
import { routes } from "./routes.js"
import { libraryOf } from "./service.js"

/** What devices were shown: kept, listed, liked, given on. */
export default definePlugin({
  id: "library",
  config: z.strictObject({
    /** Rows that are kept of each device; what is liked is kept beside them. */
    keep: z.number().int().min(10).max(100_000).default(500),
    /** Days after which they go, however few there are. */
    days: z.number().int().min(1).max(3650).default(365),
  }),
  needs: { store: STORE, clock: CLOCK, log: LOG, devices: DEVICES, modes: MODES, draw: DRAW, service: SERVICE },
  setup: ({ store, clock, log, devices, modes, draw, service }, bounds) => {
    const library = libraryOf({ store, clock, devices, modes, ...bounds })
    const { after, settled } = backgroundTasks((fields) => log.warn(fields, "library.not-kept"))
    return {
      observers: [
        {
          id: "library",
          render: (event) => after(library.remember(event), { mac: event.mac }),
          forgotten: ({ edition, mac }) => library.forget(edition, mac),
        },
      ],
      routes: routes({ library, devices, modes, draw, service }),
      messages,
      dispose: settled,
    }
  },
})
