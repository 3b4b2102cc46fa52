import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Paragraph } from "../../../../kernel/engine/text/paragraph.js"
import { blockOf, glyphOf, paragraphOf, rowsOf, widthOf } from "./set.js"

const test = suite("shape")
const glyphsOf = ({ runs }: Paragraph) => runs.flatMap(({ shaped }) => shaped.glyphs)
const drawn = (text: string, given = {}): string => JSON.stringify(glyphsOf(paragraphOf(text, given)).map(rowsOf))

test("kerns AVATAR", () => {
  const given = { px: 28 }
  const apart = [..."AVATAR"].reduce((sum, char) => sum + widthOf(char, given), 0)
  assert.ok(widthOf("AVATAR", given) <= apart - 3, `${widthOf("AVATAR", given)} of ${apart}`)
})

test("takes all advances from FreeType where there is no kerning", () => {
  for (const px of [11, 12, 13, 14, 16, 20, 28]) {
    const text = "minimum 0123 HHH"
    const shaped = paragraphOf(text, { px }).runs[0]!.shaped
    shaped.glyphs.forEach(({ advance }, i) => assert.is(shaped.advances[i], advance * 64, `${px} px: ${text[i]}`))
    assert.is(
      widthOf(text, { px }),
      [...text].reduce((sum, char) => sum + glyphOf(char, { px }).advance, 0),
    )
  }
})

test("gives digits one width when asked", () => {
  for (const px of [16, 20, 28]) {
    const widths = [..."0123456789"].map((digit) => widthOf(digit, { px, family: "serif", tabular: true }))
    assert.is(new Set(widths).size, 1, `${px} px: ${widths}`)
  }
})

test("joins Arabic letters", () => {
  const joined = drawn("سلام")
  const apart = JSON.stringify([..."سلام"].map((char) => rowsOf(glyphOf(char))).reverse())
  assert.is.not(joined, apart)
  assert.is(paragraphOf("لا").runs[0]!.shaped.glyphs.length, 1, "lam and alef are one glyph")
})

test("joins Arabic letters that follow Hebrew ones in the same run of direction", () => {
  const both = paragraphOf("שלום سلام")
  assert.ok(both.rightToLeft)
  const arabic = both.runs.filter(({ start }) => start >= 5).flatMap(({ shaped }) => shaped.glyphs)
  assert.equal(arabic.map(rowsOf), glyphsOf(paragraphOf("سلام")).map(rowsOf))
})

test("joins Arabic letters across a change of face", () => {
  const { shaper } = paragraphOf("س").runs[0]!.cut.face
  const options = { px: 16, rightToLeft: true, language: "ar", tabular: false }
  const whole = shaper.shape("سلام", 0, 4, options)
  const alone = shaper.shape("س", 0, 1, options)
  const inside = shaper.shape("سلام", 0, 1, options)
  assert.equal(rowsOf(inside.glyphs[0]!), rowsOf(whole.glyphs.at(-1)!))
  assert.is.not(String(rowsOf(inside.glyphs[0]!)), String(rowsOf(alone.glyphs[0]!)))
})

test("sets f and i apart at small sizes, where their ligature has other stems, and joins them above", () => {
  for (const px of [12, 13, 16, 18])
    for (const family of ["sans", "serif"] as const)
      assert.is(paragraphOf("fi", { px, family }).runs[0]!.shaped.glyphs.length, 2, `${family} ${px}`)
  assert.is(paragraphOf("fi", { px: 28, family: "serif" }).runs[0]!.shaped.glyphs.length, 1)
  assert.is(paragraphOf("fi 10", { px: 16, family: "serif", tabular: true }).runs[0]!.shaped.glyphs.length, 5)
})

test("counts clusters from the beginning of the text, wherever the run stands", () => {
  const text = `${"x".repeat(50)}世界${"y".repeat(50)}`
  const { runs } = paragraphOf(text)
  assert.equal(
    runs.map(({ start, end }) => [start, end]),
    [
      [0, 50],
      [50, 52],
      [52, 102],
    ],
  )
  for (const { start, end, shaped } of runs)
    assert.equal(
      [...shaped.clusters],
      Array.from({ length: end - start }, (_, i) => start + i),
    )
})

test("sets marks over their letters, without an advance", () => {
  const given = { family: "mono" } as const
  assert.is(widthOf("q\u0301", given), widthOf("q", given))
  assert.is(glyphsOf(paragraphOf("q\u0301", given)).filter(({ height }) => height > 0).length, 2)
})

test("reorders nothing from the left and everything from the right", () => {
  const rising = [...paragraphOf("abc").runs[0]!.shaped.clusters]
  const falling = [...paragraphOf("אבג").runs[0]!.shaped.clusters]
  assert.equal(rising, [0, 1, 2])
  assert.equal(falling, [2, 1, 0])
})

test("mirrors brackets that read from the right", () => {
  const shown = blockOf("(א)")
    .glyphs.toSorted((a, b) => a.x - b.x)
    .map(({ glyph }) => rowsOf(glyph))
  assert.equal(
    shown,
    ["(", "א", ")"].map((char) => rowsOf(glyphOf(char))),
  )
})

test.run()
