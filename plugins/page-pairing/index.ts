import { definePlugin, SERVICE } from "platen/sdk"
import { ACCOUNTS, ASSETS, ROUTES } from "platen/sdk/http"
import { assets, pageRoute } from "./routes.js"

/** The page that a screen's code leads to: people sign in there, pair the screen and see those that they have. */
export default definePlugin({
  id: "page-pairing",
  needs: { service: SERVICE, accounts: ACCOUNTS },
  setup: ({ service, accounts }) => [ROUTES.of(pageRoute(service.defaults, accounts)), ASSETS.of(...assets)],
})
