import { linesOf, measured } from "platen/sdk/kit"
import { crispPx } from "platen/sdk/mode"
import type { Text } from "platen/sdk/mode"
import type { Context } from "./days.js"

/**
 * Reading sizes: height of the letter x in millimetres against its share of the size, of captions that of the book face; the size at most as a
 * share of the side of the screen; how much above the reading size a size may be; how
 * far it keeps its size where the screen is read from a distance, as a power.
 */
const SIZES = {
  caption: [1.6 / 0.47, 0.06, 1.04, 0.5],
  body: [2 / 0.52, 0.075, 1.06, 0.3],
  lead: [2.8 / 0.47, 0.11, 1.04, 0.1],
  title: [4.2 / 0.47, 0.16, 1.04, 0],
} as const
/** Sizes of the titles of a day with few events, as multiples of a title; what stands beside and below them is smaller. */
const POSTERS = {
  large: { times: 1.5, hours: "lead", places: "body" },
  huge: { times: 2.1, hours: "title", places: "lead" },
  giant: { times: 3, hours: "large", places: "title" },
} as const
export type Reading = keyof typeof SIZES | keyof typeof POSTERS

export const isPoster = (role: Reading): role is keyof typeof POSTERS => role in POSTERS
/** Roles of the hours and of the places of a list. */
export const hoursOf = (role: Reading): Reading => (isPoster(role) ? POSTERS[role].hours : role)
export const placesOf = (role: Reading): Reading => (isPoster(role) ? POSTERS[role].places : "caption")

/** Size in pixels of a role, about. */
export function sizeOf(role: Reading, context: Context): number {
  if (isPoster(role)) return crispPx(POSTERS[role].times * sizeOf("title", context))
  const [mm, most, slack, near] = SIZES[role]
  const { perMm, grown, side } = context.screen
  return crispPx(Math.min(mm * perMm * grown ** -near, most * side) * slack)
}

/** The size of a text of a role. */
export function sized(role: Reading, context: Context): Partial<Text> {
  return isPoster(role) ? { px: sizeOf(role, context) } : { role }
}

/** Height in pixels of a line of a role, about. */
export function lineHeight(role: Reading, context: Context): number {
  return sizeOf(role, context) * (/^(zh|ja)/.test(context.language) ? 1.3 : 1.24)
}

/** Pixels of a mark beside a text. */
export function markSide(role: Reading, context: Context): number {
  return Math.max(6, Math.round(sizeOf(role, context) / 4) * 2)
}

/** Lines of `width` pixels that a text fills, about. */
export function linesIn(whole: string, width: number, role: Reading, context: Context): number {
  return linesOf(measured(whole), sizeOf(role, context) * 0.97, width)
}

/** Whether a word is longer than a line of so many pixels: then it is hyphenated, and no other. */
export function hasLongWord(whole: string, width: number, role: Reading, context: Context): boolean {
  return measured(whole).widest * sizeOf(role, context) > width
}

/** A text in lines of `width` pixels: its beginning with an ellipsis where it is longer. `share`: width of its face; default that of the sans. */
export function shortened(
  whole: string,
  width: number,
  role: Reading,
  context: Context,
  { share = 0.9, lines = 1 }: { readonly share?: number; readonly lines?: number } = {},
): string {
  const px = sizeOf(role, context) * share
  const fits = (part: string): boolean => linesOf(measured(part), px, width) <= lines
  if (fits(whole)) return whole
  const letters = [...whole]
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = (least + most + 1) >> 1
    if (fits(`${letters.slice(0, middle).join("").trimEnd()}…`)) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, Math.max(1, least)).join("").trimEnd()}…`
}
