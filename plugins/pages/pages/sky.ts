import { getMoonIllumination, getTimes } from "suncalc"
import { MOON_PHASES } from "platen/sdk/mode"
import { localTime } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { MoonOfDay, Place, Sky, SunOfDay } from "platen/sdk/mode"

const DAY_MS = 86_400_000
/** Days from one new moon to the next, on average. */
const MONTH_DAYS = 29.530588
/** Half a day as a share of a lunar month: so near to a turning point the moon bears its name. */
const HALF_DAY = 0.5 / MONTH_DAYS

/** The moon of a day. Source: suncalc, by Meeus; within 0.2 degrees. */
function moonOf({ year, month, day }: LocalDay): MoonOfDay {
  const { phase, fraction } = getMoonIllumination(new Date(Date.UTC(year, month - 1, day, 12)))
  const nearest = Math.round(phase * 4)
  const index = Math.abs(phase * 4 - nearest) / 4 <= HALF_DAY ? (nearest % 4) * 2 : Math.floor(phase * 4) * 2 + 1
  return { name: MOON_PHASES[index]!, phase, lit: fraction, age: Math.floor(phase * MONTH_DAYS) }
}

/** Sunrise and sunset of a day at a place. Source: suncalc, within 2 minutes below 65 degrees of latitude. */
function sunOf({ year, month, day }: LocalDay, { latitude, longitude }: Place, timeZone: string): SunOfDay {
  const noon = new Date(Date.UTC(year, month - 1, day, 12) - (longitude / 360) * DAY_MS)
  const { sunrise, sunset, alwaysUp } = getTimes(noon, latitude, longitude)
  if (!sunrise || !sunset) return { polar: alwaysUp ? "day" : "night" }
  const [rise, set] = [sunrise, sunset].map((date) => Math.round(date.getTime() / 60_000) * 60_000)
  return { rise: localTime(rise!, timeZone), set: localTime(set!, timeZone), minutes: (set! - rise!) / 60_000 }
}

/** Sun and moon of a day at a place, with times in a zone. */
export function skyOf(day: LocalDay, place: Place | undefined, timeZone: string): Sky {
  return {
    moon: moonOf(day),
    ...(place && { sun: sunOf(day, place, timeZone) }),
    south: (place?.latitude ?? 0) < 0,
  }
}
