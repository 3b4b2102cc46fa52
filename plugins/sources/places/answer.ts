import { z } from "platen/sdk"
import type { FoundPlace } from "platen/sdk/sources"

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
const answer = z.object({ results: z.array(z.unknown()).optional(), error: z.literal(false).optional() })

/** The places in an answer, without those that lack a name or coordinates. `isZone`: true for time zones that the server knows. Throws when the JSON is not an answer. */
export function placesOf(json: unknown, isZone: (name: string) => boolean): readonly FoundPlace[] {
  return (answer.parse(json).results ?? []).flatMap((given) => {
    const read = entry.safeParse(given)
    if (!read.success) return []
    const { name, admin1, country, country_code: countryCode, latitude, longitude, timezone } = read.data
    const timeZone = timezone !== "" && isZone(timezone) ? timezone : ""
    return [{ name, region: admin1, country, countryCode, latitude, longitude, timeZone }]
  })
}
