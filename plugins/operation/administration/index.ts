import { BACK_UP, CLOCK, DATA_FOLDER, definePlugin, OBSERVERS, PLUGINS, SERVICE, TICKS } from "platen/sdk"
import { QUOTAS } from "platen/sdk/device"
import { ACCOUNTS, ROUTES, SERVED_ROUTES } from "platen/sdk/http"
import { backupRoutes } from "./backup-routes.js"
import { backupsOf } from "./backups.js"
import { eventsOf } from "./events.js"
import { grantsRoute } from "./grants-route.js"
import { logRoute } from "./log-route.js"
import { pluginRoutes } from "./plugin-routes.js"
import { serverRoute } from "./server-route.js"

/** Plugin of the calls by which admins look at the server and prepare its config, and people see what is granted to them. */
export default definePlugin({
  id: "administration",
  needs: {
    clock: CLOCK,
    ticks: TICKS,
    service: SERVICE,
    dataFolder: DATA_FOLDER,
    backUp: BACK_UP,
    quotas: QUOTAS,
    served: SERVED_ROUTES,
    plugins: PLUGINS,
    accounts: ACCOUNTS,
  },
  setup: ({ plugins, accounts, ...needs }) => {
    const events = eventsOf(needs.clock)
    return [
      OBSERVERS.of(events.observer),
      ROUTES.of(
        serverRoute({ ...needs, startedAt: needs.ticks() }),
        logRoute(events),
        ...backupRoutes(backupsOf(needs)),
        ...pluginRoutes(plugins),
        grantsRoute({ plugins, accounts }),
      ),
    ]
  },
})
