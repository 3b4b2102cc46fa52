import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Its one-bit stems are even from 16 pixels. */
const SIZES = { min: 16, max: 400 }

const LATIN: Font["covers"] = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2215],
]
const LATIN_EXTENDED: Font["covers"] = [
  [0x100, 0x24f],
  [0x259, 0x259],
  [0x1e00, 0x1e9f],
  [0x1ef2, 0x1eff],
  [0x20a0, 0x20c0],
]
const CYRILLIC: Font["covers"] = [
  [0x301, 0x301],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x4b0, 0x4b1],
  [0x2116, 0x2116],
]

function face(subset: string, weight: "regular" | "bold", covers: Font["covers"]): Font {
  const name = `pt-serif-${subset}-${weight === "bold" ? 700 : 400}-normal`
  return {
    id: `${name}`,
    file: new URL(import.meta.resolve(`@fontsource/pt-serif/files/${name}.woff`)),
    families: ["serif"],
    weight,
    rank: 0,
    covers,
    partial: ["vi"],
    sizes: SIZES,
  }
}

/** Plugin of PT Serif, for headings, quotations and numerals. Its one-bit stems are even at 16, 18, 20, 24 and 28 pixels. */
export default definePlugin({
  id: "fonts-pt-serif",
  setup: () => [
    FONTS.of(
      ...(["regular", "bold"] as const).flatMap((weight) => [
        face("latin", weight, LATIN),
        face("latin-ext", weight, LATIN_EXTENDED),
        face("cyrillic", weight, CYRILLIC),
      ]),
    ),
  ],
})
