import { filled } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { SceneNode } from "platen/sdk/mode"
import { errorMessages } from "../../../../plugins/pages/pages/messages.js"
import { noticeScene } from "../../../../plugins/pages/pages/notice.js"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { sceneEnv } from "../../../setting.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("notice")
const SIZES = [
  [100, 100],
  [120, 120],
  [152, 152],
  [200, 200],
  [128, 296],
  [200, 150],
  [212, 104],
  [250, 122],
  [296, 128],
  [400, 300],
  [480, 800],
  [648, 480],
  [800, 480],
  [1600, 100],
  [1600, 1200],
  [100, 1200],
] as const

function icons(node: SceneNode): string[] {
  return node.type === "icon" ? [node.name] : "children" in node ? node.children.flatMap(icons) : []
}

for (const [language, phrases] of Object.entries(errorMessages)) {
  const codes = Object.keys(phrases).filter((key) => !key.endsWith(".title"))
  for (const [width, height] of SIZES) {
    test(`shows every error in ${language} whole at ${width} x ${height}`, async () => {
      const env = await sceneEnv(width, height, language)
      for (const code of codes) {
        const title = phrases[`${code}.title`] ?? phrases["error.title"]!
        const message = filled(phrases[code]!, { detail: "h must be 100 to 1200.", names: "w、h" })
        assert.equal(
          lint(noticeScene({ title, message }, width, height, true), width, height, BW, env),
          [],
          `${code}: ${message}`,
        )
      }
    })
  }
}

test("says the heading, then the sentence, in that order", () => {
  assert.is(
    describe(noticeScene({ title: "Nothing here", message: "Look elsewhere." }, 400, 300, true)),
    "Nothing here\nLook elsewhere.",
  )
})

test("says the sentence alone where there is no room for both", () => {
  assert.is(
    describe(noticeScene({ title: "Nothing here", message: "Look elsewhere." }, 100, 100, true)),
    "Look elsewhere.",
  )
})

test("has its sign only where there is one and room for it", () => {
  const words = { title: "a", message: "b" }
  assert.equal(icons(noticeScene(words, 400, 300, true)), ["warning"])
  assert.equal(icons(noticeScene(words, 296, 128, true)), ["warning"])
  assert.equal(icons(noticeScene(words, 400, 300, false)), [])
  assert.equal(icons(noticeScene(words, 119, 300, true)), [])
  assert.equal(icons(noticeScene(words, 212, 104, true)), [])
  assert.equal(icons(noticeScene(words, 200, 150, true)), [])
})

test("is read from where its screen hangs: a heading above a smaller sentence, both larger the larger the screen is", async () => {
  const sizes: (readonly number[])[] = []
  for (const [width, height] of [
    [296, 128],
    [400, 300],
    [800, 480],
    [1600, 900],
    [1600, 1200],
  ] as const) {
    const placements = layout(
      noticeScene({ title: "Nothing here", message: "Look elsewhere." }, width, height, true),
      width,
      height,
      await sceneEnv(width, height, "en"),
    )
    sizes.push(placements.flatMap(({ px }) => px ?? []))
  }
  for (const [heading, sentence] of sizes) assert.ok(heading! > sentence!, `${heading} over ${sentence}`)
  assert.equal(
    sizes.map(([, sentence]) => sentence),
    sizes.map(([, sentence]) => sentence).toSorted((a, b) => a! - b!),
  )
  // At the size of a lead, by the millimetre, from the 4.2 inch panel on.
  assert.equal(
    sizes.slice(1).map(([heading, sentence]) => [heading, sentence]),
    [
      [44, 28],
      [44, 28],
      [44, 28],
      [44, 28],
    ],
  )
})

test("stands beside its words on a flat strip and above them elsewhere", () => {
  const words = { title: "a", message: "b" }
  assert.is(noticeScene(words, 296, 128, true).type, "row")
  assert.is(noticeScene(words, 400, 300, true).type, "column")
  assert.is(noticeScene(words, 128, 296, true).type, "column")
})

test("every error has the same words in every language", () => {
  const keys = (language: string): string[] =>
    Object.keys(errorMessages[language]!)
      .filter((key) => key.endsWith(".title"))
      .sort()
  for (const language of Object.keys(errorMessages)) assert.equal(keys(language), keys("en"), language)
})

test.run()
