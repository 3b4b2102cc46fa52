import { suite } from "uvu"
import * as assert from "uvu/assert"
import { blockOf, linesOf, paragraphOf } from "./set.js"
import { insideWords } from "../../../../kernel/engine/text/chinese-words.js"
import { breakLines } from "../../../../kernel/engine/text/lines.js"

const test = suite("balance")
const zh = { px: 28, family: "serif", language: "zh" } as const
const balanced = (text: string, width: number, most = Infinity): string[] =>
  linesOf(text, width, { ...zh, balance: true, most })

test("ends Chinese lines after a clause, if need be on a line more", () => {
  assert.equal(balanced("苟日新，日日新，又日新。", 260), ["苟日新，", "日日新，", "又日新。"])
  assert.equal(balanced("对蜂群无益的，对一只蜜蜂也无益。", 348), ["对蜂群无益的，", "对一只蜜蜂也无益。"])
  assert.equal(balanced("不合宜的，就别做；不真实的，就别说。", 348), ["不合宜的，就别做；", "不真实的，就别说。"])
})

test("breaks inside a clause only where no clause fits, and then between words", () => {
  const lines = balanced("要紧的不是你承受什么而是你怎样承受", 300)
  assert.ok(lines.length > 1)
  assert.not.ok(
    lines.some((line) => line.endsWith("什") || line.endsWith("怎")),
    lines.join("/"),
  )
})

test("says when a line ends inside a clause, so that a smaller size can be tried", () => {
  const broken = (text: string, width: number): string | undefined =>
    breakLines(paragraphOf(text, zh), { width: width * 64, most: Infinity, balance: true, ellipsis: undefined }).rough
  assert.ok(broken("要紧的不是你承受什么，而是你怎样承受。", 200))
  assert.not.ok(broken("要紧的不是你承受什么，而是你怎样承受。", 340))
  assert.not.ok(broken("Plain words in English that take more than a line or two.", 200))
})

test("ends lines of Chinese before a word rather than inside it, where the line stays more than half full", () => {
  for (const width of [160, 190, 220, 250]) {
    const lines = linesOf("凡是伟大的，都不会一下子长成，一串葡萄、一枚无花果尚且如此。", width, zh).join("/")
    assert.not.match(lines, /葡\/萄|无\/花|花\/果|下\/子|尚\/且/, lines)
  }
  const rough = (text: string): string | undefined =>
    breakLines(paragraphOf(text, zh), { width: 100 * 64, most: Infinity, balance: false, ellipsis: undefined }).rough
  assert.equal([rough("无花果葡萄"), rough("一枚无花果")], [undefined, "word"], "and says where it is")
})

test("takes no more lines than there may be", () => {
  assert.equal(balanced("苟日新，日日新，又日新。", 260, 2).length, 2)
})

test("keeps words whole that the dictionary does not know, where it finds none across their ends", () => {
  const begins = (text: string): string => [...text].filter((_, at) => !insideWords(text).has(at)).join("")
  assert.is(begins("请在此页面的设置中"), "请在页的设中")
  assert.is(begins("重启路由器后配对码已满"), "重路后配码已")
  assert.is(begins("添加订阅源"), "添订")
  assert.is(begins("三月出生的在线路上"), "三出的在线上", "no moonrise, nobody online")
})

test("does not leave the first word of a sentence at the end of a line when another break is as good", () => {
  const lines = linesOf("I like work: it fascinates me. I can sit and look at it for hours.", 300, {
    px: 24,
    family: "serif",
    balance: true,
  })
  assert.not.ok(
    lines.some((line) => line.endsWith(" I")),
    lines.join(" / "),
  )
})

test("leaves long texts as they were filled", () => {
  const long = "一二三四五六七八九十".repeat(60)
  assert.equal(linesOf(long, 300, { ...zh, balance: true }), linesOf(long, 300, zh))
})

test("lets the closing mark of a centred line hang out, so that its words stand in the middle", () => {
  const options = { width: 400, align: "center" } as const
  const [plain, closed] = [blockOf("一二三四五", zh, options), blockOf("一二三四五。", zh, options)]
  const first = (block: ReturnType<typeof blockOf>): number => Math.min(...block.glyphs.map(({ x }) => x))
  const last = (block: ReturnType<typeof blockOf>): number =>
    Math.max(...block.glyphs.slice(0, 5).map(({ x, glyph }) => x + glyph.width))
  const middle = (block: ReturnType<typeof blockOf>): number => (first(block) + last(block)) / 2 - block.width / 2
  assert.ok(Math.abs(middle(closed) - middle(plain)) <= 1, `${middle(closed)} and ${middle(plain)}`)
  assert.ok(
    closed.glyphs.every(({ x, glyph }) => x >= 0 && x + glyph.width <= closed.width),
    "and still inside the block",
  )
})

test("measures a word from its baseline to the height of a capital, whatever hangs below", () => {
  const cap = (word: string): number =>
    blockOf(word, { px: 80, family: "serif" }, { lineHeight: 92, trim: "cap" }).height
  assert.is(cap("Hope"), cap("Cloud"))
  assert.is(cap("Hope"), 56)
  const ink = (word: string): number =>
    blockOf(word, { px: 80, family: "serif" }, { lineHeight: 92, trim: "ink" }).height
  assert.is.not(ink("Hope"), ink("Cloud"))
})

test.run()
