import { NotFound, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { jsonSchema } from "platen/sdk/kit"
import type { InstalledPlugin } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import { checkedConfig } from "./checked-config.js"
import { FOR_ADMINS } from "./for-admins.js"
import { masked } from "./masked.js"

const issue = z.strictObject({ path: z.string(), message: z.string() })

/** Calls about the plugins that run. Nothing is changed by them: what runs is what platen.yaml says. */
export function pluginRoutes(plugins: readonly InstalledPlugin[]): readonly Route[] {
  return [listRoute(plugins), checkRoute(plugins)]
}

function listRoute(plugins: readonly InstalledPlugin[]): Route {
  // Made once: what runs does not change.
  let schemas: readonly Record<string, unknown>[] | undefined
  return defineRoute({
    method: "GET",
    path: "/api/plugins",
    ...FOR_ADMINS,
    summary: "Lists the plugins that run, with their configs without secrets, and the schemas of these.",
    response: z.strictObject({
      plugins: z.array(
        z.strictObject({
          id: z.string(),
          origin: z.string().describe('"built-in", or a path.'),
          runs: z.literal(true),
          config: z.unknown().describe('As in platen.yaml, each secret "[secret]"; null for none.'),
          schema: z.looseObject({}).describe("JSON Schema of the config."),
        }),
      ),
    }),
    handle: () => {
      const made = (schemas ??= plugins.map(({ schema }) => jsonSchema(schema)))
      const shown = plugins.map(({ id, origin, config }, i) => ({
        id,
        origin,
        runs: true,
        config: masked(config ?? null),
        schema: made[i],
      }))
      return { body: { plugins: shown } }
    },
  })
}

function checkRoute(plugins: readonly InstalledPlugin[]): Route {
  return defineRoute({
    method: "POST",
    path: "/api/plugins/:plugin_id/check",
    ...FOR_ADMINS,
    summary: "Checks a config of a plugin, and returns it as it stands in platen.yaml. Nothing is written.",
    params: z.strictObject({ plugin_id: z.string().max(100).describe("Id of a plugin that runs.") }),
    body: z.object({
      config: z.unknown().describe("The whole config; null for none, false to turn the plugin off."),
    }),
    response: z.strictObject({
      ok: z.boolean(),
      issues: z.array(issue).describe("What is wrong with it; empty when it is right."),
      yaml: z.string().describe("For platen.yaml, also while there are issues."),
    }),
    errors: [404],
    handle: ({ params: { plugin_id: id }, body: { config } }) => {
      const plugin = plugins.find((each) => each.id === id)
      if (!plugin)
        throw new NotFound("No plugin of this id runs: GET /api/plugins lists them.", { code: "plugin-not-found" })
      return { body: checkedConfig(plugin, config) }
    },
  })
}
