import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

/**
 * Forty wishes with the answers of a language model that was handed the format as text: the first, and the second where something was wrong with
 * the first. DATES=all generates all of them; else every fourth.
 */
const test = suite("models: recorded answers")

interface Recorded {
  readonly description: string
  readonly answers: readonly string[]
}
const ALL = JSON.parse(
  readFileSync(new URL("../../../../test/plugins/models/recorded.json", import.meta.url), "utf8"),
) as readonly Recorded[]
const CHOSEN = process.env.DATES === "all" ? ALL : ALL.filter((_, i) => i % 4 === 2)
/** Of all of them, what is asked of the format: right at once, right after one repair, drawn with a finding. */
const ENDS = { atOnce: 29, repaired: 10, drawn: 1, nothing: 0 }

/** The moment at which the answers were recorded: a page of a pool has another entry on another day. */
const clock = fakeClock()
const headers = { authorization: "Bearer the-operators-token", "content-type": "application/json" }
let server: ModelServer
let stage: Stage
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    security: { adminToken: "the-operators-token" },
    config: {
      "model-openai": { local: { baseUrl: `${server.url}/v1`, model: "qwen3" } },
      models: { budget: { perDay: 10_000_000 } },
    },
  })
})
test.after(async () => {
  await stage.close()
  await server.close()
})

async function generated({ description, answers }: Recorded): Promise<keyof typeof ENDS> {
  server.script(...answers.map((say) => ({ say })))
  clock.advance(20_000)
  const body = JSON.stringify({ description })
  const answer = await stage.call("/api/modes/generate", { method: "POST", headers, body })
  const { ok, warning, usage } = answer.json() as { ok: boolean; warning?: string; usage: { calls: number } }
  return !ok ? "nothing" : warning !== undefined ? "drawn" : usage.calls === 1 ? "atOnce" : "repaired"
}

test("become modes that compile, lint clean and draw, most at once", async () => {
  const ends = { atOnce: 0, repaired: 0, drawn: 0, nothing: 0 }
  for (const each of CHOSEN) ends[await generated(each)]++
  if (CHOSEN === ALL) return assert.equal(ends, ENDS)
  assert.is(ends.nothing, 0)
  assert.ok(ends.atOnce >= CHOSEN.length / 2, JSON.stringify(ends))
  assert.ok(ends.drawn <= 1, JSON.stringify(ends))
})

for (const [name, say] of [
  ["prose", "I am sorry, I can only talk about the weather."],
  ["a list", "[1, 2, 3]"],
  ["half a mode", ALL[0]!.answers[0]!.slice(0, 300)],
  ["another format", '{"content":{"type":"llm"},"layout":{"body":[]}}'],
] as const)
  test(`say that ${name} is no mode`, async () => {
    assert.is(await generated({ description: "A page.", answers: [say] }), "nothing")
  })

test.run()
