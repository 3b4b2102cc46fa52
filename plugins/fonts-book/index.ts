import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Pixels of the strikes. */
const STRIKES = [8, 10, 11, 12, 14, 17, 18, 20, 24, 25, 34]

/** Without the letters that some strikes draw badly, such as Š: words with them are set in another face. */
const COVERS: Font["covers"] = [
  [0x20, 0x140],
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

function strike(px: number, weight: "regular" | "bold", slant: "roman" | "italic"): Font {
  const id = ["book", px, ...(weight === "bold" ? ["bold"] : []), ...(slant === "italic" ? ["italic"] : [])].join("-")
  return {
    id,
    file: new URL(`../../../plugins/fonts-book/${id}.woff`, import.meta.url),
    families: ["serif", "display"],
    weight,
    slant,
    rank: 0,
    covers: COVERS,
    partial: ["vi"],
    sizes: { min: px, max: px },
  }
}

/** Plugin of a book face that was drawn for the pixel, in roman, italic, bold and bold italic: New Century Schoolbook of the X Window System. */
export default definePlugin({
  id: "fonts-book",
  setup: () => [
    FONTS.of(
      ...STRIKES.flatMap((px) =>
        (["regular", "bold"] as const).flatMap((weight) =>
          (["roman", "italic"] as const).map((slant) => strike(px, weight, slant)),
        ),
      ),
    ),
  ],
})
