import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenClass } from "platen/sdk/mode"
import type { Mode, Scene, SceneNode, Text } from "platen/sdk/mode"
import { settingsOf } from "../../../plugins/pages/mode-input.js"
import { checkMode, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import memo from "../../../modes/memo/mode.js"
import { all } from "../../plugins/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/modes-json/specs.js"
import { wordsIn } from "../../words.js"
import { HOSTILE, pageOf, placed, SIZES, strays } from "./page.js"
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
const pageWith = (memo_text: string, size: readonly [number, number], language: string) =>
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
  ["fr", "Nothing is written here yet: write your memo in the settings of this page."],
] as const) {
  test(`says in ${language} where to write while nothing is written`, async () => {
    for (const nothing of ["", "  \n ", "\u200b\u2060"])
      assert.is(describe((await sceneOf(nothing, language)).body), says)
  })
}

test("sets a few words large, in serifs, in the middle", async () => {
  for (const [words, least] of [
    ["Call Mum", 48],
    ["记得买花", 48],
    ["The key is with the neighbours. Water the plants on Wednesday.", 24],
  ] as const) {
    const [only, ...others] = textsOf((await sceneOf(words)).body)
    assert.equal(others, [])
    assert.is(only!.text, words)
    assert.ok(only!.px! >= least, `${words}: ${only!.px}`)
    assert.equal([only!.family, only!.align, only!.fit], ["serif", "center", "shrink"])
  }
})

test("breaks none of a few lines that somebody broke", async () => {
  for (const size of SIZES) {
    const page = await pageWith("Back at six.\nSoup is on the stove.", size, "en")
    const { block } = placed(stage, page, size, "en").find(
      ({ node }) => node.type === "text" && node.text.startsWith("Back"),
    )!
    assert.is(block!.lineCount, 2, size.join("x"))
  }
})

test("sets many words from the left, smaller, without serifs", async () => {
  const [first, second] = textsOf(
    (await sceneOf(`${"one two three ".repeat(20)}\n\n${"four five six ".repeat(15)}`)).body,
  )
  assert.equal([first!.family, first!.align, first!.px === second!.px], ["sans", undefined, true])
  assert.ok(first!.px! < 20)
})

test("gives a list bullets, boxes and a heading", async () => {
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
  assert.is(nodes.filter((node) => node.type === "rule").length, 1, "a rule under the heading")
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
      [200, 150],
      [648, 480],
    ] as const) {
      const page = await pageWith(memo_text, size, language)
      assert.equal(strays(stage, page, size, language), [], size.join("x"))
      const set = placed(stage, page, size, language)
        .filter(({ node }) => node.type === "text")
        .slice(0, -1)
      const whole = set
        .map(({ node }) => (node.type === "text" ? node.text.replaceAll("•", "") : ""))
        .join("")
        .replace(/\s/g, "")
      const cut = set.filter(({ block }) => block!.clipped)
      const missing = memo_text.replace(/\[ \] |- |# |\s/g, "").length > whole.replace("…", "").length
      assert.ok(
        cut.length > 0 || !missing || set.some(({ node }) => node.type === "text" && node.text.endsWith("…")),
        `${size.join("x")}: what is left out is not marked`,
      )
    }
  })
}

test("keeps every hostile text in its place, at every size", async () => {
  for (const own of HOSTILE) {
    for (const text of [own, `# ${own}\n- ${own}\n[x] ${own}\n\n${own}`, `${own} `.repeat(40).slice(0, 2_000)]) {
      for (const size of SIZES) {
        const page = await pageWith(text, size, "en")
        assert.equal(strays(stage, page, size, "en"), [], `${size.join("x")} ${text.slice(0, 40)}`)
      }
    }
  }
})

test("passes the check of modes", async () => {
  await checkMode(mode, { stage })
})

test.run()
