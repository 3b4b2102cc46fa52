import { localTime } from "platen/sdk/kit"

// Answers in the shape that Open-Meteo documents, made up of a simple climate: the same place and time give the same answer.

/** A place of the tests, and what is special there. */
export interface TestPlace {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  /** The moment, ISO 8601. */
  readonly at: string
  /** Weather codes of the days, from today on; the first is the present one. */
  readonly codes: readonly number[]
  /** Mean of today's temperature, degrees Celsius, and half of its range. */
  readonly mean: number
  readonly swing: number
}

/** Ten places: polar day and night, the equator, a zone of 45 minutes, a change of the clock, high and low, hot and cold. */
export const PLACES: readonly TestPlace[] = [
  {
    name: "Reykjavík",
    latitude: 64.15,
    longitude: -21.94,
    timeZone: "Atlantic/Reykjavik",
    at: "2026-06-21T22:40:00Z",
    codes: [3, 61, 80, 2, 1, 63, 3],
    mean: 9,
    swing: 3,
  },
  {
    name: "Singapore",
    latitude: 1.35,
    longitude: 103.82,
    timeZone: "Asia/Singapore",
    at: "2026-04-10T07:20:00Z",
    codes: [95, 95, 81, 80, 95, 2, 96],
    mean: 28,
    swing: 4,
  },
  {
    name: "Quito",
    latitude: -0.18,
    longitude: -78.47,
    timeZone: "America/Guayaquil",
    at: "2026-09-22T14:05:00Z",
    codes: [2, 61, 80, 45, 2, 3, 51],
    mean: 14,
    swing: 5,
  },
  {
    name: "Longyearbyen",
    latitude: 78.22,
    longitude: 15.64,
    timeZone: "Arctic/Longyearbyen",
    at: "2026-12-20T11:30:00Z",
    codes: [71, 75, 85, 3, 0, 77, 86],
    mean: -14,
    swing: 3,
  },
  {
    name: "Kathmandu",
    latitude: 27.72,
    longitude: 85.32,
    timeZone: "Asia/Kathmandu",
    at: "2026-07-15T01:10:00Z",
    codes: [65, 82, 63, 95, 80, 61, 3],
    mean: 23,
    swing: 4,
  },
  {
    name: "Berlin",
    latitude: 52.52,
    longitude: 13.4,
    timeZone: "Europe/Berlin",
    at: "2026-10-25T06:30:00Z",
    codes: [45, 3, 61, 2, 0, 1, 51],
    mean: 8,
    swing: 5,
  },
  {
    name: "Phoenix",
    latitude: 33.45,
    longitude: -112.07,
    timeZone: "America/Phoenix",
    at: "2026-07-20T21:00:00Z",
    codes: [0, 0, 1, 2, 95, 0, 0],
    mean: 40,
    swing: 7,
  },
  {
    name: "北京",
    latitude: 39.9,
    longitude: 116.4,
    timeZone: "Asia/Shanghai",
    at: "2026-01-12T00:15:00Z",
    codes: [0, 1, 71, 73, 3, 0, 2],
    mean: -4,
    swing: 6,
  },
  {
    name: "Christchurch",
    latitude: -43.53,
    longitude: 172.64,
    timeZone: "Pacific/Auckland",
    at: "2026-09-26T13:45:00Z",
    codes: [2, 3, 56, 66, 80, 1, 0],
    mean: 10,
    swing: 6,
  },
  {
    name: "Yakutsk",
    latitude: 62.03,
    longitude: 129.73,
    timeZone: "Asia/Yakutsk",
    at: "2026-02-02T03:00:00Z",
    codes: [0, 48, 48, 71, 0, 0, 48],
    mean: -38,
    swing: 5,
  },
]

const HOUR = 3_600
const WET = new Set([51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99])

/** The beginning of the local day of a time, in Unix seconds. */
function midnight(epoch: number, timeZone: string): number {
  const { hour, minute } = localTime(epoch, timeZone)
  return Math.floor(epoch / 60_000) * 60 - (hour * 60 + minute) * 60
}

/** An answer of the forecast. `days`: how many. */
export function forecastAnswer(place: TestPlace, days = 7, at = Date.parse(place.at)): object {
  const start = midnight(at, place.timeZone)
  const hours = Array.from({ length: days * 24 }, (_, i) => start + i * HOUR)
  const codeAt = (i: number): number => place.codes[Math.floor(i / 24) % place.codes.length]!
  const temperature = (i: number): number =>
    round(place.mean + 1.5 * Math.sin(i / 31) - place.swing * Math.cos(((i - 3) / 24) * 2 * Math.PI))
  const wetness = (i: number): number => (WET.has(codeAt(i)) ? Math.max(0, Math.sin(i / 2.7 + place.latitude)) : 0)
  const isDay = (i: number): number => (i % 24 >= 7 && i % 24 < 19 ? 1 : 0)
  const now = Math.floor((at / 1000 - start) / HOUR)
  const offset = start - Date.UTC(...dateOf(start, place.timeZone)) / 1000
  const perDay = <T>(make: (day: number) => T): T[] => Array.from({ length: days }, (_, day) => make(day))
  const ofDay = (day: number): number[] => Array.from({ length: 24 }, (_, hour) => temperature(day * 24 + hour))
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    generationtime_ms: 0.2,
    utc_offset_seconds: -offset,
    timezone: place.timeZone,
    elevation: 10,
    current: {
      time: Math.floor(at / 900_000) * 900,
      interval: 900,
      temperature_2m: temperature(now),
      relative_humidity_2m: 71,
      apparent_temperature: round(temperature(now) - 2.4),
      is_day: isDay(now),
      weather_code: codeAt(now),
      pressure_msl: 1012.4,
      wind_speed_10m: 17.6,
      wind_direction_10m: 232,
      wind_gusts_10m: 34.1,
    },
    hourly: {
      time: hours,
      temperature_2m: hours.map((_, i) => temperature(i)),
      precipitation_probability: hours.map((_, i) => Math.round(wetness(i) * 90)),
      precipitation: hours.map((_, i) => round(wetness(i) * 2.6)),
      weather_code: hours.map((_, i) => codeAt(i)),
      is_day: hours.map((_, i) => isDay(i)),
      wind_speed_10m: hours.map((_, i) => round(12 + 6 * Math.sin(i / 5))),
    },
    daily: {
      time: perDay((day) => midnight((start + day * 24 * HOUR + 12 * HOUR) * 1000, place.timeZone)),
      weather_code: perDay((day) => place.codes[day % place.codes.length]!),
      temperature_2m_max: perDay((day) => Math.max(...ofDay(day))),
      temperature_2m_min: perDay((day) => Math.min(...ofDay(day))),
      uv_index_max: perDay((day) => round(Math.max(0, 8 - Math.abs(place.latitude) / 9 - day * 0.2))),
      precipitation_sum: perDay((day) => round(WET.has(place.codes[day % place.codes.length]!) ? 6.2 : 0)),
      precipitation_probability_max: perDay((day) => (WET.has(place.codes[day % place.codes.length]!) ? 82 : 8)),
      wind_speed_10m_max: perDay(() => 21.5),
      wind_gusts_10m_max: perDay(() => 41),
      wind_direction_10m_dominant: perDay((day) => (200 + day * 31) % 360),
    },
  }
}

/** An answer of the air quality: pollen in Europe alone. */
export function airAnswer(place: TestPlace, at = Date.parse(place.at)): object {
  const inEurope = place.longitude > -25 && place.longitude < 40 && place.latitude > 30
  const start = midnight(at, place.timeZone)
  return {
    utc_offset_seconds: 0,
    current: {
      time: Math.floor(at / 3_600_000) * HOUR,
      european_aqi: 37,
      us_aqi: 52,
      pm2_5: 9.1,
      pm10: 16.8,
      ozone: 61,
      nitrogen_dioxide: 14.2,
      ...Object.fromEntries(
        ["alder", "birch", "grass", "mugwort", "olive", "ragweed"].map((plant) => [
          `${plant}_pollen`,
          inEurope ? 3.5 : null,
        ]),
      ),
    },
    hourly: {
      time: Array.from({ length: 72 }, (_, i) => start + i * HOUR),
      european_aqi: Array.from({ length: 72 }, (_, i) => Math.round(35 + 12 * Math.sin(i / 6))),
    },
  }
}

function dateOf(seconds: number, timeZone: string): [number, number, number] {
  const { year, month, day } = localTime(seconds * 1000, timeZone)
  return [year, month - 1, day]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
