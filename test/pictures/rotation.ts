/** Which page has which date, which inks and which place, so that together they have all. Everything is counted from 0, modes in the list of all. */
interface Turn {
  readonly mode: number
  readonly language: number
}

/** The date on which a mode is drawn at one of the sizes, of so many. The languages of a size are half of the dates apart. */
export function dateOfScreen({ mode, language, size }: Turn & { readonly size: number }, dates: number): number {
  return (mode * 17 + size + language * Math.floor(dates / 2)) % dates
}

/** The inks in which it is drawn there: each language has both at every date. */
export function inksOfScreen({ mode, language, size }: Turn & { readonly size: number }): "bw" | "bwry" {
  return (mode + (size >> 1) + language) % 2 === 0 ? "bw" : "bwry"
}

/** The date on which a mode is drawn on a panel, of so many. */
export function dateOfPanel({ mode, language, panel }: Turn & { readonly panel: number }, dates: number): number {
  return (mode + panel + language) % dates
}

/** Whether a mode has a place on a panel. */
export function isPlaced({ mode, language, panel }: Turn & { readonly panel: number }): boolean {
  return (language + mode + panel) % 2 === 1
}
