import { z } from "../schema.js"
import type { SourceShape } from "../mode/mode.js"

const degrees = z.number().min(-120).max(80)
const percent = z.number().min(0).max(100)
const kilometresPerHour = z.number().min(0).max(600)
const direction = z.number().min(0).max(360)
const millimetres = z.number().min(0).max(3_000)
/** Code of the weather; null where the service has none for the place. Source: WMO table 4677, as 0 to 99. */
const code = z.number().int().min(0).max(99).nullable()
const epoch = z.number().int()

const hour = z.strictObject({
  at: epoch.describe("The beginning of the hour, milliseconds since 1970 in UTC."),
  temperature: degrees.describe("Degrees Celsius."),
  precipitation: millimetres.describe("Millimetres in the hour."),
  chance: percent.nullable().describe("Probability of precipitation in per cent; null where it is not known."),
  code: code.describe("Weather code of the WMO, table 4677, 0 to 99; null where it is not known."),
  isDay: z.boolean(),
  wind: kilometresPerHour.describe("Kilometres per hour."),
})

const day = z.strictObject({
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .describe("The local date."),
  weekday: z.number().int().min(0).max(6).describe("0: Sunday."),
  code,
  high: degrees,
  low: degrees,
  precipitation: millimetres,
  chance: percent.nullable(),
  wind: kilometresPerHour.describe("The strongest of the day."),
  gusts: kilometresPerHour.nullable(),
  direction: direction.nullable().describe("Degrees from which the wind blows, 0: north."),
  uv: z.number().min(0).max(30).nullable().describe("The highest UV index of the day."),
})

const now = z.strictObject({
  at: epoch.describe("When it was measured or computed, milliseconds since 1970 in UTC."),
  temperature: degrees,
  apparent: degrees.describe("The temperature as it is felt."),
  humidity: percent,
  code,
  isDay: z.boolean(),
  wind: kilometresPerHour,
  gusts: kilometresPerHour.nullable(),
  direction: direction.nullable(),
  pressure: z.number().min(800).max(1_100).nullable().describe("Hectopascals at sea level."),
})

const weather = z.strictObject({
  now,
  hours: z.array(hour).max(72).describe("From the present hour on."),
  days: z.array(day).min(1).max(16).describe("From today on."),
})

/** The weather at a place: temperatures in degrees Celsius, speeds in kilometres per hour, precipitation in millimetres. */
export type Weather = z.output<typeof weather>
/** An hour of a forecast. */
export type WeatherHour = z.output<typeof hour>
/** A day of a forecast. */
export type WeatherDay = z.output<typeof day>

/** The weather at the place of the screen. Fails where the screen has no place. */
export const WEATHER: SourceShape<{ days?: number | undefined }, Weather> = {
  name: "weather",
  description: "The weather at the place of the screen: now, by the hour, by the day.",
  parameters: z.strictObject({
    days: z.number().int().min(1).max(16).default(7).describe("Days of the forecast, today included."),
  }),
  result: weather,
}
