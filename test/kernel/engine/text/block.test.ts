import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Canvas } from "../../../../kernel/engine/bitmap/canvas.js"
import { paintBlock } from "../../../../kernel/engine/text/block.js"
import type { Block } from "../../../../kernel/engine/text/block.js"
import { blockOf, glyphOf, rowsOf, widthOf } from "./set.js"
import { inkBox } from "../../../setting.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("block")
const sameGlyph = (a: object, b: object): boolean => String(rowsOf(a as never)) === String(rowsOf(b as never))
/** The characters of a block from left to right: each glyph is looked up among those of `alphabet`. */
function visual(block: Block, alphabet: string): string {
  return block.glyphs
    .toSorted((a, b) => a.x - b.x)
    .map(({ glyph }) => [...alphabet].find((char) => sameGlyph(glyphOf(char), glyph)) ?? "_")
    .join("")
}

function ink(block: Block): { left: number; top: number; right: number; bottom: number } {
  const canvas = new Canvas(block.width + 40, block.height + 40, BW)
  paintBlock(canvas, block, 20, 20, 0)
  const { left, top, right, bottom } = inkBox(canvas.bitmap())!
  return { left: left - 20, top: top - 20, right: right - 20, bottom: bottom - 20 }
}

test("is as wide as its widest line and as high as its lines", () => {
  const block = blockOf("one\nlonger line\ntwo")
  assert.is(block.lineCount, 3)
  assert.is(block.height, 54)
  assert.is(block.width, widthOf("longer line"))
  assert.not.ok(block.wrapped || block.tight || block.clipped)
})

test("puts baselines one line height apart", () => {
  const block = blockOf("H\nH\nH", { px: 13 }, { lineHeight: 21 })
  const bottoms = block.glyphs.map(({ y, glyph }) => y + glyph.height)
  assert.equal(bottoms, [block.baseline, block.baseline + 21, block.baseline + 42])
})

test("says what became of the text", () => {
  const flags = ({ tight, clipped, wrapped }: Block): string =>
    `${tight ? "tight " : ""}${clipped ? "clipped " : ""}${wrapped ? "wrapped" : ""}`.trim()
  assert.is(flags(blockOf("one two", {}, { width: 200 })), "")
  assert.is(flags(blockOf("one two", {}, { width: 30 })), "wrapped")
  assert.is(flags(blockOf("incomprehensibilities", {}, { width: 50 })), "tight wrapped")
  assert.is(flags(blockOf("one two", {}, { width: 30, lines: 1 })), "tight clipped wrapped")
  assert.is(flags(blockOf("one two", {}, { width: 30, lines: 1, mark: "none" })), "tight clipped wrapped")
  assert.is(flags(blockOf("one\ntwo", {}, { width: 200, lines: 1 })), "tight clipped")
  assert.is(flags(blockOf("one\n\n", {}, { width: 200, lines: 1 })), "")
  assert.is(
    flags(blockOf("\u200bone\u200b \u200b", {}, { width: 200, lines: 1 })),
    "",
    "a space of no width is no text",
  )
})

test("aligns each line in the widest", () => {
  const x = (align: "start" | "center" | "end"): number[] => {
    const { glyphs } = blockOf("H\nHHHHHHHHHH", {}, { align })
    return [glyphs[0]!.x, glyphs[1]!.x]
  }
  const room = widthOf("HHHHHHHHHH") - widthOf("H")
  const [first, second] = x("start") as [number, number]
  assert.is(first, second)
  assert.equal(x("end"), [first + room, second])
  assert.equal(x("center"), [first + Math.round(room / 2), second])
})

test("starts a paragraph that reads from the right at the right", () => {
  const x = (align: "start" | "center" | "end"): number[] => {
    const { glyphs, rightToLeft } = blockOf("א\nאאאאאאאאאא", {}, { align })
    assert.ok(rightToLeft)
    return [glyphs[0]!.x, Math.max(...glyphs.map((each) => each.x))]
  }
  const [first, last] = x("start") as [number, number]
  assert.is(first, last, "the short line ends where the long one does")
  assert.ok(x("end")[0]! < 3, "and at the left when it shall end")
  assert.not.ok(blockOf("abc").rightToLeft)
})

test("sets what reads from the right in its own order inside what reads from the left, and the other way round", () => {
  const letters = "abcאבג123(),"
  assert.is(visual(blockOf("abc אבג 123"), letters), "abc123גבא")
  assert.is(visual(blockOf("אבג abc"), letters), "abcגבא")
  assert.is(visual(blockOf("אבג 123 abc"), letters), "abc123גבא", "numbers read from the left, and follow")
  assert.is(visual(blockOf("א(ב)ג"), letters), "ג(ב)א")
  assert.is(visual(blockOf("abc, אבג, cba"), letters), "abc,גבא,cba")
})

test("keeps signs and degrees with their numbers", () => {
  const shown = (text: string): string => visual(blockOf(text), "−-+°0123456789٢٤٥/אבגabc .")
  assert.is(shown("−٤° / ٢°"), "−٤°/٢°")
  assert.is(shown("-٤° / -٢° abc"), "-٤°/-٢°abc")
  assert.is(shown("אבג −4° / 2°"), "2°/−4°גבא", "the first number is at the right")
  assert.is(shown("אבג +3"), "+3גבא")
  assert.is(shown("אבג −4.5 °"), "−4.5°גבא")
  assert.is(shown("א-4"), "4-א", "a hyphen after a letter is no sign")
})

test("draws nothing for isolates, and gives them no width", () => {
  for (const family of ["sans", "serif", "display", "mono"] as const) {
    for (const text of ["−4° / 2°", "אבג −4° / 2°", "−٤° / ٢°"]) {
      const isolated = text.replace(/−?[\d٢٤]°/g, "\u2068$&\u2069")
      assert.is(widthOf(isolated, { family }), widthOf(text, { family }), `${text} in ${family}`)
      const drawn = (words: string): unknown =>
        blockOf(words, { family }).glyphs.flatMap(({ x, y, glyph }) =>
          glyph.width === 0 ? [] : [[x, y, rowsOf(glyph)]],
        )
      assert.equal(drawn(isolated), drawn(text))
    }
  }
})

test("puts the ellipsis where the text would have gone on", () => {
  const at = (text: string): string => visual(blockOf(text, {}, { width: 60, lines: 1 }), `אבגabc…`)
  assert.match(at("abc abc abc abc abc abc"), /^abc.*…$/)
  assert.match(at("אבג אבג אבג אבג אבג"), /^….*א$/)
})

test("breaks lines of mixed direction in reading order", () => {
  const block = blockOf("אבג גבא אאא בבב", {}, { width: Math.max(widthOf("אבג גבא"), widthOf("אאא בבב")) })
  assert.is(block.lineCount, 2)
  assert.is(visual({ ...block, glyphs: block.glyphs.filter(({ y }) => y < 18) }, "אבג"), "אבגגבא")
  assert.is(visual({ ...block, glyphs: block.glyphs.filter(({ y }) => y >= 18) }, "אבג"), "בבבאאא")
})

test("keeps all ink in its height, marks above capitals and tails below included", () => {
  for (const text of [
    "Ễ",
    "ỄỖ gjpqy Ç",
    "ที่ กู้",
    "द्ध्र्यूँ",
    "র্কী ন্ধ্রু",
    "றூ கீ",
    "(Q|{",
    "漢字g",
    "مُحَمَّد إِ",
    "שָׁלוֹם",
    "😀g",
    "ΰ ΐ",
    "Ế\nẴg",
  ]) {
    for (const px of [11, 12, 13, 16, 20, 28, 40, 64]) {
      for (const family of ["sans", "serif"] as const) {
        for (const factor of [1, 1.15, 1.35]) {
          const block = blockOf(text, { px, family }, { lineHeight: Math.round(px * factor) })
          const { top, bottom } = ink(block)
          assert.ok(
            top >= 0 && bottom <= block.height,
            `${text} ${family} ${px} x ${factor}: ${top} to ${bottom} of ${block.height}`,
          )
        }
      }
    }
  }
})

test("is no higher than its lines when its ink needs no more, whatever is cut from it", () => {
  assert.is(blockOf("Good morning", { px: 13 }, { lineHeight: 18 }).height, 18)
  assert.is(blockOf("中文排版", { px: 12 }, { lineHeight: 18 }).height, 18)
  const one = blockOf("Ễ a", { px: 12 }, { lineHeight: 16 })
  const two = blockOf("Ễ a", { px: 12 }, { lineHeight: 16, width: 8 })
  assert.ok(one.height > 16)
  assert.is(two.height, one.height + 16)
  assert.is(two.baseline, one.baseline)
})

test("trims to the ink, baseline and all", () => {
  for (const text of ["21", "g", "静", "Ag", "“I”"]) {
    const block = blockOf(text, { px: 80, family: "serif" }, { lineHeight: 92, trim: "ink" })
    assert.equal(ink(block), { left: 0, top: 0, right: block.width, bottom: block.height }, text)
  }
  const trimmed = blockOf("21", { px: 80, family: "serif" }, { lineHeight: 92, trim: "ink" })
  assert.ok(Math.abs(trimmed.baseline - trimmed.height) <= 1, "numerals stand on it")
  assert.is(blockOf("", {}, { trim: "ink" }).glyphs.length, 0)
})

test("keeps ink that reaches out of its advance inside", () => {
  for (const text of ["j", "ff", "Q,", "“", "ỹ", "f"]) {
    const { left, right } = ink(blockOf(text, { px: 28, family: "serif" }))
    assert.ok(left >= 0 && right <= blockOf(text, { px: 28, family: "serif" }).width, text)
  }
})

test("is empty for an empty text, one line high", () => {
  const block = blockOf("")
  assert.equal([block.width, block.height, block.lineCount, block.glyphs.length], [0, 18, 1, 0])
  assert.not.ok(block.clipped)
})

test.run()
