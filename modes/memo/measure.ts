/** Widths as shares of the size, of a sans with wide letters; characters of about one width together. */
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
/** Marks that never begin a line, and marks that never end one. */
const CLOSING = /[，。、；：！？）》」』】”’…]/
const OPENING = /[（《「『【“‘]/

/** Hinting moves each letter by a fraction of a pixel: a line may come out a little wider than its letters' sum. */
const HINTED = 1.04

/** About how wide a character is, as a share of the size; rather too wide than too narrow. */
function widthOf(char: string): number {
  const known = KNOWN.get(char)
  if (known !== undefined) return known
  if (NONE.test(char)) return 0
  if (SQUARE.test(char)) return 1
  if (PICTURE.test(char)) return 1.3
  if (NARROW.test(char)) return 0.62
  return CAPITAL.test(char) ? 0.82 : 0.7
}

/** A text cut where its lines may be broken, each piece with its width as a share of the size. */
export interface Measured {
  /** Of each line that the text asks for: pieces, each with the blank that follows it. */
  readonly lines: readonly (readonly Piece[])[]
  /** The widest piece, which is not broken unless it must; and the longest line, as shares of the size. */
  readonly widest: number
  readonly longest: number
}

interface Piece {
  readonly width: number
  readonly blank: number
}

/** A view knows no fonts: how a text will fill its lines is told from its letters. */
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

/** True when a line may end between two characters that no blank parts. */
function parts(before: string, after: string): boolean {
  return SQUARE_OR_PICTURE.test(before + after) && !CLOSING.test(after) && !OPENING.test(before)
}

/** How many lines of `width` pixels a text fills at a size, or one more. */
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
