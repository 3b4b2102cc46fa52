import type { LocalDay } from "platen/sdk"

export const SEASONS = ["spring", "summer", "autumn", "winter"] as const
export type Season = (typeof SEASONS)[number]

/** The meteorological season: spring is March to May north of the equator and September to November south of it. `latitude`: degrees, negative in the south. */
export function seasonOf({ month }: Pick<LocalDay, "month">, latitude = 0): Season {
  const north = Math.floor(((month + 9) % 12) / 3)
  return SEASONS[latitude < 0 ? (north + 2) % 4 : north]!
}
