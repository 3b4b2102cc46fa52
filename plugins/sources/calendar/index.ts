import { definePlugin, SECRETS, z } from "platen/sdk"
import { ACCOUNTS, GRANTEES } from "platen/sdk/http"
import { connections, grantees } from "platen/sdk/kit"
import { SANDBOX, SOURCES } from "platen/sdk/mode"
import { calendarSource } from "./source.js"

/** Plugin of the source "calendar": the events of calendars in the iCalendar format. */
export default definePlugin({
  id: "source-calendar",
  config: z.strictObject({ connections }),
  needs: { sandbox: SANDBOX, secrets: SECRETS, accounts: ACCOUNTS },
  setup: (needs, config) => [
    SOURCES.of(calendarSource({ ...needs, connections: config.connections })),
    GRANTEES.of(...grantees(config.connections)),
  ],
})
