import type { Ink } from "platen/sdk/drawing"
import type { Canvas } from "../bitmap/canvas.js"
import { byteCache } from "./cache.js"
import type { KeyedCache } from "./cache.js"
import { styleKey } from "./fonts.js"
import type { FontBook, Style } from "./fonts.js"
import type { Piece } from "./itemise.js"
import { breakLines } from "./lines.js"
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
  readonly align: "start" | "center" | "end"
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
    const key = `${styleKey(style)}/${options.width}/${options.lines}/${options.lineHeight}/${options.balance}/${options.align}/${options.mark}/${options.trim}/${pieces ? piecesKey(pieces) : text}`
    let known = this.#blocks.get(key)
    if (!known) {
      known = this.#set(this.paragraph(text, style, pieces), options)
      this.#blocks.set(key, known, 300 + key.length * 2 + known.glyphs.length * 56)
    }
    return known
  }

  #set(source: Paragraph, options: BlockOptions): Block {
    const mark = options.mark === "ellipsis" ? this.paragraph(ELLIPSIS, options.style) : undefined
    const width = options.width === Infinity ? 0x3fffffff : options.width * 64
    const {
      lines,
      tight,
      wrapped,
      rough = false,
    } = breakLines(source, { width, most: options.lines, balance: options.balance, ellipsis: mark?.offsets.at(-1) })
    const set = lines.map((line) => setLine(source, line, mark))
    const centred = options.align === "center"
    const widest = set.reduce((most, line) => Math.max(most, line.right - line.left + (centred ? line.hanging : 0)), 0)
    const frame = options.width === Infinity ? widest : Math.min(widest, options.width)
    // Ink above the first line or below the last makes the block higher, so that it is never cut.
    const middle = Math.round(options.lineHeight / 2 + options.style.px * 0.37)
    const first = Math.max(middle, source.above)
    const height =
      first - middle + lines.length * options.lineHeight + Math.max(0, source.below - options.lineHeight + middle)
    const end = source.rightToLeft ? START_OF_RTL[options.align] : options.align
    set.forEach((line, i) => {
      const slack = frame - (line.right - line.left)
      const shift =
        (end === "start" ? 0 : end === "end" ? slack : Math.min(Math.round((slack + line.hanging) / 2), slack)) -
        line.left
      const down = first + i * options.lineHeight
      for (const placed of line.glyphs) {
        placed.x += shift
        placed.y += down
      }
    })
    const glyphs = set.length === 1 ? set[0]!.glyphs : set.flatMap((line) => line.glyphs)
    const block = {
      width: frame,
      height,
      baseline: first,
      lineCount: lines.length,
      tight: tight || set.some((line) => line.right - line.left > options.width),
      wrapped,
      rough,
      clipped: lines.at(-1)?.cut === true || (lines.at(-1)?.end ?? 0) < inkLength(source),
      rightToLeft: source.rightToLeft,
      missing: source.missing,
      glyphs,
    }
    return options.trim === "line"
      ? block
      : trimmed(block, options.trim === "cap" ? Math.round(options.style.px * CAP_SHARE) : undefined)
  }
}

function piecesKey(pieces: readonly Piece[]): string {
  return `\u0000${pieces.map(({ text, style, ink = "", raise = 0 }) => `${styleKey(style)}/${ink}/${raise}/${text}`).join("\u0000")}`
}

const START_OF_RTL = { start: "end", end: "start", center: "center" } as const

function inkLength({ text }: Paragraph): number {
  return text.trimEnd().length
}

interface SetLine {
  readonly glyphs: Placed[]
  /** Leftmost and rightmost painted pixel, or the advance if it is wider. */
  readonly left: number
  readonly right: number
  /** Pixels by which a centred line lets a full-width closing mark hang out at the right, because most of its square is empty. */
  readonly hanging: number
}

/** Full-width marks that end a line of Chinese or Japanese. */
const SQUARE_MARK = /[，。、；：]/

function hangingOf({ text, offsets }: Paragraph, { end, cut }: Line): number {
  return !cut && end > 0 && SQUARE_MARK.test(text[end - 1]!) ? (offsets[end]! - offsets[end - 1]!) >> 6 : 0
}

/** Glyphs of a line in visual order; `y` from the baseline. */
function setLine(source: Paragraph, line: Line, mark: Paragraph | undefined): SetLine {
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
    }
  }
  return { glyphs, left, right: Math.max(right, (pen + 63) >> 6), hanging: hangingOf(source, line) }
}

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
function visualSlices({ runs }: Paragraph, { start, end, hyphen }: Line): Slice[] {
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
  if (hyphen) slices.push({ run: hyphen, start: hyphen.start, end: hyphen.end })
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
