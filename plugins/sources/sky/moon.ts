import { MOON_PHASES } from "platen/sdk/mode"
import type { MoonPhase as PhaseName } from "platen/sdk/mode"
import type { SkyOfDay } from "platen/sdk/sources"
import {
  Body,
  Equator,
  GeoMoon,
  Horizon,
  Illumination,
  KM_PER_AU,
  MoonPhase,
  NextMoonQuarter,
  RotationAxis,
  SearchHourAngle,
  SearchMoonPhase,
  SearchMoonQuarter,
  SearchRiseSet,
} from "./ephemeris.js"
import type { Observer } from "./ephemeris.js"
import { DAY_MS, MINUTE_MS, toMinute } from "./local-day.js"
import type { DayBounds } from "./local-day.js"

type Moon = SkyOfDay["moon"]
type Quarters = SkyOfDay["quarters"]

const KINDS = ["new", "first", "full", "last"] as const
/** Days within which there is a new moon. */
const MAX_MONTH_DAYS = 30

/** The next four turning points of the moon. `from`: milliseconds since 1970 in UTC. */
export function quartersFrom(from: number): Quarters {
  const found = [SearchMoonQuarter(new Date(from))]
  while (found.length < KINDS.length) found.push(NextMoonQuarter(found.at(-1)!))
  return found.map(({ quarter, time }) => ({ kind: KINDS[quarter]!, at: time.date.getTime() }))
}

/** The moon of a day. Its phase is the angle at which the sun lights it, so that it fits the share that is lit. `quarters`: from the beginning of the day on. */
export function moonOf({ start, end, evening }: DayBounds, quarters: Quarters, observer: Observer | undefined): Moon {
  const at = new Date(evening)
  const turn = MoonPhase(at) / 360
  const { phase_angle: angle, phase_fraction: lit } = Illumination(Body.Moon, at)
  const newMoon = SearchMoonPhase(0, at, -MAX_MONTH_DAYS)?.date.getTime() ?? evening
  // Rounded no further than the last minute of the day.
  const within = (time: Date | undefined): number | null =>
    time && time.getTime() < end ? Math.min(toMinute(time.getTime()), end - MINUTE_MS) : null
  const edge = (observer: Observer, direction: 1 | -1): number | null =>
    within(SearchRiseSet(Body.Moon, observer, direction, new Date(start), (end - start) / DAY_MS)?.date)
  const culmination = observer && SearchHourAngle(Body.Moon, observer, 0, new Date(start)).time.date
  return {
    phase: 0.5 + ((turn < 0.5 ? -1 : 1) * angle) / 360,
    lit,
    age: Math.round(((evening - newMoon) / DAY_MS) * 10) / 10,
    name: nameOf(turn, quarters[0]!, end),
    distance: Math.round(GeoMoon(at).Length() * KM_PER_AU),
    ...(observer && culmination ? standing([at, culmination], observer) : NOT_UP),
    rise: observer ? edge(observer, 1) : null,
    set: observer ? edge(observer, -1) : null,
    highest: within(culmination),
  }
}

function nameOf(turn: number, next: Quarters[number], end: number): PhaseName {
  return MOON_PHASES[next.at < end ? KINDS.indexOf(next.kind) * 2 : Math.floor(turn * 4) * 2 + 1]!
}

const NOT_UP = { angle: null, axis: null }

/**
 * How the moon stands at the first of the times at which it is up: where its lit limb is, and its north pole, in degrees clockwise from the point
 * nearest the zenith; null when it is up at none. The limb faces the sun along a great circle, and the pole its point of the sky.
 */
function standing(times: readonly Date[], observer: Observer): Pick<Moon, "angle" | "axis"> {
  for (const time of times) {
    const at = (ra: number, dec: number): Direction => {
      const { azimuth, altitude } = Horizon(time, observer, ra, dec)
      return { azimuth: (azimuth * Math.PI) / 180, altitude: (altitude * Math.PI) / 180 }
    }
    const [moon, sun] = [Body.Moon, Body.Sun].map((body) => {
      const { ra, dec } = Equator(body, time, observer, true, true)
      return at(ra, dec)
    }) as [Direction, Direction]
    if (moon.altitude <= 0) continue
    const pole = RotationAxis(Body.Moon, time)
    return { angle: bearing(moon, sun), axis: bearing(moon, at(pole.ra, pole.dec)) }
  }
  return NOT_UP
}

/** The direction in which a great circle leaves for another place of the sky, in whole degrees clockwise from the zenith, 0 to 359. */
function bearing(from: Direction, to: Direction): number {
  const turn = to.azimuth - from.azimuth
  const right = Math.cos(to.altitude) * Math.sin(turn)
  const up =
    Math.sin(to.altitude) * Math.cos(from.altitude) - Math.cos(to.altitude) * Math.sin(from.altitude) * Math.cos(turn)
  return (Math.round((Math.atan2(right, up) * 180) / Math.PI) + 360) % 360
}

/** Radians. Azimuth clockwise from north. */
interface Direction {
  readonly azimuth: number
  readonly altitude: number
}
