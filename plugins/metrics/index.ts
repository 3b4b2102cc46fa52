import { definePlugin, defineRoute } from "platen/sdk"
import { createMetrics } from "./metrics.js"

/** Figures for Prometheus. */
export default definePlugin({
  id: "metrics",
  setup: () => {
    const metrics = createMetrics()
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
