import { SetupError } from "platen/sdk"
import type { Font } from "platen/sdk/drawing"
import { byteCache } from "./cache.js"
import type { KeyedCache } from "./cache.js"
import type { Coverage } from "../bitmap/canvas.js"
import type { Glyph, OpenRaster, Raster } from "./raster.js"
import { shaper } from "./shape.js"
import type { Shaper } from "./shape.js"
import { packedParts } from "../../font-files/unpacked.js"
import type { FontParts } from "../../font-files/unpacked.js"
import type { Sfnt } from "../../font-files/open-font.js"

/** A font file, whose parts are read on first use. Every call throws SetupError when the file is not usable. */
export interface FontFile {
  covers(codePoint: number): boolean
  /** By glyph id. */
  glyph(id: number, px: number): Glyph
  /** Glyph of a character, for an icon font. */
  drawn(codePoint: number, px: number): Glyph
  readonly shaper: Shaper
}

const GLYPH_BYTES = 4 << 20
const COVERAGE_BYTES = 2 << 20
/**
 * Maximum size of the outlines in memory between two pages: the large faces of all scripts are not needed at the same
 * time, and FreeType's memory, which never shrinks, grows to them and those of the next page.
 */
const OUTLINE_BYTES = 12 << 20

/** Where the parts of font files come from. */
export interface Parts {
  of(file: URL): FontParts | undefined
  /** Parts of the file turned out to be unusable: `of` returns none of it until they are whole again. */
  discard(file: URL, why: unknown): void
}

/**
 * Font files by URL. Coverage and shaping tables stay in memory. So do the outlines that a page has opened, until it is
 * drawn: then the least recently used are evicted, and read again when an uncached glyph is needed.
 */
export class FontFiles {
  /** Unpacked fonts, whose parts are preferred to those of the files. */
  unpacked: Parts | undefined
  readonly #open: OpenRaster
  readonly #files = new Map<string, FontFile>()
  readonly #glyphs: KeyedCache<Glyph, number> = byteCache(GLYPH_BYTES)
  readonly #coverages: KeyedCache<Coverage, number> = byteCache(COVERAGE_BYTES)
  /** In order of use, the least recent first. */
  readonly #rasters = new Map<string, { readonly raster: Raster; readonly bytes: number }>()
  #isTrimming = false

  constructor(open: OpenRaster) {
    this.#open = open
  }

  /** Returns a font's file. Fonts of the same file share it. */
  file(font: Pick<Font, "id" | "file">): FontFile {
    const { href } = font.file
    const known = this.#files.get(href) ?? this.#file(font, this.#files.size)
    this.#files.set(href, known)
    return known
  }

  #file(font: Pick<Font, "id" | "file">, number: number): FontFile {
    let coverage: Uint8Array | undefined
    let shaping: Shaper | undefined
    const read = <T>(use: (parts: FontParts) => T): T => this.#read(font, use)
    const cached = (key: number, px: number, idIn: (raster: Raster) => number): Glyph => {
      let known = this.#glyphs.get(key)
      if (!known) {
        const raster = this.#raster(font)
        // All glyphs have one shape, which a spread would not give them: they are painted faster.
        const { width, height, pitch, bits, left, top, advance } = guarded(font, () => raster.glyph(idIn(raster), px))
        const smooth = (): Coverage => this.#smooth(font, key, (own) => own.smooth(idIn(own), px, made))
        const made: Glyph = (known = { width, height, pitch, bits, left, top, advance, smooth })
        this.#glyphs.set(key, known, known.bits.length + 500)
      }
      return known
    }
    const glyph = (id: number, px: number): Glyph => cached(keyOf(number, px, id), px, () => id)
    return {
      glyph,
      drawn: (codePoint, px) =>
        cached(keyOf(number, px, codePoint + CHARACTERS), px, (raster) => raster.index(codePoint)),
      covers: (codePoint) => {
        coverage ??= read((parts) => parts.coverage())
        return (((coverage[codePoint >> 3] ?? 0) >> (codePoint & 7)) & 1) === 1
      },
      get shaper() {
        return (shaping ??= read((parts) => shaper(parts.shaping(), glyph)))
      },
    }
  }

  #smooth(font: Pick<Font, "id" | "file">, key: number, draw: (raster: Raster) => Coverage): Coverage {
    let known = this.#coverages.get(key)
    if (!known) {
      const raster = this.#raster(font)
      known = guarded(font, () => draw(raster))
      this.#coverages.set(key, known, known.shares.length + 200)
    }
    return known
  }

  #read<T>(font: Pick<Font, "id" | "file">, use: (parts: FontParts) => T): T {
    const unpacked = this.unpacked?.of(font.file)
    if (unpacked) {
      try {
        return use(unpacked)
      } catch (error) {
        this.unpacked?.discard(font.file, error)
      }
    }
    return guarded(font, () => use(packedParts(font.file)))
  }

  #raster(font: Pick<Font, "id" | "file">): Raster {
    const { href } = font.file
    const held = this.#rasters.get(href)
    if (!held) return this.#read(font, (parts) => this.#hold(href, parts.outlines()))
    this.#rasters.delete(href)
    this.#rasters.set(href, held)
    return held.raster
  }

  #hold(href: string, outlines: Sfnt): Raster {
    const raster = this.#open(outlines)
    this.#rasters.set(href, { raster, bytes: outlines.size })
    // A page is drawn in one go, and microtasks run after it.
    if (!this.#isTrimming) queueMicrotask(() => this.#trim())
    this.#isTrimming = true
    return raster
  }

  #trim(): void {
    this.#isTrimming = false
    let sum = [...this.#rasters.values()].reduce((total, { bytes }) => total + bytes, 0)
    for (const [href, { raster, bytes }] of this.#rasters) {
      if (sum <= OUTLINE_BYTES) return
      raster.free()
      this.#rasters.delete(href)
      sum -= bytes
    }
  }
}

/** Offset of characters in cache keys, above the 16-bit glyph ids. */
const CHARACTERS = 1 << 16

/** Cache key below 2 ** 53: file number, size up to 4,095 pixels, and glyph or character. */
function keyOf(file: number, px: number, id: number): number {
  return (file * 4096 + px) * 2 ** 22 + id
}

function guarded<T>(font: Pick<Font, "id" | "file">, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new SetupError(
      `The font "${font.id}" (${font.file.pathname.split("/").at(-1)}) cannot be used: ${(cause as Error).message}; replace the file or turn its plugin off.`,
      { code: "font-broken", cause },
    )
  }
}
