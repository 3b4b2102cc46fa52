import { screenClass } from "platen/sdk/mode"
import type { Mode, Text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import memo from "../../../modes/memo/mode.js"
import { openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { all } from "../../plugins/pages/frame/contexts.js"
import { contentContext, viewContext } from "../../plugins/pages/modes-json/specs.js"
import { described as describe } from "../../setting.js"
import { wordsIn } from "../../words.js"
import { HOSTILE, pageOf, SIZES, strays } from "./page.js"

/** Up to three notes with titles, as the newest pages of InkSight write them. */
const test = suite("memo: notes")
const mode: Mode = memo

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

async function sceneOf(given: object, [width, height]: readonly [number, number] = [400, 300]) {
  const settings = mode.settings!.parse(given)
  const outcome = await mode.content(contentContext({ settings }))
  if ("skip" in outcome) throw new Error(outcome.skip)
  const context = viewContext({ settings, width, height, screen: screenClass(width, height), words: wordsIn("en") })
  return mode.view(mode.data.parse(outcome.data), context).body
}
const said = async (given: object): Promise<string> => describe(await sceneOf(given)).replace(/\s+/g, " ")

const TWO = { memo_title_1: "Groceries", memo_text_1: "Milk\nBread", memo_title_2: "Calls", memo_text_2: "The plumber" }

test("shows each note under its title, a heading over a red rule", async () => {
  const scene = await sceneOf(TWO)
  const texts = all(scene).filter((node): node is Text => node.type === "text")
  assert.equal(
    texts.map(({ text, weight }) => [text, weight === "bold"]),
    [
      ["Groceries", true],
      ["Milk", false],
      ["Bread", false],
      ["Calls", true],
      ["The plumber", false],
    ],
  )
  assert.is(all(scene).filter((node) => node.type === "rule" && node.ink === "red").length, 2)
})

test("shows one note as a memo under a heading, and notes in place of the memo", async () => {
  assert.is(
    await said({ memo_title_2: "Calls", memo_text_2: "The plumber" }),
    await said({ memo_text: "# Calls\nThe plumber" }),
  )
  assert.is(await said({ ...TWO, memo_text: "of before" }), await said(TWO))
  assert.is(
    await said({ memo_text: "of before", memo_title_1: " ", memo_text_1: "" }),
    await said({ memo_text: "of before" }),
  )
})

test("shows a title without a text, and a text without a title", async () => {
  const shown = await said({ memo_title_1: "Only\na title", memo_text_2: "Only a text", memo_text_3: "- a\n- b" })
  assert.match(shown, /Only a title.*Only a text.*a.*b/)
})

test("keeps every note in its place, at every size, and lets no title stand alone at the end of a page", async () => {
  const hostile = HOSTILE.filter((text) => text.length <= 2_000)
  const long = "One more line of a note that is too long for the page.\n".repeat(30)
  for (const size of SIZES) {
    for (const settings of [
      TWO,
      { memo_title_1: "First", memo_text_1: long, memo_title_2: "Second", memo_text_2: long },
      {
        memo_title_1: hostile[0]!.slice(0, 80),
        memo_text_1: hostile[1],
        memo_title_3: "x".repeat(80),
        memo_text_3: hostile[2],
      },
    ])
      assert.equal(strays(stage, await pageOf(stage, "MEMO", settings, size, "en"), size, "en"), [], size.join(" x "))
  }
})

test.run()
