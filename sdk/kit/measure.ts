import type { ScreenClass } from "./screen.js"

/** Character widths as multiples of the size, for the serif of the pages; characters of similar width are grouped. */
const WIDTHS: readonly (readonly [string, number])[] = [
  ["ijl!,.:;'`- ", 0.33],
  ["tfI()[]/", 0.4],
  ['srzc?{}"_^', 0.48],
  ["eo0123456789abdgpqvxyJS*$|\\", 0.57],
  ["huknZ", 0.62],
  ["LFPEB#T~C", 0.74],
  ["YXR=+VA<>KDGQO", 0.81],
  ["UwNH&%@", 0.9],
  ["mM", 1.1],
  ["W", 1.2],
]
const KNOWN = new Map(WIDTHS.flatMap(([chars, width]) => [...chars].map((char) => [char, width] as const)))

/** Marks of scripts that may have no font: they stand as boxes. */
const TALL = /[\u0900-\u1aaf]/
/** Characters without a width. */
const NONE = /(?![\u0900-\u1aaf])\p{M}|\p{Cf}|\p{Cc}/u
const SQUARE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u
const PICTURE = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u
const SQUARE_OR_PICTURE = new RegExp(`${SQUARE.source}|${PICTURE.source}`, "u")
const CAPITAL = /\p{Lu}/u
const ALPHABET = /[\u00a0-\u052f\u1e00-\u206f]/
const NARROW = /[\u0590-\u08ff]/
/** Punctuation that never begins a line, and punctuation that never ends one. */
const CLOSING = /[，。、；：！？）》」』】”’…]/
const DIGIT = /\d/
const OPENING = /[（《「『【“‘]/

/** Estimated width of a character, as a multiple of the size; tends to overestimate. */
function widthOf(char: string): number {
  const known = KNOWN.get(char)
  if (known !== undefined) return known
  if (NONE.test(char)) return 0
  if (SQUARE.test(char)) return 1
  if (PICTURE.test(char)) return 1.45
  if (NARROW.test(char)) return 0.7
  if (CAPITAL.test(char)) return 0.85
  return ALPHABET.test(char) ? 0.72 : 1
}

/** A text split at its possible line breaks; each piece has its width as a multiple of the size. */
export interface Measured {
  /** Pieces of each line of the text, each with the white space after it. */
  readonly lines: readonly (readonly Piece[])[]
  /** Widths of the widest piece and the longest line, as multiples of the size. */
  readonly widest: number
  readonly longest: number
  /** True: marks reach out of its lines. */
  readonly tall: boolean
}

interface Piece {
  readonly width: number
  readonly blank: number
}

/** The measured text. A view has no access to fonts, so the widths are estimates. */
export function measured(text: string): Measured {
  const lines = text.split("\n").map(piecesOf)
  return {
    lines,
    widest: Math.max(0, ...lines.flat().map(({ width }) => width)),
    longest: Math.max(0, ...lines.map((pieces) => pieces.reduce((sum, { width, blank }) => sum + width + blank, 0))),
    tall: TALL.test(text),
  }
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let [width, blank, before] = [0, 0, ""]
  for (const char of line) {
    const own = widthOf(char)
    if (char === " " || char === "\t") {
      blank += own
      continue
    }
    if (blank > 0 || (before !== "" && parts(before, char))) {
      pieces.push({ width, blank })
      width = 0
      blank = 0
    }
    width += own
    before = char
  }
  return [...pieces, { width, blank }]
}

/** True when a line may break between two characters without white space between them. */
function parts(before: string, after: string): boolean {
  if (before === "/" || before === "-") return !DIGIT.test(after)
  return SQUARE_OR_PICTURE.test(before + after) && !CLOSING.test(after) && !OPENING.test(before)
}

/** Number of lines of `width` pixels that a text fills at a size; may be one too many. */
export function linesOf({ lines }: Measured, px: number, width: number): number {
  const room = Math.max(1, width / px)
  return lines.reduce((sum, pieces) => sum + filled(pieces, room), 0)
}

/** Width of a letter, as a multiple of the size. */
const LETTER = 0.6

function filled(pieces: readonly Piece[], room: number): number {
  let [count, at] = [1, 0]
  for (const { width, blank } of pieces) {
    if (at > 0 && at + width > room) {
      count++
      at = 0
    }
    if (width > room) {
      // A line of letters that break anywhere ends before its edge.
      const whole = Math.max(1, room - LETTER)
      count += Math.ceil(width / whole) - 1
      at = width % whole
    } else {
      at += width
    }
    at += blank
  }
  return count
}

/** Size in pixels of letters in a caption, or a little more: for estimates. */
export function captionPx({ perMm, side, grown }: Pick<ScreenClass, "perMm" | "side" | "grown">): number {
  return Math.max(10, Math.min((3.27 * perMm) / Math.sqrt(grown), 0.064 * side))
}
