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

/** The date on which a mode is drawn on a panel, of so many: three panels share one. */
export function dateOfPanel({ mode, language, panel }: Turn & { readonly panel: number }, dates: number): number {
  return (mode + Math.floor(panel / 3) + language) % dates
}

/** Whether a mode is drawn in a language on a panel: three panels and the next three by turns, in the other language the others. */
export function isOnPanel({ mode, language, panel }: Turn & { readonly panel: number }): boolean {
  return (Math.floor(panel / 3) + Math.floor(mode / 12) + language) % 2 === 0
}

/** Whether a mode is drawn in a language at a size: each size has all inks in both languages, in some modes. */
export function isAtSize({ mode, language, size }: Turn & { readonly size: number }): boolean {
  return (((mode * 4 + size * 3) >> 3) + language) % 2 === 0
}

/** Whether a mode is read in a language at a size: a fifth of the sizes in each. */
export function isReadAtSize({ mode, language, size }: Turn & { readonly size: number }): boolean {
  return (mode + language + size) % 5 === 0
}

/** Whether a mode has a place on the panels of a language: of every five languages of its own turn the next five are the other way. */
export function isPlaced({ mode, language }: Turn): boolean {
  return Math.floor((language + mode) / 5) % 2 === 1
}
