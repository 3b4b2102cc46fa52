import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { NodeSize, Type, Words } from "platen/sdk/drawing"
import type { Vertical } from "platen/sdk/mode"
import { columnsOf } from "./vertical-columns.js"

/** Share of the size from one character to the next, and from one column to the next. */
const PITCH = 1.06
const COLUMN = 1.6
const SIZES = [
  12, 16, 18, 22, 24, 30, 36, 40, 48, 56, 64, 72, 80, 88, 96, 112, 128, 144, 160, 176, 192, 224, 256, 320, 400,
]

interface Setting {
  readonly px: number
  readonly columns: readonly (readonly string[])[]
  /** False: even at this size there is no room for all of it. */
  readonly isWhole: boolean
}

/** The largest size at which the text fits; the smallest where none does. */
function setting(
  { text, px, wrap = true, leading = COLUMN }: Vertical,
  { width, height }: NodeSize,
  type: Type,
): Setting {
  const most = px ?? type.px("display", text)
  const least = type.px("caption", text)
  const sizes = SIZES.filter((size) => size <= most && size >= least).reverse()
  const lines = columnsOf(text, Infinity).length
  for (const size of sizes.length > 0 ? sizes : [most]) {
    const room = Math.floor(height / (size * PITCH))
    if (room < 1) continue
    const columns = columnsOf(text, room)
    const isUnbroken = wrap || columns.length === lines
    if (isUnbroken && widthOf(columns.length, size, leading) <= width) return { px: size, columns, isWhole: true }
  }
  const size = sizes.at(-1) ?? most
  return { px: size, columns: columnsOf(text, Math.max(1, Math.floor(height / (size * PITCH)))), isWhole: false }
}

function widthOf(columns: number, px: number, leading: number): number {
  return columns === 0 ? 0 : px + (columns - 1) * px * leading
}

/** Text in columns from the right, each read downwards: for Chinese and Japanese. */
export default defineNode<Vertical>({
  type: "vertical",
  module: import.meta.url,
  schema: z.strictObject({
    text: z.string().min(1).max(1000),
    px: z.number().int().min(12).max(400).exactOptional(),
    family: z.enum(["sans", "serif", "brush", "display"]).exactOptional(),
    weight: z.enum(["regular", "bold"]).exactOptional(),
    leading: z.number().min(1).max(4).exactOptional(),
    wrap: z.boolean().exactOptional(),
  }),
  measure: (node, room, type) => {
    const { px, columns } = setting(node, bounded(room), type)
    const longest = columns.reduce((most, column) => Math.max(most, column.length), 0)
    return {
      width: Math.ceil(widthOf(columns.length, px, node.leading ?? COLUMN)),
      height: Math.ceil(longest * px * PITCH),
    }
  },
  paint: (node, painter) => {
    const { px, columns } = setting(node, painter, painter)
    columns.forEach((column, i) => {
      const left = painter.width - px - Math.round(i * px * (node.leading ?? COLUMN))
      // Columns and characters are whole, or not there.
      if (left < 0) return
      column.forEach((character, at) => {
        if (Math.ceil((at + 1) * px * PITCH) > painter.height + 1) return
        const words = characterOf(character, node, px, painter)
        painter.write(
          words,
          left + ((px - words.width) >> 1),
          Math.round(at * px * PITCH) + ((Math.round(px * PITCH) - words.height) >> 1),
        )
      })
    })
  },
  describe: ({ text }) => text,
  lint: (node, box, type) =>
    setting(node, box, type).isWhole
      ? []
      : [
          `The vertical text "${node.text.slice(0, 12)}" does not fit its box of ${box.width} x ${box.height} pixels: give it room or fewer words.`,
        ],
})

function characterOf(
  character: string,
  { family = "serif", weight = "regular" }: Vertical,
  px: number,
  type: Type,
): Words {
  return type.set(character, { px, family, weight, features: ["vert"], leading: 1 })
}

function bounded({ width, height }: NodeSize): NodeSize {
  return { width: Math.min(width, 4000), height: Math.min(height, 4000) }
}
