import { definePlugin, defineRoute, MODES } from "platen/sdk"
import { createMetrics } from "./metrics.js"

/** Figures for Prometheus. */
export default definePlugin({
  id: "metrics",
  needs: { modes: MODES },
  setup: ({ modes }) => {
    const metrics = createMetrics((id) => modes.installed(id))
    return {
      observers: [metrics.observer],
      routes: [defineRoute({
        method: "GET",
        path: "/metrics",
        editions: ["*"],
        auth: "open",
        summary: "Figures in the text format of Prometheus.",
        types: ["text/plain"],
        handle: async () => ({ type: metrics.type, body: await metrics.text() }),
      })],
    }
  },
})
