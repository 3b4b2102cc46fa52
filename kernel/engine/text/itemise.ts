import * as bidiModule from "bidi-js"
import { isRightToLeft } from "platen/sdk/kit"
import type { Ink } from "platen/sdk/drawing"
import type { SizedFace, FontBook, Style } from "./fonts.js"

/** A text run of one face and one direction. `level`: bidi embedding level; odd levels read from right to left. */
export interface Item {
  readonly start: number
  readonly end: number
  readonly cut: SizedFace
  readonly level: number
  readonly piece: Piece
}

/** A part of a paragraph in one style. */
export interface Piece {
  readonly text: string
  readonly style: Style
  /** Ink of its own. */
  readonly ink?: Ink | undefined
  /** Pixels by which its baseline is above that of the paragraph. */
  readonly raise?: number | undefined
}

export interface Itemised {
  readonly items: readonly Item[]
  /** True: the paragraph reads from right to left. */
  readonly rightToLeft: boolean
  /** Characters that no font has, each once. */
  readonly missing: ReadonlySet<string>
  /** Replacements for missing characters of each piece, in order. If there are any, the items must not be used. */
  readonly repairs: readonly (readonly Repair[])[]
}

export interface Repair {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** State of the itemisation of a text. */
interface Search {
  readonly chain: readonly SizedFace[]
  readonly book: FontBook
  readonly missing: Set<string>
  readonly repairs: Repair[]
}

interface Bidi {
  getEmbeddingLevels(text: string): {
    readonly levels: Uint8Array
    readonly paragraphs: readonly { readonly level: number }[]
  }
}

/** The types of the package describe named exports, but Node loads a factory function. */
const bidi = (bidiModule as unknown as { default: () => Bidi }).default()
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Characters of right-to-left scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Characters that may join their neighbours into one grapheme. */
const COMBINING =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0900-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f18-\u0fc6\u1000-\u11ff\u1780-\u17ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ua8e0-\ua8ff\ufe00-\ufe0f\ufe20-\ufe2f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0000}-\u{e01ef}]/u

const LETTER = /\p{L}/u

/** Scripts with complex shaping: a run must contain only one of them. */
const COMPLEX = /[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Numbers with a sign or a degree sign. Each is isolated, as if U+2066 and U+2069 stood round it: else "−4° / 2°" is parted from its sign in Arabic. */
const [FIGURES, DEGREES] = ["\\p{Nd}+(?:[.,٫٬]\\p{Nd}+)*", "[ \\u00a0]?°[CF]?"]
const SIGNED = new RegExp(`(?<![\\p{L}\\p{N}])(?:[-−+]${FIGURES}(?:${DEGREES})?|${FIGURES}${DEGREES})`, "gu")
/** Stands for something else: neither left nor right. */
const OBJECT = "\ufffc"

/** Splits a paragraph into runs that one face can shape: by piece, font coverage, direction and script. */
export function itemise(pieces: readonly Piece[], book: FontBook): Itemised {
  const missing = new Set<string>()
  const items: Item[] = []
  const repairs: Repair[][] = []
  let text = ""
  for (const piece of pieces) {
    const search: Search = { chain: book.chain(piece.style), book, missing, repairs: [] }
    const at = text.length
    for (const { start, end, cut } of split(piece.text, search))
      items.push({ start: at + start, end: at + end, cut, level: 0, piece })
    repairs.push(search.repairs)
    text += piece.text
  }
  const complex = COMPLEX.test(text)
  // Numbers stand where the words of the page do.
  const isOfPage = isRightToLeft(pieces[0]?.style.language ?? "") && !LETTER.test(text)
  if (!RIGHT_TO_LEFT.test(text))
    return { items: complex ? byScript(items, text) : items, rightToLeft: isOfPage, missing, repairs }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text.replace(SIGNED, (number) => OBJECT.repeat(number.length)))
  for (const { 0: number, index } of text.matchAll(SIGNED))
    for (let i = index; i < index + number.length; i++) levels[i]! += levels[i]! & 1
  const levelled = byLevel(items, levels)
  return {
    items: complex ? byScript(levelled, text) : levelled,
    rightToLeft: isOfPage || ((paragraphs[0]?.level ?? 0) & 1) === 1,
    missing,
    repairs,
  }
}

/** A range of characters that one face shapes. */
type Range = Pick<Item, "start" | "end" | "cut">

function split(text: string, search: Search): Range[] {
  const items: Range[] = []
  let current: SizedFace | undefined
  let start = 0
  const take = (cut: SizedFace, at: number): void => {
    if (cut === current) return
    if (current) items.push({ start, end: at, cut: current })
    current = cut
    start = at
  }
  const words = BEYOND_ASCII.test(text) ? wholeWords(text, search) : NO_WORDS
  if (COMBINING.test(text)) {
    for (const { segment, index } of graphemes.segment(text))
      take(words.get(index) ?? cutOf(segment, index, search, current), index)
  } else {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const whole = words.get(i)
      if (whole) {
        take(whole, i)
        continue
      }
      const pair = code >= 0xd800 && code <= 0xdbff && i + 1 < text.length
      if (code === 32 && current) continue
      take(pair ? cutOf(text.slice(i, i + 2), i, search, current) : cutOfCode(code, i, search, current), i)
      if (pair) i++
    }
  }
  if (current) items.push({ start, end: text.length, cut: current })
  return items
}

/** Letters of alphabets beyond ASCII. */
const BEYOND_ASCII = /[\u0080-\u058f\u1c80-\u1fff\u2c60-\u2c7f\ua640-\ua7ff]/
const WORD =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]*/gu
const NO_WORDS: ReadonlyMap<number, SizedFace> = new Map()

/** Words of which the first face lacks a letter, and one of the next faces none: that face sets the whole word. By UTF-16 index. */
function wholeWords(text: string, { chain }: Search): ReadonlyMap<number, SizedFace> {
  const faces = new Map<number, SizedFace>()
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!BEYOND_ASCII.test(word)) continue
    const points = [...word].map((char) => char.codePointAt(0)!)
    const covering = chain.find(({ face }) => points.every((point) => face.covers(point)))
    if (covering && covering !== chain[0]) for (let i = index; i < index + word.length; i++) faces.set(i, covering)
  }
  return faces
}

function cutOfCode(code: number, at: number, search: Search, current: SizedFace | undefined): SizedFace {
  if (code > 32 && code < 0x2000) {
    const first = search.chain[0]!
    if (first.face.covers(code)) return first
  }
  return cutOf(String.fromCharCode(code), at, search, current)
}

/** The face for a grapheme: the first that covers it, else the first that covers its base. `at`: its index. */
function cutOf(grapheme: string, at: number, search: Search, current: SizedFace | undefined): SizedFace {
  const { chain, book, missing, repairs } = search
  const points = [...grapheme].map((char) => char.codePointAt(0)!).filter(visible)
  const first = points[0]
  if (first === undefined) return current ?? chain[0]!
  // Neutral marks stay with the current face, so that Chinese and Bengali keep their own.
  if (points.length === 1 && NEUTRAL.has(first) && current?.face.covers(first)) return current
  const emoji = EMOJI.test(grapheme)
    ? chain.find(({ face }) => face.font.id.includes("emoji") && face.covers(first))
    : undefined
  const whole =
    emoji || points.length === 1 ? undefined : chain.find(({ face }) => points.every((point) => face.covers(point)))
  const found = emoji ?? whole ?? book.find(chain, first)
  if (found && (whole || points.length === 1 || points.every((point) => found.face.covers(point)))) return found
  missing.add(grapheme)
  repairs.push({ start: at, end: at + grapheme.length, text: found ? kept(grapheme, found) : "?" })
  return found ?? current ?? chain[0]!
}

/** The characters of a grapheme that a face covers, or that need no glyph. */
function kept(grapheme: string, { face }: SizedFace): string {
  return [...grapheme].filter((char) => !visible(char.codePointAt(0)!) || face.covers(char.codePointAt(0)!)).join("")
}

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f?\u20e3/u
const NEUTRAL = new Set([..."‘’“”…—–·।॥"].map((char) => char.codePointAt(0)!))

/** Whether a character needs a glyph; false for joiners, selectors and controls. */
function visible(point: number): boolean {
  return (
    point >= 32 &&
    !(point >= 0x7f && point < 0xa0) &&
    !(point >= 0x200b && point <= 0x200f) &&
    !(point >= 0x2028 && point <= 0x202e) &&
    !(point >= 0x2060 && point <= 0x2069) &&
    !(point >= 0xfe00 && point <= 0xfe0f) &&
    point !== 0xfeff &&
    !(point >= 0xe0000 && point <= 0xe01ef)
  )
}

function byLevel(items: readonly Item[], levels: Uint8Array): Item[] {
  const result: Item[] = []
  for (const { start, end, cut, piece } of items) {
    let from = start
    for (let i = start + 1; i <= end; i++) {
      if (i < end && levels[i] === levels[from]) continue
      result.push({ start: from, end: i, cut, level: levels[from]!, piece })
      from = i
    }
  }
  return result
}

/** Splits runs where one complex script follows another: HarfBuzz shapes a run with the rules of one script. */
function byScript(items: readonly Item[], text: string): Item[] {
  const result: Item[] = []
  for (const item of items) {
    let from = item.start
    let script: number | undefined
    for (let i = item.start; i < item.end; i++) {
      const own = scriptAt(text.charCodeAt(i))
      if (own === undefined || own === script) continue
      if (script !== undefined) {
        result.push({ ...item, start: from, end: i })
        from = i
      }
      script = own
    }
    result.push({ ...item, start: from })
  }
  return result
}

/** Number of a letter's complex script, 0 for simple scripts; undefined for characters that fit any script: spaces, marks, digits. */
function scriptAt(code: number): number | undefined {
  if (
    code < 0x41 ||
    (code > 0x5a && code < 0x61) ||
    (code > 0x7a && code < 0xc0) ||
    (code >= 0x300 && code < 0x370) ||
    code === 0x964 ||
    code === 0x965 ||
    (code >= 0x2000 && code < 0x2070)
  )
    return undefined
  if (code < 0x590) return 0
  if (code < 0x600 || (code >= 0xfb1d && code <= 0xfb4f)) return 1
  if (code < 0x900) return ARABIC.some(([first, last]) => code >= first && code <= last) ? 2 : 0x100 + (code >> 6)
  if (code < 0x10a0 || (code >= 0x1780 && code < 0x1800)) return 0x200 + (code >> 7)
  return (code >= 0xfb50 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc)
    ? 2
    : code >= 0xd800 && code < 0xe000
      ? undefined
      : 0
}

const ARABIC = [
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x870, 0x8ff],
] as const
