import { ACCOUNTS, definePlugin, FILES, SERVICE } from "platen/sdk"
import { routes } from "./routes.js"

/** The page that a screen's code leads to: people sign in there, pair the screen and see those that they have. */
export default definePlugin({
  id: "page-pairing",
  needs: { files: FILES, service: SERVICE, accounts: ACCOUNTS },
  setup: ({ files, service, accounts }) => ({ routes: routes(files, service, accounts) }),
})
