import { CLOCK, definePlugin, SERVICE } from "platen/sdk"
import { DEVICES, IMPORTERS } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import { habitImporter } from "./importer.js"
import { habitMode } from "./mode.js"
import { routes } from "./routes.js"
import { habitsOf } from "./service.js"

/** Plugin of habits: a mode that shows them, and routes that mark them. They are stored in a slice of the device. */
export default definePlugin({
  id: "habits",
  needs: { devices: DEVICES, service: SERVICE, clock: CLOCK },
  setup: (needs) => {
    const habits = habitsOf(needs)
    return [MODES.of(habitMode(needs)), ROUTES.of(...routes(habits)), IMPORTERS.of(habitImporter(habits))]
  },
})
