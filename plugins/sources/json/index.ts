import { definePlugin, SECRETS, z } from "platen/sdk"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SANDBOX, SOURCES } from "platen/sdk/mode"
import { jsonSource } from "./source.js"

/** Plugin of the source "json": values of any JSON, picked by JSONPath. */
export default definePlugin({
  id: "source-json",
  config: z.strictObject({ connections }),
  needs: { sandbox: SANDBOX, secrets: SECRETS, accounts: ACCOUNTS },
  setup: (needs, config) => [
    SOURCES.of(jsonSource({ ...needs, connections: config.connections })),
    GRANTEES.of(...grantees(config.connections)),
  ],
})
