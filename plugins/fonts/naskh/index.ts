import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Letters, digits and marks of Arabic, Persian and Urdu, and their forms. */
const COVERS: Font["covers"] = [
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x870, 0x8ff],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
]

function face(weight: "regular" | "bold"): Font {
  const file = `noto-naskh-arabic-arabic-${weight === "bold" ? 700 : 400}-normal.woff`
  return {
    id: `naskh${weight === "bold" ? "-bold" : ""}`,
    file: new URL(import.meta.resolve(`@fontsource/noto-naskh-arabic/files/${file}`)),
    families: ["serif", "display"],
    weight,
    rank: 0.8,
    covers: COVERS,
    // Below it the strokes are thin and the dots are lost, which tell letters apart; the sans keeps both.
    sizes: { min: 26, max: 720 },
  }
}

/** Plugin of Noto Naskh Arabic: titles and texts of the serif in Arabic, in the hand that books are printed in. */
export default definePlugin({ id: "fonts-naskh", setup: () => [FONTS.of(face("regular"), face("bold"))] })
