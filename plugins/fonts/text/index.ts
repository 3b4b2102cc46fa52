import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Of Greek it has single letters alone. */
const COVERS: Font["covers"] = [
  [0x20, 0x36f],
  [0x400, 0x52f],
  [0x1ab0, 0x1eff],
  [0x2000, 0x2426],
  [0x25ca, 0x25cc],
  [0x2640, 0x2642],
  [0x266d, 0x266f],
  [0x2713, 0x2713],
  [0x27e6, 0x27e9],
  [0x2c60, 0x2e3b],
  [0xa640, 0xab65],
  [0xfb00, 0xfb04],
  [0xfe20, 0xfe2f],
]

/** `number`: in the collection. */
function face(weight: "regular" | "bold", slant: "roman" | "italic", number: number): Font {
  const id = ["text", ...(weight === "bold" ? ["bold"] : []), ...(slant === "italic" ? ["italic"] : [])].join("-")
  return {
    id,
    file: new URL(`./text.woff2#${number}`, import.meta.url),
    families: ["serif", "display"],
    weight,
    slant,
    // After the strikes of a book face of the very size.
    rank: 0.2,
    covers: COVERS,
    sizes: { min: 12, max: 1_440 },
  }
}

/** Plugin of a serif for Latin, with Vietnamese and the phonetic alphabet, and Cyrillic at any size: Charis SIL. */
export default definePlugin({
  id: "fonts-text",
  setup: () => [
    FONTS.of(
      face("regular", "roman", 0),
      face("regular", "italic", 1),
      face("bold", "roman", 2),
      face("bold", "italic", 3),
    ),
  ],
})
