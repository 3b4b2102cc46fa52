import { DRAW, MODES } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"

const test = suite("modes/riddle")
const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

interface Shown {
  readonly data: Readonly<Record<"question" | "answer", string>> & { readonly previous: { readonly answer: string } }
  readonly words: string
  readonly findings: readonly unknown[]
}

async function shown(settings: Readonly<Record<string, string>>, width = 800, height = 480): Promise<Shown> {
  const screen = { width, height, palette: "bw", language: "en" }
  const { page, content } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("RIDDLE")!, {
    ...requestFor(stage.app, "RIDDLE", screen, "en"),
    settings: { RIDDLE: settings },
  }))!
  return {
    data: content.data as Shown["data"],
    words: stage.app.engine.rasterizer.describe(page).replaceAll(/\s+/g, " "),
    findings: stage.app.get(RASTERIZER).lint(page, screen),
  }
}

test("shows the answer on the next day, with the riddle, or never", async () => {
  const today = await shown({})
  assert.ok(today.words.includes(today.data.question), today.words)
  assert.not.ok(today.words.includes(today.data.answer), "its own answer stays open")
  assert.ok(today.words.includes(`YESTERDAY ${today.data.previous.answer}`), today.words)

  const both = await shown({ answer: "same-day" })
  assert.ok(both.words.includes(`ANSWER ${both.data.answer}`), both.words)
  assert.not.ok(both.words.includes("YESTERDAY"))

  const never = await shown({ answer: "never" })
  for (const word of ["YESTERDAY", "ANSWER"]) assert.not.ok(never.words.includes(word), never.words)

  clock.advance(86_400_000)
  const tomorrow = await shown({})
  assert.is(tomorrow.data.previous.answer, today.data.answer)
})

test("stays whole with each choice on small screens", async () => {
  for (const answer of ["next-day", "same-day", "never"])
    for (const [width, height] of [
      [128, 296],
      [212, 104],
      [400, 300],
    ] as const)
      assert.equal((await shown({ answer }, width, height)).findings, [], `${answer} ${width}x${height}`)
})

test.run()
