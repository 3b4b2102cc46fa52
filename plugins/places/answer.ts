import { z } from "platen/sdk"

/** The schema of a place, as forms show it and configs store it. Unknown texts are "". */
export const place = z
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
export type FoundPlace = z.output<typeof place>

const MAX_TEXT = 200
const text = z.string().trim().max(MAX_TEXT).catch("")

const entry = z.object({
  name: z.string().trim().min(1).max(MAX_TEXT),
  admin1: text,
  country: text,
  country_code: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase()
    .catch(""),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timezone: text,
})

/** The answer of Open-Meteo, without `results` when nothing was found. Source: https://open-meteo.com/en/docs/geocoding-api */
const answer = z.object({ results: z.array(z.unknown()).optional() })

/** The places in an answer, without those that lack a name or coordinates. `isZone`: true for time zones that the server knows. Throws when the JSON is not an answer. */
export function placesOf(json: unknown, isZone: (name: string) => boolean): readonly FoundPlace[] {
  return (answer.parse(json).results ?? []).flatMap((given) => {
    const read = entry.safeParse(given)
    if (!read.success) return []
    const { name, admin1, country, timezone } = read.data
    const parts = [name, admin1, country].filter((part, i, all) => part !== "" && all.indexOf(part) === i)
    return [
      {
        ...read.data,
        city: name,
        display_name: parts.join(", "),
        timezone: timezone !== "" && isZone(timezone) ? timezone : "",
      },
    ]
  })
}
