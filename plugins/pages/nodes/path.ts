import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Ink, Painter } from "platen/sdk/drawing"
import type { Path, PathShape, Tint } from "platen/sdk/mode"
import { fillPolygons, smooth, SMOOTH_STEPS, strokeCircle, strokeLine, taperedArc } from "./shapes.js"
import type { Point } from "./shapes.js"

const ink = z.enum(["black", "white", "red", "yellow", "blue", "green", "orange"])
const tint = z.strictObject({
  tone: z.number().min(0).max(1),
  pattern: z.enum(["dots", "bayer", "hatch"]).exactOptional(),
  ink: ink.exactOptional(),
})
const coordinate = z.number().min(-1e6).max(1e6)
const point = z.tuple([coordinate, coordinate])
const look = {
  stroke: z.number().int().min(1).max(64).exactOptional(),
  dash: z.tuple([z.number().int().min(1).max(64), z.number().int().min(1).max(64)]).exactOptional(),
  ink: ink.exactOptional(),
  fill: z.union([ink, tint]).exactOptional(),
}
const degrees = z.number().min(-720).max(720)
const shape = z.union([
  z.strictObject({
    points: z.array(point).min(2).max(2000),
    smooth: z.boolean().exactOptional(),
    closed: z.boolean().exactOptional(),
    ...look,
  }),
  z.strictObject({
    circle: z.tuple([coordinate, coordinate, z.number().min(0).max(1e6)]),
    from: degrees.exactOptional(),
    to: degrees.exactOptional(),
    brush: z.tuple([z.number().min(0).max(64), z.number().min(0).max(64)]).exactOptional(),
    ...look,
  }),
])

/** How coordinates become pixels. */
interface Scale {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  readonly across: number
}

function scaleOf({ viewBox = [100, 100], stretch = false }: Path, { width, height }: Painter): Scale {
  const [w, h] = viewBox
  const [across, down] = stretch
    ? [width / w, height / h]
    : [Math.min(width / w, height / h), Math.min(width / w, height / h)]
  const [left, top] = [(width - w * across) / 2, (height - h * down) / 2]
  return { x: (value) => left + value * across, y: (value) => top + value * down, across }
}

/** Points of all curves of a path, at most: with more given points there are fewer between them. */
const MAX_POINTS = 12_000

/** Points of a curve from one of the given points to the next. */
function stepsOf({ shapes }: Path): number {
  const given = shapes.reduce((sum, one) => sum + ("points" in one && one.smooth ? one.points.length : 0), 0)
  return Math.max(2, Math.min(SMOOTH_STEPS, Math.floor(MAX_POINTS / Math.max(1, given))))
}

function inkedFill(fill: Ink | Tint, { ink: own }: Painter): Ink | Tint {
  return typeof fill === "string" || fill.ink ? fill : { ...fill, ink: own }
}

function draw(painter: Painter, one: PathShape, { x, y, across }: Scale, steps: number): void {
  const strokeFill = one.ink ?? painter.ink
  const fill = one.fill === undefined ? undefined : inkedFill(one.fill, painter)
  const thickness = one.stroke ?? (one.fill === undefined ? 1 : 0)
  if ("circle" in one) {
    const [cx, cy, radius] = one.circle
    const circle = {
      x: x(cx),
      y: y(cy),
      radius: radius * across,
      ...(one.from !== undefined && { from: one.from }),
      ...(one.to !== undefined && { to: one.to }),
    }
    if (one.brush) {
      fillPolygons(painter, [taperedArc(circle, [one.brush[0] * across, one.brush[1] * across])], fill ?? strokeFill)
      return
    }
    if (fill !== undefined) strokeCircle(painter, circle, { thickness: Infinity, fill })
    if (thickness > 0) strokeCircle(painter, circle, { thickness, fill: strokeFill })
    return
  }
  const scaled = one.points.map(([px, py]): Point => [x(px), y(py)])
  const points = one.smooth ? smooth(scaled, steps) : scaled
  if (fill !== undefined) fillPolygons(painter, [points], fill)
  if (thickness > 0)
    strokeLine(painter, one.closed ? [...points, points[0]!] : points, { thickness, dash: one.dash, fill: strokeFill })
}

/** Lines, curves, circles, arcs and areas, in coordinates of their own that are scaled to the box. Strokes are whole pixels. */
export default defineNode<Path>({
  type: "path",
  module: import.meta.url,
  schema: z.strictObject({
    viewBox: z.tuple([z.number().min(1e-3).max(1e6), z.number().min(1e-3).max(1e6)]).exactOptional(),
    stretch: z.boolean().exactOptional(),
    shapes: z
      .array(shape)
      .max(200)
      .refine((shapes) => shapes.reduce((sum, one) => sum + ("points" in one ? one.points.length : 0), 0) <= 4000, {
        message: "must have at most 4000 points in all",
      }),
    label: z.string().max(200).exactOptional(),
  }),
  paint: (node, painter) => {
    const scale = scaleOf(node, painter)
    const steps = stepsOf(node)
    for (const one of node.shapes) draw(painter, one, scale, steps)
  },
  describe: ({ label }) => label ?? "",
})
