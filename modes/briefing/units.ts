import { localNumber } from "platen/sdk/kit"
import type { ViewContext } from "platen/sdk/mode"

export const UNITS = ["auto", "metric", "us", "uk"] as const
type Units = (typeof UNITS)[number]

/** Regions that measure in Fahrenheit. */
const FAHRENHEIT = new Set(["US", "LR", "BS", "BZ", "KY", "PW", "FM", "MH"])

/** A temperature as a whole number with its sign and the degree sign, in the units of the settings, else of the language: "−3°". */
export function temperature(
  celsius: number,
  { settings, language, words }: Pick<ViewContext<{ readonly units: Units }>, "settings" | "language" | "words">,
): string {
  const region = /[-_]([A-Za-z]{2})(?:$|[-_])/.exec(language)?.[1]?.toUpperCase() ?? ""
  const isFahrenheit = settings.units === "us" || (settings.units === "auto" && FAHRENHEIT.has(region))
  const degrees = Math.round(isFahrenheit ? celsius * 1.8 + 32 : celsius)
  return `${degrees < 0 ? "−" : ""}${localNumber(Math.abs(degrees), words)}°`
}
