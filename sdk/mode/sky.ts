import type { LocalTime } from "../time.js"

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
export type SunOfDay = DayAndNight | { readonly polar: "day" | "night" }
type DayAndNight = { readonly rise: LocalTime; readonly set: LocalTime; readonly minutes: number }

/** Sun and moon of a day. Without a place, the moon alone. */
export interface Sky {
  readonly moon: MoonOfDay
  readonly sun?: SunOfDay
  /** True: the place is south of the equator, where the moon is seen upside down. */
  readonly south: boolean
}
