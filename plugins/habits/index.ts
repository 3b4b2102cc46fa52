import { CLOCK, definePlugin, SERVICE } from "platen/sdk"
import { DEVICES } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import { habitMode } from "./mode.js"
import { routes } from "./routes.js"
import { habitsOf } from "./service.js"

/** What people mean to do day by day: marked through calls, shown on a page. It stands in the device's own document, and goes with it. */
export default definePlugin({
  id: "habits",
  needs: { devices: DEVICES, service: SERVICE, clock: CLOCK },
  setup: (needs) => [MODES.of(habitMode(needs)), ROUTES.of(...routes(habitsOf(needs)))],
})
