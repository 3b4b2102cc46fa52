import { z } from "platen/sdk"

/** A place as forms show it and configs keep it. What is not known is "". */
export const place = z
  .strictObject({
    name: z.string(),
    city: z.string().describe("The same as name: what existing pages put into a config."),
    display_name: z.string().describe("With what tells it from others of its name."),
    admin1: z.string().describe("The part of the country."),
    country: z.string(),
    country_code: z.string().describe("ISO 3166-1, two capitals."),
    latitude: z.number().describe("Degrees, north positive."),
    longitude: z.number().describe("Degrees, east positive."),
    timezone: z.string().describe("IANA name."),
  })
  .meta({ id: "Place", description: 'What is not known is "".' })
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

/** Where nothing is found there is no list. Source: https://open-meteo.com/en/docs/geocoding-api */
const answer = z.object({ results: z.array(z.unknown()).optional() })

/** The places of an answer, those left out that have no name or hang nowhere. Throws for what is no answer. `isZone`: whether a time zone is known here. */
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
