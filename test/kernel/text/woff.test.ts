import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { sfnt, withoutOutlines } from "../../../kernel/text/woff.js"

const test = suite("woff")
const woff = readFileSync(new URL(import.meta.resolve("@fontsource/pt-serif/files/pt-serif-latin-400-normal.woff")))
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

test("keeps the tables that shaping needs and drops the outlines", () => {
  const kept = tags(withoutOutlines(sfnt(woff)))
  assert.ok(kept.includes("cmap") && kept.includes("GPOS") && kept.includes("hmtx"))
  assert.not.ok(kept.includes("glyf") || kept.includes("CFF "))
})

test.run()
