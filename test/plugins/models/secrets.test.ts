import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/http/fetch.js"
import { fakeClock, openStage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"

/** Keys, prompts and answers are planted, and searched for in all that the server says and keeps. */
const test = suite("models: nothing secret is said or kept")

const OPERATORS = "sk-operators-Q7planted"
const PERSONS = "sk-persons-X9planted"
const WISH = "a-wish-that-nobody-else-may-read"

test("in answers, the log, figures, the store and its files", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-models-"))
  const server = await openModelServer()
  const clock = fakeClock("2026-11-26T09:05:00Z")
  const admin = { authorization: "Bearer the-operators-token", "content-type": "application/json" }
  const stage = await openStage({
    dataFolder: folder,
    clock,
    security: { adminToken: "the-operators-token" },
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    config: {
      "model-openai": { house: { baseUrl: `${server.url}/v1`, model: "qwen3", key: OPERATORS } },
      "model-anthropic": { baseUrl: server.url, key: OPERATORS },
    },
  })
  const said: string[] = []
  try {
    const person = { ...(await stage.person("ada")), "content-type": "application/json" }
    const call = async (
      method: string,
      address: string,
      headers: Readonly<Record<string, string>>,
      body?: object,
    ): Promise<number> => {
      clock.advance(20_000)
      const answer = await stage.call(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      said.push(answer.text(), JSON.stringify(answer.headers))
      return answer.status
    }
    await call("PUT", "/api/user/models", person, { text: { provider: "anthropic", key: PERSONS } })
    for (const reply of [
      { status: 401, body: `no such key ${PERSONS}` },
      { say: `{"words":"${WISH}"}` },
      { say: "no JSON" },
    ] as const) {
      server.script(reply)
      await call("POST", "/api/models/try", person, {})
      await call("POST", "/api/modes/generate", admin, { description: WISH })
    }
    assert.is(server.asked.at(-1)!.headers["x-api-key"], OPERATORS, "the keys are used")
    for (const address of ["/api/user/models", "/api/user/profile", "/api/models"]) await call("GET", address, person)
    for (const address of [
      "/api/health",
      "/metrics",
      "/api/openapi.json",
      "/api/stats/overview",
      "/api/stats/refusals",
    ])
      await call("GET", address, admin)
  } finally {
    await stage.close()
    await server.close()
  }
  said.push(JSON.stringify(stage.log))
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
  const kept = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "latin1"))
  rmSync(folder, { recursive: true, force: true })
  assert.ok(
    kept.some((text) => text.includes("ada")),
    "the store is among the files",
  )
  for (const text of [...said, ...kept])
    for (const secret of [OPERATORS, PERSONS]) assert.not.match(text, new RegExp(secret), text.slice(0, 200))
  // The answer to who asked may repeat what was wished.
  for (const text of [JSON.stringify(stage.log), ...kept]) assert.not.match(text, new RegExp(WISH))
})

test.run()
