import { request } from "node:http"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { z } from "platen/sdk"
import { PAINTING, WRITING } from "platen/sdk/models"
import type { Wanted } from "platen/sdk/models"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { quiet, until } from "../../until.js"
import { openModelServer } from "./model-server.js"
import type { ModelServer, Reply } from "./model-server.js"

const test = suite("models: what calls cost the operator")

const clock = fakeClock("2026-11-26T09:05:00Z")
let server: ModelServer
let stage: Stage
let ada: Readonly<Record<string, string>>
let user: string
test.before(async () => {
  server = await openModelServer()
  const closed = await closedHost()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host, closed], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": {
        house: { baseUrl: `${server.url}/v1`, model: "qwen3", key: "sk-house" },
        down: { baseUrl: `http://${closed}/v1`, model: "none", key: "sk-house" },
      },
      "model-anthropic": { baseUrl: server.url, key: "sk-house" },
      "painter-openai": { easel: { baseUrl: `${server.url}/v1`, model: "paint", key: "sk-house" } },
      models: { default: "house", painter: "easel", budget: { perDay: 1_000_000, perPerson: 1_000_000 } },
    },
  })
  ada = await stage.person("ada")
  user = ((await stage.call("/api/auth/me", { headers: ada })).json() as { user_id: string }).user_id
})
test.after(async () => {
  await stage.close()
  await server.close()
})

/** A host on which nothing listens. */
async function closedHost(): Promise<string> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return `127.0.0.1:${port}`
}

interface Spent {
  readonly tokens: number
  readonly calls: number
}
async function spent(): Promise<Spent> {
  const answer = (await stage.call("/api/models", { headers: ada })).json() as { spent: { you: Spent } }
  return answer.spent.you
}
/** What some work has cost. */
async function costOf(work: () => Promise<unknown>): Promise<Spent> {
  const before = await spent()
  await work().catch(() => {})
  const after = await spent()
  return { tokens: after.tokens - before.tokens, calls: after.calls - before.calls }
}
/** Tokens that the question below may cost: those of its text, and of the longest answer. */
const ESTIMATE = 1_004
const ask = (wanted: Wanted = {}, signal?: AbortSignal): Promise<unknown> =>
  stage.app.get(WRITING).write({
    user,
    wanted,
    system: "You write.",
    prompt: "Write.",
    schema: z.strictObject({ words: z.string() }),
    maxTokens: 1_000,
    repairs: 0,
    ...(signal && { signal }),
  })
/** A call whose caller hangs up once the service has it. */
async function hungUp(work: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  server.script("hang")
  const caller = new AbortController()
  const going = work(caller.signal)
  await server.calls(1)
  caller.abort()
  return going
}

for (const [name, replies, calls, tokens] of [
  ["tells what it cost", [{ say: '{"words":"a"}', tokens: [70, 7] }], 1, 77],
  ["fails", [{ status: 500 }], 2, 2 * ESTIMATE],
  ["fails, and answers when it is asked again", [{ status: 503 }, { say: '{"words":"a"}' }], 2, ESTIMATE + 120],
  ["breaks off", ["broken"], 2, 2 * ESTIMATE],
  ["answers with more than fits", ["endless"], 2, 2 * ESTIMATE],
  ["answers in HTML", [{ status: 200, body: "<html>" }], 2, 2 * ESTIMATE],
  ["refuses the key", [{ status: 401 }], 1, 0],
  ["refuses the call", [{ status: 404 }], 3, 0],
  ["limits the calls", [{ status: 429 }], 2, 0],
  ["limits the calls, then breaks off", [{ status: 429 }, "broken"], 2, ESTIMATE],
] as readonly (readonly [string, readonly Reply[], number, number])[])
  test(`charges ${tokens} tokens for a service that ${name}`, async () => {
    server.script(...replies)
    assert.equal(await costOf(() => ask()), { tokens, calls })
    assert.is(server.asked.length, calls)
  })

test("charges for a call whose caller hangs up once it has left", async () => {
  const cost = { tokens: ESTIMATE, calls: 1 }
  assert.equal(await costOf(() => hungUp((signal) => ask({}, signal))), cost)
  const order = { user, prompt: "A leaf.", width: 100, height: 100 }
  const painted = await costOf(() => hungUp((signal) => stage.app.get(PAINTING).paint({ ...order, signal })))
  assert.equal(painted, { tokens: 4_000, calls: 1 })
})

test("charges whoever hangs up on a trial, each time", async () => {
  const port = await stage.app.listen()
  const before = await spent()
  for (let i = 0; i < 4; i++) {
    server.script("hang")
    const headers = { ...ada, "content-type": "application/json" }
    const call = request({ port, path: "/api/models/try", method: "POST", headers, agent: false })
    call.on("error", () => {})
    call.end("{}")
    await server.calls(1)
    call.destroy()
    await quiet(clock)
  }
  await until(async () => (await spent()).tokens >= before.tokens + 4 * 200, "trials cost nothing")
  assert.is((await spent()).calls, before.calls + 4)
})

test("charges nothing for what never leaves", async () => {
  assert.equal((await costOf(() => ask({ provider: "down" }))).tokens, 0, "nobody listens")
  assert.equal((await costOf(() => ask({}, AbortSignal.abort()))).tokens, 0, "the caller has gone before")
})

test("charges what a call may have cost where its service does not count", async () => {
  server.script({ say: '{"words":"a"}', tokens: null })
  assert.is((await costOf(() => ask({ provider: "anthropic" }))).tokens, ESTIMATE)
})

test("does not ask again beyond the budget", async () => {
  const own = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": { house: { baseUrl: `${server.url}/v1`, model: "qwen3", key: "sk-house" } },
      models: { budget: { perDay: 1_500, perPerson: 1_500 } },
    },
  })
  try {
    server.script("broken")
    const question = { user: undefined, system: "You write.", prompt: "Write.", schema: z.strictObject({}) }
    const going = own.app.get(WRITING).write({ ...question, maxTokens: 1_000 })
    assert.is(await going.catch((error: { code: string }) => error.code), "model-budget")
    assert.is(server.asked.length, 1)
  } finally {
    await own.close()
  }
})

test.run()
