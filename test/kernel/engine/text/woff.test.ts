import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bytesOf, openFont, sfnt } from "../../../../kernel/engine/text/woff.js"

const test = suite("woff")
const woff = readFileSync(
  new URL(import.meta.resolve("@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-normal.woff")),
)
const tags = (font: Uint8Array): string[] => {
  const bytes = Buffer.from(font)
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, i) => bytes.toString("latin1", 12 + i * 16, 16 + i * 16))
}

test("unpacks WOFF 1 to sfnt with all its tables", () => {
  const font = Buffer.from(sfnt(woff))
  assert.is(font.readUInt32BE(0), woff.readUInt32BE(4))
  assert.is(tags(font).length, woff.readUInt16BE(12))
  assert.is(font.length, woff.readUInt32BE(16), "totalSfntSize of the header")
})

test("leaves sfnt as it is", () => {
  const font = sfnt(woff)
  assert.is(sfnt(font), font)
})

test("refuses WOFF 2 and a file that is cut short", () => {
  assert.throws(() => sfnt(Buffer.from("wOF2............")), /WOFF 2/)
  assert.throws(() => sfnt(Buffer.from("wOF")), /cut short/)
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
  const { whole } = openFont(woff)
  assert.equal(Buffer.from(bytesOf(whole)), Buffer.from(sfnt(woff)))
  const again = openFont(bytesOf(whole))
  assert.equal(Buffer.from(bytesOf(again.whole)), Buffer.from(bytesOf(whole)))
})

test.run()
