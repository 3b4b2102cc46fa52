import { definePlugin, SERVICE } from "platen/sdk"
import { ACCOUNTS, ASSETS, ROUTES } from "platen/sdk/http"
import { assets, pageRoute } from "./routes.js"

/** The pairing page, to which the code on a screen leads. Users sign in there, pair the screen and see the screens that they have. */
export default definePlugin({
  id: "page-pairing",
  needs: { service: SERVICE, accounts: ACCOUNTS },
  setup: ({ service, accounts }) => [ROUTES.of(pageRoute(service.defaults, accounts)), ASSETS.of(...assets)],
})
