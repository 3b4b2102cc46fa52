import { suite } from "uvu"
import * as assert from "uvu/assert"
import { itemise } from "../../../../kernel/engine/text/itemise.js"
import type { Glyph } from "../../../../kernel/engine/text/raster.js"
import { fontsOf, glyphOf, paragraphOf, rowsOf, style, typesetter } from "./set.js"

const test = suite("itemise")
const parts = (text: string, given = {}): string[] =>
  paragraphOf(text, given).runs.map(
    ({ start, end, level, cut }) => `${paragraphOf(text, given).text.slice(start, end)}|${cut.face.font.id}|${level}`,
  )
const same = (a: Glyph, b: Glyph): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.bits, b.bits) === 0
/** Whether a font draws the box that it has for what it lacks. */
const drawsBox = (text: string): boolean =>
  paragraphOf(text).runs.some(({ cut: { face, px }, shaped }) => {
    const box = face.glyph(0, px)
    return box.width > 2 && shaped.glyphs.some((glyph) => same(box, glyph))
  })

test("falls back for each grapheme alone", () => {
  assert.equal(parts("Tea 茶 и чай"), ["Tea |label-12|0", "茶 |fusion-pixel-sc|0", "и чай|dejavu-sans|0"])
  assert.equal(fontsOf("aកb"), ["label-12", "unifont-last-resort", "label-12"])
  assert.equal(fontsOf("ok 😀"), ["label-12", "noto-emoji"])
})

test("keeps a grapheme in one face", () => {
  assert.equal(fontsOf("a\u1ab0"), ["text"], "the mark is not in the first face")
  assert.equal(fontsOf("👩‍🚀👍🏽🇫🇷"), ["noto-emoji"])
  assert.is(
    paragraphOf("👩‍🚀").runs[0]!.shaped.glyphs.filter(({ height }) => height > 0).length,
    1,
    "joined to one picture",
  )
})

test("draws a sign as an emoji only when it is one, or is asked to be", () => {
  assert.equal(fontsOf("☀"), ["dejavu-sans"])
  assert.equal(fontsOf("☀\ufe0f"), ["noto-emoji"])
  assert.equal(fontsOf("⛅"), ["noto-emoji"])
  assert.equal(fontsOf("©1#"), ["label-12"])
})

test("leaves quotation marks and dashes with what stands before", () => {
  assert.equal(fontsOf("说“好”——"), ["fusion-pixel-sc"])
  assert.equal(fontsOf("say “yes” — no…"), ["label-12"])
})

test("splits by direction, numbers in their own", () => {
  assert.equal(parts("abc שלום 123 def"), [
    "abc |label-12|0",
    "שלום |dejavu-sans|1",
    "123|label-12|2",
    " def|label-12|0",
  ])
  assert.equal(parts("שלום abc"), ["שלום |dejavu-sans|1", "abc|label-12|2"])
  assert.ok(paragraphOf("שלום abc").rightToLeft)
  assert.not.ok(paragraphOf("abc שלום").rightToLeft)
  for (const time of ["13:00", "١٣:٠٠"]) {
    assert.ok(paragraphOf(time, { language: "ar" }).rightToLeft, "numbers stand where the words of the page do")
    assert.not.ok(paragraphOf(time).rightToLeft)
  }
})

test("splits by script where letters are shaped by rules of their own", () => {
  assert.equal(parts("שלום, سلام"), ["שלום|dejavu-sans|1", ", |label-12|1", "سلام|dejavu-sans|1"])
  assert.equal(parts("हिन्दी ไทย abc"), [
    "हिन्दी|noto-sans-devanagari|0",
    " |label-12|0",
    "ไทย|noto-sans-thai-looped|0",
    " abc|label-12|0",
  ])
  assert.equal(
    parts("Latin, Ελληνικά и русский"),
    ["Latin, |label-12|0", "Ελληνικά и русский|dejavu-sans|0"],
    "these need none",
  )
})

test("sets a question mark for what no font has, and reports it", () => {
  const paragraph = paragraphOf("a\ue123b\u{10fffd}\ue123")
  assert.is(paragraph.text, "a?b??")
  assert.equal(paragraph.missing, ["\ue123", "\u{10fffd}"])
  assert.equal(
    paragraph.runs.map(({ cut }) => cut.face.font.id),
    ["label-12"],
  )
  assert.equal(rowsOf(glyphOf("\ue123")), rowsOf(glyphOf("?")))
})

test("drops a mark that the base's font lacks, and reports it", () => {
  const paragraph = paragraphOf("中\ue123\u0e34 x\u{1e8d0}")
  assert.equal(paragraph.missing.includes("x\u{1e8d0}"), true)
  assert.not.ok(paragraph.text.includes("\u{1e8d0}"))
  assert.ok(paragraph.text.endsWith(" x"))
})

test("draws no box for anything in the first two planes", () => {
  const boxes = typesetter.book.chain(style()).filter(({ face, px }) => face.glyph(0, px).width > 2)
  assert.ok(boxes.length > 5, "most fonts have one")
  for (
    let from = 0x20;
    from < 0x20000;
    from += (from >= 0x3400 && from < 0xd800) || (from >= 0x10000 && from < 0x1f000) ? 1024 : 64
  ) {
    const text = Array.from({ length: 64 }, (_, i) => from + i)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .join(" ")
    assert.not.ok(drawsBox(text), `U+${from.toString(16)}`)
  }
})

test("draws no box for marks after letters of other scripts", () => {
  const marks = [
    0x301, 0x489, 0x5b0, 0x64e, 0x93c, 0x94d, 0xe34, 0x1ab0, 0x20e3, 0x3099, 0xa8e0, 0xfe0f, 0xfe20, 0x1d165, 0x1f3fd,
    0xe0101,
  ]
  for (const base of ["a", "я", "中", "か", "한", "א", "م", "ก", "न", "😀", "\ue123", " ", "\u200b"]) {
    for (const mark of marks)
      assert.not.ok(drawsBox(`x${base}${String.fromCodePoint(mark)}y`), `${base} U+${mark.toString(16)}`)
  }
})

test("finds missing characters in a text of nothing else without end", () => {
  const text = Array.from({ length: 6_000 }, (_, i) => String.fromCodePoint(0xf0000 + i)).join("")
  const { missing, repairs } = itemise([{ text, style: style() }], typesetter.book)
  assert.is(missing.size, 6_000)
  assert.is(repairs[0]!.length, 6_000)
  assert.equal(repairs[0]![5_999], { start: 11_998, end: 12_000, text: "?" })
})

test.run()
