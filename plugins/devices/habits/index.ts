import { CLOCK, definePlugin, SERVICE } from "platen/sdk"
import { DEVICES } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import { habitMode } from "./mode.js"
import { routes } from "./routes.js"
import { habitsOf } from "./service.js"

/** Plugin of habits: a mode that shows them, and routes that mark them. They are stored in a slice of the device. */
export default definePlugin({
  id: "habits",
  needs: { devices: DEVICES, service: SERVICE, clock: CLOCK },
  setup: (needs) => [MODES.of(habitMode(needs)), ROUTES.of(...routes(habitsOf(needs)))],
})
