import type { SourceContext } from "platen/sdk/mode"
import type { SkyOfDay } from "platen/sdk/sources"
import { eclipseFrom } from "./eclipses.js"
import { Observer } from "./ephemeris.js"
import { dayBounds } from "./local-day.js"
import { moonOf, quartersFrom } from "./moon.js"
import { planetsOf } from "./planets.js"
import { NO_SUN, noonOf, seasonFrom, sunOf } from "./sun.js"

/**
 * The sky of a day. The hour plays no part: what is next counts from the beginning of the day, so that a full moon or an eclipse of today is there
 * until midnight, and the moon is that of the evening, when people look at it.
 */
export function skyOfDay({ day, timeZone, place }: Pick<SourceContext, "day" | "timeZone" | "place">): SkyOfDay {
  const bounds = dayBounds(day, timeZone)
  const observer = place && new Observer(place.latitude, place.longitude, 0)
  const noon = observer ? noonOf(bounds, observer) : (bounds.start + bounds.end) / 2
  const quarters = quartersFrom(bounds.start)
  return {
    moon: moonOf(bounds, quarters, observer),
    quarters,
    sun: observer ? sunOf(noon, observer) : NO_SUN,
    planets: planetsOf(noon, observer),
    eclipse: eclipseFrom(bounds.start, observer),
    season: seasonFrom(bounds.start),
  }
}
