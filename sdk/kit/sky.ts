import { getMoonIllumination, getTimes } from "suncalc"
import type { Place } from "../mode/mode.js"
import type { LocalDay, LocalTime } from "../time.js"
import { localTime } from "./local-time.js"

/** Names of the phases of the moon. Each of the four turning points lasts a day. */
export const MOON_PHASES = [
  "new",
  "waxing-crescent",
  "first-quarter",
  "waxing-gibbous",
  "full",
  "waning-gibbous",
  "last-quarter",
  "waning-crescent",
] as const
/** A phase of the moon. */
export type MoonPhase = (typeof MOON_PHASES)[number]

/** The moon at noon of a day. */
export interface MoonOfDay {
  readonly name: MoonPhase
  /** 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. */
  readonly phase: number
  /** Share of the disc that is lit, 0 to 1. */
  readonly lit: number
  /** Days since the new moon, from 0. */
  readonly age: number
}

/** The sun of a day at a place: it rises and sets, or stays up or down all day. Times in the zone of the page. */
export type SunOfDay =
  { readonly rise: LocalTime; readonly set: LocalTime; readonly minutes: number } | { readonly polar: "day" | "night" }

const DAY_MS = 86_400_000
/** Days from one new moon to the next, on average. */
const MONTH_DAYS = 29.530588
/** Half a day as a share of a lunar month: so near to a turning point the moon bears its name. */
const HALF_DAY = 0.5 / MONTH_DAYS

/** The moon of a day. Source: suncalc, by Meeus; within 0.2 degrees. */
export function moonOf({ year, month, day }: LocalDay): MoonOfDay {
  const { phase, fraction } = getMoonIllumination(new Date(Date.UTC(year, month - 1, day, 12)))
  const nearest = Math.round(phase * 4)
  const index = Math.abs(phase * 4 - nearest) / 4 <= HALF_DAY ? (nearest % 4) * 2 : Math.floor(phase * 4) * 2 + 1
  return { name: MOON_PHASES[index]!, phase, lit: fraction, age: Math.floor(phase * MONTH_DAYS) }
}

/** Sunrise and sunset of a day at a place. Source: suncalc, within 2 minutes below 65 degrees of latitude. */
export function sunOf({ year, month, day }: LocalDay, { latitude, longitude }: Place, timeZone: string): SunOfDay {
  const noon = new Date(Date.UTC(year, month - 1, day, 12) - (longitude / 360) * DAY_MS)
  const { sunrise, sunset, alwaysUp } = getTimes(noon, latitude, longitude)
  if (!sunrise || !sunset) return { polar: alwaysUp ? "day" : "night" }
  const [rise, set] = [sunrise, sunset].map((date) => Math.round(date.getTime() / 60_000) * 60_000)
  return { rise: localTime(rise!, timeZone), set: localTime(set!, timeZone), minutes: (set! - rise!) / 60_000 }
}

/** A time of day as "7:05". */
export function clockTime({ hour, minute }: Pick<LocalTime, "hour" | "minute">): string {
  return `${hour}:${String(minute).padStart(2, "0")}`
}
