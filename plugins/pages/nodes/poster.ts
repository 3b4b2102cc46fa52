import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { NodeSize, Type, Words } from "platen/sdk/drawing"
import type { Poster } from "platen/sdk/mode"

/** Size in pixels at which the word is measured. */
const MEASURED_PX = 200
/** The largest share of the ink that may lie beyond an edge: with more, a digit could be taken for another. */
const MAX_BLEED = 0.12
/** Pixels of the sides of a box in which a word can be read. */
const MIN_SIDE = 16

interface Setting {
  readonly words: Words
  readonly px: number
}

/** The word at the size at which the part of it that is shown fills the box in one direction. */
function setting({ text, family = "display", ...node }: Poster, { width, height }: NodeSize, type: Type): Setting {
  const at = (px: number): Words => type.set(text, { px, family, trim: "ink", features: ["lnum"] })
  const measured = at(MEASURED_PX)
  const [top, right, bottom, left] = bleedOf({ ...node, text })
  const [across, along] = [width / (1 - left - right), height / (1 - top - bottom)]
  let px = Math.max(8, Math.floor(MEASURED_PX * Math.min(across / measured.width, along / measured.height)))
  let words = at(px)
  while (px > 8 && (words.width > across || words.height > along)) words = at(--px)
  return { words, px }
}

/** What lies beyond the edges. Digits of other scripts than the Latin one are whole: some differ at their heads alone. */
function bleedOf({ text, bleed }: Pick<Poster, "text" | "bleed">): NonNullable<Poster["bleed"]> {
  return bleed && /\d/.test(text) ? bleed : [0, 0, 0, 0]
}

const share = z.number().min(0).max(MAX_BLEED)

/** One word or numeral over the whole box, at sizes beyond those of a text. */
export default defineNode<Poster>({
  type: "poster",
  module: import.meta.url,
  mirrored: true,
  schema: z.strictObject({
    text: z.string().min(1).max(60),
    family: z.enum(["sans", "serif", "mono", "display", "brush"]).exactOptional(),
    bleed: z.tuple([share, share, share, share]).exactOptional(),
    label: z.string().max(200).exactOptional(),
  }),
  paint: (node, painter) => {
    const { words } = setting(node, painter, painter)
    const [, , bottom, left] = bleedOf(node)
    painter.write(words, -Math.round(left * words.width), painter.height - Math.round((1 - bottom) * words.height))
  },
  describe: ({ text, label }) => label ?? text,
  lint: ({ text }, { width, height }) =>
    Math.min(width, height) >= MIN_SIDE
      ? []
      : [`The poster "${text}" cannot be read in ${width} x ${height} pixels: give it ${MIN_SIDE} x ${MIN_SIDE}.`],
})
