import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import { lineWeight } from "platen/sdk/mode"
import type { Placed } from "platen/sdk/mode"
import { Chance } from "./chance.js"
import { SEASONS } from "./motif.js"
import type { Season } from "./motif.js"
import { MOTIFS } from "./motifs/index.js"
import type { MotifName } from "./motifs/index.js"
import { ACCENT, INK, LIGHT, PAPER, Sheet } from "./sheet.js"

/** A picture in lines that code draws. */
export interface Drawing extends Placed {
  readonly type: "drawing"
  readonly motif: MotifName
  /** The same number draws the same picture. */
  readonly seed: number
  /** Which of the motif's three kinds is drawn. Default 0. */
  readonly variant?: number
  /** Default "summer". */
  readonly season?: Season
  /** The phase of the moon, 0 new, 0.5 full (default); `south`: as it is seen from the southern half of the earth. */
  readonly moon?: number
  readonly south?: boolean
  /** Ink of what stands out, default "black", and of what is light, default "white". */
  readonly accent?: "black" | "red"
  readonly light?: "white" | "yellow"
  /** The picture in words, for the plain-text description. */
  readonly label?: string
}

declare module "platen/sdk/mode" {
  interface PluginNodes {
    readonly drawing: Drawing
  }
}

/** Pixels of the largest sheet, a byte each: a larger box stays empty. */
const MAX_PIXELS = 4_000_000
/** Side in pixels below which no picture can be seen. */
const MIN_SIDE = 40

/** A picture in lines that code draws: a motif, which differs by a number, and by season and moon where it shows them. */
export default defineNode<Drawing>({
  type: "drawing",
  module: import.meta.url,
  schema: z.strictObject({
    motif: z.enum(Object.keys(MOTIFS) as [MotifName, ...MotifName[]]),
    seed: z.number().int().min(0).max(0xffffffff),
    variant: z.number().int().min(0).max(2).exactOptional(),
    season: z.enum(SEASONS).exactOptional(),
    moon: z.number().min(0).max(1).exactOptional(),
    south: z.boolean().exactOptional(),
    accent: z.enum(["black", "red"]).exactOptional(),
    light: z.enum(["white", "yellow"]).exactOptional(),
    label: z.string().max(200).exactOptional(),
  }),
  paint: (
    { motif, seed, variant = 0, season = "summer", moon = 0.5, south = false, accent = "black", light = "white" },
    painter,
  ) => {
    const { width, height } = painter
    if (width < 1 || height < 1 || width * height > MAX_PIXELS) return
    const sheet = new Sheet(width, height, lineWeight(1, painter), accent !== "black")
    MOTIFS[motif](sheet, new Chance(seed), { variant, season, moon, south })
    sheet.paint(painter, { [PAPER]: "white", [INK]: "black", [ACCENT]: accent, [LIGHT]: light })
  },
  describe: ({ label }) => label ?? "",
  lint: (_, { width, height }) =>
    Math.min(width, height) >= MIN_SIDE
      ? []
      : [`The drawing cannot be seen in ${width} x ${height} pixels: give it ${MIN_SIDE} x ${MIN_SIDE}.`],
})
