import {
  Body,
  Equator,
  Horizon,
  Illumination,
  MoonPhase,
  Observer,
  SearchHourAngle,
  SearchRiseSet,
} from "astronomy-engine"
import { MOON_PHASES } from "platen/sdk/mode"
import { dayNumber, localTime, lruSet } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { MoonOfDay, Place, Sky, SunOfDay } from "platen/sdk/mode"

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The hour of the moon of a day, when people look at it. */
const EVENING_HOUR = 21
/** Days from one new moon to the next, on average. */
const MONTH_DAYS = 29.530588
/** Days and places that are kept: a page asks several times. */
const MAX_KEPT = 64
const kept = new Map<string, Sky>()
/** Days between which the sky can be computed; beyond, it is that of the nearest one. */
const [FIRST_DAY, LAST_DAY] = [dayNumber(1, 1, 2), dayNumber(9999, 12, 30)]

/** When the clocks of a zone show an hour of a day, in milliseconds since 1970 in UTC; the hour after where they leave it out. */
function whenClocksShow(hour: number, day: number, timeZone: string): number {
  const wall = day * DAY_MS + hour * HOUR_MS
  const aheadAt = (epoch: number): number => {
    const local = localTime(epoch, timeZone)
    return dayNumber(local.year, local.month, local.day) * DAY_MS + (local.hour * 60 + local.minute) * MINUTE_MS - epoch
  }
  const guess = wall - aheadAt(wall)
  return wall - Math.min(aheadAt(guess), aheadAt(guess - HOUR_MS))
}

/**
 * The moon of a day: as it is in the evening. A turning point gives its name to the day on which it is. The phase is the angle at which the sun lights the
 * moon, so that it fits the share that is lit. Source: the package astronomy-engine, within 1 arcminute. The source "sky" computes the same.
 */
function moonOf(day: number, timeZone: string): MoonOfDay {
  const at = new Date(whenClocksShow(EVENING_HOUR, day, timeZone))
  const [turn, before, after] = [at, ...[day, day + 1].map((each) => new Date(whenClocksShow(0, each, timeZone)))].map(
    (time) => MoonPhase(time) / 360,
  ) as [number, number, number]
  const { phase_angle: angle, phase_fraction: lit } = Illumination(Body.Moon, at)
  const [first, last] = [Math.floor(before * 4), Math.floor(after * 4)]
  return {
    name: MOON_PHASES[first === last ? Math.floor(turn * 4) * 2 + 1 : last * 2]!,
    phase: 0.5 + ((turn < 0.5 ? -1 : 1) * angle) / 360,
    lit,
    age: Math.floor(turn * MONTH_DAYS),
  }
}

/** Sunrise and sunset of a day at a place, to the nearest minute. */
function sunOf(day: number, { latitude, longitude }: Place, timeZone: string): SunOfDay {
  const observer = new Observer(latitude, longitude, 0)
  const [start, end] = [day, day + 1].map((each) => whenClocksShow(0, each, timeZone)) as [number, number]
  const noon = SearchHourAngle(Body.Sun, observer, 0, new Date((start + end) / 2 - DAY_MS / 2)).time.date
  const [rise, set] = ([1, -1] as const).map((direction) => {
    const found = SearchRiseSet(Body.Sun, observer, direction, noon, -direction / 2)
    return found && Math.round(found.date.getTime() / MINUTE_MS) * MINUTE_MS
  })
  if (!rise || !set) {
    const { ra, dec } = Equator(Body.Sun, noon, observer, true, true)
    return { polar: Horizon(noon, observer, ra, dec, "normal").altitude > 0 ? "day" : "night" }
  }
  return { rise: localTime(rise, timeZone), set: localTime(set, timeZone), minutes: (set - rise) / MINUTE_MS }
}

/** Sun and moon of a day at a place, with times in a zone. */
export function skyOf({ year, month, day }: LocalDay, place: Place | undefined, timeZone: string): Sky {
  const key = `${year}-${month}-${day} ${timeZone} ${place?.latitude} ${place?.longitude}`
  const known = kept.get(key)
  if (known) return known
  const number = Math.min(Math.max(dayNumber(year, month, day), FIRST_DAY), LAST_DAY)
  const sky = {
    moon: moonOf(number, timeZone),
    ...(place && { sun: sunOf(number, place, timeZone) }),
    south: (place?.latitude ?? 0) < 0,
  }
  lruSet(kept, key, sky, MAX_KEPT)
  return sky
}
