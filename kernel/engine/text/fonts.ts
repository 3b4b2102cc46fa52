import type { Font, IconSet } from "platen/sdk/drawing"
import type { Family, Feature } from "platen/sdk/mode"
import { SetupError } from "platen/sdk"
import { FontFiles } from "./font-file.js"
import type { Parts } from "./font-file.js"
import { freetype } from "./raster.js"
import type { Glyph, OpenRaster } from "./raster.js"
import type { Shaper } from "./shape.js"

/** A font in use; read from disk when its first glyph is needed. */
export interface Face {
  readonly font: Font
  /** The face at a size; the same object each time. */
  at(px: number): SizedFace
  covers(codePoint: number): boolean
  glyph(id: number, px: number): Glyph
  readonly shaper: Shaper
}

/** Style of a text run. */
export interface Style {
  readonly family: Family
  readonly weight: "regular" | "bold"
  readonly slant?: "roman" | "italic" | undefined
  readonly px: number
  /** BCP 47. */
  readonly language: string
  readonly tabular: boolean
  /** Space after each letter in 1/64 pixel. */
  readonly tracking?: number | undefined
  readonly features?: readonly Feature[] | undefined
}

/** Cache key of a style. */
export function styleKey(style: Style): string {
  const { family, weight, slant = "roman", px, language, tabular, tracking = 0, features } = style
  return `${family}/${weight}/${slant}/${px}/${language}/${tabular}/${tracking}/${features?.join() ?? ""}`
}

/** A face at the crisp size nearest to the requested one. */
export interface SizedFace {
  readonly face: Face
  readonly px: number
}

/** FreeType, and the files that it has opened. A process has each once: a second server in it opens no font again. */
let shared: Promise<OpenRaster> | undefined
const filesOf = new WeakMap<OpenRaster, FontFiles>()

/** All contributed fonts and icons. */
export class FontBook {
  readonly #files: FontFiles
  readonly #faces: readonly Face[]
  readonly #chains = new Map<string, readonly SizedFace[]>()
  readonly #icons = new Map<string, Pictogram>()

  constructor(open: OpenRaster, fonts: readonly Font[], icons: readonly IconSet[] = []) {
    this.#files = filesOf.get(open) ?? new FontFiles(open)
    filesOf.set(open, this.#files)
    this.#faces = fonts.map((font) => this.#face(font))
    for (const set of icons) this.#addIcons(set)
  }

  /** `unpacked`: where the parts of the fonts are read, for all books of this process. */
  static async create(fonts: readonly Font[], icons: readonly IconSet[] = [], unpacked?: Parts): Promise<FontBook> {
    const book = new FontBook(await (shared ??= freetype()), fonts, icons)
    if (unpacked) book.#files.unpacked = unpacked
    return book
  }

  /** The faces for a style, best first. */
  chain(style: Style): readonly SizedFace[] {
    const key = `${style.family}/${style.weight}/${style.slant}/${style.px}/${style.language}`
    let chain = this.#chains.get(key)
    if (!chain) {
      const scores = new Map(this.#faces.map((face) => [face, score(face.font, style)]))
      chain = this.#faces
        .toSorted((a, b) => scores.get(a)! - scores.get(b)!)
        .map((face) => face.at(crisp(face.font, style.px)))
      if (this.#chains.size > 2_000) this.#chains.clear()
      this.#chains.set(key, chain)
    }
    return chain
  }

  /** The first sized face of a chain that has the character; undefined when none has it. */
  find(chain: readonly SizedFace[], codePoint: number): SizedFace | undefined {
    for (const cut of chain) if (cut.face.covers(codePoint)) return cut
    return undefined
  }

  /** An icon as a glyph with left 0 and top 0; undefined when the name is unknown. */
  icon(name: string, px: number): Glyph | undefined {
    return this.#icons.get(name)?.at(px)
  }

  hasIcon(name: string): boolean {
    return this.#icons.has(name)
  }

  #face(font: Font): Face {
    const file = this.#files.file(font)
    const sizes = new Map<number, SizedFace>()
    const face: Face = {
      font,
      at: (px) => {
        let sized = sizes.get(px)
        if (!sized) sizes.set(px, (sized = { face, px }))
        return sized
      },
      covers: (codePoint) => within(font.covers, codePoint) && file.covers(codePoint),
      glyph: file.glyph,
      get shaper() {
        return file.shaper
      },
    }
    return face
  }

  #addIcons({ id, outlines, bitmaps }: IconSet): void {
    for (const [name, codePoint] of Object.entries(outlines?.glyphs ?? {})) {
      const file = this.#files.file({ id, file: outlines!.file })
      this.#pictogram(name).outline = (px) => centred(file.drawn(codePoint, px), px)
    }
    for (const [key, rows] of Object.entries(bitmaps ?? {})) {
      const [name, px] = key.split("@") as [string, string]
      const drawn = typeof rows === "string" ? () => fromRows(rows.split("\n"), key, id) : fromRows(rows, key, id)
      this.#pictogram(name).drawn.set(Number(px), drawn)
    }
  }

  #pictogram(name: string): Pictogram {
    const known = this.#icons.get(name) ?? new Pictogram()
    this.#icons.set(name, known)
    return known
  }
}

/** An icon's bitmaps by size, texts read when they are first drawn, and its outline: the bitmap of the exact size is preferred, then the outline, then the next smaller bitmap. */
class Pictogram {
  readonly drawn = new Map<number, Glyph | (() => Glyph)>()
  outline: ((px: number) => Glyph) | undefined

  at(px: number): Glyph {
    const exact = this.#read(px) ?? this.outline?.(px)
    if (exact) return exact
    const sizes = [...this.drawn.keys()].sort((a, b) => a - b)
    return this.#read(sizes.findLast((size) => size <= px) ?? sizes[0]!)!
  }

  #read(px: number): Glyph | undefined {
    const drawn = this.drawn.get(px)
    const glyph = typeof drawn === "function" ? drawn() : drawn
    if (glyph) this.drawn.set(px, glyph)
    return glyph
  }
}

/** The size nearest to `px` at which a font is crisp, the larger of two. */
const crisp = ({ sizes: { min, max, step } }: Font, px: number): number =>
  Math.min(Math.max(step === undefined ? px : Math.round(px / step) * step, min), max)

/** Score of a font, lower is better: rank, then distance of the crisp size from the requested one, then forms and weight. */
function score(font: Font, { family, weight, slant = "roman", px, language }: Style): number {
  const size = crisp(font, px)
  const step = font.sizes.step ?? size
  return (
    font.rank +
    (font.families.includes(family) ? 0 : 3) +
    (8 * Math.abs(px - size)) / px +
    (size > px ? 2 : 0) +
    (size > step ? 2 : 0) +
    ((font.weight ?? "regular") === weight ? 0 : 1.5) +
    ((font.slant ?? "roman") === slant ? 0 : 1.5) +
    otherForms(font.languages, language) +
    (font.partial?.some((tag) => isOf(language, tag)) ? 2 : 0)
  )
}

const isOf = (language: string, tag: string): boolean => language === tag || language.startsWith(`${tag}-`)

/** Distance between a font's language forms and a language: 0 for an exact match, more for a less specific tag ("zh-TW" before "zh"), 0.5 for another language. */
function otherForms(languages: Font["languages"], language: string): number {
  if (languages === undefined) return 0
  const closest = languages.reduce((most, tag) => (isOf(language, tag) ? Math.max(most, tag.length) : most), 0)
  return closest === 0 ? 0.5 : 0.1 * (1 - closest / language.length)
}

function within(ranges: Font["covers"], codePoint: number): boolean {
  for (const [first, last] of ranges) if (codePoint >= first && codePoint <= last) return true
  return false
}

/** Centres the ink of an outline icon in a square of `px`. */
function centred(glyph: Glyph, px: number): Glyph {
  return { ...glyph, left: Math.round((px - glyph.width) / 2), top: -Math.round((px - glyph.height) / 2), advance: px }
}

function fromRows(rows: readonly string[], key: string, set: string): Glyph {
  const width = rows[0]?.length ?? 0
  const pitch = (width + 7) >> 3
  const bits = new Uint8Array(pitch * rows.length)
  rows.forEach((cells, y) => {
    if (cells.length !== width)
      throw new SetupError(`Icon "${key}" of "${set}" has rows of different lengths: make each ${width} long.`)
    for (let x = 0; x < width; x++) if (cells[x] === "#") bits[y * pitch + (x >> 3)]! |= 128 >> (x & 7)
  })
  return { width, height: rows.length, pitch, bits, left: 0, top: 0, advance: width }
}
