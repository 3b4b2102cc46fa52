import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { SetupError } from "platen/sdk"
import type { Font } from "platen/sdk/drawing"
import { byteCache } from "./cache.js"
import type { KeyedCache } from "./cache.js"
import type { Glyph, OpenRaster, Raster } from "./raster.js"
import { shaper } from "./shape.js"
import type { Shaper } from "./shape.js"
import { bytesOf, openFont } from "./woff.js"
import type { Sfnt } from "./woff.js"

/** A font file, read on first use. Every call throws SetupError when the file is not usable. */
export interface FontFile {
  covers(codePoint: number): boolean
  /** By glyph id. */
  glyph(id: number, px: number): Glyph
  /** Glyph of a character, for an icon font. */
  drawn(codePoint: number, px: number): Glyph
  readonly shaper: Shaper
}

interface Opened {
  readonly shaper: Shaper
  /** Bit set of the code points that the font has glyphs for. */
  readonly coverage: Uint8Array
}

const GLYPH_BYTES = 4 << 20
/** Maximum size of the outlines in memory: the large faces of all scripts are not needed at the same time. */
const OUTLINE_BYTES = 14 << 20

/**
 * Font files by URL. Shaping tables stay in memory; the least recently used outlines are evicted and read again when an
 * uncached glyph is needed.
 */
export class FontFiles {
  readonly #open: OpenRaster
  readonly #files = new Map<string, FontFile>()
  readonly #glyphs: KeyedCache<Glyph, number> = byteCache(GLYPH_BYTES)
  /** In order of use, the least recent first. */
  readonly #rasters = new Map<string, { readonly raster: Raster; readonly bytes: number }>()

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
    let opened: Opened | undefined
    const read = (): Opened => (opened ??= this.#read(font, glyph))
    const cached = (key: number, draw: (raster: Raster) => Glyph): Glyph => {
      let known = this.#glyphs.get(key)
      if (!known) {
        known = guarded(font, () => draw(this.#raster(font)))
        this.#glyphs.set(key, known, known.bits.length + 160)
      }
      return known
    }
    const glyph = (id: number, px: number): Glyph => cached(keyOf(number, px, id), (raster) => raster.glyph(id, px))
    return {
      glyph,
      drawn: (codePoint, px) =>
        cached(keyOf(number, px, codePoint + CHARACTERS), (raster) => raster.glyph(raster.index(codePoint), px)),
      covers: (codePoint) => (((read().coverage[codePoint >> 3] ?? 0) >> (codePoint & 7)) & 1) === 1,
      get shaper() {
        return read().shaper
      },
    }
  }

  #read(font: Pick<Font, "id" | "file">, glyph: (id: number, px: number) => Glyph): Opened {
    return guarded(font, () => {
      const { outlines, shaping } = openFont(contentOf(font.file))
      this.#hold(font, outlines)
      const made = shaper(bytesOf(shaping), glyph)
      return { shaper: made, coverage: bitsOf(made.codePoints()) }
    })
  }

  #raster(font: Pick<Font, "id" | "file">): Raster {
    const { href } = font.file
    const held = this.#rasters.get(href)
    if (!held) return this.#hold(font, openFont(contentOf(font.file)).outlines)
    this.#rasters.delete(href)
    this.#rasters.set(href, held)
    return held.raster
  }

  #hold({ file: { href } }: Pick<Font, "id" | "file">, outlines: Sfnt): Raster {
    let sum = [...this.#rasters.values()].reduce((total, each) => total + each.bytes, outlines.size)
    for (const [other, { raster, bytes: weight }] of this.#rasters) {
      if (sum <= OUTLINE_BYTES) break
      raster.free()
      this.#rasters.delete(other)
      sum -= weight
    }
    const raster = this.#open(outlines)
    this.#rasters.set(href, { raster, bytes: outlines.size })
    return raster
  }
}

/** Offset of characters in cache keys, above the 16-bit glyph ids. */
const CHARACTERS = 1 << 16

/** Cache key below 2 ** 53: file number, size up to 1,023 pixels, and glyph or character. */
function keyOf(file: number, px: number, id: number): number {
  return (file * 1024 + px) * 2 ** 22 + id
}

let scratch = Buffer.alloc(0)

/** The bytes of a file, until the next call: font files are megabytes, and each would stay behind as garbage outside of the heap. */
function contentOf(file: URL): Uint8Array {
  const descriptor = openSync(file, "r")
  try {
    const { size } = fstatSync(descriptor)
    if (scratch.length < size) scratch = Buffer.alloc(size)
    return scratch.subarray(0, readSync(descriptor, scratch, 0, size, 0))
  } finally {
    closeSync(descriptor)
  }
}

function bitsOf(codePoints: Uint32Array): Uint8Array {
  const bits = new Uint8Array((codePoints.reduce((most, each) => Math.max(most, each), 0) >> 3) + 1)
  for (const each of codePoints) bits[each >> 3]! |= 1 << (each & 7)
  return bits
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
