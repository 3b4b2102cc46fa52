/** Character widths as multiples of the size, for a wide sans font; characters of similar width are grouped. */
const WIDTHS: readonly (readonly [string, number])[] = [
  ["ijlI'J", 0.3],
  [" ,.", 0.32],
  ["/:;\\|f-", 0.36],
  ["()[]tr!", 0.41],
  ['"*_`s?z', 0.53],
  ["cLFkvxyPTY", 0.61],
  ["aoeESbdghnpqu$0123456789{}", 0.64],
  ["KABVZXRC", 0.7],
  ["UNHDGOQ&w", 0.82],
  ["#+<=>^~M", 0.87],
  ["%mW@", 1],
]
const KNOWN = new Map(WIDTHS.flatMap(([chars, width]) => [...chars].map((char) => [char, width] as const)))

const NONE = /\p{M}|\p{Cf}|\p{Cc}/u
const SQUARE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u
const PICTURE = /\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/u
const SQUARE_OR_PICTURE = new RegExp(`${SQUARE.source}|${PICTURE.source}`, "u")
const CAPITAL = /\p{Lu}/u
const NARROW = /[\u0590-\u08ff]/
/** Punctuation that never begins a line, and punctuation that never ends one. */
const CLOSING = /[，。、；：！？）》」』】”’…]/
const OPENING = /[（《「『【“‘]/

/** Safety factor: hinting may make a line slightly wider than the sum of its letters. */
const HINTED = 1.04

/** Estimated width of a character, as a multiple of the size; tends to overestimate. */
function widthOf(char: string): number {
  const known = KNOWN.get(char)
  if (known !== undefined) return known
  if (NONE.test(char)) return 0
  if (SQUARE.test(char)) return 1
  if (PICTURE.test(char)) return 1.3
  if (NARROW.test(char)) return 0.62
  return CAPITAL.test(char) ? 0.82 : 0.7
}

/** A text split at its possible line breaks; each piece has its width as a multiple of the size. */
export interface Measured {
  /** Pieces of each line of the text, each with the white space after it. */
  readonly lines: readonly (readonly Piece[])[]
  /** Widths of the widest piece and the longest line, as multiples of the size. */
  readonly widest: number
  readonly longest: number
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
  }
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let [width, blank, before] = [0, 0, ""]
  for (const char of line) {
    const own = widthOf(char) * HINTED
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
  return SQUARE_OR_PICTURE.test(before + after) && !CLOSING.test(after) && !OPENING.test(before)
}

/** Number of lines of `width` pixels that a text fills at a size; may be one too many. */
export function linesOf({ lines }: Measured, px: number, width: number): number {
  const room = Math.max(1, width / px)
  return lines.reduce((sum, pieces) => sum + filled(pieces, room), 0)
}

function filled(pieces: readonly Piece[], room: number): number {
  let [count, at] = [1, 0]
  for (const { width, blank } of pieces) {
    if (at > 0 && at + width > room) {
      count++
      at = 0
    }
    if (width > room) {
      count += Math.ceil(width / room) - 1
      at = width % room
    } else {
      at += width
    }
    at += blank
  }
  return count
}
