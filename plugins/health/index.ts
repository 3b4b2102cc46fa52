import { CLOCK, definePlugin, defineRoute, SERVICE } from "platen/sdk"

/** Whether the server is up, and which it is. */
export default definePlugin({
  id: "health",
  needs: { clock: CLOCK, service: SERVICE },
  setup: ({ clock, service }) => ({
    routes: [defineRoute({
      method: "GET",
      path: "/api/health",
      editions: ["*"],
      auth: "open",
      summary: "Whether the server is up.",
      handle: () => ({
        body: { status: "ok", timestamp: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"), version: service.version },
      }),
    })],
  }),
})
