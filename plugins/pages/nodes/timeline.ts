import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Words } from "platen/sdk/drawing"
import type { Timeline, TimelineEntry } from "platen/sdk/mode"
import { inked } from "./inked.js"
import type { Area, Inked } from "./inked.js"
import { timeOf } from "./timeline/hours.js"
import { planOf } from "./timeline/plan.js"
import type { PlacedEntry, TimelinePlan } from "./timeline/plan.js"
import { inkOf, writeWord } from "./word.js"

const MOST = 1e9
const time = z.number().min(-MOST).max(MOST)
const ink = z.enum(["black", "white", "red", "yellow", "blue", "green", "orange"])
const entry = z.strictObject({
  start: time,
  end: time.exactOptional(),
  title: z.string().max(200),
  detail: z.string().max(400).exactOptional(),
  ink: ink.exactOptional(),
})

/** Pixels of a timeline below which it shows nothing. */
const MIN_SIDE = 40
/** Entries of which the lint speaks at most. */
const MAX_NAMED = 3

/** Entries placed by time, in lanes, with the hours beside them and a line for now. */
export default defineNode<Timeline>({
  type: "timeline",
  module: import.meta.url,
  schema: z
    .strictObject({
      entries: z.array(entry).max(100),
      direction: z.enum(["down", "across"]).exactOptional(),
      from: time.exactOptional(),
      to: time.exactOptional(),
      step: z.number().min(0.001).max(MOST).exactOptional(),
      marks: z
        .array(z.strictObject({ place: time, text: z.string().max(24) }))
        .max(200)
        .exactOptional(),
      now: time.exactOptional(),
      nowLabel: z.string().max(24).exactOptional(),
      px: z.number().int().min(10).max(40).exactOptional(),
      family: z.enum(["sans", "serif", "mono", "display", "brush"]).exactOptional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
      path: ["to"],
      message: "must be greater than from",
    }),
  paint: (node, painter) => {
    const page = inked(painter)
    const plan = planOf(node, painter, painter)
    for (const each of plan.entries) drawEntry(each, page)
    drawNow(plan, page)
    drawMarks(plan, page)
  },
  describe: ({ entries, marks }) =>
    [...entries]
      .sort((a, b) => a.start - b.start)
      .map((each) => [marks ? "" : hoursOf(each), each.title, each.detail].filter(Boolean).join("  "))
      .join("\n"),
  lint: (node, box, type) => {
    if (box.width < MIN_SIDE || box.height < MIN_SIDE)
      return [`The timeline cannot be read in ${box.width} x ${box.height} pixels: give it ${MIN_SIDE} x ${MIN_SIDE}.`]
    const { entries, outside } = planOf(node, box, type)
    const cut = entries.filter(({ words }) => !words.isWhole)
    return [
      ...cut
        .slice(0, MAX_NAMED)
        .map(
          ({ entry: { title }, room }) =>
            `"${title}" of the timeline is not whole in ${Math.max(0, room.right - room.left)} x ${Math.max(0, room.bottom - room.top)} pixels: give the timeline room, or the entry fewer words.`,
        ),
      ...(cut.length > MAX_NAMED ? [`${cut.length - MAX_NAMED} more entries of the timeline are not whole.`] : []),
      ...outside
        .slice(0, MAX_NAMED)
        .map(
          ({ title }) =>
            `"${title}" of the timeline is outside of the time that it shows: change "from" and "to", or leave it out.`,
        ),
    ]
  },
})

function hoursOf({ start, end }: TimelineEntry): string {
  return end === undefined || end <= start ? timeOf(start) : `${timeOf(start)}–${timeOf(end)}`
}

function drawEntry({ entry: { ink: own }, bar, room, words }: PlacedEntry, page: Inked): void {
  const ink = own ?? page.boxInk
  page.fill(bar.left, bar.top, bar.right, bar.bottom, ink)
  for (const { words: each, left, top } of words.parts) {
    const area = areaOf(each, room.left + left, Math.max(0, room.top + top))
    // A word that is wider than its room would stand in that of another entry.
    if (area.right > Math.min(page.width, room.right) || area.bottom > page.height) continue
    page.write(each, area.left, area.top, ink)
    page.take({ left: area.left - APART, top: area.top, right: area.right + APART, bottom: area.bottom })
  }
}

/** Pixels between words and the lines that keep clear of them. */
const APART = 3

function areaOf({ width, height }: Words, left: number, top: number): Area {
  return { left, top, right: left + width, bottom: top + height }
}

/** Draws the line of now, which keeps clear of the words of entries, with its word beside it. */
function drawNow({ now, isAcross, area, entries }: TimelinePlan, page: Inked): void {
  if (!now) return
  const thick = Math.max(1, Math.round(page.unit * 0.75))
  const at = now.at - (thick >> 1)
  const texts = entries.flatMap(({ room, words }) =>
    words.parts.map(({ words: each, left, top }) => areaOf(each, room.left + left, room.top + top)),
  )
  const isCrossed = (along: number): boolean =>
    texts.some(({ left, top, right, bottom }) =>
      isAcross
        ? left < at + thick + 1 && at - 1 < right && along >= top && along < bottom
        : top < at + thick && at < bottom && along >= left - APART && along < right + APART,
    )
  eachRun(isAcross ? [area.top, area.bottom] : [area.left, area.right], isCrossed, (from, to) => {
    if (isAcross) page.fill(at, from, at + thick, to, page.ink)
    else page.fill(from, at, to, at + thick, page.ink)
  })
  writeWord(page, now.word, now.left, now.top, page.ink)
  const { left, top, right, bottom } = inkOf(now.word, now.left, now.top)
  page.take({ left: left - APART, top: top - 1, right: right + APART, bottom: bottom + 1 })
}

/** Calls `draw` for each run of pixels between two ends of which none is in the way. */
function eachRun(
  [from, to]: readonly [number, number],
  isInTheWay: (at: number) => boolean,
  draw: (from: number, to: number) => void,
): void {
  let start = from
  for (let at = from; at <= to; at++) {
    if (at < to && !isInTheWay(at)) continue
    if (at > start) draw(start, at)
    start = at + 1
  }
}

/** Draws the hours with their dotted lines, which keep clear of entries and of now. */
function drawMarks({ marks, isAcross, area }: TimelinePlan, page: Inked): void {
  const step = Math.max(3, Math.round(2 * page.unit) + 1)
  for (const mark of marks) {
    writeWord(page, mark, mark.left, mark.top, page.boxInk)
    const [from, to] = isAcross ? [area.top, area.bottom] : [area.left, area.right]
    for (let along = from; along < to; along += step) {
      const [x, y] = isAcross ? [mark.at, along] : [along, mark.at]
      if (page.isFree({ left: x, top: y, right: x + 1, bottom: y + 1 })) page.fill(x, y, x + 1, y + 1, page.boxInk)
    }
  }
}
