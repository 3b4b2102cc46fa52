import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PlatenError, z } from "platen/sdk"
import { WRITING } from "platen/sdk/models"
import type { Ask, Writing } from "platen/sdk/models"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

const test = suite("models: writing")

const clock = fakeClock("2026-11-26T09:05:00Z")
let server: ModelServer
let stage: Stage
let writing: Writing
test.before(async () => {
  server = await openModelServer()
  stage = await stageWith({})
  writing = stage.app.get(WRITING)
})
test.after(async () => {
  await stage.close()
  await server.close()
})

function stageWith(models: object): Promise<Stage> {
  return openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": {
        local: { baseUrl: `${server.url}/v1`, model: "qwen3" },
        keyed: { preset: "openai", baseUrl: `${server.url}/v1`, model: "gpt-test", key: "sk-planted" },
        plain: { baseUrl: `${server.url}/plain`, model: "old", form: "text" },
      },
      models: { default: "local", allow: { local: ["no-schema"] }, ...models },
    },
  })
}

const WORDS = z.strictObject({ words: z.string().max(20) })
const ask = (
  more: Partial<Ask<z.output<typeof WORDS>>> = {},
  own: Writing = writing,
): ReturnType<typeof own.write<z.output<typeof WORDS>>> =>
  own.write({ user: undefined, system: "You write.", prompt: "Write.", schema: WORDS, ...more })
const failure = async (work: Promise<unknown>): Promise<PlatenError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.instance(error, PlatenError)
  return error as PlatenError
}

test("refuses a picture for a model that reads none, and asks nobody", async () => {
  server.script({ say: '{"words":"Good day"}' })
  const { code, message } = await failure(ask({ picture: { type: "image/png", bytes: new Uint8Array([1]) } }))
  assert.is(code, "model-without-eyes")
  assert.match(message, /reads no pictures: leave the picture out/)
  assert.is(server.asked.length, 0)
})

test("asks for an answer by schema, and tells what it cost", async () => {
  server.script({ say: '{"words":"Good day"}', tokens: [120, 7] })
  const { value, usage } = await ask()
  assert.equal(value, { words: "Good day" })
  assert.equal(usage, { provider: "local", model: "qwen3", calls: 1, tokensIn: 120, tokensOut: 7 })
  const [{ path, headers, body }] = server.asked as [(typeof server.asked)[number]]
  assert.is(path, "/v1/chat/completions")
  assert.is(headers.authorization, undefined)
  assert.equal(body.messages, [
    { role: "system", content: "You write." },
    { role: "user", content: "Write." },
  ])
  const { type, json_schema: given } = body.response_format as {
    type: string
    json_schema: { schema: object; strict: boolean }
  }
  assert.equal([type, given.strict], ["json_schema", true])
  assert.equal(given.schema, {
    type: "object",
    properties: { words: { type: "string" } },
    required: ["words"],
    additionalProperties: false,
  })
})

test("sends the operator's key to its own service, by the preset's ways", async () => {
  server.script({ say: '{"words":"a"}' })
  await ask({ wanted: { provider: "keyed" }, temperature: 0.5 })
  const [{ headers, body }] = server.asked as [(typeof server.asked)[number]]
  assert.is(headers.authorization, "Bearer sk-planted")
  assert.equal(
    [body.model, body.max_completion_tokens, body.max_tokens, body.temperature],
    ["gpt-test", 2_000, undefined, undefined],
  )
})

test("reads JSON out of prose and fences, and takes null for what may be left out", async () => {
  const schema = z.strictObject({ words: z.string(), note: z.string().optional() })
  for (const say of [
    'Sure! Here it is:\n```json\n{"words":"a"}\n```\nEnjoy.',
    'The answer is {"words":"a"}, of course.',
    '{"words":"a","note":null}',
    '\n\n {"words":"a"}',
  ]) {
    server.script({ say })
    assert.equal((await ask({ schema } as never)).value, { words: "a" }, say)
  }
})

test("falls back to any JSON, then to text, where a service refuses the schema, and remembers it", async () => {
  const refuse = { status: 400 }
  server.script(({ body }) =>
    (body.response_format as { type?: string } | undefined)?.type === "json_schema" ? refuse : { say: '{"words":"a"}' },
  )
  await ask({ wanted: { model: "no-schema" } })
  assert.equal(server.asked.length, 2)
  assert.match(JSON.stringify(server.asked[1]!.body.messages), /It fits this JSON schema/)
  await ask({ wanted: { model: "no-schema" } })
  assert.is(server.asked.length, 3, "the refused form is not tried again")
  server.script({ say: '{"words":"a"}' })
  await ask({ wanted: { provider: "plain" } })
  assert.is(server.asked.length, 1, "what a service does not take is known beforehand")
  assert.is(server.asked[0]!.body.response_format, undefined)
})

test("gives a wrong answer back once, with what is wrong, then says so", async () => {
  server.script({ say: '{"words":5}' }, { say: '{"words":"better"}' })
  const turns: unknown[] = []
  const { value, usage } = await ask({ onTurn: (turn) => void turns.push(turn.issues.length) })
  assert.equal([value, usage.calls, usage.tokensIn, turns], [{ words: "better" }, 2, 200, [0, 1]])
  const messages = server.asked[1]!.body.messages as { role: string; content: string }[]
  assert.equal(
    messages.map(({ role }) => role),
    ["system", "user", "assistant", "user"],
  )
  assert.match(messages[3]!.content, /- words: .*\n/)
  server.script({ say: "I cannot do JSON." })
  const error = await failure(ask())
  assert.equal([error.code, error.status, server.asked.length], ["model-answer", 502, 2])
  assert.match(String(error.fields!.raw_response), /I cannot do JSON/)
  server.script({ say: '{"words":"x', ended: "cut" })
  assert.match((await failure(ask({ repairs: 0 }))).message, /cut: write a shorter one/)
})

test("lets the caller judge an answer that fits the schema", async () => {
  server.script({ say: '{"words":"dull"}' }, { say: '{"words":"bright"}' })
  const judge = ({ words }: { words: string }) =>
    words === "dull" ? [{ path: "words", message: "is dull: brighten it" }] : []
  assert.is((await ask({ judge })).value.words, "bright")
  assert.match(JSON.stringify(server.asked[1]!.body.messages), /is dull: brighten it/)
})

for (const [name, reply, code, calls] of [
  ["refuses the key", { status: 401 }, "model-key", 1],
  ["forbids the key", { status: 403 }, "model-key", 1],
  ["refuses the call in every form", { status: 404 }, "model-refused-call", 3],
  ["declines", { say: "", ended: "refused" }, "model-refused", 1],
  [
    "answers in HTML",
    { status: 200, body: "<html>Welcome</html>", headers: { "content-type": "text/html" } },
    "model-failed",
    2,
  ],
  ["answers with other JSON", { json: { hello: 1 } }, "model-failed", 2],
  ["never ends", "endless", "upstream", 2],
  ["breaks off", "broken", "upstream", 2],
  [
    "redirects inward",
    { status: 307, headers: { location: "http://127.0.0.1:1/latest/meta-data" } },
    "host-not-public",
    1,
  ],
] as const)
  test(`says what is wrong with a service that ${name}`, async () => {
    server.script(reply as never)
    const going = failure(ask({ wanted: { provider: "keyed" } }))
    if (calls === 2) await settled(going)
    const error = await going
    assert.equal([error.code, server.asked.length], [code, calls])
    assert.not.match(error.message, /sk-planted/)
  })

/** Lets the pause before a second try pass. */
async function settled(work: Promise<unknown>): Promise<void> {
  const state = { done: false }
  void work.then(() => (state.done = true))
  while (!state.done) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(50)
  }
}

test("tries a busy or failed service once more, after the time that it names", async () => {
  for (const first of [{ status: 429, headers: { "retry-after": "3" } }, { status: 503 }]) {
    server.script(first, { say: '{"words":"a"}' })
    const going = ask()
    await settled(going)
    assert.equal([(await going).value, (await going).usage.calls], [{ words: "a" }, 2])
  }
  server.script({ status: 429, headers: { "retry-after": "600" } })
  const error = await failure(ask())
  assert.equal(
    [error.code, error.retryAfter, server.asked.length],
    ["model-limited", 600, 1],
    "nobody waits for ten minutes",
  )
})

test("ends after 40 seconds without an answer, and does not try again", async () => {
  for (const reply of ["hang", "trickle"] as const) {
    server.script(reply)
    const going = failure(ask())
    await server.calls(1)
    clock.advance(39_000)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_500)
    assert.equal([(await going).code, server.asked.length], ["model-late", 1], reply)
  }
})

test("ends after the time that the caller has", async () => {
  server.script("hang")
  const going = failure(ask({ within: 10_000 }))
  await server.calls(1)
  clock.advance(10_500)
  assert.is((await going).code, "model-late")
})

test("spends no more than the budget of the day, also at once, and gives back what was not spent", async () => {
  const own = await stageWith({ budget: { perDay: 5_000, perPerson: 4_200 } })
  try {
    const all = own.app.get(WRITING)
    server.script({ say: '{"words":"a"}', tokens: [900, 100] })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => ask({}, all)))
    assert.is(results.filter(({ status }) => status === "fulfilled").length, 2, "two of 2,000 tokens each fit at once")
    await ask({}, all)
    const error = await failure(ask({}, all))
    assert.equal([error.code, error.status], ["model-budget", 429])
    assert.is(
      error.retryAfter,
      14 * 3600 + 54 * 60 + 59 - Math.floor((clock.now() - Date.UTC(2026, 10, 26, 9, 5)) / 1000) + 1,
    )
    clock.advance(15 * 3_600_000)
    await ask({}, all)
  } finally {
    await own.close()
  }
})

test("says that no model is set up", async () => {
  const bare = await openStage({})
  try {
    const own = bare.app.get(WRITING)
    assert.is(await own.choice(undefined), undefined)
    assert.is((await failure(ask({}, own))).code, "model-not-configured")
    assert.is((await failure(ask({ wanted: { provider: "nobody" } }, own))).code, "model-unknown")
    assert.is((await failure(ask({ wanted: { provider: "openai" } }, own))).code, "model-not-configured")
  } finally {
    await bare.close()
  }
})

test("logs neither keys, nor prompts, nor answers", async () => {
  server.script({ status: 500, body: "sk-planted said no to: my secret wish" })
  const going = failure(ask({ wanted: { provider: "keyed" }, prompt: "my secret wish" }))
  await settled(going)
  await going
  const logged = JSON.stringify(stage.log)
  assert.match(logged, /model\.failed/)
  assert.not.match(logged, /sk-planted|my secret wish/)
})

test.run()
