import { CLOCK, definePlugin, LOG, SERVICE, z, onDispose } from "platen/sdk"
import { DEVICES, IMPORTERS } from "platen/sdk/device"
import { POLICIES, ROUTES } from "platen/sdk/http"
import { backgroundTasks } from "platen/sdk/kit"
import { DRAW, MODES } from "platen/sdk/mode"
import { alertImporter } from "./importer.js"
import { alertPage } from "./page.js"
import { pictures } from "./pictures.js"
import { agentPolicy } from "./policy.js"
import { routes } from "./routes.js"
import { alertsOf } from "./service.js"

const MAX_SECONDS = 3_600

/** Plugin of alerts: messages that a listening device shows within seconds. */
export default definePlugin({
  id: "alerts",
  config: z.strictObject({
    /** Seconds that an alert waits for the device before it expires. */
    seconds: z.number().int().min(10).max(MAX_SECONDS).default(60),
  }),
  needs: { devices: DEVICES, draw: DRAW, service: SERVICE, clock: CLOCK, log: LOG },
  setup: ({ devices, draw, service, clock, log }, { seconds }) => {
    const { after, settled } = backgroundTasks((fields) => log.error(fields, "alert-return.failed"))
    return [
      MODES.of(alertPage),
      IMPORTERS.of(alertImporter(devices)),
      POLICIES.of(agentPolicy(devices)),
      ROUTES.of(...routes({ alerts: alertsOf({ devices, clock, seconds }), picture: pictures(draw, service), after })),
      onDispose(settled),
    ]
  },
})
