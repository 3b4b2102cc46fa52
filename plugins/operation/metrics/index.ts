import { definePlugin, SERVICE, OBSERVERS } from "platen/sdk"
import { defineRoute, POLICIES, ROUTES } from "platen/sdk/http"
import { MODES } from "platen/sdk/mode"
import { loopback } from "./loopback.js"
import { createMetrics } from "./metrics.js"

/** Plugin of the Prometheus metrics. */
export default definePlugin({
  id: "metrics",
  needs: { modes: MODES, service: SERVICE },
  setup: ({ modes, service: { security } }) => {
    const metrics = createMetrics((id) => modes.installed(id))
    return [
      OBSERVERS.of(metrics.observer),
      POLICIES.of(loopback),
      ROUTES.of(
        defineRoute({
          method: "GET",
          path: "/metrics",
          areas: ["*"],
          auth: security.metrics === "open" ? "open" : { anyOf: [loopback.id, "admin"] },
          summary: "Metrics in the text format of Prometheus, for callers on the server's own machine and for admins.",
          produces: ["text/plain"],
          handle: async () => ({ type: metrics.type, body: await metrics.text() }),
        }),
      ),
    ]
  },
})
