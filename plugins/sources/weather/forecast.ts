import { Upstream, z } from "platen/sdk"
import { defineSource } from "platen/sdk/mode"
import type { Source } from "platen/sdk/mode"
import { WEATHER } from "platen/sdk/sources"
import type { Weather, WeatherDay, WeatherHour } from "platen/sdk/sources"
import { asked, bounded, column, maybe } from "./open-meteo.js"

const HOUR_MS = 3_600_000
/** Hours of the forecast from now on. */
const HOURS = 48
const CURRENT =
  "temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code,pressure_msl,wind_speed_10m,wind_direction_10m,wind_gusts_10m"
const HOURLY = "temperature_2m,precipitation_probability,precipitation,weather_code,is_day,wind_speed_10m"
const DAILY =
  "weather_code,temperature_2m_max,temperature_2m_min,uv_index_max,precipitation_sum,precipitation_probability_max,wind_speed_10m_max,wind_gusts_10m_max,wind_direction_10m_dominant"

const answer = z.object({
  utc_offset_seconds: z.number(),
  current: z.object({
    time: z.number(),
    temperature_2m: z.number(),
    relative_humidity_2m: z.number(),
    apparent_temperature: z.number(),
    is_day: z.number(),
    weather_code: maybe,
    wind_speed_10m: z.number(),
    pressure_msl: maybe,
    wind_direction_10m: maybe,
    wind_gusts_10m: maybe,
  }),
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: column,
    precipitation_probability: column,
    precipitation: column,
    weather_code: column,
    is_day: column,
    wind_speed_10m: column,
  }),
  daily: z.object({
    time: z.array(z.number()),
    weather_code: column,
    temperature_2m_max: column,
    temperature_2m_min: column,
    uv_index_max: column,
    precipitation_sum: column,
    precipitation_probability_max: column,
    wind_speed_10m_max: column,
    wind_gusts_10m_max: column,
    wind_direction_10m_dominant: column,
  }),
})
type Answer = z.output<typeof answer>

/** The source "weather" from Open-Meteo. */
export function weatherSource(endpoint: string): Source {
  return defineSource({
    ...WEATHER,
    cacheFor: 900,
    dependsOn: ["timeZone", "place"],
    read: async ({ days = 7 }, context) => {
      const given = await asked(
        endpoint,
        { current: CURRENT, hourly: HOURLY, daily: DAILY, forecast_days: String(Math.max(3, days)) },
        answer,
        context,
      )
      const weather: Weather = {
        now: nowOf(given),
        hours: [...hoursOf(given, context.now)],
        days: daysOf(given).slice(0, days),
      }
      if (weather.days.length === 0)
        throw new Upstream("The forecast has no days: try again later, or choose another place.")
      return weather
    },
  })
}

function nowOf({ current }: Answer): Weather["now"] {
  return {
    at: current.time * 1000,
    temperature: within(current.temperature_2m, -120, 80),
    apparent: within(current.apparent_temperature, -120, 80),
    humidity: within(current.relative_humidity_2m, 0, 100),
    code: codeOf(current.weather_code),
    isDay: current.is_day === 1,
    wind: within(current.wind_speed_10m, 0, 600),
    gusts: bounded(current.wind_gusts_10m, 0, 600),
    direction: bounded(current.wind_direction_10m, 0, 360),
    pressure: bounded(current.pressure_msl, 800, 1_100),
  }
}

/** The hours from the present one on, without those that lack a temperature. */
function hoursOf({ hourly }: Answer, now: number): readonly WeatherHour[] {
  return hourly.time
    .flatMap((seconds, i): WeatherHour[] => {
      const temperature = hourly.temperature_2m[i]
      if (typeof temperature !== "number" || (seconds + 3600) * 1000 <= now) return []
      return [
        {
          at: seconds * 1000,
          temperature: within(temperature, -120, 80),
          precipitation: within(hourly.precipitation[i] ?? 0, 0, 3_000),
          chance: bounded(hourly.precipitation_probability[i], 0, 100),
          code: codeOf(hourly.weather_code[i]),
          isDay: hourly.is_day[i] === 1,
          wind: within(hourly.wind_speed_10m[i] ?? 0, 0, 600),
        },
      ]
    })
    .slice(0, HOURS)
}

function daysOf({ daily, utc_offset_seconds: offset }: Answer): readonly WeatherDay[] {
  return daily.time.flatMap((seconds, i): WeatherDay[] => {
    const [high, low] = [daily.temperature_2m_max[i], daily.temperature_2m_min[i]]
    if (typeof high !== "number" || typeof low !== "number") return []
    // Noon, so that a change of the clock on this day does not move its date.
    const noon = new Date((seconds + offset) * 1000 + 12 * HOUR_MS)
    return [
      {
        date: noon.toISOString().slice(0, 10),
        weekday: noon.getUTCDay(),
        code: codeOf(daily.weather_code[i]),
        high: within(high, -120, 80),
        low: within(low, -120, 80),
        precipitation: within(daily.precipitation_sum[i] ?? 0, 0, 3_000),
        chance: bounded(daily.precipitation_probability_max[i], 0, 100),
        wind: within(daily.wind_speed_10m_max[i] ?? 0, 0, 600),
        gusts: bounded(daily.wind_gusts_10m_max[i], 0, 600),
        direction: bounded(daily.wind_direction_10m_dominant[i], 0, 360),
        uv: bounded(daily.uv_index_max[i], 0, 30),
      },
    ]
  })
}

function within(value: number, min: number, max: number): number {
  return bounded(value, min, max)!
}

/** Null where the service has none, as for some places and models. */
function codeOf(code: number | null | undefined): number | null {
  return typeof code === "number" ? Math.round(within(code, 0, 99)) : null
}
