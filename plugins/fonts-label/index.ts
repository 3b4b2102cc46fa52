import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Pixels of the strikes. */
const STRIKES = [8, 10, 11, 12, 14, 17, 18, 20, 24, 25]

/** Without the letters that some strikes draw badly, such as Š: words with them are set in another face. */
const COVERS: Font["covers"] = [
  [0x20, 0x127],
  [0x12e, 0x140],
  [0x143, 0x151],
  [0x154, 0x15f],
  [0x162, 0x177],
  [0x179, 0x17c],
  [0x186, 0x233],
  [0x250, 0x29e],
  [0x2bb, 0x2ee],
  [0x1e00, 0x1ef9],
  [0x2000, 0x2271],
]

function strike(px: number, weight: "regular" | "bold"): Font {
  const id = `label-${px}${weight === "bold" ? "-bold" : ""}`
  return {
    id,
    file: new URL(`../../../plugins/fonts-label/${id}.woff`, import.meta.url),
    families: ["sans"],
    weight,
    rank: 0,
    covers: COVERS,
    partial: ["vi"],
    sizes: { min: px, max: px },
  }
}

/** Plugin of a narrow sans for labels that was drawn for the pixel, in regular and bold: Helvetica of the X Window System. */
export default definePlugin({
  id: "fonts-label",
  setup: () => [
    FONTS.of(...STRIKES.flatMap((px) => (["regular", "bold"] as const).map((weight) => strike(px, weight)))),
  ],
})
