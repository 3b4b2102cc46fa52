import { CLOCK, definePlugin, LOG, OBSERVERS, SERVICE, STORE } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { DRAW, MODES, SOURCE_READS } from "platen/sdk/mode"
import { mailRoutes } from "./mail-routes.js"
import { preferenceRoutes } from "./preference-routes.js"
import { preferencesIn } from "./preferences.js"
import { todayOf } from "./today.js"
import { todayRoute } from "./today-route.js"

/** Plugin of the calls that InkSight's app makes beside those of its pages: preferences, the contents of a day, mail. */
export default definePlugin({
  id: "inksight-app",
  needs: {
    store: STORE,
    clock: CLOCK,
    log: LOG,
    service: SERVICE,
    draw: DRAW,
    modes: MODES,
    reads: SOURCE_READS,
  },
  setup: ({ store, clock, log, service, draw, modes, reads }) => {
    const preferences = preferencesIn(store, service.defaults)
    return [
      ROUTES.of(
        ...preferenceRoutes({ preferences, modes, service }),
        todayRoute({ preferences, service, clock, today: todayOf({ draw, modes, reads, log, clock, service }) }),
        ...mailRoutes(),
      ),
      OBSERVERS.of({ id: "inksight-app", sweepPeople: (isThere) => preferences.sweep(isThere) }),
    ]
  },
})
