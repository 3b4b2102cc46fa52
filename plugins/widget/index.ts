import { CLOCK, definePlugin, DEVICES, DRAW, MODES, SERVICE } from "platen/sdk"
import { messages } from "./messages.js"
import { widgetPolicy } from "./policy.js"
import { routes } from "./routes.js"
import { widgetsOf } from "./service.js"

/** A device's pages for home screens and other pages: looked at, never changed. */
export default definePlugin({
  id: "widget",
  needs: { devices: DEVICES, draw: DRAW, modes: MODES, service: SERVICE, clock: CLOCK },
  setup: ({ devices, draw, modes, service, clock }) => ({
    policies: [widgetPolicy(devices)],
    routes: routes({ widgets: widgetsOf({ devices, draw, modes, service }), service, now: () => clock.now() }),
    messages,
  }),
})
