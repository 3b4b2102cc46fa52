import type { LocalDay } from "platen/sdk"

/** Inks of a panel, besides black and white. */
export const INKS = ["none", "red", "yellow", "red-yellow"] as const
export type Inks = (typeof INKS)[number]

const COLOURS: Readonly<Record<Inks, string>> = {
  none: "Pure black on pure white: no grey, no colour, no shading but by lines and hatching.",
  red: "Pure black and one pure red on pure white: no grey, no other colour. Red is used sparsely, for one thing.",
  yellow: "Pure black and one pure yellow on pure white: no grey, no other colour. Yellow is used sparsely.",
  "red-yellow":
    "Pure black, one pure red and one pure yellow on pure white: no grey, no other colour. Red and yellow are used sparsely.",
}

interface Told {
  /** What it shows, in English. */
  readonly subject: string
  readonly season: string
  /** The city; "" where it is not known. */
  readonly place: string
  readonly inks: Inks
  readonly day: LocalDay
}

/** The order to a painter. */
export function promptOf({ subject, season, place, inks, day: { year, month, day } }: Told): string {
  const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(
    Date.UTC(year, month - 1, day),
  )
  return [
    `A print for a wall, of this subject: ${subject}.`,
    `It is the picture of ${date}, in ${season}${place === "" ? "" : `, in ${place}`}: its light and its plants are those of that time and place.`,
    `Style: a woodcut or a line engraving by a good printmaker, with clear outlines, few large forms and much empty paper. ${COLOURS[inks]}`,
    "It fills a square. No letters, no numbers, no signature, no frame, no border, no real persons, no brands, nothing that offends.",
  ].join("\n")
}
