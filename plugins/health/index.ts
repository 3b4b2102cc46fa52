import { CLOCK, definePlugin, defineRoute, SERVICE, z } from "platen/sdk"

/** Whether the server is up, and which it is. */
export default definePlugin({
  id: "health",
  needs: { clock: CLOCK, service: SERVICE },
  setup: ({ clock, service }) => ({
    routes: [
      defineRoute({
        method: "GET",
        path: "/api/health",
        editions: ["*"],
        auth: "open",
        summary: "Whether the server is up.",
        answer: z.strictObject({
          status: z.literal("ok"),
          timestamp: z.iso.datetime().describe("The server's clock, in UTC."),
          version: z.string(),
        }),
        handle: () => ({
          body: {
            status: "ok",
            timestamp: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
            version: service.version,
          },
        }),
      }),
    ],
  }),
})
