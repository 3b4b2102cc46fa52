import { CLOCK, definePlugin, DEVICES, LOG, STORE } from "platen/sdk"
import { routes } from "./routes.js"
import { statsOf } from "./service.js"

/** Figures for people: how much is drawn, and how devices do. */
export default definePlugin({
  id: "stats",
  needs: { store: STORE, devices: DEVICES, clock: CLOCK, log: LOG },
  setup: ({ store, devices, clock, log }) => {
    const stats = statsOf(store, devices, clock)
    return {
      observers: [{
        id: "stats",
        render: (event) => {
          if (event.mac !== undefined) stats.count(event).catch((error: unknown) => log.warn({ err: error }, "stats.not-counted"))
        },
      }],
      routes: routes(stats, devices),
    }
  },
})
