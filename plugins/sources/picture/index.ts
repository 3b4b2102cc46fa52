import { definePlugin, z } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SOURCES } from "platen/sdk/mode"
import { pictureSource } from "./source.js"

/** Plugin of the source "picture": a picture from the web, or over a connection. */
export default definePlugin({
  id: "source-picture",
  config: z.strictObject({ connections }),
  needs: { pictures: PICTURES, accounts: ACCOUNTS },
  setup: (needs, config) => [
    SOURCES.of(pictureSource({ ...needs, connections: config.connections })),
    GRANTEES.of(...grantees(config.connections)),
  ],
})
