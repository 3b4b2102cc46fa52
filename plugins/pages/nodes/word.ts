import type { Ink, NodeSize, Type, Words } from "platen/sdk/drawing"
import type { Area, Inked } from "./inked.js"

/** A small word: its box is as high as figures, and stands on its baseline; accents and what hangs below reach out. Pixels. */
export interface Word {
  readonly words: Words
  readonly width: number
  readonly height: number
}

/** Words and the top left corner of their box in pixels. */
export interface PlacedWord extends Word {
  readonly left: number
  readonly top: number
}

/** Sizes at which the small faces are even. */
const SIZES = [10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40]

/** The size of small words: that of captions, or less where the box is small. */
export function wordPx(type: Type, { width, height }: NodeSize): number {
  const most = Math.min(type.px("caption"), height / 9, width / 14)
  return SIZES.findLast((px) => px <= most) ?? SIZES[0]!
}

/** Sets a word. `width`: pixels at most. */
export function wordOf(type: Type, words: string, px: number, look: WordLook = {}): Word {
  const set = type.set(words, { px, family: "sans", trim: "ink", ...look })
  return { words: set, width: set.width, height: figureHeight(type, px) }
}

type WordLook = { readonly width?: number; readonly weight?: "regular" | "bold" }

/** Height of figures of a size in pixels. */
export function figureHeight(type: Type, px: number): number {
  return type.set("0", { px, family: "sans", trim: "ink" }).height
}

/** Pixels below a baseline that letters of a size hang down. */
export const tailOf = (px: number): number => Math.ceil(px * 0.22)

/** Pixels between a drawing and its words. */
export function gapOf({ unit }: Type): number {
  return Math.max(2, Math.round(2 * unit))
}

/** The ink of a word with the top left corner of its box at a place. */
export function inkOf({ words, width, height }: Word, left: number, top: number): Area {
  const above = top + height - words.baseline
  return { left, top: above, right: left + width, bottom: above + words.height }
}

/** Writes a word with the top left corner of its box at a place, whole and where nothing else is painted, or not at all. */
export function writeWord(painter: Inked, word: Word, left: number, top: number, ink?: Ink): void {
  const area = inkOf(word, left, top)
  if (painter.isFree(area)) painter.write(word.words, left, area.top, ink)
}
