import type { LocalDay } from "platen/sdk"

export const SEASONS = ["spring", "summer", "autumn", "winter"] as const
export type Season = (typeof SEASONS)[number]

/** The meteorological season: spring is March to May in the north, September to November south of the equator. `latitude`: degrees, default north. */
export function seasonOf({ month }: Pick<LocalDay, "month">, latitude = 0): Season {
  const north = Math.floor(((month + 9) % 12) / 3)
  return SEASONS[latitude < 0 ? (north + 2) % 4 : north]!
}
