import { CLOCK, definePlugin, SERVICE, z } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
import { STORE_IS_CONVERTED } from "platen/sdk/servers"
import { storeCheck } from "./store-check.js"

/** Plugin of the health check. */
export default definePlugin({
  id: "health",
  needs: { clock: CLOCK, service: SERVICE, isConverted: STORE_IS_CONVERTED },
  setup: ({ clock, service, isConverted }) => {
    const checkStore = storeCheck(isConverted, clock)
    return [
      ROUTES.of(
        defineRoute({
          method: "GET",
          path: "/api/health",
          areas: ["*"],
          auth: "open",
          summary: "Health check: returns 200 while the server is up and its store can be used, else 503.",
          response: z.strictObject({
            status: z.literal("ok"),
            timestamp: z.iso.datetime().describe("Current time of the server, in UTC."),
            version: z.string(),
            warnings: z
              .array(z.string())
              .optional()
              .describe("What the operator should mend. Absent while there is nothing."),
          }),
          handle: async () => {
            await checkStore()
            const warnings = service.warnings()
            return {
              body: {
                status: "ok",
                timestamp: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
                version: service.version,
                ...(warnings.length > 0 && { warnings: [...warnings] }),
              },
            }
          },
        }),
      ),
    ]
  },
})
