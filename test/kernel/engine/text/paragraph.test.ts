import { suite } from "uvu"
import * as assert from "uvu/assert"
import { shaped } from "./shaped.js"
import { linesOf, paragraphOf, typesetter, style, widthOf } from "./set.js"

const test = suite("paragraph")

test("sets one space for a tab and nothing for other controls", () => {
  assert.is(paragraphOf("a\tb").text, "a b")
  assert.is(paragraphOf("a\u0000\u0007\u001b[31mb\u007f\u0080").text, "a[31mb")
  assert.is(paragraphOf("soft\u00adhyphen").text, "softhyphen")
})

test("takes every kind of line end for one", () => {
  assert.is(paragraphOf("a\r\nb\rc\u2028d\u2029e\vf\fg\u0085h").text, "a\nb\nc\nd\ne\nf\ng\nh")
  assert.equal(linesOf("a\r\nb", 100), ["a", "b"])
})

test("composes letters and their marks", () => {
  assert.is(paragraphOf("e\u0301").text, "é")
  assert.is(paragraphOf("한").text, "한")
})

test("replaces lone surrogates", () => {
  for (const text of ["\ud800", "a\udc00b", "\ud83d", "x\ud83d\ud83d\ude00"]) {
    assert.ok(paragraphOf(text).text.isWellFormed(), JSON.stringify(text))
    assert.is(paragraphOf(text).text.length, text.length)
  }
})

test("shows invisible characters as nothing", () => {
  for (const char of ["\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\ufe0f", "\u{e0041}"]) {
    assert.is(widthOf(`a${char}b`), widthOf("ab"), `U+${char.codePointAt(0)!.toString(16)}`)
    assert.equal(paragraphOf(`a${char}b`).missing, [])
  }
})

test("adds up advances to offsets, one for each unit and one for the end", () => {
  const { offsets, clusters } = paragraphOf("fi 中\u{1f600}x")
  assert.is(offsets.length, 8)
  assert.equal(
    [...offsets].toSorted((a, b) => a - b),
    [...offsets],
  )
  assert.is(clusters[5], 0, "the second half of the emoji begins nothing")
  assert.is(offsets[6], offsets[5], "and has no width")
})

test("counts no width for a line end", () => {
  assert.is(widthOf("a\nb"), widthOf("a") + widthOf("b"))
})

test("measures the highest and the lowest ink", () => {
  const plain = paragraphOf("xo", { px: 28, family: "serif" })
  const tall = paragraphOf("Ễgp", { px: 28, family: "serif" })
  assert.ok(plain.above < 16 && plain.below <= 1, `${plain.above} ${plain.below}`)
  assert.ok(tall.above > 28 && tall.below >= 5, `${tall.above} ${tall.below}`)
})

test("cuts a text that no screen holds, at any size, and shapes each character once", () => {
  const texts = {
    words: "lorem ipsum ".repeat(2_500),
    "one word": "x".repeat(30_000),
    mixed: "a你".repeat(12_000),
    lines: "\n".repeat(25_000),
    arabic: "سلام ".repeat(6_000),
    marks: `a${"\u0301".repeat(25_000)}`,
    missing: "\ue000".repeat(25_000),
    emoji: "👨‍👩‍👧".repeat(4_000),
    zero: "\u200b".repeat(25_000),
  }
  for (const [name, text] of Object.entries(texts)) {
    for (const px of [12, 112]) {
      let length = 0
      const { runs, units, shown } = shaped(() => {
        length = typesetter.paragraph(text, style({ px })).text.length
      })
      assert.ok(length > 0 && length <= 20_000, name)
      assert.ok(units > 0 && units <= length, `${name} at ${px}: ${units} units are shaped of ${length}`)
      assert.ok(shown <= units + runs * 20, `${name} at ${px}: ${shown} units are shown for ${units} in ${runs} runs`)
    }
  }
  assert.is(paragraphOf("lorem ipsum ".repeat(2_500)).text.length, 20_000)
  assert.ok(
    paragraphOf("l".repeat(30_000), { px: 112 }).offsets.at(-1)! / 64 > 1_600 * (1_200 / 112),
    "more than the largest screen holds",
  )
})

test.run()
