import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Route } from "platen/sdk/http"
import type { PersonsChoice } from "./choices.js"
import { address, AREAS, keyText, line, personOf, refuseUnknown } from "./checks.js"
import type { RouteNeeds } from "./routes.js"

/** The provider whose address a person names. */
const CUSTOM = "openai-compat"
const auth = { anyOf: ["user"] }
const config = z.strictObject({
  llm_access_mode: z.enum(["preset", "custom_openai"]),
  provider: z.string(),
  model: z.string(),
  base_url: z.string(),
  api_key: z.literal("").describe("A key never comes out."),
  has_api_key: z.boolean(),
  image_provider: z.string(),
  image_model: z.string(),
  has_image_api_key: z.boolean(),
})
const shownConfig = ({ text, picture }: PersonsChoice): z.output<typeof config> => ({
  llm_access_mode: text.provider === CUSTOM ? "custom_openai" : "preset",
  provider: text.provider ?? "",
  model: text.model ?? "",
  base_url: text.baseUrl ?? "",
  api_key: "",
  has_api_key: text.key !== undefined,
  image_provider: picture.provider ?? "",
  image_model: picture.model ?? "",
  has_image_api_key: picture.key !== undefined,
})
const done = z.strictObject({ ok: z.literal(true), llm_config: config })

/** The names that InkSight's pages have for what people choose of models. */
export const inksightRoutes = (needs: RouteNeeds): readonly Route[] => [
  profileRoute(needs),
  changeRoute(needs),
  forgetRoute(needs),
]

function profileRoute({ choices, accounts }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/user/profile",
    areas: AREAS,
    auth,
    summary: "Who you are, and what you have chosen of models, as InkSight's pages read it.",
    response: z.strictObject({ user_id: z.string(), username: z.string(), role: z.string(), llm_config: config }),
    handle: async ({ principal }) => {
      const id = personOf(principal)
      const { username = "", role = "user" } = (await accounts.get(id)) ?? {}
      return { body: { user_id: id, username, role, llm_config: shownConfig(await choices.of(id)) } }
    },
  })
}

function changeRoute({ choices, models }: RouteNeeds): Route {
  return defineRoute({
    method: "PUT",
    path: "/api/user/profile/llm",
    areas: AREAS,
    auth,
    limit: { name: "own-models", perMinute: 20 },
    summary: "Another name of PUT /api/user/models, with the fields of InkSight's pages.",
    body: z.object({
      llm_access_mode: line.optional(),
      provider: line.nullish(),
      model: line.nullish(),
      api_key: keyText.nullish(),
      base_url: address.nullish(),
    }),
    response: done,
    handle: async ({
      principal,
      body: { llm_access_mode: mode, api_key: key, base_url: baseUrl, provider: named, model },
    }) => {
      const user = personOf(principal)
      const own = mode === "custom_openai" ? CUSTOM : named || undefined
      const { text: now } = await choices.of(user)
      refuseUnknown({ provider: own, key: key || undefined }, now, models, "text")
      choices.refuse({ provider: own, model, key: key || undefined }, now, models, "text")
      // These pages send every field, and an empty key for one that stays.
      const changed = await choices.change(user, "text", {
        provider: own,
        model,
        key: key || undefined,
        baseUrl: own === CUSTOM ? baseUrl : null,
      })
      return { body: { ok: true, llm_config: shownConfig(changed) } }
    },
  })
}

function forgetRoute({ choices }: RouteNeeds): Route {
  return defineRoute({
    method: "DELETE",
    path: "/api/user/profile/llm",
    areas: AREAS,
    auth,
    summary: "Another name of DELETE /api/user/models.",
    response: done,
    handle: async ({ principal }) => {
      await choices.forget(personOf(principal))
      return { body: { ok: true, llm_config: shownConfig(await choices.of(personOf(principal))) } }
    },
  })
}
