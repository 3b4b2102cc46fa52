import { field, z } from "platen/sdk"

const MOST = 1e12
const number = z.number().min(-MOST).max(MOST)
const list = z.array(number.nullable()).max(2000)
const ink = z.enum(["black", "white", "red", "yellow", "blue", "green", "orange"])
const tint = z.strictObject({
  tone: z.number().min(0).max(1),
  pattern: z.enum(["dots", "bayer", "hatch"]).exactOptional(),
  ink: ink.exactOptional(),
})
const look = z.strictObject({
  stroke: z.number().min(0).max(8).exactOptional(),
  dash: z.tuple([z.number().int().min(1).max(64), z.number().int().min(1).max(64)]).exactOptional(),
  ink: ink.exactOptional(),
  fill: z.union([ink, tint]).exactOptional(),
})
const words = z.string().max(60)

/** The fields of a chart. */
export const chartFields = z
  .strictObject({
    kind: z.enum(["line", "area", "bars", "rain", "sparkline", "heat"]),
    values: z.union([list, z.array(list).min(1).max(60)]),
    low: list.exactOptional(),
    labels: z.array(words).max(2000).exactOptional(),
    names: z.array(words).max(60).exactOptional(),
    looks: z.array(look).max(60).exactOptional(),
    unit: z.string().max(12).exactOptional(),
    decimals: z.number().int().min(0).max(4).exactOptional(),
    from: number.exactOptional(),
    to: number.exactOptional(),
    now: z.number().min(0).max(2000).exactOptional(),
    nowLabel: words.exactOptional(),
    points: z
      .array(z.enum(["first", "last", "max", "min", "all"]))
      .max(5)
      .exactOptional(),
    smooth: z.boolean().exactOptional(),
    hang: z.boolean().exactOptional(),
    scale: z.boolean().exactOptional(),
    gutter: field(z.number().int().min(0).max(400).exactOptional(), {
      help: { en: "Room at the left for the scale: pixels in a scene, units in a mode of data." },
      length: true,
    }),
    label: z.string().max(200).exactOptional(),
    summary: z.string().max(1000).exactOptional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ["to"],
    message: "must be greater than from",
  })
