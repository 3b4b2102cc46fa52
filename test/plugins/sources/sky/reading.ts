import { localTime } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import type { Place, SourceContext } from "platen/sdk/mode"
import type { SkyOfDay } from "platen/sdk/sources"
import plugin from "../../../../plugins/sources/sky/index.js"
import { setUp } from "../../../set-up.js"
import { checkSource } from "../../../testing/index.js"

/** Where the references are from. */
export const CITIES = {
  Auckland: { latitude: -36.85, longitude: 174.76, timeZone: "Pacific/Auckland" },
  Beijing: { latitude: 39.905, longitude: 116.39, timeZone: "Asia/Shanghai" },
  Berlin: { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" },
  "Cape Town": { latitude: -33.925, longitude: 18.424, timeZone: "Africa/Johannesburg" },
  Kathmandu: { latitude: 27.72, longitude: 85.32, timeZone: "Asia/Kathmandu" },
  Longyearbyen: { latitude: 78.22, longitude: 15.65, timeZone: "Arctic/Longyearbyen" },
  "New York": { latitude: 40.71, longitude: -74, timeZone: "America/New_York" },
  Quito: { latitude: -0.18, longitude: -78.47, timeZone: "America/Guayaquil" },
  Reykjavik: { latitude: 64.147, longitude: -21.94, timeZone: "Atlantic/Reykjavik" },
  Singapore: { latitude: 1.29, longitude: 103.85, timeZone: "Asia/Singapore" },
  Sydney: { latitude: -33.87, longitude: 151.21, timeZone: "Australia/Sydney" },
  Wellington: { latitude: -41.29, longitude: 174.78, timeZone: "Pacific/Auckland" },
} as const
export type City = keyof typeof CITIES

/** A day, from "2026-08-12". */
export function dayOf(iso: string): LocalDay {
  const date = new Date(`${iso}T00:00:00Z`)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** What the source answers, checked by its own schema. */
export async function skyAt(
  iso: string,
  where: { readonly timeZone: string } & Partial<Place>,
  context: Partial<SourceContext> = {},
): Promise<SkyOfDay> {
  const [source] = (await setUp(plugin)).to(SOURCES)
  const { timeZone, latitude, longitude } = where
  const place = latitude === undefined || longitude === undefined ? {} : { place: { latitude, longitude } }
  return (await checkSource(source!, {}, { day: dayOf(iso), timeZone, ...place, ...context })) as SkyOfDay
}

/** The same in a city. */
export function skyIn(city: City, iso: string): Promise<SkyOfDay> {
  return skyAt(iso, CITIES[city])
}

/** "2026-06-22 0:04" in a time zone, or null. */
export function clock(epoch: number | null, timeZone: string): string | null {
  if (epoch === null) return null
  const { year, month, day, hour, minute } = localTime(epoch, timeZone)
  const two = (number: number): string => String(number).padStart(2, "0")
  return `${year}-${two(month)}-${two(day)} ${hour}:${two(minute)}`
}

/** Minutes from a time on the clocks of a zone, "2026-06-22 0:04", to an instant. */
export function minutesFrom(expected: string, epoch: number, timeZone: string): number {
  const { year, month, day, hour, minute, epoch: exact } = localTime(epoch, timeZone)
  const local = Date.UTC(year, month - 1, day, hour, minute) + (exact % 60_000)
  return (local - Date.parse(`${expected.replace(" ", "T").replace(/T(\d):/, "T0$1:")}Z`)) / 60_000
}
