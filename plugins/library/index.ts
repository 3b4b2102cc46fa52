import { CLOCK, definePlugin, DEVICES, DRAW, LOG, MODES, SERVICE, STORE, z } from "platen/sdk"
import { routes } from "./routes.js"
import { libraryOf } from "./service.js"

/** What devices were shown: kept, listed, liked, given on. */
export default definePlugin({
  id: "library",
  config: z.strictObject({ keep: z.number().int().min(10).max(100_000).default(500) }),
  needs: { store: STORE, clock: CLOCK, log: LOG, devices: DEVICES, modes: MODES, draw: DRAW, service: SERVICE },
  setup: ({ store, clock, log, devices, modes, draw, service }, { keep }) => {
    const library = libraryOf({ store, clock, devices, modes, keep })
    return {
      observers: [{
        id: "library",
        render: (event) => { library.remember(event).catch((error: unknown) => log.warn({ mac: event.mac, err: error }, "library.not-kept")) },
      }],
      routes: routes({ library, draw, service }),
    }
  },
})
