import { localNumber } from "platen/sdk/kit"
import type { ViewContext } from "platen/sdk/mode"

export const UNITS = ["auto", "metric", "us", "uk"] as const
/** "us": °F and mph; "uk": °C and mph; "metric": °C and Beaufort; "auto": by the language. */
export type Units = (typeof UNITS)[number]

type Words = Pick<ViewContext, "words">["words"]

/** The units of a language where none are chosen: Fahrenheit where a region is known to use it. */
export function unitsOf(units: Units, language: string): Exclude<Units, "auto"> {
  if (units !== "auto") return units
  const region = /[-_]([A-Za-z]{2})(?:$|[-_])/.exec(language)?.[1]?.toUpperCase()
  if (region !== undefined && ["US", "LR", "BS", "BZ", "KY", "PW", "FM", "MH"].includes(region)) return "us"
  return region === "GB" ? "uk" : "metric"
}

/** A temperature in the units. */
export function inUnits(celsius: number, units: Exclude<Units, "auto">): number {
  return units === "us" ? celsius * 1.8 + 32 : celsius
}

/** A temperature as a whole number in the units, without a sign for zero. */
export function degreesOf(celsius: number, units: Exclude<Units, "auto">): number {
  return Math.round(inUnits(celsius, units)) + 0
}

/** A temperature with its sign and the degree sign: "−3°". */
export function temperature(celsius: number, units: Exclude<Units, "auto">, words: Words): string {
  const degrees = degreesOf(celsius, units)
  return `${degrees < 0 ? "−" : ""}${localNumber(Math.abs(degrees), words)}°`
}

/** A speed in miles per hour, with the unit. */
export function milesPerHour(kilometres: number, words: Words): string {
  return `${localNumber(Math.round(kilometres / 1.609344), words)} mph`
}

/** Kilometres per hour from which each Beaufort number holds, 1 to 12. Source: WMO Manual on Codes, table 1100. */
const BEAUFORT = [1, 6, 12, 20, 29, 39, 50, 62, 75, 89, 103, 118] as const

export function beaufort(kilometres: number): number {
  return BEAUFORT.filter((from) => Math.round(kilometres) >= from).length
}

/** The eight winds, clockwise from north: the index of the one from which it blows. */
export function windOf(degrees: number): number {
  return Math.round(degrees / 45) % 8
}
