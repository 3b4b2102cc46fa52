import * as bidiModule from "bidi-js"
import type { Cut, FontBook, Style } from "./fonts.js"

/** A stretch of one face and one direction. `level`: bidi embedding level, odd reads from the right. */
export interface Item {
  readonly start: number
  readonly end: number
  readonly cut: Cut
  readonly level: number
}

export interface Itemised {
  readonly items: readonly Item[]
  /** True: the paragraph reads from the right. */
  readonly rightToLeft: boolean
  /** Characters that no font has. */
  readonly missing: readonly string[]
}

interface Bidi {
  getEmbeddingLevels(text: string): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] }
}

/** Its types describe an ES module with named exports; what Node loads is one factory. */
const bidi = (bidiModule as unknown as { default: () => Bidi }).default()
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Anything that could read from the right. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Characters that may join their neighbours into one grapheme. */
// oxlint-disable-next-line no-misleading-character-class
const COMBINING = /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0900-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ece\u0f18-\u0fc6\u1000-\u11ff\u1780-\u17ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u20d0-\u20ff\u302a-\u302f\u3099\u309a\ua8e0-\ua8ff\ufe00-\ufe0f\ufe20-\ufe2f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{e0000}-\u{e01ef}]/u

/** Splits a paragraph into stretches that one face can shape: by what each font has, and by direction. */
export function itemise(text: string, style: Style, book: FontBook): Itemised {
  const chain = book.chain(style)
  const missing: string[] = []
  const items = split(text, chain, book, missing)
  if (!RIGHT_TO_LEFT.test(text)) return { items, rightToLeft: false, missing }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  return { items: byLevel(items, levels), rightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1, missing }
}

function split(text: string, chain: readonly Cut[], book: FontBook, missing: string[]): Item[] {
  const items: Item[] = []
  let current: Cut | undefined
  let start = 0
  const take = (cut: Cut, at: number): void => {
    if (cut === current) return
    if (current) items.push({ start, end: at, cut: current, level: 0 })
    current = cut
    start = at
  }
  if (COMBINING.test(text)) {
    for (const { segment, index } of graphemes.segment(text)) take(cutOf(segment, chain, book, current, missing), index)
  } else {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const pair = code >= 0xd800 && code <= 0xdbff && i + 1 < text.length
      if (code === 32 && current) continue
      take(pair ? cutOf(text.slice(i, i + 2), chain, book, current, missing) : cutOfCode(code, chain, book, current, missing), i)
      if (pair) i++
    }
  }
  if (current) items.push({ start, end: text.length, cut: current, level: 0 })
  return items
}

function cutOfCode(code: number, chain: readonly Cut[], book: FontBook, current: Cut | undefined, missing: string[]): Cut {
  if (code > 32 && code < 0x2000) {
    const first = chain[0]!
    if (first.face.covers(code)) return first
  }
  return cutOf(String.fromCharCode(code), chain, book, current, missing)
}

/** The face for a grapheme: the first that has all of it, else the first that has its base. */
function cutOf(grapheme: string, chain: readonly Cut[], book: FontBook, current: Cut | undefined, missing: string[]): Cut {
  const points = [...grapheme].map((char) => char.codePointAt(0)!).filter(visible)
  const first = points[0]
  if (first === undefined) return current ?? chain[0]!
  // Marks that stand with either script stay with what came before, so that a line of Chinese keeps its own.
  if (points.length === 1 && NEUTRAL.has(first) && current?.face.covers(first)) return current
  if (EMOJI.test(grapheme)) {
    const emoji = chain.find(({ face }) => face.font.id.includes("emoji") && face.covers(first))
    if (emoji) return emoji
  }
  const whole = points.length > 1 ? chain.find(({ face }) => points.every((point) => face.covers(point))) : undefined
  const found = whole ?? book.find(chain, first)
  if (found) return found
  if (!missing.includes(grapheme)) missing.push(grapheme)
  return current ?? chain[0]!
}

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u
const NEUTRAL = new Set([..."‘’“”…—–·"].map((char) => char.codePointAt(0)!))

/** False for joiners, selectors and controls: they need no glyph of their own. */
function visible(point: number): boolean {
  return point >= 32 && !(point >= 0x7f && point < 0xa0) && !(point >= 0x200b && point <= 0x200f) && !(point >= 0x2028 && point <= 0x202e)
    && !(point >= 0x2060 && point <= 0x2069) && !(point >= 0xfe00 && point <= 0xfe0f) && point !== 0xfeff && !(point >= 0xe0000 && point <= 0xe01ef)
}

function byLevel(items: readonly Item[], levels: Uint8Array): Item[] {
  const result: Item[] = []
  for (const { start, end, cut } of items) {
    let from = start
    for (let i = start + 1; i <= end; i++) {
      if (i < end && levels[i] === levels[from]) continue
      result.push({ start: from, end: i, cut, level: levels[from]! })
      from = i
    }
  }
  return result
}
