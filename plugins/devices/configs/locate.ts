import { foundPlaces, withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { SourceReads, Turn } from "platen/sdk/mode"
import type { FoundPlace } from "platen/sdk/sources"
import type { WireConfig } from "./wire-config.js"

/** Milliseconds that a save waits for the search of a city. */
const WAIT_MS = 3_000
/** Cities that one save looks up. */
const MAX_CITIES = 4

/** Finds the place of a city; undefined where there is none. Rejects when nobody can say. */
export type Locate = (city: string, language: string) => Promise<FoundPlace | undefined>

/** The search of cities on behalf of a caller. */
export function locateBy(reads: SourceReads, clock: Clock): (turn: Turn) => Locate {
  return (turn) => async (city, language) => {
    const late = (): Error => new Error("the search of a city took too long")
    const [place] = await withTimeout(clock, foundPlaces(reads, { name: city, language }, turn), WAIT_MS, late)
    return place
  }
}

/** A city with what somebody says of where it is. */
interface Placed {
  readonly city?: unknown
  readonly latitude?: unknown
  readonly longitude?: unknown
}

/** Whether a city is to be looked up: it comes without coordinates, or with those of the city that was there before. */
function isUnplaced({ city, latitude, longitude }: Placed, before: Placed | undefined): boolean {
  if (typeof city !== "string" || city.trim() === "") return false
  const has = typeof latitude === "number" && typeof longitude === "number"
  const had = typeof before?.latitude === "number" && typeof before.longitude === "number"
  if (city === before?.city && had) return false
  return !has || (had && latitude === before.latitude && longitude === before.longitude)
}

/**
 * The changes of a config with the places of its new cities: its own, and those in the settings of modes. Adds a warning for each city that was
 * not found. `before`: the config that is changed.
 */
export async function withPlaces(
  patch: Partial<WireConfig>,
  before: WireConfig | undefined,
  locate: Locate,
  warnings: string[],
): Promise<Partial<WireConfig>> {
  const placeOf = finderOf(locate, patch.language ?? before?.language ?? "en", warnings)
  const placed = { ...patch }
  if (isUnplaced({ ...patch }, before)) {
    const place = await placeOf("city", patch.city!)
    // Coordinates that came with another city are not those of this one.
    placed.latitude = place?.latitude ?? null
    placed.longitude = place?.longitude ?? null
    if (place) {
      placed.admin1 ??= place.region.slice(0, 64)
      placed.country ??= place.country.slice(0, 64)
    }
  }
  if (patch.modeOverrides) placed.modeOverrides = await overridesPlaced(patch.modeOverrides, before, placeOf)
  return placed
}

/** Finds the places of a save's cities, of the first few: adds a warning with the field's path for each that has none. */
type Finder = (path: string, city: string) => Promise<FoundPlace | undefined>

/** A finder for one save. */
export function finderOf(locate: Locate, language: string, warnings: string[]): Finder {
  let left = MAX_CITIES
  return async (path, city) => {
    if (left-- <= 0) {
      warnings.push(`${path}: one save looks up ${MAX_CITIES} cities: save it again, or enter its coordinates.`)
      return undefined
    }
    try {
      const place = await locate(city, language)
      if (!place)
        warnings.push(`${path}: there is no place "${city.slice(0, 40)}": correct it, or enter its coordinates.`)
      return place
    } catch {
      warnings.push(`${path}: it cannot be looked up now: save it again later, or enter its coordinates.`)
      return undefined
    }
  }
}

/** Settings with the place of their city. `before`: settings whose city is where they say. `path`: that of the settings. */
export async function settingsPlaced(
  settings: Record<string, unknown>,
  before: Readonly<Record<string, unknown>> | undefined,
  path: string,
  placeOf: Finder,
): Promise<Record<string, unknown>> {
  const { latitude, longitude, ...rest } = settings
  if (!isUnplaced(settings, before)) {
    const isKnown = latitude === undefined && longitude === undefined && settings.city === before?.city && settings.city
    return isKnown ? { ...rest, latitude: before?.latitude, longitude: before?.longitude } : settings
  }
  const place = await placeOf(`${path}.city`, settings.city as string)
  return place ? { ...rest, latitude: place.latitude, longitude: place.longitude } : rest
}

async function overridesPlaced(
  overrides: WireConfig["modeOverrides"],
  before: WireConfig | undefined,
  placeOf: Finder,
): Promise<WireConfig["modeOverrides"]> {
  const placed: WireConfig["modeOverrides"] = {}
  for (const [id, settings] of Object.entries(overrides))
    placed[id] = await settingsPlaced(settings, before?.modeOverrides[id], `mode_overrides.${id}`, placeOf)
  return placed
}
