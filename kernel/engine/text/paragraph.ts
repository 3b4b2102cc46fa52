import { breaksOf } from "./breaks.js"
import type { Breaks } from "./breaks.js"
import type { FontBook } from "./fonts.js"
import { itemise } from "./itemise.js"
import type { Item, Piece, Repair } from "./itemise.js"
import type { Shaped } from "./shape.js"
import { moved, softBreaks, withoutSoftHyphens } from "./soft-hyphens.js"
import type { Hyphenated } from "./soft-hyphens.js"

export interface Run extends Item {
  readonly shaped: Shaped
}

/** A text, shaped once, that can be broken into lines of any width. */
export interface Paragraph {
  /** The text that is set: composed, without controls and soft hyphens, with missing characters replaced. */
  readonly text: string
  /** Shaped runs in logical order. */
  readonly runs: readonly Run[]
  /** Distance in 1/64 pixel from the beginning to each UTF-16 code unit, in logical order; text.length + 1 entries. */
  readonly offsets: Int32Array
  readonly breaks: Breaks
  /** The hyphens of the lines that end at a SOFT break, by its index. */
  readonly hyphens: ReadonlyMap<number, Run>
  /** 1 where the glyphs of a grapheme begin, where an emergency break is possible. */
  readonly clusters: Uint8Array
  /** Pixels from the baseline to the highest and to the lowest ink. */
  readonly above: number
  readonly below: number
  readonly rightToLeft: boolean
  readonly missing: readonly string[]
  /** Approximate size in bytes. */
  readonly bytes: number
}

/** Maximum length of a text: no screen holds more at that size. */
function longest(px: number): number {
  return Math.round(Math.min(20_000, Math.max(300, 10_000_000 / (px * px))))
}

/** Sets a text in pieces of one style each. The first one's size bounds the length. */
export function paragraph(source: readonly Piece[], book: FontBook): Paragraph {
  let left = longest(source[0]?.style.px ?? 16)
  const clean = source.map((piece) => {
    const tidied = tidy(piece.text, left)
    left -= tidied.text.length
    return { ...piece, ...tidied }
  })
  const first = itemise(clean, book)
  const isWhole = first.repairs.every((repairs) => repairs.length === 0)
  const pieces = isWhole
    ? clean
    : clean.map((piece, i) => ({
        ...piece,
        text: repaired(piece.text, first.repairs[i]!),
        hyphens: moved(piece.hyphens, first.repairs[i]!),
      }))
  const { items, rightToLeft } = isWhole ? first : itemise(pieces, book)
  const text = pieces.length === 1 ? pieces[0]!.text : pieces.map((piece) => piece.text).join("")
  const isSpaced = !UNSPACED.test(text)
  const runs = items.map((item) => ({ ...item, shaped: shape(text, item, isSpaced) }))
  const clusters = new Uint8Array(text.length + 1)
  const offsets = measure(text, runs, clusters)
  const breaks = breaksOf(text)
  const soft = indicesIn(pieces)
  const hyphens =
    soft.length === 0 ? NO_HYPHENS : softBreaks(soft, { text, runs, breaks, clusters }, (run) => hyphenAfter(run, book))
  return {
    text,
    runs,
    offsets,
    breaks,
    hyphens,
    clusters,
    ...extent(runs),
    rightToLeft,
    missing: [...first.missing],
    // As a snapshot of the heap shows it, with the glyphs that only this paragraph still holds.
    bytes:
      1_000 +
      text.length * 16 +
      hyphens.size * 100 +
      runs.reduce((sum, { shaped }) => sum + 500 + shaped.glyphs.length * 70, 0),
  }
}

/** Indices in the whole text of the soft hyphens of its pieces. */
function indicesIn(pieces: readonly Hyphenated[]): readonly number[] {
  if (pieces.length === 1) return pieces[0]!.hyphens
  let base = 0
  return pieces.flatMap(({ text, hyphens }) => {
    const from = base
    base += text.length
    return hyphens.map((at) => from + at)
  })
}

const HYPHEN = "-"
const NO_HYPHENS: Paragraph["hyphens"] = new Map()

/** The hyphen after the last letter of a line, in that letter's face if it has one. */
function hyphenAfter({ cut, level, piece }: Run, book: FontBook): Run | undefined {
  const code = HYPHEN.charCodeAt(0)
  const found = cut.face.covers(code) ? cut : book.find(book.chain(piece.style), code)
  const item = found && { start: 0, end: HYPHEN.length, cut: found, level, piece }
  return item && { ...item, shaped: shape(HYPHEN, item, true) }
}

/** Cuts a text to a length, normalizes it and takes its soft hyphens out. */
function tidy(source: string, most: number): Hyphenated {
  return withoutSoftHyphens(source.length > most ? source.slice(0, most) : source, normalized)
}

/** Normalizes a text: tabs become a space, other controls are removed, line ends become "\n". */
function normalized(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  // oxlint-disable-next-line no-control-regex
  const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufff9-\ufffb]/g
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(/\t/g, " ")
    .replace(controls, "")
}

function repaired(text: string, repairs: readonly Repair[]): string {
  let at = 0
  let result = ""
  for (const repair of repairs) {
    result += text.slice(at, repair.start) + repair.text
    at = repair.end
  }
  return at === 0 ? text : result + text.slice(at)
}

/** Scripts whose letters join or stand in squares: no space is put between them. Arabic digits count as Arabic. */
const UNSPACED =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\u0600-\u06ff\u3000-\u30ff]/u
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

/** Shapes a run. `isSpaced`: whether runs without letters, such as numbers, have the tracking of their style too. */
function shape(text: string, { start, end, cut, level, piece: { style } }: Item, isSpaced: boolean): Shaped {
  const { language, tabular, features } = style
  const rightToLeft = (level & 1) === 1
  const part = style.tracking ? text.slice(start, end) : ""
  const tracking = isSpaced || (SPACED.test(part) && !UNSPACED.test(part)) ? style.tracking : 0
  return cut.face.shaper.shape(text, start, end, { px: cut.px, rightToLeft, language, tabular, tracking, features })
}

/** Offsets of the characters. A cluster's advance belongs to its first character. */
function measure(text: string, runs: readonly Run[], clusters: Uint8Array): Int32Array {
  const offsets = new Int32Array(text.length + 1)
  for (const { shaped } of runs) {
    for (let i = 0; i < shaped.clusters.length; i++) {
      const at = shaped.clusters[i]!
      clusters[at] = 1
      if (text.charCodeAt(at) !== 10) offsets[at + 1]! += shaped.advances[i]!
    }
  }
  for (let i = 1; i < offsets.length; i++) offsets[i]! += offsets[i - 1]!
  return offsets
}

function extent(runs: readonly Run[]): { readonly above: number; readonly below: number } {
  let [above, below] = [0, 0]
  for (const {
    shaped: { glyphs, yOffsets },
    piece: { raise = 0 },
  } of runs) {
    for (let i = 0; i < glyphs.length; i++) {
      const { height, top } = glyphs[i]!
      if (height === 0) continue
      const up = top + ((yOffsets[i]! + 32) >> 6) + raise
      if (up > above) above = up
      if (height - up > below) below = height - up
    }
  }
  return { above, below }
}
