import * as hb from "harfbuzzjs"
import type { Glyph } from "./raster.js"

/**
 * A run of glyphs in visual order. Positions in 1/64 pixel.
 * `clusters`: index in the string of the first character each glyph stands for.
 */
export interface Shaped {
  readonly glyphs: readonly Glyph[]
  readonly clusters: Int32Array
  readonly advances: Int32Array
  readonly xOffsets: Int32Array
  readonly yOffsets: Int32Array
}

/** A font file that text can be shaped with. */
export interface Shaper {
  /** `text` from `start` to `end`; clusters count from the string's beginning. */
  shape(text: string, start: number, end: number, options: ShapeOptions): Shaped
}

export interface ShapeOptions {
  readonly px: number
  readonly rightToLeft: boolean
  /** BCP 47. */
  readonly language: string
  /** True: digits of one width. */
  readonly tabular: boolean
}

/** One buffer for all: short-lived ones grow the wasm memory. */
const buffer = new hb.Buffer()
const TABULAR = [new hb.Feature("tnum", 1)]

/**
 * HarfBuzz over a font's tables. Advances are the rasteriser's hinted ones, all positions HarfBuzz's.
 * `glyph`: the rasterised glyph of an id at a size.
 */
export function shaper(font: Uint8Array, glyph: (id: number, px: number) => Glyph): Shaper {
  const face = new hb.Face(new hb.Blob(font))
  const base = new hb.Font(face)
  const sized = new Map<number, hb.Font>()
  let px = 0
  const advances = new hb.FontFuncs()
  advances.setGlyphHAdvanceFunc((_, id) => glyph(id, px).advance * 64)
  const fontAt = (size: number): hb.Font => {
    let known = sized.get(size)
    if (!known) {
      known = base.subFont()
      known.setScale(size * 64, size * 64)
      known.setFuncs(advances)
      sized.set(size, known)
    }
    return known
  }
  return {
    shape: (text, start, end, options) => {
      px = options.px
      buffer.clearContents()
      buffer.addText(text, start, end - start)
      buffer.guessSegmentProperties()
      buffer.setDirection(options.rightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
      buffer.setLanguage(options.language)
      hb.shape(fontAt(px), buffer, options.tabular ? TABULAR : undefined)
      return take(glyph, px)
    },
  }
}

function take(glyph: (id: number, px: number) => Glyph, px: number): Shaped {
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const count = infos.length
  const shaped = {
    glyphs: Array.from<Glyph>({ length: count }),
    clusters: new Int32Array(count),
    advances: new Int32Array(count),
    xOffsets: new Int32Array(count),
    yOffsets: new Int32Array(count),
  }
  for (let i = 0; i < count; i++) {
    const { codepoint, cluster } = infos[i]!
    const { xAdvance, xOffset, yOffset } = positions[i]!
    shaped.glyphs[i] = glyph(codepoint, px)
    shaped.clusters[i] = cluster
    shaped.advances[i] = xAdvance ?? 0
    shaped.xOffsets[i] = xOffset ?? 0
    shaped.yOffsets[i] = yOffset ?? 0
  }
  return shaped
}
