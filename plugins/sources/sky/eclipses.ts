import type { SkyOfDay } from "platen/sdk/sources"
import {
  Body,
  Equator,
  GeoMoon,
  GeoVector,
  Horizon,
  KM_PER_AU,
  NextGlobalSolarEclipse,
  NextLocalSolarEclipse,
  NextLunarEclipse,
  SearchGlobalSolarEclipse,
  SearchLocalSolarEclipse,
  SearchLunarEclipse,
} from "./ephemeris.js"
import type { LocalSolarEclipseInfo, LunarEclipseInfo, Observer } from "./ephemeris.js"
import { DAY_MS, MINUTE_MS } from "./local-day.js"

type Eclipse = NonNullable<SkyOfDay["eclipse"]>
type EclipseType = Eclipse["type"]

/** Milliseconds within which an eclipse is searched. */
const HORIZON_MS = 5 * 365 * DAY_MS
const STEP_MS = 4 * MINUTE_MS
/** Kilometres. That of the earth with the air that darkens the moon. */
const RADIUS = { sun: 695_700, earth: 6_371 + 88, moon: 1_737.4 } as const
/** Share of the moon's diameter in the penumbra from which the eye sees that it is darker. */
const FAINT = 0.7

/**
 * The next eclipse that an observer sees, else the next anywhere. Eclipses of the moon by the penumbra alone count where it is deep enough to be seen.
 * `from`: milliseconds since 1970 in UTC.
 */
export function eclipseFrom(from: number, observer: Observer | undefined): Eclipse | null {
  const seen = observer && earliest(lunarFrom(from, observer), solarFrom(from, observer))
  return seen ?? earliest(lunarFrom(from, undefined), globalSolarFrom(from))
}

function earliest(one: Eclipse | undefined, other: Eclipse | undefined): Eclipse | null {
  if (!one || !other) return one ?? other ?? null
  return one.at <= other.at ? one : other
}

function lunarFrom(from: number, observer: Observer | undefined): Eclipse | undefined {
  let next = SearchLunarEclipse(new Date(from - DAY_MS))
  for (; next.peak.date.getTime() < from + HORIZON_MS; next = NextLunarEclipse(next.peak)) {
    const at = next.peak.date.getTime()
    if (at < from || (next.sd_partial === 0 && shadowAt(next.peak.date).penumbral < FAINT)) continue
    const type = next.kind as EclipseType
    if (!observer) return { kind: "lunar", type, here: null, at, visible: false, obscured: null }
    const seen = lunarSeen(next, observer)
    if (seen) {
      const here = seen.obscured >= 1 ? "total" : seen.obscured > 0 ? "partial" : "penumbral"
      return { kind: "lunar", type, here, visible: true, ...seen }
    }
  }
  return undefined
}

interface Seen {
  readonly at: number
  readonly obscured: number
}

/** The greatest part of an eclipse of the moon while the moon is up; undefined when it is not. */
function lunarSeen({ peak, sd_partial: minutes, obscuration }: LunarEclipseInfo, observer: Observer): Seen | undefined {
  const at = peak.date.getTime()
  if (isUp(Body.Moon, peak.date, observer)) return { at, obscured: obscuration }
  return greatest(at - minutes * MINUTE_MS, at + minutes * MINUTE_MS, (time) =>
    isUp(Body.Moon, time, observer) ? shadowAt(time).obscured : 0,
  )
}

/** The greatest share between two times; undefined when all are 0. */
function greatest(from: number, to: number, share: (time: Date) => number): Seen | undefined {
  let best: Seen | undefined
  for (let at = from; at <= to; at += STEP_MS) {
    const obscured = share(new Date(at))
    if (obscured > (best?.obscured ?? 0)) best = { at: Math.round(at), obscured }
  }
  return best
}

/** The shadow of the earth on the moon: the share of the disc in the umbra, and that of the diameter in the penumbra. Two cones round the line from the sun. */
function shadowAt(time: Date): { readonly obscured: number; readonly penumbral: number } {
  const [sun, moon] = [GeoVector(Body.Sun, time, true), GeoMoon(time)]
  const distance = sun.Length()
  const behind = -(sun.x * moon.x + sun.y * moon.y + sun.z * moon.z) / distance
  const beside = Math.sqrt(Math.max(0, moon.Length() ** 2 - behind ** 2)) * KM_PER_AU
  const umbra = RADIUS.earth - (behind / distance) * (RADIUS.sun - RADIUS.earth)
  const penumbra = RADIUS.earth + (behind / distance) * (RADIUS.sun + RADIUS.earth)
  return {
    obscured: behind > 0 ? covered(RADIUS.moon, umbra, beside) : 0,
    penumbral: (penumbra + RADIUS.moon - beside) / (2 * RADIUS.moon),
  }
}

/** The share of a disc of radius `own` that one of radius `other` covers. `apart`: distance of their centres, in the same unit. */
export function covered(own: number, other: number, apart: number): number {
  if (apart >= own + other) return 0
  if (apart <= Math.abs(own - other)) return other >= own ? 1 : (other / own) ** 2
  const x = (apart ** 2 + own ** 2 - other ** 2) / (2 * apart)
  const half = Math.sqrt(Math.max(0, own ** 2 - x ** 2))
  const lens = own ** 2 * Math.acos(x / own) + other ** 2 * Math.acos((apart - x) / other) - apart * half
  return Math.min(1, Math.max(0, lens / (Math.PI * own ** 2)))
}

function solarFrom(from: number, observer: Observer): Eclipse | undefined {
  let next = SearchLocalSolarEclipse(new Date(from - DAY_MS), observer)
  for (; next.peak.time.date.getTime() < from + HORIZON_MS; next = NextLocalSolarEclipse(next.peak.time, observer)) {
    const seen = next.peak.time.date.getTime() < from ? undefined : solarSeen(next, observer)
    if (!seen) continue
    // As a whole it may be more than what the observer sees of it.
    const whole = SearchGlobalSolarEclipse(next.peak.time.AddDays(-2))
    return { kind: "solar", type: whole.kind as EclipseType, visible: true, ...seen }
  }
  return undefined
}

function solarSeen(
  { kind, peak, obscuration, partial_begin: begin, partial_end: end }: LocalSolarEclipseInfo,
  observer: Observer,
): (Seen & { readonly here: EclipseType }) | undefined {
  if (peak.altitude > 0) return { at: peak.time.date.getTime(), obscured: obscuration, here: kind as EclipseType }
  const seen = greatest(begin.time.date.getTime(), end.time.date.getTime(), (time) => {
    if (!isUp(Body.Sun, time, observer)) return 0
    const [sun, moon] = [Body.Sun, Body.Moon].map((body) => Equator(body, time, observer, true, true).vec) as [Vec, Vec]
    const cosine = (sun.x * moon.x + sun.y * moon.y + sun.z * moon.z) / (sun.Length() * moon.Length())
    return covered(angular(RADIUS.sun, sun), angular(RADIUS.moon, moon), Math.acos(Math.min(1, cosine)))
  })
  return seen && { ...seen, here: seen.obscured >= 1 ? "total" : "partial" }
}

type Vec = ReturnType<typeof GeoMoon>

/** Radians. `radius`: kilometres. */
function angular(radius: number, to: Vec): number {
  return Math.asin(radius / (to.Length() * KM_PER_AU))
}

function globalSolarFrom(from: number): Eclipse | undefined {
  let next = SearchGlobalSolarEclipse(new Date(from - DAY_MS))
  while (next.peak.date.getTime() < from) next = NextGlobalSolarEclipse(next.peak)
  const at = next.peak.date.getTime()
  return { kind: "solar", type: next.kind as EclipseType, here: null, at, visible: false, obscured: null }
}

function isUp(body: Body, time: Date, observer: Observer): boolean {
  const { ra, dec } = Equator(body, time, observer, true, true)
  return Horizon(time, observer, ra, dec).altitude > 0
}
