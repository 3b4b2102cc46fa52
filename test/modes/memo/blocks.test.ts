import { suite } from "uvu"
import * as assert from "uvu/assert"
import { blocksOf, parted, tidied } from "../../../modes/memo/blocks.js"

const test = suite("blocks")

const TIDY: readonly (readonly [string, string, string])[] = [
  ["blanks at both ends", " \n\n  Call Mum \t\n ", "Call Mum"],
  ["line ends of Windows", "a\r\nb\r\rc", "a\nb\n\nc"],
  ["line ends of other alphabets", "a\u2028b\u2029c\u0085d\ve\ff", "a\nb\nc\nd\ne\nf"],
  ["blanks at the end of a line", "a  \nb\t\nc\u3000", "a\nb\nc"],
  ["two blank lines", "a\n\n\nb", "a\n\n\nb"],
  ["more than two blank lines", "a\n\n \n\t\n\n\nb", "a\n\n\nb"],
  ["nothing", "", ""],
  ["blanks alone", " \n\t\u3000", ""],
  ["characters without ink", "\u200b\u200d\ufeff\u2060\n\u00ad\u0301\ufe0f", ""],
  [
    "marks that pile up",
    "Z\u0334\u0327\u0322\u031b a\u0301 e\u0302\u0301 \u05e9\u05bc\u05c1\u05b8",
    "Z\u0334\u0327 \u00e1 \u1ebf \ufb2a\u05bc\u05b8".normalize("NFC"),
  ],
  ["a picture alone", "😀", "😀"],
  ["a mark alone", "?", "?"],
]
for (const [what, text, expected] of TIDY)
  test(`tidies ${what}`, () => {
    assert.is(tidied(text), expected)
  })

const short = (text: string): string[] => blocksOf(text).map(({ kind, blank, text: own }) => `${kind} ${blank} ${own}`)

const FORMS: readonly (readonly [string, string, readonly string[]])[] = [
  ["lines that stand together as one", "a\nb\n\nc", ["plain 0 a\nb", "plain 1 c"]],
  ["how many lines are left blank", "a\n\n\nb\n- c\n\n- d", ["plain 0 a", "plain 2 b", "bullet 0 c", "bullet 1 d"]],
  ["items of a list", "- a\n* b\n• c\n  - d", ["bullet 0 a", "bullet 0 b", "bullet 0 c", "bullet 0 d"]],
  ["boxes to tick", "[ ] a\n[x] b\n- [ ] c\n* [X] d", ["open 0 a", "done 0 b", "open 0 c", "done 0 d"]],
  ["a heading in the first line", "# a\nb\n# c", ["heading 0 a", "plain 0 b\n# c"]],
  ["marks without words as words", "#\n-\n[ ]\n[x]\n•", ["plain 0 #\n-\n[ ]\n[x]\n•"]],
  ["marks without a blank behind them as words", "#a\n-b\n[x]c\n*d*", ["plain 0 #a\n-b\n[x]c\n*d*"]],
  ["a paragraph after a list", "- a\nb", ["bullet 0 a", "plain 0 b"]],
  ["other brackets as words", "[y] a\n[] b\n[  ] c", ["plain 0 [y] a\n[] b\n[  ] c"]],
]
for (const [what, text, expected] of FORMS)
  test(`takes ${what}`, () => {
    assert.equal(short(text), expected)
  })

test("takes its time even for two thousand blanks", () => {
  for (const char of [" ", "\n", "\t", "- ", "[ ] ", "# ", "\n \n"])
    assert.is(tidied(char.repeat(2_000).slice(0, 2_000)).includes("\n\n\n\n"), false)
})

test("parts a few short notes, and neither lists nor pages of text", () => {
  const blanks = (text: string): number[] => parted(blocksOf(text)).map(({ blank }) => blank)
  assert.equal(blanks("Milk\nCall the plumber\n\nBooks"), [0, 1, 1])
  assert.equal(blanks("- Milk\n- Bread"), [0, 0])
  assert.equal(blanks("a\nb\nc\nd\ne\nf\ng"), [0])
  assert.equal(blanks(`${"long ".repeat(20)}\nb`), [0])
})

test.run()
