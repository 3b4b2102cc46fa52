import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

const file = (name: string): URL => new URL(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** Coverage of DejaVu: Latin, Greek, Cyrillic, Armenian, Georgian, Arabic, Hebrew and symbols. */
const COVERS: Font["covers"] = [
  [0x20, 0x7ff],
  [0x10a0, 0x10ff],
  [0x1d00, 0x1fff],
  [0x2000, 0x2bff],
  [0x2c60, 0x2dff],
  [0x2e00, 0x2e5d],
  [0xa640, 0xa7ff],
  [0xfb00, 0xfeff],
]
const SIZES = { min: 8, max: 720 }
/** Below 16 pixels the stems of a serif are uneven, so the sans replaces it. */
const SERIF_SIZES = { min: 16, max: 720 }

/** Plugin of the DejaVu fonts. Their TrueType instructions give clean one-bit glyphs from 11 pixels. */
export default definePlugin({
  id: "fonts-dejavu",
  setup: () => [
    FONTS.of(
      { id: "dejavu-sans", file: file("DejaVuSans"), families: ["sans"], rank: 0.2, covers: COVERS, sizes: SIZES },
      {
        id: "dejavu-sans-bold",
        file: file("DejaVuSans-Bold"),
        families: ["sans"],
        weight: "bold",
        rank: 0.2,
        covers: COVERS,
        sizes: SIZES,
      },
      {
        id: "dejavu-serif",
        file: file("DejaVuSerif"),
        families: ["serif"],
        rank: 1,
        covers: COVERS,
        sizes: SERIF_SIZES,
      },
      {
        id: "dejavu-serif-bold",
        file: file("DejaVuSerif-Bold"),
        families: ["serif"],
        weight: "bold",
        rank: 1,
        covers: COVERS,
        sizes: SERIF_SIZES,
      },
      // After the sans in other families: a serif title in Arabic is set in the sans, not in letters of one width.
      { id: "dejavu-mono", file: file("DejaVuSansMono"), families: ["mono"], rank: 1, covers: COVERS, sizes: SIZES },
    ),
  ],
})
