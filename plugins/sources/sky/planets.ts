import type { SkyOfDay } from "platen/sdk/sources"
import { Body, Constellation, Elongation, Equator, GeoVector, Illumination, SiderealTime } from "./ephemeris.js"
import type { Observer } from "./ephemeris.js"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./local-day.js"

type Planet = SkyOfDay["planets"][number]

/**
 * When a planet is visible to the naked eye: for a quarter of an hour the sun is 6 degrees below the horizon or more, and the planet 7 degrees above
 * it; it is 12 degrees from the sun or more, and brighter than magnitude 2.
 */
const RULE = { sun: -6, altitude: 7, elongation: 12, magnitude: 2, samples: 3 } as const
/** Degrees at which a point of light rises and sets: refraction at the horizon. */
const HORIZON = -34 / 60
const STEP_MS = 5 * MINUTE_MS
/** A planet of the evening sets at most so long after the middle of the night; one of the morning rises at most so long before it. */
const MARGIN_MS = HOUR_MS
/** Degrees from the sun from which a planet is up most of the night. */
const ALL_NIGHT = 120
/** Sidereal hours in an hour. */
const SIDEREAL = 1.002_737_909_35
const RADIANS = Math.PI / 180

const PLANETS = [
  ["mercury", Body.Mercury],
  ["venus", Body.Venus],
  ["mars", Body.Mars],
  ["jupiter", Body.Jupiter],
  ["saturn", Body.Saturn],
] as const
const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const

/** A position above the horizon. Degrees; azimuth clockwise from north. */
interface Sight {
  readonly at: number
  readonly altitude: number
  readonly azimuth: number
}

/** The planets of the night that follows a noon. Without an observer, as their distance from the sun has it. */
export function planetsOf(noon: number, observer: Observer | undefined): Planet[] {
  const middle = new Date(noon + DAY_MS / 2)
  const sun = observer && path(Body.Sun, noon, observer)
  return PLANETS.map(([name, body]): Planet => {
    const { elongation, visibility } = Elongation(body, middle)
    const magnitude = Illumination(body, middle).mag
    const isBright = elongation >= RULE.elongation && magnitude <= RULE.magnitude
    return {
      name,
      ...(observer && sun
        ? night(path(body, noon, observer), sun, noon, isBright)
        : { ...UNPLACED, when: isBright ? (elongation >= ALL_NIGHT ? "night" : (visibility as "evening")) : "hidden" }),
      magnitude: Math.round(magnitude * 10) / 10 + 0,
      constellation: constellationOf(body, middle),
      elongation: Math.round(elongation),
    }
  })
}

const UNPLACED = { best: null, direction: null, rise: null, set: null } as const

/** Positions every five minutes from noon to noon. A body's own motion in a day is nearly even, so that two positions and the turn of the earth give them. */
function path(body: Body, noon: number, observer: Observer): readonly Sight[] {
  const [first, last] = [placeAt(body, noon, observer), placeAt(body, noon + DAY_MS, observer)]
  const turn = ((last.ra - first.ra + 36) % 24) - 12
  const sidereal = SiderealTime(new Date(noon)) + observer.longitude / 15
  const [sine, cosine] = [Math.sin(observer.latitude * RADIANS), Math.cos(observer.latitude * RADIANS)]
  return Array.from({ length: DAY_MS / STEP_MS + 1 }, (_, i): Sight => {
    const passed = (i * STEP_MS) / DAY_MS
    const hours = sidereal + passed * 24 * SIDEREAL - (first.ra + turn * passed)
    const [angle, dec] = [hours * 15 * RADIANS, (first.dec + (last.dec - first.dec) * passed) * RADIANS]
    const up = sine * Math.sin(dec) + cosine * Math.cos(dec) * Math.cos(angle)
    const north = cosine * Math.sin(dec) - sine * Math.cos(dec) * Math.cos(angle)
    const east = -Math.cos(dec) * Math.sin(angle)
    return {
      at: noon + i * STEP_MS,
      altitude: Math.asin(Math.max(-1, Math.min(1, up))) / RADIANS,
      azimuth: (Math.atan2(east, north) / RADIANS + 360) % 360,
    }
  })
}

/** Right ascension in hours, declination in degrees. */
function placeAt(body: Body, at: number, observer: Observer): { readonly ra: number; readonly dec: number } {
  return Equator(body, new Date(at), observer, true, true)
}

type Night = Pick<Planet, "when" | "best" | "direction" | "rise" | "set">

function night(planet: readonly Sight[], sun: readonly Sight[], noon: number, isBright: boolean): Night {
  const edges = { rise: crossing(planet, 1), set: crossing(planet, -1) }
  const seen = planet.filter(({ altitude }, i) => altitude >= RULE.altitude && sun[i]!.altitude <= RULE.sun)
  if (!isBright || seen.length < RULE.samples) return { when: "hidden", best: null, direction: null, ...edges }
  const best = seen.reduce((highest, each) => (each.altitude > highest.altitude ? each : highest))
  return {
    when: partOfNight(seen[0]!.at, seen.at(-1)!.at, noon + DAY_MS / 2),
    best: best.at,
    direction: POINTS[Math.round(best.azimuth / 45) % POINTS.length]!,
    ...edges,
  }
}

/** The part of the night in which a planet is seen from `first` to `last`. */
function partOfNight(first: number, last: number, middle: number): Night["when"] {
  const isEvening = last < middle + MARGIN_MS
  if (isEvening && first > middle - MARGIN_MS) return first + last < 2 * middle ? "evening" : "morning"
  if (isEvening) return "evening"
  return first > middle - MARGIN_MS ? "morning" : "night"
}

/** When a body first rises (1) or sets (-1), between two positions. */
function crossing(path: readonly Sight[], direction: 1 | -1): number | null {
  const index = path.findIndex(
    ({ altitude }, i) =>
      i > 0 && (path[i - 1]!.altitude - HORIZON) * direction < 0 && (altitude - HORIZON) * direction >= 0,
  )
  if (index < 1) return null
  const [before, after] = [path[index - 1]!, path[index]!]
  const part = (HORIZON - before.altitude) / (after.altitude - before.altitude)
  return Math.round(before.at + part * STEP_MS)
}

/** The constellation in whose bounds of the International Astronomical Union a body is. */
function constellationOf(body: Body, time: Date): string {
  const { x, y, z } = GeoVector(body, time, true)
  const ra = (Math.atan2(y, x) / RADIANS / 15 + 24) % 24
  return Constellation(ra, Math.atan2(z, Math.hypot(x, y)) / RADIANS).name
}
