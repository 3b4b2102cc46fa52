import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Sizes of the bitmaps in pixels. */
const BOOK_SIZES = [8, 10, 11, 12, 14, 17, 18, 20, 24, 25, 34]
const LABEL_SIZES = BOOK_SIZES.filter((px) => px !== 34)

/** Without the letters that some bitmaps draw badly, such as Š: words with them are set in another face. */
const COVERS: Font["covers"] = [
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
const BOOK_COVERS: Font["covers"] = [[0x20, 0x12d], ...COVERS]
/** The bitmaps of the label face also draw Ĩ, Ī and Ĭ badly. */
const LABEL_COVERS: Font["covers"] = [[0x20, 0x127], ...COVERS]

type Given = { readonly px: number } & Pick<Font, "families" | "weight" | "slant" | "covers">

/** A font of one size. `number`: in its collection. */
function strike(name: "book" | "label", { px, ...given }: Given, number: number): Font {
  const id = [name, px, ...(given.weight === "bold" ? ["bold"] : []), ...(given.slant === "italic" ? ["italic"] : [])]
  return {
    ...given,
    id: id.join("-"),
    file: new URL(`./${name}.woff2#${number}`, import.meta.url),
    // Where a face of all sizes is as near, a face drawn for the size wins.
    rank: -0.01,
    partial: ["vi"],
    sizes: { min: px, max: px },
  }
}

const WEIGHTS = ["regular", "bold"] as const
const SLANTS = ["roman", "italic"] as const

// In the order of the collections.
const BOOK = BOOK_SIZES.flatMap((px) =>
  WEIGHTS.flatMap((weight) =>
    SLANTS.map((slant): Given => ({ px, weight, slant, families: ["serif", "display"], covers: BOOK_COVERS })),
  ),
).map((given, i) => strike("book", given, i))
const LABEL = LABEL_SIZES.flatMap((px) =>
  WEIGHTS.map((weight): Given => ({ px, weight, families: ["sans"], covers: LABEL_COVERS })),
).map((given, i) => strike("label", given, i))

/**
 * Plugin of two faces of the X Window System that were drawn for the pixel: a book face in roman, italic, bold and bold
 * italic (New Century Schoolbook), and a narrow sans for labels in regular and bold (Helvetica).
 */
export default definePlugin({ id: "fonts-x11", setup: () => [FONTS.of(...BOOK, ...LABEL)] })
