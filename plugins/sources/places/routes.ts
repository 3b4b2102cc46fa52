import { Upstream, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, foundPlaces, integerParam } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import type { SourceReads } from "platen/sdk/mode"
import type { FoundPlace } from "platen/sdk/sources"
import { languageOf, MAX_PLACES, normalised } from "./source.js"

const MAX_CHARACTERS = 60
const LOCALE = /^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8}){0,3}$/
const SCOPES = ["auto", "cn", "global"] as const

/** The schema of a place, as forms show it and configs store it. Unknown texts are "". */
const place = z
  .strictObject({
    name: z.string(),
    city: z.string().describe("Same as name, for existing pages."),
    display_name: z.string().describe("Name with region and country."),
    admin1: z.string().describe("First-level region of the country, such as a state."),
    country: z.string(),
    country_code: z.string().describe("ISO 3166-1 alpha-2 code."),
    latitude: z.number().describe("Latitude in degrees, north positive."),
    longitude: z.number().describe("Longitude in degrees, east positive."),
    timezone: z.string().describe("IANA time zone."),
  })
  .meta({ id: "Place", description: 'A place. Unknown texts are "".' })

export interface RouteNeeds {
  readonly service: Pick<Service, "defaults">
  readonly reads: SourceReads
}

/** The route of the search. */
export function routes({ service, reads }: RouteNeeds): readonly Route[] {
  const { language } = service.defaults
  return [
    defineRoute({
      method: "GET",
      path: "/api/locations/search",
      areas: ["extended"],
      // Existing pages search before sign-in. The limit counts the user, or the address of an anonymous caller.
      auth: { anyOf: ["user", "admin"], optional: true },
      limit: { name: "places", perMinute: 30 },
      summary: "Searches places by name and returns the coordinates and time zone for a config.",
      query: queryIn(language),
      response: z.strictObject({ query: z.string(), scope: z.enum(SCOPES), locale: z.string(), items: z.array(place) }),
      handle: async ({ query: { q: query, limit, scope, locale }, principal, address }) => {
        const place = addressPlace(address)
        // Who has not signed in finds what others have searched, and a few names a day.
        const turn = principal
          ? { caller: principal.subject ?? "operator" }
          : { caller: `address/${place}`, anonymous: true, allowance: place }
        try {
          const found = await foundPlaces(
            reads,
            { name: normalised(query), scope: scope === "cn" ? scope : "auto", language: languageOf(locale) },
            turn,
          )
          return { body: { query, scope, locale, items: found.slice(0, limit).map(shown) } }
        } catch (cause) {
          throw new Upstream("The place search is unavailable: try again later, or enter the coordinates yourself.", {
            cause,
          })
        }
      },
    }),
  ]
}

function shown({
  name,
  region,
  country,
  countryCode,
  latitude,
  longitude,
  timeZone,
}: FoundPlace): z.output<typeof place> {
  const parts = [name, region, country].filter((part, i, all) => part !== "" && all.indexOf(part) === i)
  return {
    name,
    city: name,
    display_name: parts.join(", "),
    admin1: region,
    country,
    country_code: countryCode,
    latitude,
    longitude,
    timezone: timeZone,
  }
}

/** The query of a search. `language`: of the names where none is asked for. */
function queryIn(language: string) {
  return z.object({
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
  })
}
