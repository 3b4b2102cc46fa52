import type { NodeSize, Type } from "platen/sdk/drawing"
import type { Timeline, TimelineEntry } from "platen/sdk/mode"
import type { Area } from "../inked.js"
import { thinned } from "../thin.js"
import { figureHeight, gapOf, wordOf, wordPx } from "../word.js"
import type { PlacedWord, Word } from "../word.js"
import { entryLine, MIN_LINE, MIN_PX, sizesOf, wordsOf } from "./entry-words.js"
import type { EntryWords } from "./entry-words.js"
import { marksOf, timeOf, timesOf } from "./hours.js"
import type { Mark, Times } from "./hours.js"
import { lanesOf } from "./lanes.js"
import type { Lane, Stretch } from "./lanes.js"

/** An entry in its place: pixels. */
export interface PlacedEntry {
  readonly entry: TimelineEntry
  /** Everything of it. */
  readonly box: Area
  /** The stroke that shows how long it lasts. */
  readonly bar: Area
  /** The room of its words. */
  readonly room: Area
  readonly words: EntryWords
}

/** How a timeline stands in its box: pixels. */
export interface TimelinePlan {
  readonly isAcross: boolean
  /** Where entries and lines are. */
  readonly area: Area
  readonly entries: readonly PlacedEntry[]
  /** Entries that begin after the time that is shown, or end before it. */
  readonly outside: readonly TimelineEntry[]
  readonly marks: readonly (PlacedWord & { readonly at: number })[]
  readonly now: { readonly at: number; readonly word: Word; readonly left: number; readonly top: number } | undefined
}

/** What all measures come from. */
interface Measures {
  readonly node: Timeline
  readonly box: NodeSize
  readonly type: Type
  readonly isAcross: boolean
  readonly px: number
  readonly high: number
  readonly gap: number
  readonly times: Times
  readonly area: Area
  /** Pixel of a time along the direction. */
  along(time: number): number
}

/** Plans a timeline. */
export function planOf(node: Timeline, box: NodeSize, type: Type): TimelinePlan {
  const all = measuresOf(node, box, type)
  const { times, isAcross, area } = all
  const shown = node.entries.filter(({ start, end = start }) => start <= times.to && Math.max(start, end) >= times.from)
  return {
    isAcross,
    area,
    entries: entriesOf(all, shown),
    outside: node.entries.filter((entry) => !shown.includes(entry)),
    marks: placedMarks(all),
    now: nowOf(all),
  }
}

function measuresOf(node: Timeline, box: NodeSize, type: Type): Measures {
  const isAcross = node.direction === "across"
  const px = wordPx(type, isAcross ? box : { width: box.width, height: Infinity })
  const [high, gap] = [figureHeight(type, px), gapOf(type)]
  const times = timesOf(node)
  const ends = [times.from, times.to].map((time) => wordOf(type, timeOf(time, true), px).width)
  const area = isAcross ? areaAcross(box, ends, high, gap) : areaDown(node, box, type, px)
  const [first, pixels] = isAcross ? [area.left, area.right - area.left] : [area.top, area.bottom - area.top]
  const along = (time: number): number =>
    first + Math.round(((time - times.from) / (times.to - times.from)) * (pixels - 1))
  return { node, box, type, isAcross, px, high, gap, times, area, along }
}

function areaAcross({ width, height }: NodeSize, ends: readonly number[], high: number, gap: number): Area {
  const [left, right] = ends.map((each) => Math.min(each >> 1, width >> 3)) as [number, number]
  const top = Math.min(high + gap * 2, height - 1)
  return { left, top, right: Math.max(left + 1, width - right), bottom: height }
}

/** The hours stand at the left, with half of the first and the last above and below. */
function areaDown(node: Timeline, { width, height }: NodeSize, type: Type, px: number): Area {
  const { from, to, step } = timesOf(node)
  const words = [
    ...(node.marks?.slice(0, MAX_MEASURED).map(({ text }) => text) ?? [
      timeOf(from, step % 60 === 0),
      timeOf(to, step % 60 === 0),
      "23",
    ]),
    ...(nowWords(node) ?? []),
  ]
  const widest = words.reduce((most, text) => Math.max(most, wordOf(type, text, px, { weight: "bold" }).width), 0)
  const half = (figureHeight(type, px) + 1) >> 1
  const left = Math.min(widest + gapOf(type) * 2, Math.floor(width * MAX_GUTTER))
  const top = Math.min(half, (height - 1) >> 1)
  return { left, top, right: width, bottom: Math.max(top + 1, height - half) }
}

/** Share of the width that the hours take at most, and words that are measured for it. */
const MAX_GUTTER = 0.4
const MAX_MEASURED = 40

/** The words of now, if it is shown. */
function nowWords(node: Timeline): readonly [string] | undefined {
  const { from, to } = timesOf(node)
  const { now, nowLabel } = node
  return now === undefined || now < from || now > to ? undefined : [nowLabel ?? timeOf(now)]
}

function nowOf({ node, type, isAcross, px, high, gap, area, along, box }: Measures): TimelinePlan["now"] {
  const words = nowWords(node)
  if (!words) return undefined
  const word = wordOf(type, words[0], px, { weight: "bold" })
  const at = along(node.now!)
  return isAcross
    ? { at, word, left: Math.max(0, Math.min(box.width - word.width, at - (word.width >> 1))), top: 0 }
    : {
        at,
        word,
        left: area.left - gap * 2 - word.width,
        top: Math.max(0, Math.min(box.height - high, at - (high >> 1))),
      }
}

function placedMarks(all: Measures): TimelinePlan["marks"] {
  const { node, type, isAcross, px, high, gap, times, area, along, box } = all
  const set = (marks: readonly Mark[]): (Word & { at: number; centre: number })[] =>
    marks.map(({ place, text }) => ({ ...wordOf(type, text, px), at: along(place), centre: along(place) }))
  if (isAcross) {
    const widest = node.marks ? 0 : wordOf(type, "23", px).width
    const marks = set(marksOf(node, times, widest + px, area.right - area.left))
    return thinned(marks, { left: 0, right: box.width, gap: Math.round(px / 2) }).map(({ index, left }) => ({
      ...marks[index]!,
      left,
      top: 0,
    }))
  }
  const marks = set(marksOf(node, times, high + gap + 1, area.bottom - area.top))
  const rows = marks.map(({ at }) => ({ centre: at, width: high }))
  return thinned(rows, { left: 0, right: box.height, gap: 2 }).map(({ index, left: top }) => {
    const mark = marks[index]!
    return { ...mark, left: area.left - gap * 2 - mark.width, top }
  })
}

function entriesOf(all: Measures, shown: readonly TimelineEntry[]): readonly PlacedEntry[] {
  const { node, type } = all
  const sizes = sizesOf(node, type)
  const starts = shown.map((entry) => lasting(entry, all)[0])
  const stretches = shown.map((entry) => stretchOf(entry, all, starts))
  const lanes = lanesOf(stretches)
  const places = shown.map((entry, i) => placeOf(entry, stretches[i]!, lanes[i]!, all))
  const first = places.map(({ room }, i) => wordsOf(shown[i]!, node, sizeOf(room), sizes, type))
  // One size for most, which those with room for a larger one do not leave.
  const common = first.map(({ px }) => px).sort((a, b) => a - b)[Math.floor(first.length * SMALLER)] ?? 0
  const smaller = sizes.filter((px) => px <= common)
  return places.map((place, i) => ({
    ...place,
    entry: shown[i]!,
    words: first[i]!.px <= common ? first[i]! : wordsOf(shown[i]!, node, sizeOf(place.room), smaller, type),
  }))
}

/** Share of the entries that may be smaller than the others. */
const SMALLER = 0.4

function sizeOf({ left, top, right, bottom }: Area): NodeSize {
  return { width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

/** Pixels that an entry takes along the time: as long as it lasts, and no less than a line of words needs. A larger line where nothing else begins. */
function stretchOf(entry: TimelineEntry, all: Measures, starts: readonly number[]): Stretch {
  const { box, isAcross, type } = all
  const [from, to] = lasting(entry, all)
  const most = isAcross ? box.width : box.height
  const next = starts.reduce((nearest, start) => (start > from && start < nearest ? start : nearest), most)
  const px = type.px("caption")
  const [least, wanted] = isAcross ? widthsOf(entry, all, px) : [MIN_LINE, entryLine(px)]
  const long = Math.min(most, Math.max(to - from, least, Math.min(wanted, next - from)))
  const start = Math.max(0, Math.min(from, most - long))
  return { from: start, to: start + long }
}

/** Share of the width that a short entry takes at most. */
const MAX_SHORT = 0.4

/** Widths of the title of an entry in one line: of the smallest size, and of another. */
function widthsOf(
  { title }: TimelineEntry,
  { node, type, area, gap }: Measures,
  px: number,
): readonly [number, number] {
  const most = Math.floor((area.right - area.left) * MAX_SHORT)
  const wide = (size: number): number =>
    Math.min(
      most,
      type.set(title.slice(0, 60), { px: size, family: node.family ?? "sans", weight: "bold" }).width + gap * 2,
    )
  return [wide(MIN_PX), wide(px)]
}

/** First and last pixel of the time that an entry lasts. */
function lasting({ start, end = start }: TimelineEntry, { along, times, type }: Measures): readonly [number, number] {
  const [from, to] = [Math.max(times.from, start), Math.min(times.to, Math.max(start, end))]
  const first = along(from)
  // Entries that follow one another have paper between their strokes.
  const last = along(to) - (to === end ? Math.max(1, Math.round(type.unit)) : 0)
  return [first, Math.max(first + 1, last)]
}

function placeOf(
  entry: TimelineEntry,
  stretch: Stretch,
  lane: Lane,
  all: Measures,
): Omit<PlacedEntry, "entry" | "words"> {
  const { area, isAcross, gap, type } = all
  const [first, pixels] = isAcross ? [area.top, area.bottom - area.top] : [area.left, area.right - area.left]
  const edge = (at: number): number => first + Math.round((at * pixels) / lane.count)
  const [near, far] = [edge(lane.first), edge(lane.first + lane.span)]
  // Entries beside one another have paper between them.
  const end = Math.max(near + 1, lane.first + lane.span < lane.count ? far - gap : far)
  const [from, to] = lasting(entry, all)
  const thick = Math.max(2, Math.round(2 * type.unit))
  const dot = Math.max(to, from + thick)
  const last = Math.max(stretch.from + 1, stretch.to - 1)
  return isAcross
    ? {
        box: { left: stretch.from, top: near, right: last, bottom: end },
        bar: { left: from, top: near, right: dot, bottom: near + thick },
        room: { left: stretch.from, top: near + thick + 2, right: last - gap, bottom: end },
      }
    : {
        box: { left: near, top: stretch.from, right: end, bottom: last },
        bar: { left: near, top: from, right: near + thick, bottom: dot },
        room: { left: near + thick + gap * 2, top: stretch.from, right: end, bottom: last },
      }
}
