import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { PAINTING, WRITING } from "platen/sdk/models"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"
import type { Asked, ModelServer } from "./model-server.js"

/** The providers against one server that speaks their dialects; and against any real service that PLATEN_TEST_MODEL_URL names. */
const test = suite("models: dialects")

const clock = fakeClock("2026-11-26T09:05:00Z")
let server: ModelServer
let stage: Stage
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": { local: { baseUrl: `${server.url}/v1/`, model: "qwen3", readsPictures: true } },
      "model-anthropic": { baseUrl: server.url, key: "key-a" },
      "model-gemini": { baseUrl: `${server.url}/v1beta`, key: "key-g" },
      "painter-openai": { easel: { baseUrl: `${server.url}/v1`, model: "paint", isKeyed: false } },
    },
  })
})
test.after(async () => {
  await stage.close()
  await server.close()
})

const schema = z.strictObject({ words: z.string().max(20), times: z.number().min(1).max(5).optional() })
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
const DIALECTS = ["local", "anthropic", "gemini"] as const
const write = (
  provider: string,
  more: object = {},
): Promise<{ value: unknown; usage: { tokensIn: number; tokensOut: number } }> =>
  stage.app.get(WRITING).write({
    user: undefined,
    wanted: { provider },
    system: "You write.",
    prompt: "Write.",
    schema,
    temperature: 0.3,
    ...more,
  })
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: unknown) => (error as { code: string }).code,
  )
const first = (): Asked => server.asked[0]!

for (const provider of DIALECTS) {
  test(`${provider}: asks by schema, counts tokens, reads the answer`, async () => {
    server.script({ say: '{"words":"Hi","times":2}', tokens: [11, 3] })
    const { value, usage } = await write(provider)
    assert.equal([value, usage.tokensIn, usage.tokensOut], [{ words: "Hi", times: 2 }, 11, 3])
    const sent = JSON.stringify(first().body)
    assert.match(sent, /"additionalProperties":false/)
    assert.not.match(sent, /"(maximum|minimum|maxLength)"/)
    assert.not.match(first().path, /key-/, "no key stands in an address")
  })

  test(`${provider}: sends a picture with the first turn, and the turns before`, async () => {
    server.script({ say: '{"words":5}' }, { say: '{"words":"ok"}' })
    await write(provider, { picture: { type: "image/png", bytes: PNG } })
    const [one, two] = server.asked as [Asked, Asked]
    assert.match(JSON.stringify(one.body), new RegExp(PNG.toString("base64").slice(0, 16)))
    const turns = (two.body.messages ?? two.body.contents) as readonly { readonly role: string }[]
    const roles = turns.map(({ role }) => role).filter((role) => role !== "system")
    assert.equal(roles, ["user", provider === "gemini" ? "model" : "assistant", "user"])
  })

  test(`${provider}: knows refusals, cut answers, keys that are refused, and what is no answer`, async () => {
    server.script({ say: "", ended: "refused" })
    assert.is(await codeOf(write(provider)), "model-refused")
    server.script({ say: '{"words":"x', ended: "cut" })
    assert.is(await codeOf(write(provider, { repairs: 0 })), "model-answer")
    server.script({ status: 401 })
    assert.is(await codeOf(write(provider)), "model-key")
    server.script({ say: '{"words":"a"}', tokens: null })
    assert.equal((await write(provider)).value, { words: "a" })
  })
}

test("speaks as each service wants to be spoken to", async () => {
  server.script({ say: '{"words":"a"}' })
  await write("anthropic")
  assert.equal(
    [first().path, first().headers["x-api-key"], first().headers["anthropic-version"]],
    ["/v1/messages", "key-a", "2023-06-01"],
  )
  assert.equal(
    [first().body.system, first().body.max_tokens, first().body.model],
    ["You write.", 2_000, "claude-haiku-4-5"],
  )
  server.script({ say: '{"words":"a"}' })
  await write("gemini")
  assert.equal(
    [first().path, first().headers["x-goog-api-key"]],
    ["/v1beta/models/gemini-2.5-flash:generateContent", "key-g"],
  )
  const { thinkingConfig, responseMimeType } = first().body.generationConfig as Readonly<Record<string, unknown>>
  assert.equal([thinkingConfig, responseMimeType], [{ thinkingBudget: 0 }, "application/json"])
})

test("asks for any JSON in words where a service has no form for it", async () => {
  server.script({ say: '{"anything":[1]}' })
  const { value } = await write("anthropic", { schema: z.looseObject({}) })
  assert.equal([value, first().body.output_config], [{ anything: [1] }, undefined])
  assert.match(String(first().body.system), /Answer with one JSON object/)
})

test("paints in the size that is nearest, and knows a picture by how it begins", async () => {
  const painting = stage.app.get(PAINTING)
  server.script({ paint: PNG })
  const { picture, usage } = await painting.paint({ user: undefined, prompt: "A leaf.", width: 800, height: 480 })
  assert.equal([picture.type, usage.provider, first().path], ["image/png", "easel", "/v1/images/generations"])
  assert.equal([first().body.size, first().body.prompt], ["1536x1024", "A leaf."])
  server.script({ paint: Buffer.from("<html>") })
  const going = codeOf(painting.paint({ user: undefined, prompt: "A leaf.", width: 480, height: 800 }))
  await server.calls(1)
  for (let i = 0; i < 200; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(20)
  }
  assert.is(await going, "model-failed")
})

const REAL = process.env.PLATEN_TEST_MODEL_URL
if (REAL === undefined)
  test.skip("writes with a real service: set PLATEN_TEST_MODEL_URL to the address of one of the OpenAI dialect")
else
  test("writes with a real service", async () => {
    const { PLATEN_TEST_MODEL: model = "default", PLATEN_TEST_MODEL_KEY: key } = process.env
    const real = await openStage({
      fetch: guardedFetch({ lanHosts: [new URL(REAL).host], clock, ticks: () => 0, onCall: () => {} }),
      config: {
        "model-openai": { real: { baseUrl: REAL, model, ...(key !== undefined && { key }) } },
        models: { default: "real" },
      },
    })
    try {
      const { value } = await real.app
        .get(WRITING)
        .write({ user: undefined, system: "You write.", prompt: "A greeting.", schema })
      assert.type(value.words, "string")
    } finally {
      await real.close()
    }
  })

test.run()
