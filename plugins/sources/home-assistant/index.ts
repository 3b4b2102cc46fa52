import { definePlugin, z } from "platen/sdk"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SOURCES } from "platen/sdk/mode"
import { homeSource } from "./source.js"

/** Plugin of the source "home-assistant": entities of a Home Assistant, over a connection. */
export default definePlugin({
  id: "source-home-assistant",
  config: z.strictObject({ connections }),
  needs: { accounts: ACCOUNTS },
  setup: ({ accounts }, config) => [
    SOURCES.of(homeSource({ accounts, connections: config.connections })),
    GRANTEES.of(...grantees(config.connections)),
  ],
})
