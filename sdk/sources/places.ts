import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const found = z.strictObject({
  name: z.string(),
  region: z.string().describe('First-level region of the country, such as a state; "" where it is not known.'),
  country: z.string(),
  countryCode: z.string().describe("ISO 3166-1 alpha-2."),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timeZone: z.string().describe('IANA name that the server knows, else "".'),
})

/** A place that a name was found for. */
export type FoundPlace = z.output<typeof found>

/** Places by name, the best match first. */
export const PLACES: SourceShape<
  { name: string; scope?: "auto" | "cn" | "global" | undefined; language?: string | undefined },
  { places: readonly FoundPlace[] }
> = {
  name: "places",
  description: "Places by name, with coordinates and time zone.",
  parameters: z.strictObject({
    name: z.string().trim().min(1).max(120),
    scope: z.enum(["auto", "cn", "global"]).default("auto").describe("cn: only in China."),
    language: z.string().max(35).default("en").describe("Of the names that are answered, BCP 47."),
  }),
  result: z.strictObject({ places: z.array(found).max(10) }),
}
