import { CLOCK, definePlugin, LOG, STORE, OBSERVERS, onDispose, onListening } from "platen/sdk"
import { DEVICES } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { callOf } from "./calls.js"
import { refusalsIn } from "./refusals.js"
import { routes } from "./routes.js"
import { statsOf } from "./service.js"
import { counted } from "./slice.js"

const REALM = "extended"

/** Statistics for users and admins: renders, device telemetry and refused calls. */
export default definePlugin({
  id: "stats",
  needs: { store: STORE, devices: DEVICES, clock: CLOCK, log: LOG },
  setup: ({ store, ...needs }) => {
    const stats = statsOf(store, needs)
    const refusals = refusalsIn(store, needs)
    let areas: readonly string[] = []
    return [
      OBSERVERS.of({
        id: "stats",
        delivered: counted,
        render: (event) => {
          if (event.mac !== undefined) stats.count(event)
        },
        request: (event) => {
          // An unknown path belongs to no edition: it is listed in the extended one, where an admin can see it.
          const realm = event.area ?? REALM
          const call = realm === REALM && areas.includes(REALM) ? callOf(event) : undefined
          if (call) refusals.note(realm, call)
        },
        forgotten: async ({ realm, mac }) => {
          await stats.forget(realm, mac)
          await refusals.forget(realm, mac)
        },
      }),
      ROUTES.of(...routes({ stats, refusals, devices: needs.devices })),
      onListening((at) => {
        areas = at.areas
      }),
      onDispose(async () => {
        await stats.settled()
        await refusals.settled()
      }),
    ]
  },
})
