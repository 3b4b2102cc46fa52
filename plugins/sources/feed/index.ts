import { CLOCK, definePlugin, z } from "platen/sdk"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SANDBOX, SOURCES } from "platen/sdk/mode"
import { feedSource } from "./feed-source.js"

/** Plugin of the source "feed": RSS, Atom and JSON feeds from the web, or over connections. */
export default definePlugin({
  id: "source-feed",
  config: z.strictObject({ connections }),
  needs: { clock: CLOCK, sandbox: SANDBOX, accounts: ACCOUNTS },
  setup: (needs, config) => [
    SOURCES.of(feedSource({ ...needs, connections: config.connections })),
    GRANTEES.of(...grantees(config.connections)),
  ],
})
