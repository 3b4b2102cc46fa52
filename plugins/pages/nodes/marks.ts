import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { NodeSize, Painter } from "platen/sdk/drawing"
import type { Marks } from "platen/sdk/mode"

/** Share of the pitch that a mark takes. */
const SHARE = 0.72
/** Side of a mark in pixels from which an open one is a ring rather than a dot. */
const MIN_RING = 4

interface Place {
  readonly pitch: number
  readonly side: number
  readonly rows: number
}

/** Whole pixels from mark to mark, as many as the box has room for. */
function placeOf({ columns, states }: Marks, { width, height }: NodeSize): Place {
  const rows = Math.max(1, Math.ceil(states.length / columns))
  const pitch = Math.max(1, Math.floor(Math.min(width / columns, height / rows)))
  return { pitch, side: Math.max(1, pitch === 2 ? 1 : Math.min(pitch - 1, Math.round(pitch * SHARE))), rows }
}

/** A wall of marks, row by row: done, open or to come. */
export default defineNode<Marks>({
  type: "marks",
  module: import.meta.url,
  mirrored: true,
  schema: z.strictObject({
    columns: z.number().int().min(1).max(400),
    states: z
      .string()
      .max(8000)
      .regex(/^[#o.x ]*$/, "must be a text of # (done), o (open), . (to come), x (now) and spaces"),
    round: z.boolean().exactOptional(),
    label: z.string().max(200).exactOptional(),
  }),
  measure: (node, room) => {
    const size = { width: Math.min(room.width, 4000), height: Math.min(room.height, 4000) }
    const { pitch, side, rows } = placeOf(node, size)
    return { width: (node.columns - 1) * pitch + side, height: (rows - 1) * pitch + side }
  },
  paint: (node, painter) => {
    const place = placeOf(node, painter)
    ;[...node.states].forEach((state, i) => {
      const [x, y] = [(i % node.columns) * place.pitch, Math.floor(i / node.columns) * place.pitch]
      if (state !== " ") mark(painter, state, x, y, place.side, node.round ?? false)
    })
  },
  describe: ({ label }) => label ?? "",
  lint: ({ columns, states }, { width, height }) => {
    const rows = Math.ceil(states.length / columns)
    return columns * 2 - 1 <= width && rows * 2 - 1 <= height
      ? []
      : [
          `${columns} x ${rows} marks cannot be told apart in ${width} x ${height} pixels: give them ${columns * 2 - 1} x ${rows * 2 - 1}, or fewer marks.`,
        ]
  },
})

function mark(painter: Painter, state: string, x: number, y: number, side: number, round: boolean): void {
  const ink = state === "x" ? "red" : undefined
  if (state === "." || (state === "o" && side < MIN_RING)) {
    const dot = Math.max(1, Math.round(side / 5))
    const at = (side - dot) >> 1
    painter.fill(x + at, y + at, x + at + dot, y + at + dot)
    return
  }
  const line = state === "o" ? (side >= 20 ? 2 : 1) : side
  for (let row = 0; row < side; row++) {
    const [from, to] = spanOf(row, side, round)
    // The inside of a ring stays as it is.
    const [first, end] = row < line || row >= side - line ? [to, to] : insideOf(row, side, line, round)
    fillPart(painter, x + from, x + Math.min(first, to), y + row, ink)
    fillPart(painter, x + Math.max(end, from), x + to, y + row, ink)
  }
}

/** First and last column of a row of a square, or of a disc. */
function spanOf(row: number, side: number, round: boolean): readonly [number, number] {
  if (!round || side < MIN_RING) return [0, side]
  const radius = side / 2
  const down = row + 0.5 - radius
  const half = Math.sqrt(radius * radius - down * down)
  return [Math.round(radius - half), Math.round(radius + half)]
}

function insideOf(row: number, side: number, line: number, round: boolean): readonly [number, number] {
  const [from, to] = spanOf(row - line, side - 2 * line, round)
  return [from + line, to + line]
}

function fillPart(painter: Painter, from: number, to: number, row: number, ink: "red" | undefined): void {
  if (to > from) painter.fill(from, row, to, row + 1, ink)
}
