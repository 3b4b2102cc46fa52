import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { integerParam } from "platen/sdk/kit"
import type { Route } from "platen/sdk/http"
import { place } from "./answer.js"
import { MAX_PLACES } from "./service.js"
import type { FindPlaces } from "./service.js"

const MAX_CHARACTERS = 60
const LOCALE = /^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8}){0,3}$/
const SCOPES = ["auto", "cn", "global"] as const

/** The route of the search. `language`: default language of the names (BCP 47). */
export function routes(find: FindPlaces, language: string): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/locations/search",
      areas: ["extended"],
      // Existing pages search before sign-in. The limit counts the user, or the address of an anonymous caller.
      auth: { anyOf: ["user", "admin"], optional: true },
      limit: { name: "places", perMinute: 30 },
      summary: "Searches places by name and returns the coordinates and time zone for a config.",
      query: z.object({
        q: z
          .string("must be the name of a place")
          .trim()
          .refine(
            (name) => name !== "" && [...name].length <= MAX_CHARACTERS,
            `must have 1 to ${MAX_CHARACTERS} characters`,
          )
          .describe(`Name of a place or its beginning, 1 to ${MAX_CHARACTERS} characters.`),
        limit: integerParam(1, MAX_PLACES, 5).describe("Maximum number of places."),
        scope: z
          .enum(SCOPES, `must be one of ${SCOPES.join(", ")}`)
          .default("auto")
          .describe("cn: only in China; auto and global: worldwide."),
        locale: z
          .string()
          .trim()
          .regex(LOCALE, "must be a language, such as en or zh-CN")
          .default(language)
          .describe("Language of the names (BCP 47)."),
      }),
      response: z.strictObject({ query: z.string(), scope: z.enum(SCOPES), locale: z.string(), items: z.array(place) }),
      handle: async ({ query: { q: query, limit, scope, locale } }) => ({
        body: { query, scope, locale, items: (await find({ query, scope, locale })).slice(0, limit) },
      }),
    }),
  ]
}
