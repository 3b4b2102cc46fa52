import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../../depth.js"
import { pageMargin, screenClass } from "platen/sdk/mode"
import type { Mode, Scene, SceneNode, Text } from "platen/sdk/mode"
import { settingsOf } from "../../../plugins/pages/pages/mode-input.js"
import type { Placement } from "../../../kernel/engine/scene/layout.js"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import memo from "../../../modes/memo/mode.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
import { wordsIn } from "../../words.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "./page.js"
import type { Size } from "./page.js"
import { described as describe } from "../../setting.js"

const test = suite("memo")
const mode: Mode = memo

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

async function sceneOf(memo_text: string, language = "en", [width, height] = [400, 300]): Promise<Scene> {
  const settings = mode.settings!.parse({ memo_text })
  const outcome = await mode.content(contentContext({ settings, language }))
  if ("skip" in outcome) throw new Error(outcome.skip)
  return mode.view(
    mode.data.parse(outcome.data),
    viewContext({ settings, language, width, height, screen: screenClass(width!, height!), words: wordsIn(language) }),
  )
}

const textsOf = (node: SceneNode): Text[] => all(node).filter((each) => each.type === "text")
const pageWith = (memo_text: string, size: Size, language: string) =>
  pageOf(stage, "MEMO", { memo_text }, size, language)

test("keeps what was written, tidied", async () => {
  const context = contentContext({ settings: mode.settings!.parse({ memo_text: " Call\r\nMum \n\n\n\n\nnow " }) })
  assert.equal(await mode.content(context), { data: { text: "Call\nMum\n\n\nnow" } })
  assert.equal(mode.fallback(context), { text: "Call\nMum\n\n\nnow" })
})

test("refuses what is no memo, by the field's name", () => {
  assert.equal(settingsOf(mode, {}), { memo_text: "" })
  assert.is((settingsOf(mode, { memo_text: "a".repeat(2_000) }) as { memo_text: string }).memo_text.length, 2_000)
  assert.throws(() => settingsOf(mode, { memo_text: "a".repeat(2_001) }), /MEMO are invalid: memo_text: /)
  assert.throws(() => settingsOf(mode, { memo_text: 7 }), /memo_text: /)
  assert.throws(() => settingsOf(mode, { memo: "a" }), /memo/)
})

for (const [language, says] of [
  ["en", "Nothing is written here yet: write your memo in the settings of this page."],
  ["zh", "这里还没有写下什么：请在此页面的设置中写下便签。"],
  ["fr", "Rien n’est encore écrit ici\u00a0: écrivez votre mémo dans les réglages de cette page."],
  ["pt", "Nothing is written here yet: write your memo in the settings of this page."],
] as const) {
  test(`says in ${language} where to write while nothing is written`, async () => {
    for (const nothing of ["", "  \n ", "\u200b\u2060"])
      assert.is(describe((await sceneOf(nothing, language)).body), says)
  })
}

/** The texts of a page without those of its masthead. */
async function wordsOn(
  memo_text: string,
  size: Size,
  language = "en",
): Promise<(Placement & { readonly node: Text })[]> {
  const placements = placed(stage, await pageWith(memo_text, size, language), size, language)
  const hairline = placements.filter(({ node }) => node.type === "rule")[1]!
  return placements.filter(
    (each): each is Placement & { readonly node: Text } => each.node.type === "text" && each.top > hairline.top,
  )
}

test("sets a few words as large as the page, in serifs, from the left", async () => {
  for (const [size, words, least] of [
    [[400, 300], "Call Mum", 80],
    [[400, 300], "记得买花", 80],
    [[400, 300], "The key is with the neighbours. Water the plants on Wednesday.", 40],
    [[128, 296], "Call Mum", 44],
    [[296, 128], "Call Mum", 48],
    [[1200, 1600], "Call Mum", 200],
  ] as const) {
    const [only, ...others] = await wordsOn(words, size)
    assert.equal(others, [])
    assert.is(only!.node.text, words)
    assert.ok(only!.px! >= least, `${words} on ${size.join("x")}: ${only!.px}`)
    assert.not.ok(only!.block!.clipped)
    assert.equal([only!.node.family, only!.node.align, only!.node.fit], ["serif", undefined, "fill"])
    assert.is(only!.left, pageMargin(screenClass(size[0], size[1])))
  }
})

test("sets a few words under their heading and a red rule", async () => {
  const { body } = await sceneOf("# Keys\nWith the neighbours")
  assert.equal(describe(body).split("\n"), ["Keys", "With the neighbours"])
  assert.equal(
    all(body).flatMap((node) => (node.type === "rule" ? [[node.ink, node.style]] : [])),
    [["red", undefined]],
  )
  const [heading, words] = await wordsOn("# Keys\nWith the neighbours", [400, 300])
  assert.ok(words!.px! > heading!.px!)
})

test("breaks none of a few lines that somebody broke, and parts them where it must", async () => {
  for (const size of SIZES) {
    const all = await wordsOn("Back at six.\nSoup is on the stove.", size)
    assert.not.ok(all.some(({ block }) => block!.clipped))
    // A line of 21 letters is wider than the narrowest panel at a size that can be read.
    if (size[0] >= 150) assert.equal([all.length, all[0]!.block!.lineCount], [1, 2], size.join("x"))
    else {
      assert.equal(
        all.map(({ block }) => block!.lineCount),
        [1, 2],
      )
      assert.ok(all[1]!.top - all[0]!.top - all[0]!.height > all[0]!.px! / 2, "a gap between the notes")
    }
  }
})

test("sets many words smaller, all at one size", async () => {
  const [first, second] = await wordsOn(`${"one two three ".repeat(20)}\n\n${"four five six ".repeat(15)}`, [400, 300])
  assert.equal([first!.node.family, first!.node.align, first!.px === second!.px], ["serif", undefined, true])
  assert.ok(first!.px! < 20)
})

test("breaks no word inside while a smaller size keeps it whole", async () => {
  const text = "[x] It is a truth universally acknowledged\n[ ] Wednesday"
  for (const size of SIZES) {
    for (const { node, block } of await wordsOn(text, size))
      assert.not.ok(block!.tight, `${size.join("x")}: ${node.text}`)
  }
})

test("gives a list bullets, boxes, dotted lines and a heading over a red rule", async () => {
  const { body } = await sceneOf("# Saturday\n[x] Post the parcel\n- [ ] Pay the rent\n* Rest\n\nand sleep")
  assert.equal(describe(body).split("\n"), [
    "Saturday",
    "done  Post the parcel",
    "Pay the rent",
    "•  Rest",
    "and sleep",
  ])
  const nodes = all(body)
  assert.is(nodes.filter((node) => "border" in node && node.border !== undefined).length, 2, "two boxes")
  assert.is(
    nodes.filter((node) => node.type === "icon" && node.name === "check" && node.px >= 12).length,
    1,
    "one of them ticked",
  )
  assert.equal(
    nodes.flatMap((node) => (node.type === "rule" ? [node.ink ?? node.style ?? "plain"] : [])),
    ["red", "plain", "dotted", "dotted", "dotted", "plain", "plain"],
    "one through the words, and two round the date",
  )
})

test("leaves the day what a short list leaves, and nothing to a long one", async () => {
  const numeral = async (memo_text: string, size: Size): Promise<Placement | undefined> =>
    placed(stage, await pageWith(memo_text, size, "en"), size, "en").find(
      ({ node }) => node.type === "text" && node.family === "display",
    )
  for (const size of [
    [400, 300],
    [800, 480],
    [1600, 1200],
  ] as const) {
    const day = await numeral("# Saturday\n[ ] bread\n[ ] lamp oil\n[ ] stamps\n[ ] tea", size)
    assert.is(day?.node.type === "text" && day.node.text, "21")
    assert.ok(day!.left > size[0] / 2, "beside the list")
    const long = Array.from({ length: 9 }, (_, i) => `[ ] an item of many words that fills its line, number ${i}`)
    assert.is(await numeral(long.join("\n"), size), undefined)
  }
  const below = await numeral("# Saturday\n[ ] bread\n[ ] lamp oil\n[ ] 给安娜寄信", [480, 800])
  assert.ok(below!.top > 500, "below it on an upright page")
  assert.is(await numeral("# Saturday\n[ ] bread", [296, 128]), undefined, "the smallest pages have no room")
})

test("strikes out what is done, each line exactly as far as its words reach", async () => {
  const throughs = async (memo_text: string, size: Size): Promise<number[]> => {
    const placements = placed(stage, await pageWith(memo_text, size, "en"), size, "en")
    return placements.flatMap(({ node, left, top, width }) => {
      if (node.type !== "rule" || node.ink !== undefined || node.style !== undefined) return []
      const words = placements.find(
        (each) => each.node.type === "text" && each.left === left && each.top < top && top < each.top + each.height,
      )
      return words ? [width - words.block!.width] : []
    })
  }
  for (const size of SIZES) {
    assert.equal(await throughs("[x] Post\n[ ] Pay\n[x] לחם", size), [0, 0], size.join("x"))
    const many = await throughs(`[x] ${"and so on ".repeat(12)}\n[ ] Pay`, size)
    assert.equal(
      many,
      many.map(() => 0),
      `${size.join("x")}: many lines`,
    )
  }
  assert.ok((await throughs(`[x] ${"and so on ".repeat(12)}\n[ ] Pay`, [400, 300])).length > 2)
})

test("hangs the second line of an item under the first", async () => {
  const page = await pageWith(`- ${"eggs and butter ".repeat(5)}\n- Milk`, [400, 300], "en")
  const placements = placed(stage, page, [400, 300], "en")
  const [long, short] = ["eggs", "Milk"].map((begin) =>
    placements.find(({ node }) => node.type === "text" && node.text.startsWith(begin))!,
  )
  const bullet = placements.find(({ node }) => node.type === "text" && node.text === "•")!
  assert.ok(long!.block!.lineCount > 1)
  assert.is(long!.left, short!.left)
  assert.ok(bullet.left + bullet.width <= long!.left)
})

test("puts the marks of a list that reads from the right at the right", async () => {
  const placements = placed(stage, await pageWith("- חלב\n- לחם", [400, 300], "en"), [400, 300], "en")
  const [words, bullet] = ["חלב", "•"].map((text) =>
    placements.find(({ node }) => node.type === "text" && node.text === text)!,
  )
  assert.ok(bullet!.left >= words!.left + words!.width)
})

test("sets a long list in columns rather than small", async () => {
  const list = Array.from({ length: 14 }, (_, i) => `- item ${i + 1}`).join("\n")
  const words = textsOf((await sceneOf(list)).body).filter(({ text }) => text !== "•")
  assert.equal(
    words.map(({ text }) => text),
    Array.from({ length: 14 }, (_, i) => `item ${i + 1}`),
    "and in order",
  )
  assert.ok(words[0]!.px! >= 16, String(words[0]!.px))
})

test("shows a heading beside its list on a flat strip", async () => {
  const size = [296, 128] as const
  const placements = placed(stage, await pageWith("# Saturday\n- Milk\n- Bread", size, "en"), size, "en")
  const [heading, item] = ["Saturday", "Milk"].map((text) =>
    placements.find(({ node }) => node.type === "text" && node.text === text)!,
  )
  assert.ok(heading!.left + heading!.width < item!.left)
})

const LONG = {
  "a page of words": [
    "en",
    "It is a truth universally acknowledged, that a single man must be in want of a wife. ".repeat(30).slice(0, 2_000),
  ],
  "a page of Chinese": ["zh", "这一天的早晨，天色还没有全亮，院子里的人已经起来了。".repeat(80).slice(0, 2_000)],
  "many paragraphs": ["en", "A line of words.\n\n".repeat(110)],
  "many lines": ["zh", "一行字\n".repeat(400)],
  "a long list": ["en", Array.from({ length: 150 }, (_, i) => `- item ${i}`).join("\n")],
  "a long list of long items": [
    "en",
    Array.from({ length: 30 }, (_, i) => `[ ] ${i} ${"and so on ".repeat(5)}`).join("\n"),
  ],
  "a word without an end": ["en", "w".repeat(2_000)],
  "a heading without an end": ["en", `# ${"heading ".repeat(100)}\nand words`],
} as const
for (const [what, [language, memo_text]] of Object.entries(LONG)) {
  test(`ends ${what} in an ellipsis where the page ends`, async () => {
    for (const size of [
      [400, 300],
      [296, 128],
      [128, 296],
      [200, 150],
      [648, 480],
    ] as const) {
      const page = await pageWith(memo_text, size, language)
      assert.equal(strays(stage, page, size, language), [], size.join("x"))
      const set = await wordsOn(memo_text, size, language)
      const whole = set
        .map(({ node }) => node.text.replaceAll("•", ""))
        .join("")
        .replace(/\s/g, "")
      const isCut = set.some(({ block }) => block!.clipped)
      const isEnded = set.some(({ node }) => /…$|^\d+ more$|^还有\d+项$/.test(node.text))
      const isMissing = memo_text.replace(/\[ \] |- |# |\s/g, "").length > whole.replace("…", "").length
      assert.ok(isCut || !isMissing || isEnded, `${size.join("x")}: what is left out is not marked`)
      assert.ok(isCut || isMissing || !isEnded, `${size.join("x")}: nothing is left out, and it is marked`)
    }
  })
}

test("ends no text in an ellipsis that stands there to its end", async () => {
  for (const count of [1, 2, 3, 4, 5, 6, 8, 12, 20, 40]) {
    const text = "It is a truth universally acknowledged. ".repeat(count).trim()
    for (const size of SIZES) {
      const set = await wordsOn(text, size)
      assert.is(
        set.some(({ node }) => node.text.endsWith("…")),
        false,
        `${count} on ${size.join("x")}`,
      )
    }
  }
})

test("keeps every hostile text in its place, at every size", async () => {
  const next = turns(HOSTILE.length)
  for (const own of HOSTILE) {
    for (const text of [own, `# ${own}\n- ${own}\n[x] ${own}\n\n${own}`, `${own} `.repeat(40).slice(0, 2_000)]) {
      for (const size of next(SIZES, SIZES.length / 2)) {
        const page = await pageWith(text, size, "en")
        assert.equal(strays(stage, page, size, "en"), [], `${size.join("x")} ${text.slice(0, 40)}`)
      }
    }
  }
})

test.run()
