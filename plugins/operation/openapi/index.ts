import { definePlugin, SERVICE, z } from "platen/sdk"
import { defineRoute, POLICIES, ROUTES, SERVED_ROUTES } from "platen/sdk/http"
import { documentOf } from "./document.js"

/** Plugin of the OpenAPI document. */
export default definePlugin({
  id: "openapi",
  needs: { routes: SERVED_ROUTES, policies: POLICIES, service: SERVICE },
  setup: ({ routes, policies, service }) => {
    // Cached: routes do not change while the server runs.
    const made = new Map<string, Promise<Uint8Array>>()
    const make = async (area: string): Promise<Uint8Array> => {
      const document = await documentOf(
        routes.list().filter((each) => each.area.id === area && !each.alias),
        { version: service.version, url: service.publicUrl, policies: policies.list() },
      )
      return Buffer.from(JSON.stringify(document))
    }
    return [
      ROUTES.of(
        defineRoute({
          method: "GET",
          path: "/api/openapi.json",
          areas: ["*"],
          auth: "open",
          summary: "This description, as OpenAPI 3.1.",
          response: z.looseObject({
            openapi: z.literal("3.1.0"),
            info: z.looseObject({ title: z.string(), version: z.string() }),
            paths: z.record(z.string(), z.looseObject({})),
          }),
          handle: async ({ area: { id } }) => {
            const body = made.get(id) ?? make(id)
            made.set(id, body)
            return { type: "application/json; charset=utf-8", body: await body }
          },
        }),
      ),
    ]
  },
})
