import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Moon } from "platen/sdk/mode"

/** Side of a disc in pixels below which its phase cannot be seen. */
const MIN_SIDE = 8
/** The outline is this part of the side. On a night sky it is a hair: any more would look lit. */
const [DAY_LINE, NIGHT_LINE] = [40, 200] as const

/**
 * The disc of the moon: its lit part is paper, its dark part ink, with the terminator as half an ellipse. White on black it is the lit part that is
 * drawn. `angle` turns it as an observer sees it; without one it stands upright.
 */
export default defineNode<Moon>({
  type: "moon",
  module: import.meta.url,
  schema: z.strictObject({
    phase: z.number().min(0).max(1),
    south: z.boolean().exactOptional(),
    angle: z
      .number()
      .min(0)
      .max(360)
      .nullable()
      .exactOptional()
      .describe(
        "Where the middle of the lit limb is, degrees clockwise: 0 up, 90 right. Null: unknown, it stands upright.",
      ),
    label: z.string().max(200).exactOptional(),
  }),
  measure: (_, room) => {
    const side = Math.min(room.width, room.height, 400)
    return { width: side, height: side }
  },
  paint: ({ phase, south = false, angle }, painter) => {
    const side = Math.min(painter.width, painter.height)
    const [left, top] = [(painter.width - side) >> 1, (painter.height - side) >> 1]
    const radius = side / 2
    const line = Math.max(1, Math.round(side / (painter.ink === "white" ? NIGHT_LINE : DAY_LINE)))
    const dark = painter.ink === "white" ? "black" : painter.ink
    const inner = Math.max(0, radius - line)
    // 1 at full moon, -1 at new moon.
    const bulge = -Math.cos(2 * Math.PI * phase)
    const isLitRight = phase < 0.5 !== south
    const litRuns = typeof angle === "number" ? turned(angle, radius, bulge) : upright(isLitRight, radius, bulge)
    for (let row = 0; row < side; row++) {
      const half = halfWidth(radius, row + 0.5 - radius)
      const [from, to] = [Math.round(radius - half), Math.round(radius + half)]
      if (to <= from) continue
      painter.fill(left + from, top + row, left + to, top + row + 1)
      const within = halfWidth(inner, row + 0.5 - radius)
      const [first, end] = [Math.round(radius - within), Math.round(radius + within)]
      if (dark !== painter.ink) painter.fill(left + first, top + row, left + end, top + row + 1, dark)
      for (const [litFrom, litTo] of litRuns(row, first, end))
        if (litTo > litFrom) painter.fill(left + litFrom, top + row, left + litTo, top + row + 1, "white")
    }
  },
  describe: ({ label }) => label ?? "",
  lint: (_, { width, height }) =>
    Math.min(width, height) >= MIN_SIDE
      ? []
      : [`The moon cannot be seen in ${width} x ${height} pixels: give it ${MIN_SIDE} x ${MIN_SIDE}.`],
})

/** The lit pixels of a row between `first` and `end`, as runs [from, to). */
type LitRuns = (row: number, first: number, end: number) => readonly (readonly [from: number, to: number])[]

function upright(isLitRight: boolean, radius: number, bulge: number): LitRuns {
  return (row, first, end) => {
    // The terminator, from the middle to the edge that is not lit.
    const edge = Math.round(radius + (isLitRight ? -1 : 1) * bulge * halfWidth(radius, row + 0.5 - radius))
    return [isLitRight ? [Math.max(first, edge), end] : [first, Math.min(end, edge)]]
  }
}

/** A row of a turned crescent may have two runs. */
function turned(angle: number, radius: number, bulge: number): LitRuns {
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return (row, first, end) => {
    const runs: [number, number][] = []
    const down = row + 0.5 - radius
    for (let column = first; column < end; column++) {
      const right = column + 0.5 - radius
      const towardsSun = right * sine - down * cosine
      const across = right * cosine + down * sine
      if (towardsSun < -bulge * halfWidth(radius, across)) continue
      const last = runs.at(-1)
      if (last?.[1] === column) last[1]++
      else runs.push([column, column + 1])
    }
    return runs
  }
}

function halfWidth(radius: number, down: number): number {
  return Math.sqrt(Math.max(0, radius * radius - down * down))
}
