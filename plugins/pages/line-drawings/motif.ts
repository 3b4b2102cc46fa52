import type { Chance } from "./chance.js"
import type { Sheet } from "./sheet.js"

export const SEASONS = ["spring", "summer", "autumn", "winter"] as const
export type Season = (typeof SEASONS)[number]

/** The day that a drawing is of. */
export interface Occasion {
  /** Which of the motif's kinds is drawn, from 0. */
  readonly variant: number
  readonly season: Season
  /** 0 new moon, 0.5 full moon; `south`: as it is seen from the southern half of the earth. */
  readonly moon: number
  readonly south: boolean
}

/** Draws a picture on an empty sheet: the same for the same chance. */
export type Motif = (sheet: Sheet, chance: Chance, occasion: Occasion) => void
