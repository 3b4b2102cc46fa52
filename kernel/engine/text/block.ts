import type { Ink } from "platen/sdk/drawing"
import type { Canvas } from "../bitmap/canvas.js"
import { byteCache } from "./cache.js"
import type { KeyedCache } from "./cache.js"
import { styleKey } from "./fonts.js"
import type { FontBook, Style } from "./fonts.js"
import type { Piece } from "./itemise.js"
import { breakLines, inkEnd } from "./lines.js"
import type { Line } from "./lines.js"
import { paragraph } from "./paragraph.js"
import type { Paragraph } from "./paragraph.js"
import type { Glyph } from "./raster.js"

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

/** Position of a glyph: top left corner of its bitmap, relative to the block. */
interface Placed {
  readonly glyph: Glyph
  x: number
  y: number
  /** Ink of its own. */
  readonly ink?: Ink
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
  /** True: a balanced line ends inside a Chinese clause: a smaller size may do better. */
  readonly rough: boolean
  /** True: the text reads from right to left. */
  readonly rightToLeft: boolean
  readonly missing: readonly string[]
  readonly glyphs: readonly Readonly<Placed>[]
}

const PARAGRAPH_BYTES = 6 << 20
const BLOCK_BYTES = 6 << 20
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
      this.#blocks.set(key, known, 300 + key.length * 2 + known.glyphs.length * 56)
    }
    return known
  }

  #set(source: Paragraph, options: BlockOptions): Block {
    const mark = options.mark === "ellipsis" ? this.paragraph(ELLIPSIS, options.style) : undefined
    const { columns, initial } = options
    const column = columns
      ? Math.floor((options.width - columns.gap * (columns.count - 1)) / columns.count)
      : options.width
    const width = column === Infinity ? 0x3fffffff : column * 64
    const {
      lines,
      tight,
      wrapped,
      rough = false,
    } = breakLines(source, {
      width,
      most: options.lines,
      balance: options.balance,
      ellipsis: mark?.offsets.at(-1),
      ...(initial && { indent: { lines: initial.lines, width: initial.width * 64 } }),
    })
    const isJustified = options.align === "justify" && column !== Infinity
    const set = lines.map((line, i) => {
      const indent = initial && i < initial.lines ? initial.width : 0
      const room = isJustified && !endsParagraph(source, line) ? column - indent : undefined
      const result = setLine(source, line, mark, room)
      if (indent > 0) shiftRight(result, indent)
      return result
    })
    const centred = options.align === "center"
    // Lines that start at the left edge share one axis, whatever hangs out of their first letters.
    const axis = set.reduce((least, line) => Math.min(least, line.left), 0)
    const align = isJustified ? "start" : (options.align as "start" | "center" | "end")
    const end = source.rightToLeft ? START_OF_RTL[align] : align
    const leftOf = (line: SetLine): number => (end === "start" ? axis : line.left)
    const widest = set.reduce(
      (most, line) => Math.max(most, line.right - leftOf(line) + (centred ? line.hanging : 0)),
      0,
    )
    const frame = column === Infinity ? widest : isJustified && wrapped ? column : Math.min(widest, column)
    // Ink above the first line or below the last makes the block higher, so that it is never cut.
    const middle = Math.round(options.lineHeight / 2 + options.style.px * 0.37)
    const first = Math.max(middle, source.above)
    const perColumn = columns ? Math.ceil(lines.length / columns.count) : lines.length
    const height =
      first - middle + perColumn * options.lineHeight + Math.max(0, source.below - options.lineHeight + middle)
    set.forEach((line, i) => {
      const slack = frame - (line.right - line.left)
      const hung = options.hang === true && i === 0 ? hungWidth(source) : 0
      const shift =
        (end === "start" ? 0 : end === "end" ? slack : Math.min(Math.round((slack + line.hanging) / 2), slack)) -
        leftOf(line) -
        hung +
        (columns ? Math.floor(i / perColumn) * (column + columns.gap) : 0)
      const down = first + (i % perColumn) * options.lineHeight
      for (const placed of line.glyphs) {
        placed.x += shift
        placed.y += down
      }
    })
    const glyphs = set.length === 1 ? set[0]!.glyphs : set.flatMap((line) => line.glyphs)
    if (initial) glyphs.unshift(...initialGlyphs(initial, first + (initial.lines - 1) * options.lineHeight))
    const block = {
      width: columns ? options.width : frame,
      height,
      baseline: first,
      lineCount: lines.length,
      tight: tight || set.some((line) => line.right - leftOf(line) > column),
      wrapped,
      rough,
      clipped: lines.at(-1)?.cut === true || (lines.at(-1)?.end ?? 0) < inkEnd(source.text, 0, source.text.length),
      rightToLeft: source.rightToLeft,
      missing: initial ? [...initial.paragraph.missing, ...source.missing] : source.missing,
      glyphs,
    }
    return options.trim === "line"
      ? block
      : trimmed(block, options.trim === "cap" ? Math.round(options.style.px * CAP_SHARE) : undefined)
  }
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

interface SetLine {
  readonly glyphs: Placed[]
  /** Leftmost and rightmost painted pixel, or the advance if it is wider. */
  readonly left: number
  right: number
  /** Pixels by which a centred line lets a full-width closing mark hang out at the right, because most of its square is empty. */
  readonly hanging: number
}

/** Full-width marks that end a line of Chinese or Japanese. */
const SQUARE_MARK = /[，。、；：]/

function hangingOf({ text, offsets }: Paragraph, { end, cut }: Line): number {
  return !cut && end > 0 && SQUARE_MARK.test(text[end - 1]!) ? (offsets[end]! - offsets[end - 1]!) >> 6 : 0
}

/** Glyphs of a line in visual order; `y` from the baseline. `room`: pixels to which the line is stretched. */
function setLine(source: Paragraph, line: Line, mark: Paragraph | undefined, room?: number): SetLine {
  const stretch = room === undefined ? undefined : stretchOf(source, line, room)
  const slices = visualSlices(source, line)
  if (line.cut && mark) {
    const tail = mark.runs.map((run) => ({ run, start: 0, end: mark.text.length }))
    if (source.rightToLeft) slices.unshift(...tail)
    else slices.push(...tail)
  }
  const glyphs: Placed[] = []
  let pen = 0
  let left = 0
  let right = 0
  for (const { run, start, end } of slices) {
    const {
      shaped,
      piece: { ink, raise = 0 },
    } = run
    const [first, last] = glyphsOf(run, start, end)
    for (let i = first; i < last; i++) {
      const glyph = shaped.glyphs[i]!
      if (glyph.height > 0) {
        const x = ((pen + shaped.xOffsets[i]! + 32) >> 6) + glyph.left
        const y = -((shaped.yOffsets[i]! + 32) >> 6) - glyph.top - raise
        glyphs.push(ink === undefined ? { glyph, x, y } : { glyph, x, y, ink })
        if (x < left) left = x
        if (x + glyph.width > right) right = x + glyph.width
      }
      pen += shaped.advances[i]!
      if (stretch && stretch.after(shaped.clusters[i]!)) pen += stretch.each
    }
  }
  return { glyphs, left, right: Math.max(right, (pen + 63) >> 6), hanging: hangingOf(source, line) }
}

/** Space to add in a line that is stretched: after which characters, and how much in 1/64 pixel. */
interface Stretch {
  readonly each: number
  after(index: number): boolean
}

/** Most that a line is stretched, as a share of the room: beyond it, ragged is better. */
const MAX_STRETCH = 0.3

/** Stretches the spaces of a line, or all its characters where they are ideographs. Undefined for a line that is too short. */
function stretchOf({ text }: Paragraph, { start, end, width }: Line, room: number): Stretch | undefined {
  const slack = room * 64 - width
  if (slack <= 0 || slack > room * 64 * MAX_STRETCH) return undefined
  const isSpace = (i: number): boolean => i >= start && i < end && text.charCodeAt(i) === 32
  const isSquare = (i: number): boolean => i >= start && i < end - 1 && SQUARE.test(text[i]!)
  let [spaces, squares] = [0, 0]
  for (let i = start; i < end; i++) {
    if (isSpace(i)) spaces++
    if (isSquare(i)) squares++
  }
  if (spaces === 0 && squares === 0) return undefined
  return squares > spaces ? { each: slack / squares, after: isSquare } : { each: slack / spaces, after: isSpace }
}
const SQUARE = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/

/**
 * Range of a run's glyphs for the characters `start` to `end`: the first, and the one after the last. Clusters increase
 * from the left, or from the right in a right-to-left run.
 */
function glyphsOf(run: Paragraph["runs"][number], start: number, end: number): readonly [number, number] {
  const {
    shaped: { clusters },
    level,
  } = run
  if (start <= run.start && end >= run.end) return [0, clusters.length]
  if ((level & 1) === 0)
    return [
      firstWhere(clusters.length, (i) => clusters[i]! >= start),
      firstWhere(clusters.length, (i) => clusters[i]! >= end),
    ]
  return [
    firstWhere(clusters.length, (i) => clusters[i]! < end),
    firstWhere(clusters.length, (i) => clusters[i]! < start),
  ]
}

/** Binary search: the first of 0 to count - 1 for which a monotonic condition holds, else count. */
function firstWhere(count: number, holds: (i: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

interface Slice {
  readonly run: Paragraph["runs"][number]
  readonly start: number
  readonly end: number
}

/** The parts of runs in a line, from left to right. Source: UAX #9, rule L2. */
function visualSlices({ runs }: Paragraph, { start, end }: Line): Slice[] {
  const slices: Slice[] = []
  let highest = 0
  let lowestOdd = 255
  for (let i = runs.length > 1 ? firstWhere(runs.length, (at) => runs[at]!.end > start) : 0; i < runs.length; i++) {
    const run = runs[i]!
    if (run.start >= end) break
    if (run.end <= start) continue
    slices.push({ run, start: Math.max(run.start, start), end: Math.min(run.end, end) })
    if (run.level > highest) highest = run.level
    if ((run.level & 1) === 1 && run.level < lowestOdd) lowestOdd = run.level
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let i = 0; i < slices.length; i++) {
      if (slices[i]!.run.level < level) continue
      let j = i
      while (j + 1 < slices.length && slices[j + 1]!.run.level >= level) j++
      slices.splice(i, j - i + 1, ...slices.slice(i, j + 1).reverse())
      i = j
    }
  }
  return slices
}

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
