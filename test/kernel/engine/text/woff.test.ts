import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bytesOf, openFont } from "../../../../kernel/engine/text/woff.js"

const test = suite("woff")
const woff = readFileSync(
  new URL(import.meta.resolve("@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-normal.woff")),
)
const tags = (font: Uint8Array): string[] => {
  const bytes = Buffer.from(font)
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, i) => bytes.toString("latin1", 12 + i * 16, 16 + i * 16))
}

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
  const { shaping, outlines } = openFont(woff)
  const all = [shaping, outlines].map((each) => Buffer.from(bytesOf(each)))
  for (const font of all) assert.is(font.readUInt32BE(0), woff.readUInt32BE(4))
  // Names of the font are of no use to either.
  assert.is(new Set([...all.flatMap(tags), "name"]).size, woff.readUInt16BE(12), "each table is in one of them")
})

test("refuses WOFF 2, a file that is cut short, and a font that a collection lacks", () => {
  assert.throws(() => openFont(Buffer.from("wOF2............")), /WOFF 2/)
  assert.throws(() => openFont(Buffer.from("wOF")), /cut short/)
  const one = collectionOf([bytesOf(openFont(woff).outlines)])
  assert.throws(() => openFont(one.subarray(0, 14)), /cut short/)
  assert.throws(() => openFont(one, 1), /no font 1/)
})

test("finds a font of a collection by its number", () => {
  const { shaping, outlines } = openFont(woff)
  const all = [shaping, outlines].map(bytesOf)
  const collection = collectionOf(all)
  assert.equal(tags(bytesOf(openFont(collection).shaping)), tags(all[0]!))
  assert.equal(Buffer.from(bytesOf(openFont(collection, 1).outlines)), Buffer.from(all[1]!))
})

test("gives shaping its tables without the outlines, and a rasteriser the outlines without the rest", () => {
  const { shaping, outlines } = openFont(woff)
  const kept = tags(bytesOf(shaping))
  assert.ok(kept.includes("cmap") && kept.includes("GPOS") && kept.includes("hmtx"))
  assert.not.ok(kept.includes("glyf") || kept.includes("CFF "))
  const drawn = tags(bytesOf(outlines))
  assert.ok(drawn.includes("glyf") && drawn.includes("loca") && drawn.includes("cmap"))
  assert.not.ok(drawn.includes("GPOS"))
})

test("writes every table where its entry says", () => {
  const { outlines } = openFont(woff)
  const again = openFont(bytesOf(outlines))
  assert.equal(Buffer.from(bytesOf(again.outlines)), Buffer.from(bytesOf(outlines)))
})

test.run()
