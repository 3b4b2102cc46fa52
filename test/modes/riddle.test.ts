import { DRAW, MODES } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenOf } from "../preview.js"
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

async function shown(
  settings: Readonly<Record<string, string>>,
  { width = 800, height = 480, begun }: { width?: number; height?: number; begun?: Record<string, number> } = {},
): Promise<Shown> {
  const screen = { width, height, palette: "bw", language: "en" }
  const { page, content } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("RIDDLE")!, {
    ...requestFor(stage.app, "RIDDLE", screen, "en"),
    settings: { RIDDLE: settings },
    ...(begun && { begun }),
  }))!
  return {
    data: content.data as Shown["data"],
    words: stage.app.engine.rasterizer.describe(page).replaceAll(/\s+/g, " "),
    findings: stage.app.get(RASTERIZER).lint(page, screenOf(stage.app, screen)),
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

test("has no answer on the day on which a screen first shows it", async () => {
  const hour = 3_600_000
  const has = async (begun: Record<string, number>): Promise<boolean> =>
    (await shown({}, { begun })).words.includes("YESTERDAY")
  assert.not.ok(await has({}), "it was never shown")
  assert.not.ok(await has({ RIDDLE: clock.now() - 9 * hour }), "since this morning")
  assert.ok(await has({ RIDDLE: clock.now() - 10 * hour }), "since yesterday")
  assert.ok(await has({ RIDDLE: clock.now() - 24 * 400 * hour }), "for a year")
  assert.not.ok(await has({ DAILY: 0 }), "the days of other modes are theirs")
})

test("stays whole with each choice on small screens", async () => {
  for (const answer of ["next-day", "same-day", "never"])
    for (const [width, height] of [
      [128, 296],
      [212, 104],
      [400, 300],
    ] as const)
      assert.equal((await shown({ answer }, { width, height })).findings, [], `${answer} ${width}x${height}`)
})

test.run()
