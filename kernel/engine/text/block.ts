import type { Ink } from "platen/sdk/drawing"
import type { Canvas } from "../bitmap/canvas.js"
import { byteCache } from "./cache.js"
import type { KeyedCache } from "./cache.js"
import { styleKey } from "./fonts.js"
import type { FontBook, Style } from "./fonts.js"
import type { Piece } from "./itemise.js"
import { breakLines, inkEnd } from "./lines.js"
import type { Broken, Line } from "./lines.js"
import { paragraph } from "./paragraph.js"
import type { Paragraph } from "./paragraph.js"
import { setLine } from "./set-line.js"
import type { Placed, SetLine } from "./set-line.js"

export interface BlockOptions {
  readonly style: Style
  /** The text in parts of different styles. Default: all of it in `style`. */
  readonly pieces?: readonly Piece[] | undefined
  /** Pixels. Infinity: one line per paragraph. */
  readonly width: number
  /** Maximum number of lines. */
  readonly lines: number
  /** Pixels from one baseline to the next. */
  readonly lineHeight: number
  readonly balance: boolean
  readonly align: "start" | "center" | "end" | "justify"
  /** Columns of lines, and pixels between them. Default: one. */
  readonly columns?: { readonly count: number; readonly gap: number }
  /** True: an opening quotation mark hangs out of the left edge. */
  readonly hang?: boolean
  /** An initial before the text: its paragraph, the lines that it is high, and the pixels by which these are indented. */
  readonly initial?: {
    readonly paragraph: Paragraph
    readonly lines: number
    readonly width: number
    readonly ink?: Ink
  }
  /** Mark for omitted text. */
  readonly mark: "ellipsis" | "none"
  readonly trim: "line" | "ink" | "cap"
}

/** A text set to a width, ready to paint. In pixels. */
export interface Block {
  readonly width: number
  readonly height: number
  /** From the top to the first line's baseline. */
  readonly baseline: number
  readonly lineCount: number
  /** True: text is omitted, or a word is broken inside. */
  readonly tight: boolean
  /** True: text is omitted. */
  readonly clipped: boolean
  /** True: a line ends without a line break in the text. */
  readonly wrapped: boolean
  /** Set where a smaller size may do better. */
  readonly rough: Broken["rough"]
  /** True: the text reads from right to left. */
  readonly rightToLeft: boolean
  readonly missing: readonly string[]
  readonly glyphs: readonly Readonly<Placed>[]
}

const [PARAGRAPH_BYTES, BLOCK_BYTES] = [1 << 20, 1 << 20]
const ELLIPSIS = "…"

/** Sets texts, with a cache. */
export class Typesetter {
  readonly book: FontBook
  readonly #paragraphs: KeyedCache<Paragraph> = byteCache(PARAGRAPH_BYTES)
  readonly #blocks: KeyedCache<Block> = byteCache(BLOCK_BYTES)

  constructor(book: FontBook) {
    this.book = book
  }

  /** `pieces`: the text in parts of different styles. */
  paragraph(text: string, style: Style, pieces?: readonly Piece[]): Paragraph {
    const key = `${styleKey(style)}/${pieces ? piecesKey(pieces) : text}`
    let known = this.#paragraphs.get(key)
    if (!known) {
      known = paragraph(pieces ?? [{ text, style }], this.book)
      this.#paragraphs.set(key, known, known.bytes + key.length * 2)
    }
    return known
  }

  block(text: string, options: BlockOptions): Block {
    const { style, pieces } = options
    const key = `${styleKey(style)}/${options.width}/${options.lines}/${options.lineHeight}/${options.balance}/${options.align}/${options.mark}/${options.trim}/${moreKey(options)}${pieces ? piecesKey(pieces) : text}`
    let known = this.#blocks.get(key)
    if (!known) {
      known = this.#set(this.paragraph(text, style, pieces), options)
      this.#blocks.set(key, known, 500 + key.length * 2 + known.glyphs.length * 80)
    }
    return known
  }

  #set(source: Paragraph, options: BlockOptions): Block {
    const mark = options.mark === "ellipsis" ? this.paragraph(ELLIPSIS, options.style) : undefined
    const { columns, initial } = options
    const column = columnOf(options)
    const { set, isJustified, tight, wrapped, rough, last } = setLines(source, options, mark)
    const align = isJustified ? "start" : (options.align as "start" | "center" | "end")
    const frame: Frame = {
      column,
      axis: set.reduce((least, line) => Math.min(least, line.left), 0),
      align: source.rightToLeft ? START_OF_RTL[align] : align,
    }
    const widest = set.reduce(
      (most, line) =>
        Math.max(most, line.right - leftOf(line, frame) + (options.align === "center" ? line.hanging : 0)),
      0,
    )
    const width = column === Infinity ? widest : isJustified && wrapped ? column : Math.min(widest, column)
    // Ink above the first line or below the last makes the block higher, so that it is never cut.
    const middle = Math.round(options.lineHeight / 2 + options.style.px * 0.37)
    const first = Math.max(middle, source.above)
    const perColumn = columns ? Math.ceil(set.length / columns.count) : set.length
    const below = Math.max(0, source.below - options.lineHeight + middle)
    placeLines(source, set, { ...frame, width, first, perColumn }, options)
    const glyphs = set.length === 1 ? set[0]!.glyphs : set.flatMap((line) => line.glyphs)
    if (initial) glyphs.unshift(...initialGlyphs(initial, first + (initial.lines - 1) * options.lineHeight))
    const block = {
      width: columns ? options.width : width,
      height: first - middle + perColumn * options.lineHeight + below,
      baseline: first,
      lineCount: set.length,
      tight: tight || set.some((line) => line.right - leftOf(line, frame) > column),
      wrapped,
      rough,
      clipped: last?.cut === true || (last?.end ?? 0) < inkEnd(source.text, 0, source.text.length),
      rightToLeft: source.rightToLeft,
      missing: initial ? [...initial.paragraph.missing, ...source.missing] : source.missing,
      glyphs,
    }
    return options.trim === "line"
      ? block
      : trimmed(block, options.trim === "cap" ? Math.round(options.style.px * CAP_SHARE) : undefined)
  }
}

/** Width of a column of lines in pixels. */
function columnOf({ width, columns }: BlockOptions): number {
  return columns ? Math.floor((width - columns.gap * (columns.count - 1)) / columns.count) : width
}

/** Where lines stand. In pixels. */
interface Frame {
  readonly column: number
  /** The leftmost ink of all lines: they start on one axis, whatever hangs out of their first letters. */
  readonly axis: number
  readonly align: "start" | "center" | "end"
}

function leftOf(line: SetLine, { align, axis }: Frame): number {
  return align === "start" ? axis : line.left
}

interface SetLines {
  readonly set: readonly SetLine[]
  readonly last: Line | undefined
  readonly isJustified: boolean
  readonly tight: boolean
  readonly wrapped: boolean
  readonly rough: Broken["rough"]
}

/** Breaks a paragraph into lines, and sets each. */
function setLines(source: Paragraph, options: BlockOptions, mark: Paragraph | undefined): SetLines {
  const { initial } = options
  const column = columnOf(options)
  const broken = breakLines(source, {
    width: column === Infinity ? 0x3fffffff : column * 64,
    most: options.lines,
    balance: options.balance,
    ellipsis: mark?.offsets.at(-1),
    ...(initial && { indent: { lines: initial.lines, width: initial.width * 64 } }),
  })
  const isJustified = options.align === "justify" && column !== Infinity
  const set = broken.lines.map((line, i) => {
    const indent = initial && i < initial.lines ? initial.width : 0
    const room = isJustified && !endsParagraph(source, line) ? column - indent : undefined
    const result = setLine(source, line, mark, room)
    if (indent > 0) shiftRight(result, indent)
    return result
  })
  const { tight, wrapped, rough } = broken
  return { set, last: broken.lines.at(-1), isJustified, tight, wrapped, rough }
}

/** Moves the glyphs of each line to their place in the block. */
function placeLines(
  source: Paragraph,
  set: readonly SetLine[],
  frame: Frame & { readonly width: number; readonly first: number; readonly perColumn: number },
  { lineHeight, columns, hang }: BlockOptions,
): void {
  const { width, first, perColumn, column, align } = frame
  set.forEach((line, i) => {
    const slack = width - (line.right - line.left)
    const aside =
      align === "start" ? 0 : align === "end" ? slack : Math.min(Math.round((slack + line.hanging) / 2), slack)
    const hung = hang === true && i === 0 ? hungWidth(source) : 0
    const across = columns ? Math.floor(i / perColumn) * (column + columns.gap) : 0
    const down = first + (i % perColumn) * lineHeight
    for (const placed of line.glyphs) {
      placed.x += aside - leftOf(line, frame) - hung + across
      placed.y += down
    }
  })
}

/** Glyphs of an initial on a baseline, its ink at the left edge. */
function initialGlyphs({ paragraph: source, ink }: NonNullable<BlockOptions["initial"]>, baseline: number): Placed[] {
  const end = source.text.length
  const { glyphs } = setLine(source, { start: 0, end, width: source.offsets[end]!, cut: false }, undefined)
  const left = glyphs.reduce((least, { x }) => Math.min(least, x), Infinity)
  for (const placed of glyphs) {
    placed.x -= left
    placed.y += baseline
  }
  return ink === undefined ? glyphs : glyphs.map((placed) => ({ ...placed, ink }))
}

/** Whether the text ends after a line, or a line break in it follows. */
function endsParagraph({ text }: Paragraph, { end, cut }: Line): boolean {
  return !cut && /^[ \u3000]*(\n|$)/.test(text.slice(end, end + 8))
}

function shiftRight(line: SetLine, pixels: number): void {
  for (const placed of line.glyphs) placed.x += pixels
  line.right += pixels
}

/** Pixels by which the opening quotation mark of a text hangs out. */
function hungWidth({ text, offsets }: Paragraph): number {
  return OPENING.test(text[0] ?? "") ? Math.round(offsets[1]! / 64) : 0
}
const OPENING = /[“‘«„"'「『《]/

/** Part of the cache key for what few texts have. */
function moreKey({ columns, hang, initial }: BlockOptions): string {
  if (!columns && !hang && !initial) return ""
  const letter = initial ? `${initial.paragraph.text}${initial.lines}/${initial.width}/${initial.ink ?? ""}` : ""
  return `${columns?.count ?? 1}/${columns?.gap ?? 0}/${hang === true}/${letter}\u0000`
}

function piecesKey(pieces: readonly Piece[]): string {
  return `\u0000${pieces.map(({ text, style, ink = "", raise = 0 }) => `${styleKey(style)}/${ink}/${raise}/${text}`).join("\u0000")}`
}

const START_OF_RTL = { start: "end", end: "start", center: "center" } as const

/** Capital height as a share of the size, in the faces used at large sizes. */
const CAP_SHARE = 0.7

/** Trims a block to its ink, or vertically to the capital height above its first baseline, with descenders hanging out. */
function trimmed(block: Block, capHeight: number | undefined): Block {
  if (block.glyphs.length === 0) return block
  const left = Math.min(...block.glyphs.map(({ x }) => x))
  const right = Math.max(...block.glyphs.map(({ x, glyph }) => x + glyph.width))
  const top = capHeight === undefined ? Math.min(...block.glyphs.map(({ y }) => y)) : block.baseline - capHeight
  const bottom =
    capHeight === undefined ? Math.max(...block.glyphs.map(({ y, glyph }) => y + glyph.height)) : block.baseline
  return {
    ...block,
    width: right - left,
    height: bottom - top,
    baseline: block.baseline - top,
    glyphs: block.glyphs.map((placed) => ({ ...placed, x: placed.x - left, y: placed.y - top })),
  }
}

/** Paints a block with its top left corner at `x`, `y`, clipped by the canvas. */
export function paintBlock(canvas: Canvas, block: Block, x: number, y: number, ink: number): void {
  for (const placed of block.glyphs)
    canvas.glyph(placed.glyph, x + placed.x, y + placed.y, placed.ink === undefined ? ink : canvas.ink(placed.ink))
}
