import { CLOCK, definePlugin, DEVICES, SERVICE } from "platen/sdk"
import { habitMode } from "./mode.js"
import { routes } from "./routes.js"
import { habitsOf } from "./service.js"

/** What people mean to do day by day: marked through calls, shown on a page. It stands in the device's own document, and goes with it. */
export default definePlugin({
  id: "habits",
  needs: { devices: DEVICES, service: SERVICE, clock: CLOCK },
  setup: (needs) => ({ modes: [habitMode(needs)], routes: routes(habitsOf(needs)) }),
})
