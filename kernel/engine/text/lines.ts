import { balance } from "./balance.js"
import { insideWords, NONE } from "./chinese-words.js"
import { SOFT } from "./breaks.js"
import type { Place } from "./balance.js"
import type { Paragraph, Run } from "./paragraph.js"

/** A line of a paragraph: characters `start` to `end`, without trailing spaces. */
export interface Line {
  readonly start: number
  readonly end: number
  /** 1/64 pixel, ellipsis and hyphen included. */
  readonly width: number
  /** True: an ellipsis follows. */
  readonly cut: boolean
  /** The hyphen that follows where the line ends inside a word. */
  readonly hyphen?: Run | undefined
}

export interface Broken {
  readonly lines: readonly Line[]
  /** True: text is omitted, or a word is broken inside. */
  readonly tight: boolean
  /** True: a line ends without a line break in the text. */
  readonly wrapped: boolean
  /** A line ends inside a Chinese word, or a balanced one inside a clause. */
  readonly rough?: "word" | "clause" | undefined
}

export interface LineOptions {
  /** 1/64 pixel. */
  readonly width: number
  /** At least 1. */
  readonly most: number
  readonly balance: boolean
  /** Width of the ellipsis in 1/64 pixel; undefined: omitted text is not marked. */
  readonly ellipsis: number | undefined
  /** The first lines are shorter by `width` (1/64 pixel). */
  readonly indent?: { readonly lines: number; readonly width: number } | undefined
}

type Room = Pick<LineOptions, "width" | "indent">
/** Width of the line of an index. */
function widthOf(i: number, { width, indent }: Room): number {
  return indent && i < indent.lines ? width - indent.width : width
}

/**
 * Breaks a paragraph into lines, greedily, or balanced in length with breaks at clause boundaries (`balance`). A word is
 * broken inside only when it is wider than the line.
 */
export function breakLines(paragraph: Paragraph, options: LineOptions): Broken {
  const { text, offsets } = paragraph
  // What has room in one line is not broken, so its words need not be known.
  const inside = offsets[text.length]! <= widthOf(0, options) ? NONE : insideWords(text)
  let greedy = fill(paragraph, options, options.most + 1, inside)
  if (inside.size > 0 && greedy.lines.length > options.most) greedy = fill(paragraph, options, options.most + 1)
  const wanted =
    options.balance && !options.indent && greedy.lines.length > 1 && greedy.lines.length <= options.most
      ? balanced(paragraph, greedy, options)
      : greedy
  if (wanted.lines.length <= options.most)
    return wanted.lines.some(({ start }) => inside.has(start)) ? { ...wanted, rough: "word" } : wanted
  const kept = wanted.lines.slice(0, options.most)
  const last = kept.at(-1)!
  if (inkEnd(paragraph.text, last.end, paragraph.text.length) === last.end) return { ...wanted, lines: kept }
  kept[kept.length - 1] = shorten(paragraph, last, widthOf(kept.length - 1, options), options.ellipsis)
  return { lines: kept, tight: true, wrapped: wanted.wrapped }
}

/** Fills lines greedily. `enough`: stops after that many lines. `inside`: characters that begin no line if another break leaves the line nearly full. */
function fill(paragraph: Paragraph, options: Room, enough: number, inside?: ReadonlySet<number>): Broken {
  const { text, offsets, breaks } = paragraph
  const lines: Line[] = []
  const end = text.length
  let tight = false
  let wrapped = false
  let start = 0
  while (start < end && lines.length < enough) {
    const width = widthOf(lines.length, options)
    let [last, whole, word] = [-1, -1, -1]
    const most = offsets[start]! + width
    for (let at = start + 1; at <= end; at++) {
      if (offsets[at]! > most && !isSpace(text.charCodeAt(at - 1))) break
      if (at < end && breaks[at] === 0) continue
      if (breaks[at] === SOFT && offsets[at]! + hyphenWidth(paragraph, at) > most) continue
      last = at
      if (breaks[at] !== SOFT) whole = at
      if (!inside?.has(at)) word = at
      if (breaks[at] === 2) break
    }
    if (last !== whole && whole > 0 && keepsWord(paragraph, lines, { start, end: whole, width })) last = whole
    if (word > start && word < last && offsets[word]! - offsets[start]! >= WHOLE_WORDS * width) last = word
    const isForced = last < 0
    if (isForced) {
      last = forced(paragraph, start, width)
      tight = true
    }
    if (last < end && breaks[last] !== 2) wrapped = true
    lines.push(line(paragraph, start, inkEnd(text, start, last), !isForced && breaks[last] === SOFT))
    start = skipSpaces(paragraph, last)
  }
  if (start === end && (lines.length === 0 || text.endsWith("\n")))
    lines.push({ start: end, end, width: 0, cut: false })
  return { lines, tight, wrapped }
}

/** Share of the width that a line fills at least where it ends before a Chinese word rather than inside it. */
const WHOLE_WORDS = 0.6
/** Share of the width that a line fills without a part of the next word: then it ends before that word. */
const FULL = 0.86
/** Lines below one another that may end with a hyphen, where the next is at least so full without one. */
const MAX_HYPHENS = 2
const HALF = 0.6

/** Whether a line ends before a word rather than inside it. `end`: where it would. */
function keepsWord({ text, offsets }: Paragraph, before: readonly Line[], line: Omit<Line, "cut">): boolean {
  const { start, end, width } = line
  const share = (offsets[inkEnd(text, start, end)]! - offsets[start]!) / width
  const areMany = before.length >= MAX_HYPHENS && before.slice(-MAX_HYPHENS).every(({ hyphen }) => hyphen)
  return share >= FULL || (areMany && share >= HALF)
}

/** The last grapheme boundary that fits, at least one grapheme after `start`. */
function forced({ text, offsets, clusters }: Paragraph, start: number, width: number): number {
  const end = text.length
  let last = -1
  for (let at = start + 1; at < end; at++) {
    if (clusters[at] === 0) continue
    if (last > 0 && offsets[at]! - offsets[start]! > width) break
    last = at
    if (offsets[at]! - offsets[start]! > width) break
  }
  return last < 0 ? end : last
}

/** Skips the spaces after a soft break, which belong to no line; spaces after a hard break are kept. */
function skipSpaces({ text, breaks }: Paragraph, from: number): number {
  if (breaks[from] === 2) return from
  let at = from
  while (at < text.length && text.charCodeAt(at) === 32) at++
  return at
}

/** The end of a part of a text without the spaces at its end, those of no width among them. */
export function inkEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--
  return at
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 0x3000 || code === 0x200b
}

/** Width in 1/64 pixel of the hyphen of a line that ends at a SOFT break, 0 at others. */
function hyphenWidth({ hyphens }: Paragraph, at: number): number {
  return hyphens.get(at)?.shaped.advances.reduce((sum, advance) => sum + advance, 0) ?? 0
}

function line(paragraph: Paragraph, start: number, end: number, isSoft: boolean): Line {
  const width = paragraph.offsets[end]! - paragraph.offsets[start]!
  if (!isSoft) return { start, end, width, cut: false }
  return { start, end, width: width + hyphenWidth(paragraph, end), cut: false, hyphen: paragraph.hyphens.get(end) }
}

/** Balanced lines of the same text, or the greedy lines when there is nothing to balance. */
function balanced(paragraph: Paragraph, greedy: Broken, { width, most }: LineOptions): Broken {
  const { text, breaks } = paragraph
  if (greedy.tight || breaks.includes(2)) return greedy
  const places: Place[] = []
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && breaks[at] === 0) continue
    const hyphen = breaks[at] === SOFT ? hyphenWidth(paragraph, at) : 0
    places.push({ end: inkEnd(text, 0, at), next: skipSpaces(paragraph, at), hyphen })
  }
  const chosen = balance(paragraph, places, { width, fewest: greedy.lines.length, most })
  if (!chosen) return greedy
  const { places: ends, rough } = chosen
  return {
    lines: ends.map(({ end }, i) => line(paragraph, i === 0 ? 0 : ends[i - 1]!.next, end, breaks[end] === SOFT)),
    tight: false,
    wrapped: true,
    rough: rough ? "clause" : undefined,
  }
}

function shorten(paragraph: Paragraph, last: Line, width: number, ellipsis: number | undefined): Line {
  const { text, offsets, clusters } = paragraph
  if (ellipsis === undefined) return last
  let end = last.end
  const fits = (): boolean => offsets[end]! - offsets[last.start]! + ellipsis <= width
  while (end > last.start && !(fits() && (end === text.length || clusters[end] === 1 || end === last.end))) end--
  end = inkEnd(text, last.start, end)
  while (end > last.start && LOOSE.has(text[end - 1]!)) end = inkEnd(text, last.start, end - 1)
  return { start: last.start, end, width: offsets[end]! - offsets[last.start]! + ellipsis, cut: true }
}

/** Marks that are removed before an ellipsis. */
const LOOSE = new Set(",;:—–-，、；：。.“‘（(《")
