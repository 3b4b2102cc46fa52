import { definePlugin, FILES, LOG, onListening, SERVICE } from "platen/sdk"
import { ACCOUNTS, ASSETS, ROUTES } from "platen/sdk/http"
import { assetsIn, readBuild } from "./assets.js"
import { pageRoute } from "./routes.js"

/** The console: the pages on which people set up their screens, in a browser. It calls the documented API alone. */
export default definePlugin({
  id: "console",
  needs: { service: SERVICE, accounts: ACCOUNTS, files: FILES, log: LOG },
  setup: async ({ service, accounts, files, log }) => {
    const build = await readBuild(files)
    return [
      ROUTES.of(pageRoute(service.defaults, accounts, build)),
      ASSETS.of(...assetsIn(build)),
      onListening(({ url }) => {
        log.info({ url, say: `People and screens reach this server at ${url}` }, "address.announced")
      }),
    ]
  },
})
