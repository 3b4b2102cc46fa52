import { readFileSync } from "node:fs"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { freetype } from "../../../kernel/engine/text/raster.js"
import { bytesOf, openFontFile } from "../../../kernel/font-files/open-font.js"
import { metricsOf } from "../../../kernel/font-files/woff2-glyphs.js"
import { depth } from "../../depth.js"

const test = suite("kernel/font-files/open-font")
const open = await freetype()
const packed = (name: string): Buffer => readFileSync(new URL(import.meta.resolve(`@fontsource/${name}`)))
const CASLON = "libre-caslon-text/files/libre-caslon-text-latin-400-normal"
const woff = packed(`${CASLON}.woff`)
/** With instructions, which the other has not. */
const woff2 = packed(`${CASLON}.woff2`)
/** Both parts of a font. */
const partsOf = (file: Uint8Array, number = 0): { readonly shaping: Uint8Array; readonly outlines: Uint8Array } => {
  const font = openFontFile(file)(number)
  return { shaping: bytesOf(font.shaping()), outlines: bytesOf(font.outlines()) }
}
const tags = (font: Uint8Array): string[] => {
  const bytes = Buffer.from(font)
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, i) => bytes.toString("latin1", 12 + i * 16, 16 + i * 16))
}

/** A table of an sfnt. */
function tableOf(font: Uint8Array, tag: string): Uint8Array {
  const entry = 12 + tags(font).indexOf(tag) * 16
  const [at, size] = [8, 12].map((offset) => Buffer.from(font).readUInt32BE(entry + offset)) as [number, number]
  return font.subarray(at, at + size)
}

/** The WOFF 2 font in two parts: its header and directory, and its tables, which Brotli has compressed. */
function unpackedWoff2(): { readonly head: Buffer; readonly content: Buffer } {
  const size = woff2.readUInt32BE(20)
  // Up to three bytes make the length a multiple of four.
  for (let end = woff2.length; end > woff2.length - 4; end--) {
    try {
      const content = brotliDecompressSync(woff2.subarray(end - size, end))
      return { head: woff2.subarray(0, end - size), content }
    } catch {
      /* it ends earlier */
    }
  }
  throw new Error("the font of the test is another")
}

/** A WOFF 2 file of such parts. */
function packedWoff2({ head, content }: ReturnType<typeof unpackedWoff2>): Buffer {
  const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const file = Buffer.concat([head, packed])
  file.writeUInt32BE(packed.length, 20)
  return file
}

const u16s = (values: readonly number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]))

/** A collection of fonts. Source: OpenType 1.9, "Font Collections". */
function collectionOf(fonts: readonly Uint8Array[]): Buffer {
  let start = 12 + 4 * fonts.length
  const header = Buffer.alloc(start)
  header.write("ttcf", "latin1")
  header.writeUInt16BE(1, 4)
  header.writeUInt32BE(fonts.length, 8)
  const moved = fonts.map((each, i) => {
    const font = Buffer.from(each)
    header.writeUInt32BE(start, 12 + 4 * i)
    for (let table = 0; table < font.readUInt16BE(4); table++) {
      const at = 12 + table * 16 + 8
      font.writeUInt32BE(font.readUInt32BE(at) + start, at)
    }
    start += font.length
    return font
  })
  return Buffer.concat([header, ...moved])
}

test("unpacks WOFF 1 to sfnt", () => {
  const { shaping, outlines } = partsOf(woff)
  const all = [shaping, outlines].map((each) => Buffer.from(each))
  for (const font of all) assert.is(font.readUInt32BE(0), woff.readUInt32BE(4))
  // Names of the font are of no use to either.
  assert.is(new Set([...all.flatMap(tags), "name"]).size, woff.readUInt16BE(12), "each table is in one of them")
})

test("refuses a file that is cut short, and a font that a file lacks", () => {
  assert.throws(() => openFontFile(Buffer.from("wOF")), /cut short/)
  const one = collectionOf([partsOf(woff).outlines])
  assert.throws(() => partsOf(one.subarray(0, 14)), /cut short/)
  for (const file of [one, woff, woff2]) assert.throws(() => partsOf(file, 1), /no font 1/)
})

/** Every glyph as it is drawn, with its width. */
function drawn({ outlines }: ReturnType<typeof partsOf>): unknown[] {
  const raster = open({ size: outlines.length, write: (target) => target.set(outlines) })
  const count = Buffer.from(tableOf(outlines, "maxp")).readUInt16BE(4)
  const all = Array.from({ length: count }, (_, id) => raster.glyph(id, 24))
  raster.free()
  return all
}

test("draws the same glyphs from WOFF 2 as from WOFF 1, those that are composed of others among them", () => {
  const emoji = (ending: string): ReturnType<typeof partsOf> =>
    partsOf(packed(`noto-emoji/files/noto-emoji-emoji-400-normal.${ending}`))
  const [expected, found] = [emoji("woff"), emoji("woff2")]
  assert.is(drawn(expected).length, 1_887)
  assert.equal(drawn(found), drawn(expected))
  assert.equal(tableOf(found.shaping, "hmtx"), tableOf(expected.shaping, "hmtx"))
})

test("keeps the instructions of glyphs", () => {
  const [plain, instructed] = [drawn(partsOf(woff)), drawn(partsOf(woff2))]
  assert.is(instructed.length, plain.length)
  assert.not.equal(instructed, plain)
})

test("reads the members of a WOFF 2 collection, which share tables", () => {
  const file = readFileSync(new URL("../../../plugins/fonts/text/text.woff2", import.meta.url))
  const members = [0, 1, 2, 3].map((number) => drawn(partsOf(file, number)))
  assert.is(new Set(members.map((each) => JSON.stringify(each))).size, 4, "roman, italic and both in bold differ")
  assert.throws(() => partsOf(file, 4), /no font 4/)
})

test("says of a damaged WOFF 2 file that it is damaged, or draws what it says, but neither hangs nor reads beyond it", () => {
  fc.assert(
    fc.property(fc.nat(woff2.length - 1), fc.nat(255), fc.boolean(), (at, value, isCut) => {
      const bytes = Buffer.from(isCut ? woff2.subarray(0, at) : woff2)
      if (!isCut) bytes[at % 400] = value
      try {
        partsOf(bytes)
      } catch (error) {
        assert.match((error as Error).message, /cut short|damaged|no font 0/)
      }
    }),
    { numRuns: depth(400) },
  )
})

test("says that a collection is damaged which names a table that it lacks", () => {
  const file = Buffer.from(readFileSync(new URL("../../../plugins/fonts/text/text.woff2", import.meta.url)))
  // The directory ends with the numbers of the tables of the last font.
  const end = file.length - file.readUInt32BE(20)
  file[end - 1] = 250
  assert.throws(() => partsOf(file), /damaged/)
})

test("finds damage within the transformed glyphs of a font", () => {
  const { head, content } = unpackedWoff2()
  assert.equal(partsOf(packedWoff2({ head, content })), partsOf(woff2))
  let refused = 0
  fc.assert(
    fc.property(fc.nat(content.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
      const bytes = Buffer.from(content)
      bytes[at] = value
      try {
        partsOf(packedWoff2({ head, content: bytes }))
      } catch (error) {
        refused++
        assert.match((error as Error).message, /cut short|damaged/)
      }
    }),
    { numRuns: depth(400) },
  )
  assert.ok(refused > 0)
})

test("fills in side bearings that a font leaves out, since its glyphs say them", () => {
  const { outlines, shaping } = partsOf(woff2)
  const [hmtx, hhea, loca] = ["hmtx", "hhea", "loca"].map((tag) => Buffer.from(tableOf(outlines, tag))) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const wide = hhea.readUInt16BE(34)
  const [widths, bearings] = [0, 2].map((of) => Array.from({ length: wide }, (_, i) => hmtx.readUInt16BE(i * 4 + of)))
  const glyphs = { glyf: Buffer.from(tableOf(outlines, "glyf")), loca }
  const without = Buffer.concat([Buffer.of(3), u16s(widths!)])
  assert.equal(metricsOf(without, hhea, glyphs), Buffer.from(tableOf(shaping, "hmtx")))
  const with0 = Buffer.concat([Buffer.of(2), u16s(widths!), u16s(bearings!)])
  assert.equal(metricsOf(with0, hhea, glyphs), hmtx)
  assert.throws(() => metricsOf(without.subarray(0, 20), hhea, glyphs), /damaged/)
})

test("finds a font of a collection by its number", () => {
  const { shaping, outlines } = partsOf(woff)
  const collection = collectionOf([shaping, outlines])
  assert.equal(tags(partsOf(collection).shaping), tags(shaping))
  assert.equal(partsOf(collection, 1).outlines, outlines)
})

test("gives shaping its tables without the outlines, and a rasteriser the outlines without the rest", () => {
  const { shaping, outlines } = partsOf(woff)
  const kept = tags(shaping)
  assert.ok(kept.includes("cmap") && kept.includes("GPOS") && kept.includes("hmtx"))
  assert.not.ok(kept.includes("glyf") || kept.includes("CFF "))
  const others = tags(outlines)
  assert.ok(others.includes("glyf") && others.includes("loca") && others.includes("cmap"))
  assert.not.ok(others.includes("GPOS"))
})

test("writes every table where its entry says", () => {
  const { outlines } = partsOf(woff)
  assert.equal(partsOf(outlines).outlines, outlines)
})

test.run()
