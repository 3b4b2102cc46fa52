import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { freetype } from "../../../../kernel/engine/text/raster.js"
import { openFontFile } from "../../../../kernel/font-files/open-font.js"
import { glyphOf, rowsOf } from "./set.js"

const test = suite("raster")
const open = await freetype()
const outlines = (path: string) => openFontFile(readFileSync(new URL(import.meta.resolve(path))))(0).outlines()
const dejavu = open(outlines("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"))
const ink = (row: string): string[] => row.split(/\.+/).filter(Boolean)

test("draws the stem of an l whole and one pixel wide", () => {
  const rows = rowsOf(dejavu.glyph(dejavu.index("l".codePointAt(0)!), 12))
  assert.ok(rows.length >= 9)
  for (const row of rows) assert.is(row, "#")
})

test("draws the two stems of an H equally wide in every row", () => {
  for (const px of [11, 12, 13, 14, 16, 18, 20, 24, 28, 40]) {
    const stems = rowsOf(glyphOf("H", { px }))
      .map(ink)
      .filter((row) => row.length === 2)
    assert.ok(stems.length >= px / 2, `${px} px has rows beside the bar`)
    const width = stems[0]![0]!.length
    for (const row of stems)
      assert.equal(
        row.map((run) => run.length),
        [width, width],
        `${px} px`,
      )
  }
})

test("draws letters of one height on one baseline", () => {
  for (const px of [11, 12, 13, 16, 20, 28]) {
    for (const family of ["sans", "serif"] as const) {
      const tops = [..."HEIFT"].map((char) => glyphOf(char, { px, family }).top)
      const bottoms = [..."HEIFT"].map((char) => glyphOf(char, { px, family })).map(({ top, height }) => top - height)
      assert.is(new Set(tops).size, 1, `${family} ${px}: tops ${tops}`)
      assert.equal(bottoms, [0, 0, 0, 0, 0], `${family} ${px}`)
    }
  }
})

test("leaves the bits beyond a glyph's width clear", () => {
  for (let code = 33; code < 127; code++) {
    const { width, height, pitch, bits } = dejavu.glyph(dejavu.index(code), 13)
    for (let y = 0; y < height; y++) {
      for (let x = width; x < pitch * 8; x++)
        assert.is((bits[y * pitch + (x >> 3)]! >> (7 - (x & 7))) & 1, 0, String.fromCharCode(code))
    }
  }
})

test("gives hinted advances, which are whole pixels: DejaVu Sans at 12 has a table of them", () => {
  const advances = [..."lmHW 0"].map((char) => dejavu.glyph(dejavu.index(char.codePointAt(0)!), 12).advance)
  assert.equal(advances, [3, 11, 9, 11, 4, 8])
})

test("gives glyphs no wider and no higher than their ink, and a space none", () => {
  for (const family of ["sans", "serif"] as const) {
    for (const px of [12, 13, 20, 28, 80]) {
      for (const char of "agQj1“,Éđмщ") {
        const rows = rowsOf(glyphOf(char, { px, family }))
        assert.ok(rows[0]!.includes("#") && rows.at(-1)!.includes("#"), `${char} ${family} ${px}`)
        assert.ok(
          rows.some((row) => row.startsWith("#")) && rows.some((row) => row.endsWith("#")),
          `${char} ${family} ${px}`,
        )
      }
      assert.is(glyphOf(" ", { px, family }).height, 0)
      assert.ok(glyphOf(" ", { px, family }).advance > px / 6)
    }
  }
})

test("gives 0 for a character that the font lacks", () => {
  assert.is(dejavu.index(0x4e2d), 0)
  assert.is.not(dejavu.index(0x41), 0)
})

test("sets the size on use", () => {
  const id = dejavu.index(0x41)
  const first = dejavu.glyph(id, 12)
  const large = dejavu.glyph(id, 24)
  assert.ok(large.height > first.height * 1.7)
  assert.equal(dejavu.glyph(id, 12), first)
})

test("keeps what it drew when the memory of FreeType grows", () => {
  const before = dejavu.glyph(dejavu.index(0x42), 16)
  const copy = Uint8Array.from(before.bits)
  const others = Array.from({ length: 6 }, () =>
    open(outlines("@fontsource/unifont/files/unifont-latin-400-normal.woff")),
  )
  assert.equal(before.bits, copy)
  assert.equal(dejavu.glyph(dejavu.index(0x42), 16), before)
  for (const other of others) other.free()
})

test("refuses what is no font, and goes on", () => {
  const bytes = Buffer.from("this is no font, whatever its name says")
  assert.throws(() => open({ size: bytes.length, write: (target) => target.set(bytes) }), /cannot read it/)
  assert.throws(
    () =>
      open({
        size: 100,
        write: () => {
          throw new Error("damaged")
        },
      }),
    /damaged/,
  )
  assert.is(dejavu.glyph(dejavu.index(0x41), 12).height, 9)
})

test.run()
