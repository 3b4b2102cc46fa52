import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer } from "./model-server.js"

const test = suite("models: calls of people")

const clock = fakeClock("2026-11-26T09:05:00Z")
/** Keys that are planted, and must be found nowhere. */
const [OPERATORS, ADAS] = ["sk-operators-planted", "sk-adas-planted"]
let server: ModelServer
let stage: Stage
let ada: Readonly<Record<string, string>>
let ben: Readonly<Record<string, string>>
const seen: string[] = []
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": {
        house: { baseUrl: `${server.url}/v1`, model: "qwen3", key: OPERATORS },
        keyed: { preset: "openai", baseUrl: `${server.url}/other` },
        free: { baseUrl: `${server.url}/free`, model: "small" },
        any: { baseUrl: `${server.url}/any`, model: "small", key: OPERATORS },
      },
      "painter-openai": { easel: { baseUrl: `${server.url}/v1`, model: "paint", key: OPERATORS } },
      models: { default: "house", budget: { perPerson: 3_000 }, allow: { house: ["qwen3-coder"], any: "any" } },
    },
  })
  ;[ada, ben] = [await stage.person("ada"), await stage.person("ben")]
})
test.after(async () => {
  await stage.close()
  await server.close()
})

async function call(
  method: string,
  path: string,
  who = ada,
  body?: object,
): Promise<{ readonly status: number; readonly json: Record<string, never> }> {
  clock.advance(15_000)
  const answer = await stage.call(path, {
    method,
    headers: { ...who, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })
  seen.push(answer.text())
  return { status: answer.status, json: JSON.parse(answer.text()) as Record<string, never> }
}
const tried = async (who = ada, body: object = {}): Promise<Record<string, unknown>> => {
  server.script({ say: '{"words":"Good morning"}', tokens: [400, 100] })
  return (await call("POST", "/api/models/try", who, body)).json
}
const sent = (): unknown => server.asked[0]?.headers.authorization

test("asks the operator's model for who has chosen none, and counts it", async () => {
  assert.equal(await tried(), { ok: true, provider: "house", model: "qwen3", answer: "Good morning", tokens: 500 })
  assert.is(sent(), `Bearer ${OPERATORS}`)
  const { asked, spent } = (await call("GET", "/api/models")).json as unknown as { asked: object; spent: object }
  assert.equal(asked, { text: "house/qwen3", picture: "easel/paint" })
  assert.equal(spent, { you: { tokens: 500, calls: 1, limit: 3_000 } })
})

test("takes a key of one's own for one provider, never gives it out, and charges nobody for it", async () => {
  const put = await call("PUT", "/api/user/models", ada, { text: { provider: "keyed", key: ADAS } })
  assert.equal(put.json.text, { provider: "keyed", model: "", base_url: "", has_key: true })
  const { provider, tokens } = await tried()
  assert.equal(
    [provider, tokens, sent(), server.asked[0]!.path],
    ["keyed", 500, `Bearer ${ADAS}`, "/other/chat/completions"],
  )
  const { spent } = (await call("GET", "/api/models")).json as unknown as { spent: { you: { tokens: number } } }
  assert.is(spent.you.tokens, 500, "as before")
  assert.is((await tried(ben)).provider, "house", "what one has chosen is nobody else's")
  await call("PUT", "/api/user/models", ada, { text: { model: "gpt-other" } })
  await tried()
  assert.equal([server.asked[0]!.body.model, sent()], ["gpt-other", `Bearer ${ADAS}`], "what is left out stays")
})

test("sends a key to its own provider and address alone", async () => {
  await tried(ada, { provider: "house" })
  assert.is(sent(), `Bearer ${OPERATORS}`)
  const moved = await call("PUT", "/api/user/models", ada, { text: { provider: "house" } })
  assert.equal(moved.json.text, { provider: "house", model: "", base_url: "", has_key: false })
  await call("PUT", "/api/user/models", ada, { text: { provider: "keyed", key: ADAS } })
  const none = await call("PUT", "/api/user/models", ada, { text: { provider: null } })
  assert.equal(
    none.json.text,
    { provider: "", model: "", base_url: "", has_key: false },
    "a key goes with its provider",
  )
  await call("PUT", "/api/user/models", ada, {
    text: { provider: "openai-compat", base_url: "https://mine.example/v1", model: "m", key: ADAS },
  })
  const away = await call("PUT", "/api/user/models", ada, { text: { base_url: "https://thief.example/v1" } })
  assert.equal(away.json.text, {
    provider: "openai-compat",
    model: "",
    base_url: "https://thief.example/v1",
    has_key: false,
  })
})

test("reaches no host at home at an address that a person names", async () => {
  await call("PUT", "/api/user/models", ada, {
    text: { provider: "openai-compat", base_url: `${server.url}/v1`, model: "m" },
  })
  const { ok, code } = await tried()
  assert.equal([ok, code, server.asked.length], [false, "host-not-public", 0])
})

test("says which provider there is not, and to whom a key belongs", async () => {
  await call("DELETE", "/api/user/models")
  const unknown = await call("PUT", "/api/user/models", ada, { text: { provider: "nobody" } })
  assert.equal([unknown.status, unknown.json.code], [422, "model-unknown"])
  const homeless = await call("PUT", "/api/user/models", ada, { text: { key: ADAS } })
  assert.equal([homeless.status, homeless.json.issues![0]!["path"]], [422, "text.provider"])
  assert.is((await call("PUT", "/api/user/models", {}, { text: {} })).status, 401)
})

test("asks by the operator's key those models alone that the operator names", async () => {
  const dan = await stage.person("dan")
  assert.is((await tried(dan, { model: "qwen3-coder" })).model, "qwen3-coder")
  assert.is((await tried(dan, { provider: "any", model: "whatever" })).model, "whatever")
  for (const body of [
    { model: "dear-9" },
    { provider: "house", model: "dear-9" },
    { provider: "free", model: "dear-9" },
    { provider: "free", model: "dear-9", key: "of a service that takes none" },
    { provider: "easel", model: "dear-9", kind: "picture" },
  ]) {
    const { ok, code, error } = await tried(dan, body)
    assert.equal([ok, code, server.asked.length], [false, "model-unknown", 0], JSON.stringify(body))
    assert.match(String(error), /"dear-9".*enter a key of your own.*models\.allow/)
  }
  assert.is(
    (await tried(dan, { provider: "keyed", model: "dear-9", key: ADAS })).model,
    "dear-9",
    "by a key of one's own",
  )
})

test("takes a model for keeps by the same rule", async () => {
  const eve = await stage.person("eve")
  const refused = { path: "text.model", message: "is not one of qwen3, qwen3-coder" }
  for (const text of [
    { provider: "house", model: "dear-9" },
    { provider: "house", model: "dear-9", key: null },
  ]) {
    const { status, json } = await call("PUT", "/api/user/models", eve, { text })
    assert.equal([status, json.code, json.issues], [422, "model-unknown", [refused]])
  }
  const inksight = await call("PUT", "/api/user/profile/llm", eve, { provider: "house", model: "dear-9" })
  assert.is(inksight.json.code, "model-unknown")
  const keyed = { provider: "house", model: "dear-9", key: ADAS }
  assert.is((await call("PUT", "/api/user/models", eve, { text: keyed })).status, 200)
  assert.is((await tried(eve)).model, "dear-9")
  await call("PUT", "/api/user/models", eve, { text: { key: null } })
  assert.is((await tried(eve)).code, "model-unknown", "once the key is gone")
  assert.is((await call("PUT", "/api/user/models", eve, { text: { provider: "keyed", model: "dear-9" } })).status, 200)
})

test("charges for a service without a key, whatever key a person sends", async () => {
  const fay = await stage.person("fay")
  await tried(fay, { provider: "free", key: "of nothing" })
  const { spent } = (await call("GET", "/api/models", fay)).json as unknown as { spent: { you: { tokens: number } } }
  assert.is(spent.you.tokens, 500)
})

test("has the names of InkSight's pages", async () => {
  const put = await call("PUT", "/api/user/profile/llm", ada, {
    provider: "keyed",
    model: "gpt-test",
    api_key: ADAS,
    llm_access_mode: "preset",
  })
  const { llm_config: config } = put.json as unknown as { llm_config: Record<string, unknown> }
  assert.equal([config.provider, config.model, config.api_key, config.has_api_key], ["keyed", "gpt-test", "", true])
  const kept = await call("PUT", "/api/user/profile/llm", ada, {
    provider: "keyed",
    model: "gpt-test",
    api_key: "",
    base_url: "",
  })
  assert.is(
    (kept.json as unknown as { llm_config: { has_api_key: boolean } }).llm_config.has_api_key,
    true,
    "an empty key stays",
  )
  const { username, llm_config: read } = (await call("GET", "/api/user/profile")).json as unknown as {
    username: string
    llm_config: object
  }
  assert.equal([username, read], ["ada", config])
  const gone = await call("DELETE", "/api/user/profile/llm")
  assert.is((gone.json as unknown as { llm_config: { has_api_key: boolean } }).llm_config.has_api_key, false)
})

test("ends at a person's share of the budget", async () => {
  const results: unknown[] = []
  for (let i = 0; i < 7; i++) results.push((await tried(ben)).code ?? "ok")
  assert.equal([results[0], results.at(-1)], ["ok", "model-budget"])
  assert.is((await tried(await stage.person("cyd"))).ok, true, "others have theirs")
})

test("shows no key in answers and the log", async () => {
  server.script({ status: 401, body: `{"error":"invalid key ${ADAS}"}` })
  await call("PUT", "/api/user/models", ada, { text: { provider: "keyed", key: ADAS } })
  seen.push(JSON.stringify((await call("POST", "/api/models/try", ada, {})).json))
  for (const text of [...seen, JSON.stringify(stage.log)])
    for (const key of [OPERATORS, ADAS]) assert.not.match(text, new RegExp(key))
})

test.run()
