import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SOURCES } from "platen/sdk/mode"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage, StageAnswer } from "../../testing/index.js"
import { quiet, soon } from "../../until.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

/** Some people's calls never keep others from models. */
const test = suite("models: many people at once")

type Headers = Readonly<Record<string, string>>
const clock = fakeClock("2026-11-26T09:05:00Z")
const WORDS = { say: '{"words":"Good morning"}' }
/** "slow" is a service that hangs, "own" one for keys of people that hangs, too. */
let slow: ModelServer
let fast: ModelServer
let stage: Stage
let ada: Headers
let ben: Headers
let cyd: Headers
let dan: Headers
let eve: Headers
test.before(async () => {
  ;[slow, fast] = [await openModelServer(), await openModelServer()]
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [slow.host, fast.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": {
        fast: { baseUrl: `${fast.url}/v1`, model: "quick" },
        slow: { baseUrl: `${slow.url}/v1`, model: "slow" },
        own: { preset: "openai", baseUrl: `${slow.url}/v1` },
      },
      "painter-openai": { easel: { baseUrl: `${slow.url}/v1`, model: "paint", isKeyed: false } },
      models: { default: "fast", budget: { perDay: 1_000_000, perPerson: 1_000_000 } },
    },
  })
  ;[ada, ben] = [await stage.person("ada"), await stage.person("ben")]
  ;[cyd, dan, eve] = [await stage.person("cyd"), await stage.person("dan"), await stage.person("eve")]
})
test.after(async () => {
  await stage.close()
  await slow.close()
  await fast.close()
})
test.before.each(() => {
  clock.advance(60_000)
  slow.script("hang")
  fast.script(WORDS)
})

const trial = (who: Headers, body: object): Promise<StageAnswer> =>
  stage.call("/api/models/try", {
    method: "POST",
    headers: { ...who, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
/** Five trials of each of some people, of which the service has the first ones. Resolves to a function that waits for their codes. */
async function crowd(
  people: readonly Headers[],
  body: object,
  there: number,
): Promise<() => Promise<readonly string[]>> {
  const all = people.flatMap((who) => Array.from({ length: 5 }, () => trial(who, body)))
  await slow.calls(there)
  return async () => (await Promise.all(all)).map((answer) => (answer.json() as { code: string }).code)
}
/** Lets the calls that hang end, and those behind them. */
async function over(): Promise<void> {
  for (let i = 0; i < 8; i++) {
    clock.advance(10_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await quiet(clock)
}

test("let others ask while two people hold what they can of a service that hangs", async () => {
  const going = await crowd([ada, ben], { provider: "slow" }, 3)
  const answer = await soon(trial(cyd, {}), "a third person waits for the calls of two others")
  assert.equal((answer.json() as { ok: boolean }).ok, true)
  await over()
  const codes = await going()
  assert.is(codes.length, 10)
  assert.ok(
    codes.every((code) => code === "model-late" || code === "model-busy"),
    codes.join(" "),
  )
})

test("hold no place of the operator's by keys of their own, or by pictures", async () => {
  const keyed = await crowd([ada, ben], { provider: "own", key: "sk-mine" }, 4)
  const painted = await crowd([dan, eve], { kind: "picture" }, 7)
  const answer = await soon(trial(cyd, {}), "a call by the operator's key waits for those of people")
  assert.equal((answer.json() as { ok: boolean }).ok, true)
  await over()
  await keyed()
  await painted()
})

test("have ten seconds for a trial", async () => {
  const going = trial(dan, { provider: "slow" })
  await slow.calls(1)
  clock.advance(10_000)
  assert.is(((await soon(going, "a trial goes on")).json() as { code: string }).code, "model-late")
})

test("have all texts of their pages written, one after the other", async () => {
  let most = 0
  let now = 0
  fast.script(() => {
    most = Math.max(most, ++now)
    setImmediate(() => now--)
    return { say: '{"line":"Begin."}' }
  })
  const source = stage.app.get(SOURCES).get("writer")!
  const schema = { type: "object", properties: { line: { type: "string" } }, additionalProperties: false }
  const read = (number: number): Promise<unknown> =>
    source.read({ mode: `MODE_${number}`, instructions: { en: "Write." }, schema }, {
      language: "en",
      timeZone: "UTC",
      day: { year: 2026, month: 11, day: 26, weekday: 4 },
      user: "reader",
      now: clock.now(),
      release: () => {},
      askAgainIn: () => {},
    } as never)
  const texts = await Promise.all(Array.from({ length: 12 }, (_, number) => read(number)))
  assert.equal(
    texts,
    Array.from({ length: 12 }, () => ({ text: { line: "Begin." } })),
  )
  assert.equal([fast.asked.length, most], [12, 1])
})

test.run()
