import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Painter } from "platen/sdk/drawing"
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
    const names = namesOf(node, painter)
    const foot = height - (names[0]?.words.height ?? 0)
    const { count, done } = rowOf(node, width)
    const tall = Math.max(3, Math.round(foot * 0.75))
    const at = (i: number): number => Math.round((i * (width - 1)) / Math.max(1, count - 1))
    for (let i = 0; i < count; i++) {
      if (i < done) painter.fill(at(i), foot - tall, at(i) + 1, foot, "black")
      else if (i > done) painter.fill(at(i), foot - 1, at(i) + 1, foot, "black")
    }
    const mark = Math.max(2, Math.round(painter.unit * 1.5))
    const now = Math.min(width - mark, at(Math.min(done, count - 1)))
    painter.fill(now, 0, now + mark, foot, node.ink ?? "black")
    for (const { words, x } of names) painter.write(words, x, foot, "black")
  },
  describe: ({ label }) => label ?? "",
})

const NAME = { role: "caption", family: "sans", leading: 1.2 } as const

/** The names that have room, each where its part begins. */
function namesOf(
  { names = [], starts = [], count }: Strokes,
  painter: Painter,
): { readonly words: ReturnType<Painter["set"]>; readonly x: number }[] {
  const px = Math.max(10, Math.round(painter.px("caption") * 0.75))
  const set = names.map((name, i) => ({
    words: painter.set(name, { ...NAME, px }),
    x: Math.round(((starts[i] ?? 0) * (painter.width - 1)) / Math.max(1, count - 1)),
  }))
  const collides = set.some(({ words, x }, i) => x + words.width + 2 > (set[i + 1]?.x ?? painter.width + 2))
  return collides ? set.filter((_, i) => i % 2 === 0).filter(({ words, x }) => x + words.width <= painter.width) : set
}
