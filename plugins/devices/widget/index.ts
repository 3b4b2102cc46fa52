import { CLOCK, definePlugin, SERVICE } from "platen/sdk"
import { DEVICES, PAGE_REQUEST } from "platen/sdk/device"
import { POLICIES, ROUTES } from "platen/sdk/http"
import { DRAW, MODES, MESSAGES } from "platen/sdk/mode"
import { messages } from "./messages.js"
import { widgetPolicy } from "./policy.js"
import { routes } from "./routes.js"
import { widgetsOf } from "./service.js"

/** Plugin of the widget: read-only pictures of a device's pages for home screens and web pages. */
export default definePlugin({
  id: "widget",
  needs: { devices: DEVICES, draw: DRAW, modes: MODES, service: SERVICE, pageRequest: PAGE_REQUEST, clock: CLOCK },
  setup: ({ devices, draw, modes, service, pageRequest, clock }) => [
    POLICIES.of(widgetPolicy(devices)),
    ROUTES.of(
      ...routes({
        widgets: widgetsOf({ devices, draw, modes, pageRequest, service }),
        service,
        now: () => clock.now(),
      }),
    ),
    MESSAGES.of(messages),
  ],
})
