import type { Bitmap } from "platen/sdk/drawing"
import type { AtlasPage } from "./atlas.js"
import { emptiness } from "./empty.js"

/** What is wrong with a page: one line for each fault, which begins with the name of the page. */
export type Check = (page: AtlasPage) => readonly string[]

/** Nothing is cut, overlaps, is too small or has no glyph. */
export const isWhole: Check = (page) => page.findings().map(({ rule, message }) => `${page.name}: ${rule}: ${message}`)

/** Pixels by which a letter may stand out of the margin: its box has some paper at both sides. */
const OVERHANG = 2
/** Share of the height in which the heavy rule of a masthead stands. */
const MASTHEAD = 0.16

/** No row has ink outside the margins that the heavy rule of the masthead shows. `bitmap`: one bit a pixel. */
export function isWithinMargins({ name, width, height }: AtlasPage, bitmap: Bitmap): readonly string[] {
  const rows = Array.from({ length: height }, (_, y) => extent(bitmap, y))
  const first = rows
    .slice(0, Math.ceil(height * MASTHEAD))
    .findIndex((row, y) => row && row.right - row.left + 1 > width / 2 && isSolid(bitmap, y, row))
  if (first < 0) return []
  const { left, right } = rows[first]!
  const outside = rows.findIndex((row) => row && (row.left < left - OVERHANG || row.right > right + OVERHANG))
  return outside < 0 ? [] : [`${name}: row ${outside} reaches out of the margins`]
}

interface Extent {
  readonly left: number
  readonly right: number
}

const isInk = ({ stride, data }: Bitmap, x: number, y: number): boolean =>
  ((data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0

/** The first and the last pixel of ink in a row; undefined for paper. */
function extent(bitmap: Bitmap, y: number): Extent | undefined {
  const { width, stride, data } = bitmap
  let left = 0
  while (left < width && (data[y * stride + (left >> 3)] === 0xff || !isInk(bitmap, left, y)))
    left += data[y * stride + (left >> 3)] === 0xff ? 8 - (left & 7) : 1
  if (left >= width) return undefined
  let right = width - 1
  while (!isInk(bitmap, right, y)) right--
  return { left, right }
}

function isSolid(bitmap: Bitmap, y: number, { left, right }: Extent): boolean {
  for (let x = left; x <= right; x++) if (!isInk(bitmap, x, y)) return false
  return true
}

/** Those that are empty on purpose: vertical poems, and the page that says little. */
const EMPTY = new Set(["ZEN en", "ZEN zh", "POETRY zh"])
/** Share of a page that its largest empty rectangle takes at most. May only become less. */
const MAX_EMPTY = 0.2
/** The same for pages of a few large words, which are not torn, so that lines end earlier; and for a day with one event. */
const MAX_EMPTY_OF: Readonly<Record<string, number>> = {
  "STOIC zh": 0.23,
  "COUNTDOWN en": 0.23,
  "COUNTDOWN zh": 0.23,
  // Texts of few lines on a panel of coarse pixels, where letters of the same height in millimetres have fewer.
  "RIDDLE en": 0.22,
  "STORY zh": 0.23,
  "LETTER en": 0.23,
  "WORD_OF_THE_DAY zh": 0.23,
  "AGENDA en": 0.25,
  "AGENDA zh": 0.25,
}
/** Pages of at least so many pixels have one thing that is large: so great a share of their height. */
const LARGE = 640 * 384
const MIN_HIGH = 0.15
/** Those that are made of others: what is large on them is as large as a part. */
const OF_PARTS = new Set(["COLLAGE"])

/** A page has one thing that is large. */
export function isLarge({ name, mode, width, height, placements }: AtlasPage): readonly string[] {
  const { highest } = emptiness(placements, width, height)
  return highest >= MIN_HIGH || OF_PARTS.has(mode)
    ? []
    : [`${name}: the highest element has ${(highest * 100).toFixed(0)} %`]
}

/** A large page has no wide empty room, and one thing that is large. `report`: gets the figures of each large page. */
export function isFilled(
  { name, mode, width, height, language, placements }: AtlasPage,
  report: (line: string) => void = () => {},
): readonly string[] {
  if (width * height < LARGE) return []
  const { empty, highest } = emptiness(placements, width, height)
  const line = `${name}: ${(empty * 100).toFixed(0)} % empty, the highest element ${(highest * 100).toFixed(0)} %`
  report(line)
  const isLow = highest < MIN_HIGH && !OF_PARTS.has(mode)
  const page = `${mode} ${language}`
  const isHollow = empty > (MAX_EMPTY_OF[page] ?? MAX_EMPTY) && !EMPTY.has(page)
  return isLow || isHollow ? [line] : []
}
