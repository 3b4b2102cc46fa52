import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Moon } from "platen/sdk/mode"
import { ground } from "./moon-seas.js"

/** Side of a disc in pixels below which its phase cannot be seen. */
const MIN_SIDE = 8
/** Side of a disc in pixels from which its seas can be told apart. */
const SEAS_FROM = 100
/** The outline is this part of the side. On a night sky it is a hair: any more would look lit. */
const [DAY_LINE, NIGHT_LINE] = [40, 200] as const

/**
 * The disc of the moon: its lit part is paper, its dark part ink, with the terminator as half an ellipse. White on black it is the lit part that is
 * drawn. `angle` turns it as an observer sees it; without one it stands upright. With its seas it is dithered, shaded as dust is: not darker towards the
 * limb, but towards the night.
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
    axis: z
      .number()
      .min(0)
      .max(360)
      .nullable()
      .exactOptional()
      .describe(
        "Where its north pole is, as `angle`. Null: unknown, it is up, and on the southern half of the earth down.",
      ),
    seas: z.boolean().exactOptional().describe("True: with its dark plains, on a disc of 100 pixels and more."),
    label: z.string().max(200).exactOptional(),
  }),
  measure: (_, room) => {
    const side = Math.min(room.width, room.height, 400)
    return { width: side, height: side }
  },
  paint: ({ phase, south = false, angle, axis, seas = false }, painter) => {
    const side = Math.min(painter.width, painter.height)
    const [left, top] = [(painter.width - side) >> 1, (painter.height - side) >> 1]
    const radius = side / 2
    const line = Math.max(1, Math.round(side / (painter.ink === "white" ? NIGHT_LINE : DAY_LINE)))
    const dark = painter.ink === "white" ? "black" : painter.ink
    const inner = Math.max(0, radius - line)
    // 1 at full moon, -1 at new moon.
    const bulge = -Math.cos(2 * Math.PI * phase)
    const isLitRight = phase < 0.5 !== south
    const litRuns =
      seas && side >= SEAS_FROM
        ? dithered({ radius, bulge, limb: angle ?? (isLitRight ? 90 : 270), axis: axis ?? (south ? 180 : 0) })
        : typeof angle === "number"
          ? turned(angle, radius, bulge)
          : upright(isLitRight, radius, bulge)
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

interface Stand {
  readonly radius: number
  readonly bulge: number
  /** Degrees clockwise from the top: the middle of the lit limb, and the north pole. */
  readonly limb: number
  readonly axis: number
}

/** The lit ground in dots of paper. Rows are asked for from the top; the error of a row goes on to the next. Source: Floyd and Steinberg 1976. */
function dithered({ radius, bulge, limb, axis }: Stand): LitRuns {
  const light = lightOf(limb, bulge)
  const [sine, cosine] = [Math.sin((axis * Math.PI) / 180), Math.cos((axis * Math.PI) / 180)]
  const width = Math.ceil(radius * 2) + 2
  let errors = new Float32Array(width)
  return (row, first, end) => {
    const runs: [number, number][] = []
    const below = new Float32Array(width)
    const up = (radius - row - 0.5) / radius
    const step = row % 2 === 0 ? 1 : -1
    const isDot = new Uint8Array(width)
    for (let column = step > 0 ? first : end - 1; column >= first && column < end; column += step) {
      const right = (column + 0.5 - radius) / radius
      const lit = light(right, up)
      // The night takes no light from beside it.
      if (lit <= 0) continue
      const wanted = lit * ground(right * cosine - up * sine, right * sine + up * cosine) + errors[column + 1]!
      isDot[column] = wanted >= 0.5 ? 1 : 0
      const error = wanted - isDot[column]!
      errors[column + 1 + step]! += (error * 7) / 16
      below[column + 1 - step]! += (error * 3) / 16
      below[column + 1]! += (error * 5) / 16
      below[column + 1 + step]! += error / 16
    }
    errors = below
    for (let column = first; column < end; column++) {
      if (isDot[column] === 0) continue
      const last = runs.at(-1)
      if (last?.[1] === column) last[1]++
      else runs.push([column, column + 1])
    }
    return runs
  }
}

/** How much of the light of the sun dust sends back at a place of the disc, 0 to 1. Source: the law of Lommel and Seeliger. */
function lightOf(limb: number, bulge: number): (right: number, up: number) => number {
  const aside = Math.sqrt(Math.max(0, 1 - bulge * bulge))
  const [sunRight, sunUp] = [aside * Math.sin((limb * Math.PI) / 180), aside * Math.cos((limb * Math.PI) / 180)]
  return (right, up) => {
    const near = Math.sqrt(Math.max(0, 1 - right * right - up * up))
    const sun = right * sunRight + up * sunUp + near * bulge
    return sun <= 0 ? 0 : Math.min(1, (2.4 * sun) / (sun + near))
  }
}

function halfWidth(radius: number, down: number): number {
  return Math.sqrt(Math.max(0, radius * radius - down * down))
}
