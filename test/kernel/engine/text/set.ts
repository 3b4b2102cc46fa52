import type { Block, BlockOptions } from "../../../../kernel/engine/text/block.js"
import type { Style } from "../../../../kernel/engine/text/fonts.js"
import { breakLines } from "../../../../kernel/engine/text/lines.js"
import type { LineOptions } from "../../../../kernel/engine/text/lines.js"
import type { Paragraph } from "../../../../kernel/engine/text/paragraph.js"
import type { Glyph } from "../../../../kernel/engine/text/raster.js"
import { sharedTypesetter } from "../../../setting.js"

export const typesetter = await sharedTypesetter()

/** Sans, regular, 12 pixels, English, but for what is given. */
export function style(given: Partial<Style> = {}): Style {
  return { family: "sans", weight: "regular", px: 12, language: "en", tabular: false, ...given }
}

export function paragraphOf(text: string, given: Partial<Style> = {}): Paragraph {
  return typesetter.paragraph(text, style(given))
}

/** The lines of a text in `width` pixels, each without the spaces it ends on; an ellipsis for one that is cut. */
export function linesOf(
  text: string,
  width: number,
  { most = Infinity, balance = false, ...given }: Partial<Style> & Partial<Pick<LineOptions, "most" | "balance">> = {},
): string[] {
  const paragraph = paragraphOf(text, given)
  const ellipsis = paragraphOf("…", given).offsets.at(-1)!
  const { lines } = breakLines(paragraph, { width: width * 64, most, balance, ellipsis })
  return lines.map(({ start, end, cut }) => paragraph.text.slice(start, end) + (cut ? "…" : ""))
}

export function blockOf(text: string, given: Partial<Style> = {}, options: Partial<BlockOptions> = {}): Block {
  return typesetter.block(text, {
    style: style(given),
    width: Infinity,
    lines: Infinity,
    lineHeight: 18,
    balance: false,
    align: "start",
    mark: "ellipsis",
    trim: "line",
    ...options,
  })
}

/** The width of a text on one line, in pixels. */
export function widthOf(text: string, given: Partial<Style> = {}): number {
  return paragraphOf(text, given).offsets.at(-1)! / 64
}

/** The ids of the fonts that a text is set in, one a run. */
export function fontsOf(text: string, given: Partial<Style> = {}): string[] {
  return paragraphOf(text, given).runs.map(({ cut }) => cut.face.font.id)
}

/** The glyph of a character in the face that a style gives it. */
export function glyphOf(char: string, given: Partial<Style> = {}): Glyph {
  return paragraphOf(char, given).runs[0]!.shaped.glyphs[0]!
}

/** A glyph's rows: "#" for ink. */
export function rowsOf({ width, height, pitch, bits }: Glyph): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      ((bits[y * pitch + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1 ? "#" : ".",
    ).join(""),
  )
}
