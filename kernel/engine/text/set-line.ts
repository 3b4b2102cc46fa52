import type { Ink } from "platen/sdk/drawing"
import type { Line } from "./lines.js"
import type { Paragraph } from "./paragraph.js"
import type { Glyph } from "./raster.js"

/** Position of a glyph: top left corner of its bitmap, relative to the block. */
export interface Placed {
  readonly glyph: Glyph
  x: number
  y: number
  /** Ink of its own. */
  readonly ink?: Ink
}

export interface SetLine {
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
export function setLine(source: Paragraph, line: Line, mark: Paragraph | undefined, room?: number): SetLine {
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
    const { shaped, piece } = run
    const [first, last] = glyphsOf(run, start, end)
    for (let i = first; i < last; i++) {
      const glyph = shaped.glyphs[i]!
      if (glyph.height > 0) {
        const x = ((pen + shaped.xOffsets[i]! + 32) >> 6) + glyph.left
        const y = -((shaped.yOffsets[i]! + 32) >> 6) - glyph.top - (piece.raise ?? 0)
        glyphs.push(piece.ink === undefined ? { glyph, x, y } : { glyph, x, y, ink: piece.ink })
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
