import type { NodeSize, Type, Words } from "platen/sdk/drawing"
import type { Timeline, TimelineEntry } from "platen/sdk/mode"

/** Sizes of titles, from the largest. */
const SIZES = [34, 28, 24, 20, 18, 17, 14, 12, 11, 10]
/** Size below which no text is set. */
export const MIN_PX = SIZES.at(-1)!
const LEADING = 1.2

/** The words of an entry: pixels from its top left corner. */
export interface EntryWords {
  readonly px: number
  readonly parts: readonly { readonly words: Words; readonly left: number; readonly top: number }[]
  /** False: something of it is left out. */
  readonly isWhole: boolean
}

/** Height of a line of a size in pixels. */
const lineOf = (px: number): number => Math.round(px * LEADING)
/** Pixels by which the first line is raised, so that its capitals begin where the entry does. Other scripts have no room above. */
const raiseOf = (px: number, words = ""): number => (LATIN.test(words) ? Math.round(px * 0.17) : 0)
const LATIN = /^[\u0020-\u024f\u2010-\u2027\u20ac]*$/
/** Height of an entry with one line of a size. */
export const entryLine = (px: number): number => lineOf(px) - raiseOf(px) + 1
/** Height of the smallest line of an entry. */
export const MIN_LINE = entryLine(MIN_PX)

/** The sizes that titles may have, from the largest. */
export function sizesOf({ px }: Timeline, type: Type): readonly number[] {
  const most = px ?? type.px("body")
  const sizes = SIZES.filter((size) => size <= most)
  return sizes.length > 0 ? sizes : [Math.max(8, most)]
}

/** Width of a room as a multiple of the size, below which it has no words: a letter alone may be wider. */
const MIN_EMS = 2

/** Sets the words of an entry at the largest size at which all of them are whole; else its title alone, as far as it goes. */
export function wordsOf(
  entry: TimelineEntry,
  node: Timeline,
  room: NodeSize,
  sizes: readonly number[],
  type: Type,
): EntryWords {
  const least = sizes.at(-1)!
  for (const px of sizes) {
    const raise = raiseOf(px, allOf(entry))
    const own = { ...room, height: room.height + raise }
    if (lineOf(px) > own.height) continue
    const parts = below(entry, node, own, px, type) ?? beside(entry, node, own, px, type)
    if (parts) return { px, parts: raised(parts, raise), isWhole: true }
  }
  const raise = raiseOf(least, allOf(entry))
  const own = { ...room, height: room.height + raise }
  const lines = Math.max(1, Math.floor(own.height / lineOf(least)))
  const title = set(entry.title, node, { px: least, width: room.width, lines }, type)
  const isSeen = room.width >= least * MIN_EMS && title.height <= own.height
  return { px: least, parts: isSeen ? raised([{ words: title, left: 0, top: 0 }], raise) : [], isWhole: false }
}

function raised(parts: EntryWords["parts"], pixels: number): EntryWords["parts"] {
  return parts.map((part) => ({ ...part, top: part.top - pixels }))
}

interface Look {
  readonly px: number
  readonly width: number
  readonly lines: number
  readonly isDetail?: boolean
}

function set(
  words: string,
  { family = "sans" }: Timeline,
  { px, width, lines, isDetail = false }: Look,
  type: Type,
): Words {
  return type.set(words, { px, width, lines, family, leading: LEADING, weight: isDetail ? "regular" : "bold" })
}

/** Size of the detail below a title. */
function detailPx(px: number): number {
  return SIZES.find((size) => size <= px * 0.87) ?? MIN_PX
}

/** The title with the detail below it; undefined where they are not whole. */
function below(
  entry: TimelineEntry,
  node: Timeline,
  room: NodeSize,
  px: number,
  type: Type,
): EntryWords["parts"] | undefined {
  const lines = Math.floor(room.height / lineOf(px))
  if (lines < 1) return undefined
  const title = set(entry.title, node, { px, width: room.width, lines }, type)
  if (!fits(title, room)) return undefined
  const parts = [{ words: title, left: 0, top: 0 }]
  if (!entry.detail) return parts
  const left = { width: room.width, height: room.height - title.height }
  const small = detailPx(px)
  const more = Math.floor(left.height / lineOf(small))
  if (more < 1) return undefined
  const detail = set(entry.detail, node, { px: small, width: room.width, lines: more, isDetail: true }, type)
  return fits(detail, left) ? [...parts, { words: detail, left: 0, top: title.height }] : undefined
}

/** The title and the detail in one line; undefined where they are not whole. */
function beside(
  entry: TimelineEntry,
  node: Timeline,
  room: NodeSize,
  px: number,
  type: Type,
): EntryWords["parts"] | undefined {
  if (!entry.detail || lineOf(px) > room.height) return undefined
  const title = set(entry.title, node, { px, width: Infinity, lines: 1 }, type)
  const left = title.width + Math.round(px * 0.6)
  const detail = set(entry.detail, node, { px, width: Infinity, lines: 1, isDetail: true }, type)
  if (left + detail.width > room.width || /\n/.test(entry.title + entry.detail)) return undefined
  return [
    { words: title, left: 0, top: 0 },
    { words: detail, left, top: title.baseline - detail.baseline },
  ]
}

function fits(words: Words, { width, height }: NodeSize): boolean {
  return !words.tight && words.width <= width && words.height <= height
}

function allOf({ title, detail = "" }: TimelineEntry): string {
  return title + detail
}
