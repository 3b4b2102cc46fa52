import { dayNumber, ofTheDay, seededRandom } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { Place } from "platen/sdk/mode"

export type Season = "spring" | "summer" | "autumn" | "winter"

/** The motifs of the node "drawing", by what they show. */
const STYLES = {
  land: ["contours", "fields", "pines", "ridges", "skyline"],
  water: ["nocturne", "rain", "scales", "swell"],
  nature: ["bamboo", "crystal", "fern", "ginkgo", "meadow", "seeds", "shell", "tree"],
  sky: ["flock", "stars", "wires"],
  patterns: ["cloth", "composition", "current", "knot", "pendulum", "rings", "streams", "tiles"],
} as const
export type Style = keyof typeof STYLES
export type Motif = (typeof STYLES)[Style][number]

/** Kinds of each motif. */
const KINDS = 3
export const ALL_MOTIFS = Object.values(STYLES).flat().sort() satisfies readonly Motif[]
export const ALL_STYLES = Object.keys(STYLES) as readonly Style[]

/** The drawing of a day. */
export interface Choice {
  readonly motif: Motif
  readonly variant: number
  readonly seed: number
  readonly season: Season
}

/** Degrees of latitude from the equator within which no winter is drawn. */
const TROPICS = 18

/** The season of a day at a place; without one, that of the northern half of the earth. */
export function seasonOf({ month }: Pick<LocalDay, "month">, place: Pick<Place, "latitude"> | undefined): Season {
  const latitude = place?.latitude ?? 50
  if (Math.abs(latitude) < TROPICS) return "summer"
  const northern = latitude < 0 ? ((month + 5) % 12) + 1 : month
  return (["winter", "spring", "summer", "autumn"] as const)[Math.floor((northern % 12) / 3)]!
}

/** The drawing of a day at a place: all motifs in turn, each time another kind, and never the same picture again. */
export function choiceOf(day: LocalDay, place: Place | undefined, style: Style | "any"): Choice {
  const season = seasonOf(day, place)
  const pool: readonly Motif[] = style === "any" ? ALL_MOTIFS : STYLES[style]
  const motif = inSeason(ofTheDay(pool, day, "artwall"), season)
  const turn = Math.floor(dayNumber(day.year, day.month, day.day) / pool.length)
  const where = place ? `${place.latitude.toFixed(1)} ${place.longitude.toFixed(1)}` : ""
  const random = seededRandom(`${day.year}-${day.month}-${day.day} ${where} ${motif}`)
  return { motif, variant: (turn + motif.length) % KINDS, seed: Math.floor(random() * 0x1_0000_0000), season }
}

/** Crystals of snow belong to the winter, grasses to the rest of the year: outside it another motif replaces them. */
function inSeason(motif: Motif, season: Season): Motif {
  if (motif === "crystal" && season !== "winter") return "meadow"
  if (motif === "meadow" && season === "winter") return "crystal"
  return motif
}
