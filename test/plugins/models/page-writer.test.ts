import { setImmediate as turn } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES, SOURCES } from "platen/sdk/mode"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage, requestFor } from "../../testing/index.js"
import type { Stage, StageDevice } from "../../testing/index.js"
import { quiet } from "../../until.js"
import { contentContext } from "../pages/modes-json/specs.js"
import { openModelServer } from "./model-server.js"
import type { Asked, ModelServer } from "./model-server.js"

const test = suite("models: pages that are written")

const clock = fakeClock("2026-11-26T09:05:00Z")
const OURS = "Nobody owes you the afternoon."
let server: ModelServer
let stage: Stage
let anna: Readonly<Record<string, string>>
let screen: StageDevice
/** Whether its owner has turned it off. */
let isOff = false
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      // Its work ahead of wakes would ask in between.
      ahead: false,
      "model-openai": {
        local: { baseUrl: `${server.url}/v1`, model: "qwen3" },
        other: { baseUrl: `${server.url}/v1`, model: "big" },
      },
    },
  })
  anna = await stage.person("anna")
  screen = await stage.device()
  await screen.pair(anna)
})
test.after(async () => {
  await stage.close()
  await server.close()
})

const showing = (mode: string, more: object = {}): Promise<void> => screen.configure({ modes: [mode], ...more }, anna)
/** What the page says that the device shows now, as a reader hears it. */
async function said(): Promise<string> {
  const { app } = stage
  const { modes, language } = (await screen.config(anna)) as { modes: [string]; language: string }
  const page = requestFor(app, modes[0], { width: 400, height: 300, palette: "bw" }, language)
  const { user_id: user } = (await stage.call("/api/auth/me", { headers: anna })).json() as { user_id: string }
  const off = modes[0] === "STOIC" && isOff ? { settings: { STOIC: { written: false } } } : {}
  const drawn = await app
    .get(DRAW)
    .page(app.get(MODES).get(modes[0])!, { ...page, ...off, user, purpose: undefined } as never)
  return app.get(RASTERIZER).describe(drawn!.page)
}
/** A wake: the picture as bytes. */
const wake = async (): Promise<string> => {
  const { status, body, headers } = await screen.render()
  assert.is(status, 200)
  return `${headers["x-mode"] ?? ""} ${body.toString("base64")}`
}
/** Lets a minute pass: then content is made again. */
const minute = async (): Promise<void> => {
  await turn()
  clock.advance(61_000)
}
const prompts = (index: number): string =>
  ((server.asked[index] as Asked).body.messages as readonly { readonly content: string }[])
    .map(({ content }) => content)
    .join("\n")

test("shows the collection until the text is there, and never waits", async () => {
  server.script("hang")
  await showing("STOIC")
  const first = await wake()
  await server.calls(1)
  assert.is(server.asked.length, 1)
  await minute()
  assert.is(await wake(), first, "the model hangs, and the page is there")
  assert.match(await said(), /Meditations|Discourses|Letters|Enchiridion|Fragments|Handbook|Seneca|Epictetus|Marcus/i)
})

test("shows what a model has written, marked with a pen, without an author", async () => {
  clock.advance(24 * 3_600_000)
  server.script({ say: JSON.stringify({ quote: OURS }) })
  const before = await wake()
  await server.calls(1)
  await quiet(clock)
  await minute()
  assert.is.not(await wake(), before)
  const page = await said()
  assert.match(page, new RegExp(OURS))
  assert.match(page, /Written by a language model/)
  assert.not.match(page, /Marcus|Seneca|Epictetus|Musonius/i)
  await wake()
  assert.is(server.asked.length, 1, "once a day")
  assert.match(prompts(0), /Never quote a real person/)
  assert.match(prompts(0), /Friday, November 27, 2026/)
})

test("tells the model what it has written before, and does not take the same again", async () => {
  clock.advance(24 * 3_600_000)
  const next = "What you can leave, you own."
  server.script({ say: JSON.stringify({ quote: OURS }) }, { say: JSON.stringify({ quote: next }) })
  await wake()
  await server.calls(2)
  await quiet(clock)
  await minute()
  assert.match(await said(), new RegExp(next))
  assert.match(prompts(0), new RegExp(`Write of something else[^]*${OURS}`))
  assert.match(prompts(1), /you have written this before/)
})

test("shows the collection where a person turns it off, and for settings that are tried", async () => {
  server.script({ say: JSON.stringify({ quote: "Never shown." }) })
  await showing("STOIC", { mode_overrides: { STOIC: { written: false } } })
  isOff = true
  assert.not.match(await said(), /language model/)
  const tried = `mode_override=${encodeURIComponent(JSON.stringify({ author: "Anna" }))}`
  await stage.call(`/api/preview?mac=${screen.mac}&persona=MY_QUOTE&w=400&h=300&${tried}`, { headers: anna })
  await stage.call("/api/preview?persona=STOIC&w=400&h=300")
  await minute()
  assert.is(server.asked.length, 0, "neither trials nor strangers have anything written")
})

test("asks the model that the config or the mode's settings name, where it is set up", async () => {
  server.script({ say: JSON.stringify({ line: "Begin with the kettle." }) })
  await showing("MY_QUOTE", { llm_provider: "other" })
  await wake()
  await server.calls(1)
  assert.is(server.asked[0]!.body.model, "big")
  clock.advance(24 * 3_600_000)
  server.script({ say: JSON.stringify({ line: "Carry the small umbrella." }) })
  await showing("MY_QUOTE", { llm_provider: "aliyun", llm_model: "qwen-max" })
  await wake()
  await server.calls(1)
  assert.is(server.asked[0]!.body.model, "qwen3", "no such provider is set up here: the usual one writes")
  clock.advance(24 * 3_600_000)
  server.script({ say: JSON.stringify({ line: "Sweep towards the door." }) })
  await showing("MY_QUOTE", { llm_provider: "other", llm_model: "dear-9" })
  await wake()
  await server.calls(1)
  assert.is(server.asked[0]!.body.model, "big", "the operator pays for no other of its models")
})

test("writes in the language of the page, no longer than the page has room for", async () => {
  clock.advance(24 * 3_600_000)
  server.script(
    { say: JSON.stringify({ quote: "x".repeat(2_000) }) },
    { say: JSON.stringify({ quote: "Genug ist viel." }) },
  )
  await showing("STOIC", { language: "de", llm_provider: "", mode_overrides: { STOIC: { written: true } } })
  isOff = false
  await wake()
  await server.calls(2)
  await quiet(clock)
  await minute()
  assert.match(await said(), /Genug ist viel\./)
  assert.match(prompts(0), /The page is in German \(de\)/)
  assert.match(prompts(1), /quote/)
  assert.not.match(await said(), /auf Englisch|in English/)
})

test("understands what every built-in page asks", async () => {
  const { app } = stage
  const writer = app.get(SOURCES).get("writer")!
  const asking: string[] = []
  for (const mode of app.get(MODES).list())
    for (const language of ["en", "zh"]) {
      const source = (name: unknown, parameters: unknown): Promise<undefined> => {
        if (name === "writer") {
          asking.push(mode.id)
          const { error } = writer.parameters.safeParse(parameters)
          assert.is(error?.message, undefined, mode.id)
        }
        return Promise.resolve(undefined)
      }
      const settings = mode.settings?.parse({}) ?? {}
      await mode.content(contentContext({ settings, language, source: source as never })).catch(() => {})
    }
  assert.ok(new Set(asking).size >= 11, [...new Set(asking)].join(" "))
})

test("writes for nobody by a schema with a pattern, and a person's hundred texts a day", async () => {
  clock.advance(24 * 3_600_000)
  const { app } = stage
  const source = app.get(SOURCES).get("writer")!
  const plain = { type: "object", properties: { line: { type: "string" } }, additionalProperties: false }
  for (const schema of [
    { ...plain, properties: { line: { type: "string", pattern: "^(a+)+$" } } },
    { type: "string", pattern: "^(a+)+$" },
    { ...plain, properties: { line: { $ref: "#" } } },
  ])
    assert.not.ok(source.parameters.safeParse({ mode: "X", instructions: { en: "Write." }, schema }).success)
  server.script({ say: JSON.stringify({ line: "Begin." }) })
  const day = { year: 2026, month: 12, day: 2, weekday: 3 }
  const read = (number: number): Promise<unknown> =>
    source.read({ mode: `MODE_${number}`, instructions: { en: "Write." }, schema: plain }, {
      language: "en",
      timeZone: "UTC",
      day,
      user: "spender",
      now: clock.now(),
      release: () => {},
      askAgainIn: () => {},
    } as never)
  const answers: unknown[] = []
  for (let number = 0; number < 105; number++) answers.push(await read(number))
  assert.is(server.asked.length, 100)
  assert.equal([answers[99], answers[100]], [{ text: { line: "Begin." } }, { text: null }])
})

test("after a failure the collection stands, and the model rests for ten minutes", async () => {
  clock.advance(24 * 3_600_000)
  server.script({ status: 401 })
  await wake()
  await server.calls(1)
  await quiet(clock)
  for (let i = 0; i < 5; i++) {
    await minute()
    await wake()
  }
  assert.is(server.asked.length, 1)
  clock.advance(600_000)
  await wake()
  await server.calls(2)
})

test.run()
