import * as hb from "harfbuzzjs"
import type { Feature } from "platen/sdk/mode"
import { shapingLanguage } from "./shaping-language.js"
import { BLANK } from "./raster.js"
import type { Glyph } from "./raster.js"

/**
 * Shaped run: glyphs in visual order. Positions in 1/64 pixel.
 * `clusters`: index in the string of the first character each glyph stands for.
 * Plain arrays: most runs are a word or two, and a typed array costs 300 bytes before its first number.
 */
export interface Shaped {
  readonly glyphs: readonly Glyph[]
  readonly clusters: readonly number[]
  readonly advances: readonly number[]
  /** May be longer than the run. */
  readonly xOffsets: ArrayLike<number>
  readonly yOffsets: ArrayLike<number>
}

/** Shaper of a font file. */
export interface Shaper {
  /** OpenType tags of the scripts that the font has rules for, without spaces. */
  scripts(): readonly string[]
  /** Shapes `text` from `start` to `end`; clusters are indices in the whole string. */
  shape(text: string, start: number, end: number, options: ShapeOptions): Shaped
}

export interface ShapeOptions {
  readonly px: number
  readonly rightToLeft: boolean
  /** BCP 47. */
  readonly language: string
  /** True: digits of equal width. */
  readonly tabular: boolean
  /** Space after each letter in 1/64 pixel. Default 0. */
  readonly tracking?: number | undefined
  readonly features?: readonly Feature[] | undefined
}

/** Shared buffer: short-lived ones grow the wasm memory. */
const buffer = new hb.Buffer()
const TABULAR = new hb.Feature("tnum", 1)
/** Turns off ligatures (fi, fl), whose stems differ from other letters at small sizes. Arabic ligatures are not affected. */
const APART = new hb.Feature("liga", 0)
const LIGATURES_FROM = 20
/** Features, indexed by tabular digits (1) plus letters apart (2). */
const FEATURES = [[], [TABULAR], [APART], [TABULAR, APART]]
const wanted = new Map<Feature, hb.Feature>()

function featuresOf({ px, rightToLeft, tabular, tracking = 0, features = [] }: ShapeOptions): hb.Feature[] {
  const isApart = !rightToLeft && (px < LIGATURES_FROM || tracking !== 0)
  const usual = FEATURES[(tabular ? 1 : 0) + (isApart ? 2 : 0)]!
  if (features.length === 0) return usual
  return [
    ...usual,
    ...features.map((name) => {
      let feature = wanted.get(name)
      if (!feature) wanted.set(name, (feature = new hb.Feature(name, 1)))
      return feature
    }),
  ]
}
/** UTF-16 code units around a run that determine how its ends join; HarfBuzz looks at five characters. */
const CONTEXT = 10

/** A font at one size, with HarfBuzz's unhinted advances by glyph, in 1/64 pixel. */
interface Sized {
  readonly font: hb.Font
  readonly px: number
  readonly unhinted: Map<number, number>
}

/**
 * HarfBuzz shaper. Advances are the rasteriser's hinted ones, plus the difference (kerning) that HarfBuzz adds to the
 * font's own advance. A callback per advance would give the same result at the cost of an object and two calls per
 * glyph. `glyph`: returns the rasterised glyph of an id at a size.
 */
export function shaper(font: Uint8Array, glyph: (id: number, px: number) => Glyph): Shaper {
  const face = new hb.Face(new hb.Blob(font))
  const base = new hb.Font(face)
  const sizes = new Map<number, Sized>()
  const sizedAt = (px: number): Sized => {
    let known = sizes.get(px)
    if (!known) {
      known = { font: base.subFont(), px, unhinted: new Map() }
      known.font.setScale(px * 64, px * 64)
      sizes.set(px, known)
    }
    return known
  }
  return {
    scripts: () =>
      (["GSUB", "GPOS"] as const).flatMap((table) => face.getTableScriptTags(table)).map((tag) => tag.trim()),
    shape: (text, start, end, options) => {
      const sized = sizedAt(options.px)
      buffer.clearContents()
      const from = Math.max(0, start - CONTEXT)
      buffer.addText(text.slice(from, end + CONTEXT), start - from, end - start)
      buffer.guessSegmentProperties()
      buffer.setDirection(options.rightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
      buffer.setLanguage(shapingLanguage(options.language))
      hb.shape(sized.font, buffer, featuresOf(options))
      return take(sized, glyph, from, options.tracking ?? 0)
    },
  }
}

/** Code points that a font has glyphs for. */
export function codePointsOf(font: Uint8Array): Uint32Array {
  return new hb.Face(new hb.Blob(font)).collectUnicodes()
}

/** The offsets of most runs, which have none: longer than the longest paragraph has glyphs. */
const NO_OFFSETS = new Int8Array(1 << 16)

/** Reads the result from the buffer. `from`: offset that is subtracted from clusters. `tracking`: space after each glyph, in 1/64 pixel. */
function take(sized: Sized, glyph: (id: number, px: number) => Glyph, from: number, tracking: number): Shaped {
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  // Glyph 0 is the font's box for missing characters.
  const glyphs = infos.map(({ codepoint }) => (codepoint === 0 ? BLANK : glyph(codepoint, sized.px)))
  const clusters = infos.map(({ cluster }) => cluster + from)
  const advances = infos.map(({ codepoint }, i) => {
    const { xAdvance = 0 } = positions[i]!
    // A mark without an advance keeps none, and stays on its letter.
    if (xAdvance === 0 || codepoint === 0) return 0
    return xAdvance - unhinted(sized, codepoint) + glyphs[i]!.advance * 64 + tracking
  })
  const isShifted =
    infos.length > NO_OFFSETS.length || positions.some(({ xOffset = 0, yOffset = 0 }) => xOffset !== 0 || yOffset !== 0)
  const offsets = (axis: "xOffset" | "yOffset"): ArrayLike<number> =>
    isShifted ? positions.map((position) => position[axis] ?? 0) : NO_OFFSETS
  return { glyphs, clusters, advances, xOffsets: offsets("xOffset"), yOffsets: offsets("yOffset") }
}

function unhinted({ font, unhinted: known }: Sized, id: number): number {
  let advance = known.get(id)
  if (advance === undefined) known.set(id, (advance = font.glyphHAdvance(id)))
  return advance
}
