import { CLOCK, definePlugin, SERVICE, z } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"

/** Whether the server is up, and which it is. */
export default definePlugin({
  id: "health",
  needs: { clock: CLOCK, service: SERVICE },
  setup: ({ clock, service }) => [
    ROUTES.of(
      defineRoute({
        method: "GET",
        path: "/api/health",
        editions: ["*"],
        auth: "open",
        summary: "Whether the server is up.",
        response: z.strictObject({
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
    ),
  ],
})
