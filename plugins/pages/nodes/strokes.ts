import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { NodeSize, Type, Words } from "platen/sdk/drawing"
import type { Strokes } from "platen/sdk/mode"

/** Pixels that a stroke with its gap needs. */
const PITCH = 2

/** Where strokes stand: the number of them, and how many units each stands for. */
interface Row {
  readonly count: number
  readonly done: number
}

/** The strokes that a width has room for: one a unit, or one for several. */
function rowOf({ count, done }: Strokes, width: number): Row {
  const every = Math.max(1, Math.ceil((count * PITCH) / width))
  return { count: Math.ceil(count / every), done: Math.floor(done / every) }
}

/** A row of strokes, one a unit: those that are done are whole, those to come are dots at the foot, and between them stands a mark. */
export default defineNode<Strokes>({
  type: "strokes",
  module: import.meta.url,
  mirrored: true,
  schema: z.strictObject({
    count: z.number().int().min(1).max(5000),
    done: z.number().min(0).max(5000),
    starts: z.array(z.number().int().min(0).max(5000)).max(60).exactOptional(),
    names: z.array(z.string().max(24)).max(60).exactOptional(),
    label: z.string().max(200).exactOptional(),
  }),
  measure: (node, room, type) => ({
    width: Math.min(room.width, 4000),
    height: Math.round(14 * type.unit) + (node.names ? type.set("X", NAME).height : 0),
  }),
  paint: (node, painter) => {
    const { width, height } = painter
    const names = namesOf(node, painter, painter)
    const foot = height - (names[0]?.words.height ?? 0)
    const { count, done } = rowOf(node, width)
    const tall = Math.max(Math.min(3, foot), Math.round(foot * 0.75))
    const at = (i: number): number => Math.round((i * (width - 1)) / Math.max(1, count - 1))
    for (let i = 0; i < count; i++) {
      if (i < done) painter.fill(at(i), foot - tall, at(i) + 1, foot, painter.boxInk)
      else if (i > done) painter.fill(at(i), foot - 1, at(i) + 1, foot, painter.boxInk)
    }
    const mark = Math.min(width, Math.max(2, Math.round(painter.unit * 1.5)))
    const now = Math.min(width - mark, at(Math.min(done, count - 1)))
    painter.fill(now, 0, now + mark, foot)
    for (const { words, x } of names) painter.write(words, x, foot, painter.boxInk)
  },
  describe: ({ label }) => label ?? "",
  lint: (node, box, type) => {
    if (box.width < MIN_WIDTH || box.height < MIN_HEIGHT)
      return [
        `The strokes cannot be read in ${box.width} x ${box.height} pixels: give them ${MIN_WIDTH} x ${MIN_HEIGHT}.`,
      ]
    const isNamed = node.names?.some((name) => name !== "") === true
    return isNamed && namesOf(node, box, type).length === 0
      ? [
          `The strokes have no room for their names in ${box.width} x ${box.height} pixels: give them room, or no names.`,
        ]
      : []
  },
})

/** Pixels of a row of strokes below which nothing can be read, and of the strokes over names. */
const MIN_WIDTH = 16
const MIN_HEIGHT = 4

const NAME = { role: "caption", family: "sans", leading: 1.2 } as const

interface Name {
  readonly words: Words
  readonly x: number
}

/** The names that have room, each where its part begins: all of them, or every second, every third and so on. */
function namesOf(
  { names = [], starts = [], count }: Strokes,
  { width, height }: NodeSize,
  type: Type,
): readonly Name[] {
  const px = Math.max(10, Math.round(type.px("caption") * 0.75))
  const set = names
    .map((name, i) => ({ name, start: starts[i] ?? 0 }))
    .filter(({ start, name }) => start < count && name !== "")
    .sort((a, b) => a.start - b.start)
    .map(({ name, start }) => ({
      words: type.set(name, { ...NAME, px }),
      x: Math.round((start * (width - 1)) / Math.max(1, count - 1)),
    }))
    .filter(({ words }) => words.height <= height - MIN_HEIGHT)
  const isInside = ({ words, x }: Name): boolean => x + words.width <= width
  for (let every = 1; every <= set.length; every++) {
    const chosen = set.filter((_, i) => i % every === 0)
    const kept = every === 1 ? chosen : chosen.filter(isInside)
    const collides = kept.some(({ words, x }, i) => x + words.width + 2 > (kept[i + 1]?.x ?? width + 2))
    if (!collides) return kept
  }
  return []
}
