import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { breakLines } from "../../../../kernel/engine/text/lines.js"
import { linesOf, paragraphOf, widthOf } from "./set.js"
import { depth } from "../../../depth.js"

const test = suite("lines")
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
const ENGLISH =
  "Like a sudden clap of thunder, imagination wakes at night; no one else, in the whole quiet house, hears it (or cares) — “why not?” she asked… and then: morning!"
const CHINESE =
  "他说：“今天的天气真好，我们一起去《公园》（或者湖边）走走吧！”她想了想……然后答道：“好的——不过，先吃饭。”温度是23°C，湿度50%。"
const JAPANESE = "「きょうは、いいお天気ですね」と彼は言った。カッコー（郭公）が人々の庭でチュッと鳴いた。"
const KOREAN = "대한민국의 수도 서울(Seoul)은 인공지능 AI를 3월 5일에 만났다. “정말?” 하고 물었다."
const THAI = "สวัสดีครับวันนี้อากาศดีมากเราไปเดินเล่นที่สวนสาธารณะกันเถอะ"
const CLOSING = /^[,.;:!?)\]}”’…%°、。，．：；？！）〕］｝〉》」』】・ー々ゃゅょっャュョッ]/u
const OPENING = /[([{“‘（〔［｛〈《「『【]$/u

test("breaks no Latin word unless it alone is wider than the line", () => {
  for (const px of [12, 13, 16, 20]) {
    for (let width = 40; width < 420; width += 7) {
      const words = new Set(ENGLISH.split(" "))
      for (const line of linesOf(ENGLISH, width, { px })) {
        for (const word of line.split(" ")) {
          const whole =
            words.has(word) ||
            widthOf(word, { px }) > width - px * 2 ||
            [...words].some((each) => each.includes(word) && widthOf(each, { px }) > width)
          assert.ok(whole, `${px} px in ${width}: "${word}"`)
        }
      }
    }
  }
})

test("begins no line with a closing mark and ends none with an opening one", () => {
  for (const [language, text] of Object.entries({ en: ENGLISH, "zh-Hans": CHINESE, ja: JAPANESE, ko: KOREAN })) {
    for (const px of [12, 16, 24]) {
      for (let width = px * 9; width < 400; width += 5) {
        for (const line of linesOf(text, width, { px, language })) {
          assert.not.match(line, CLOSING, `${language} ${px} px in ${width}`)
          assert.not.match(line, OPENING, `${language} ${px} px in ${width}`)
        }
      }
    }
  }
})

test("keeps every line within the width and every character but the spaces at line ends", () => {
  const piece = fc.constantFrom(
    "a",
    "word",
    "longest-word",
    " ",
    "  ",
    "中",
    "文，",
    "“好”",
    "한국",
    "กา",
    "שלום",
    "سلام",
    "\n",
    "😀",
    "é",
    "1,234",
    "(",
    ")",
    "—",
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 20, max: 400 }),
      fc.boolean(),
      (pieces, width, balance) => {
        const text = pieces.join("")
        const paragraph = paragraphOf(text)
        const { lines } = breakLines(paragraph, { width: width * 64, most: Infinity, balance, ellipsis: undefined })
        const shown = lines.map(({ start, end }) => paragraph.text.slice(start, end))
        assert.is(shown.join("").replace(/\s/g, ""), text.replace(/\s/g, ""))
        lines.forEach((line, i) =>
          assert.ok(
            line.width <= width * 64 || [...graphemes.segment(shown[i]!)].length === 1,
            `"${shown[i]}" in ${width}`,
          ),
        )
      },
    ),
    { numRuns: depth(300) },
  )
})

test("breaks Korean and Thai between words", () => {
  const korean = KOREAN.split(" ")
  const thai = new Set([...new Intl.Segmenter("th", { granularity: "word" }).segment(THAI)].map(({ index }) => index))
  for (let width = 120; width < 300; width += 5) {
    for (const line of linesOf(KOREAN, width, { language: "ko" }))
      for (const word of line.split(" ")) assert.ok(korean.includes(word), word)
    let at = 0
    for (const line of linesOf(THAI, width, { language: "th" })) {
      assert.ok(thai.has(at), `a line begins at ${at}`)
      at += line.length
    }
  }
})

test("breaks a word that is wider than the line, between graphemes", () => {
  assert.equal(linesOf("mmmmmm", widthOf("mm")), ["mm", "mm", "mm"])
  assert.equal(linesOf("éé", 1), ["é", "é"])
  assert.equal(linesOf("👨‍👩‍👧👍🏽", 1), ["👨‍👩‍👧", "👍🏽"])
})

test("fills lines to the last pixel", () => {
  const width = widthOf("one two")
  assert.equal(linesOf("one two three", width), ["one two", "three"])
  assert.equal(linesOf("one two three", width - 1), ["one", "two", "three"])
})

test("makes lines of about equal length when balanced, and at most one more of them", () => {
  const spread = (lines: readonly string[]): number =>
    Math.max(...lines.map((line) => widthOf(line))) - Math.min(...lines.map((line) => widthOf(line)))
  let gained = 0
  for (const text of [
    "The best way of avenging yourself is not to become like the wrong-doer.",
    "水中月，镜中花，看得见，摸不着，却让人念念不忘",
    ENGLISH,
  ]) {
    for (let width = 120; width < 380; width += 10) {
      const greedy = linesOf(text, width)
      const balanced = linesOf(text, width, { balance: true })
      assert.ok(
        balanced.length - greedy.length === 0 || balanced.length - greedy.length === 1,
        `${width}: ${balanced.length} of ${greedy.length}`,
      )
      assert.ok(
        balanced.every((line) => widthOf(line) <= width),
        `${width}`,
      )
      assert.equal(
        linesOf(text, width, { balance: true, most: greedy.length }).length,
        greedy.length,
        "none more than there may be",
      )
      gained += spread(greedy) - spread(balanced)
    }
  }
  assert.ok(gained > 1_000, `${gained} pixels`)
})

test("ends a text that is cut with an ellipsis within the width, after a whole grapheme and no loose mark", () => {
  for (let width = 30; width < 300; width += 3) {
    for (const most of [1, 2, 3]) {
      for (const text of [ENGLISH, CHINESE, THAI]) {
        const lines = linesOf(text, width, { most })
        // Words are torn rather than left out.
        if (linesOf(text, width).length <= most || lines.join("") === text.replaceAll(" ", "")) continue
        assert.is(lines.length, most)
        assert.match(lines.at(-1)!, /…$/)
        assert.not.match(lines.at(-1)!, /[\s,;:—–\-，、；：。.“‘（(《]…$/u)
        assert.ok(widthOf(lines.at(-1)!) <= width, `${width}`)
      }
    }
  }
  assert.equal(linesOf("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 44, { most: 1 }), ["👨‍👩‍👧👨‍👩‍👧…"])
})

test("adds no ellipsis when all is shown, line ends and spaces at the end or not", () => {
  assert.equal(linesOf("all of it", 200, { most: 1 }), ["all of it"])
  assert.equal(linesOf("all of it\n", 200, { most: 1 }), ["all of it"])
  assert.equal(linesOf("all of it \n\n  \n", 200, { most: 1 }), ["all of it"])
  assert.equal(linesOf("all\nof it\n", 200, { most: 2 }), ["all", "of it"])
})

test("leaves out what does not fit without a mark when there is none", () => {
  const { lines, tight } = breakLines(paragraphOf("one two three"), {
    width: widthOf("one two") * 64,
    most: 1,
    balance: false,
    ellipsis: undefined,
  })
  assert.equal(
    lines.map(({ start, end, cut }) => [start, end, cut]),
    [[0, 7, false]],
  )
  assert.ok(tight)
})

test("lets spaces at a line end belong to no line", () => {
  const width = widthOf("one")
  assert.equal(linesOf("one   two", width), ["one", "two"])
  assert.equal(linesOf("one   ", width), ["one"])
  assert.equal(linesOf("一\u3000二", widthOf("一")), ["一", "二"])
})

test("keeps line ends that the text asks for, and indents after them", () => {
  assert.equal(linesOf("a\n\nb", 100), ["a", "", "b"])
  assert.equal(linesOf("a\n  b", 100), ["a", "  b"])
  assert.equal(linesOf("", 100), [""])
  assert.equal(linesOf("\n", 100), ["", ""])
})

test.run()
