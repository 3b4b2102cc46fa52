import { CLOCK, definePlugin, SERVICE, z } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"

/** Plugin of the health check. */
export default definePlugin({
  id: "health",
  needs: { clock: CLOCK, service: SERVICE },
  setup: ({ clock, service }) => [
    ROUTES.of(
      defineRoute({
        method: "GET",
        path: "/api/health",
        areas: ["*"],
        auth: "open",
        summary: "Health check: returns 200 while the server is up.",
        response: z.strictObject({
          status: z.literal("ok"),
          timestamp: z.iso.datetime().describe("Current time of the server, in UTC."),
          version: z.string(),
          warnings: z
            .array(z.string())
            .optional()
            .describe("What the operator should mend. Absent while there is nothing."),
        }),
        handle: () => ({
          body: {
            status: "ok",
            timestamp: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
            version: service.version,
            ...(service.warnings().length > 0 && { warnings: [...service.warnings()] }),
          },
        }),
      }),
    ),
  ],
})
