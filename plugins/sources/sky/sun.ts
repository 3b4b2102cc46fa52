import type { SkyOfDay } from "platen/sdk/sources"
import {
  Body,
  Equator,
  Horizon,
  SearchAltitude,
  SearchHourAngle,
  SearchRiseSet,
  SearchSunLongitude,
  SunPosition,
} from "./ephemeris.js"
import type { Observer } from "./ephemeris.js"
import { DAY_MS, MINUTE_MS, toMinute } from "./local-day.js"
import type { DayBounds } from "./local-day.js"

type Sun = SkyOfDay["sun"]
type Season = SkyOfDay["season"]

const HALF_DAY_MS = DAY_MS / 2
/** Degrees of civil twilight. */
const TWILIGHT = -6
const SEASONS = ["march-equinox", "june-solstice", "september-equinox", "december-solstice"] as const
/** Longer than any season, in days. */
const MAX_SEASON_DAYS = 100

/** The sun where there is no place. */
export const NO_SUN: Sun = {
  rise: null,
  set: null,
  noon: null,
  dawn: null,
  dusk: null,
  minutes: null,
  longer: null,
  polar: null,
}

/** When the sun is highest on a day. Milliseconds since 1970 in UTC. */
export function noonOf({ start, end }: Pick<DayBounds, "start" | "end">, observer: Observer): number {
  return SearchHourAngle(Body.Sun, observer, 0, new Date((start + end) / 2 - HALF_DAY_MS)).time.date.getTime()
}

/** The sun of a day: what is nearest to its noon, so that in the far north a sunset after midnight belongs to the day before. */
export function sunOf(noon: number, observer: Observer): Sun {
  const today = daylight(noon, observer)
  const yesterday = daylight(noon - DAY_MS, observer)
  const listed = (time: number | null | undefined): number | null => (time == null ? null : toMinute(time))
  const twilight = (direction: 1 | -1): number | null =>
    listed(SearchAltitude(Body.Sun, observer, direction, new Date(noon), -direction / 2, TWILIGHT)?.date.getTime())
  return {
    ...today,
    rise: listed(today.rise),
    set: listed(today.set),
    noon: toMinute(noon),
    dawn: twilight(1),
    dusk: twilight(-1),
    minutes: tenths(today.minutes),
    longer: tenths(today.minutes - yesterday.minutes),
  }
}

/** Sunrise, sunset and minutes of daylight within half a day of a noon. A day that begins or ends without either counts from midnight, or to it. */
function daylight(
  noon: number,
  observer: Observer,
): Pick<Sun, "rise" | "set" | "polar"> & { readonly minutes: number } {
  const edge = (direction: 1 | -1): number | null =>
    SearchRiseSet(Body.Sun, observer, direction, new Date(noon), -direction / 2)?.date.getTime() ?? null
  const [rise, set] = [edge(1), edge(-1)]
  if (rise === null && set === null) {
    const polar = isUp(noon, observer) ? "day" : "night"
    return { rise, set, polar, minutes: polar === "day" ? DAY_MS / MINUTE_MS : 0 }
  }
  const minutes = ((set ?? noon + HALF_DAY_MS) - (rise ?? noon - HALF_DAY_MS)) / MINUTE_MS
  return { rise, set, polar: null, minutes }
}

function isUp(at: number, observer: Observer): boolean {
  const time = new Date(at)
  const { ra, dec } = Equator(Body.Sun, time, observer, true, true)
  return Horizon(time, observer, ra, dec, "normal").altitude > 0
}

/** The next equinox or solstice. `from`: milliseconds since 1970 in UTC. */
export function seasonFrom(from: number): Season {
  const start = new Date(from)
  const quarter = Math.floor(SunPosition(start).elon / 90 + 1) % 4
  const found = SearchSunLongitude(quarter * 90, start, MAX_SEASON_DAYS)
  return { kind: SEASONS[quarter]!, at: found!.date.getTime() }
}

function tenths(number: number): number {
  // Not -0.
  return Math.round(number * 10) / 10 + 0
}
