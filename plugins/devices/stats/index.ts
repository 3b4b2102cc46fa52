import { CLOCK, definePlugin, LOG, STORE, OBSERVERS, onDispose } from "platen/sdk"
import { DEVICES } from "platen/sdk/device"
import { ROUTES, SERVED_ROUTES } from "platen/sdk/http"
import { CHECKUPS } from "platen/sdk/doctor"
import type { Area } from "platen/sdk/http"
import { callOf } from "./calls.js"
import { checkupOf } from "./checkup.js"
import { refusalsIn } from "./refusals.js"
import { LIST, routes } from "./routes.js"
import { statsOf } from "./service.js"
import { counted } from "./slice.js"

/** Statistics for users and admins: renders, device telemetry and refused calls. */
export default definePlugin({
  id: "stats",
  needs: { store: STORE, devices: DEVICES, clock: CLOCK, log: LOG, served: SERVED_ROUTES },
  setup: ({ store, served, ...needs }) => {
    const stats = statsOf(store, needs)
    const refusals = refusalsIn(store, needs)
    let known: readonly Area[] | undefined
    /** The areas that have the lists of refusals. */
    const areas = (): readonly Area[] =>
      (known ??= [...new Set(served.list().flatMap(({ route, area }) => (route.path === LIST ? [area] : [])))])
    return [
      OBSERVERS.of({
        id: "stats",
        delivered: counted,
        render: (event) => {
          if (event.mac !== undefined) stats.count(event)
        },
        request: (event) => {
          const shown = areas()
          // An unknown path belongs to no area: it is listed in the first one that lists refusals, where an admin can see it.
          const area = event.area === undefined ? shown[0] : shown.find(({ id }) => id === event.area)
          const call = area && callOf(event)
          if (call) refusals.note(area.realm, call)
        },
        forgotten: async ({ realm, mac }) => {
          await stats.forget(realm, mac)
          await refusals.forget(realm, mac)
        },
      }),
      CHECKUPS.of(...checkupOf(refusals, needs)),
      ROUTES.of(...routes({ stats, refusals, devices: needs.devices })),
      onDispose(async () => {
        await stats.settled()
        await refusals.settled()
      }),
    ]
  },
})
