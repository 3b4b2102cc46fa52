import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { folderWith } from "../../folder.js"
import { ask } from "../../kernel/http/ask.js"
import { platen } from "../../platen.js"
import { served } from "../../served.js"
import { fakeClock, openStage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"

/** Keys, prompts and answers are planted, and searched for in all that the server says and keeps. */
const test = suite("models: nothing secret is said or kept")

const OPERATORS = "sk-operators-Q7planted"
const PERSONS = "sk-persons-X9planted"
const WISH = "a-wish-that-nobody-else-may-read"

test("in answers, the log, figures, the store and its files, and a backup", async () => {
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
  const backup = await platen(["backup", path.join(folder, "backup.db")], { env: { PLATEN_DATA: folder }, clock })
  assert.is(backup.code, 0, backup.stderr)
  said.push(backup.stdout)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
  const kept = files.map((file) => readFileSync(file, "latin1"))
  rmSync(folder, { recursive: true, force: true })
  assert.ok(
    files.some((file, i) => file.endsWith("backup.db") && kept[i]!.includes("ada")),
    "the backup is among the files, and has the person",
  )
  for (const text of [...said, ...kept])
    for (const secret of [OPERATORS, PERSONS]) assert.not.match(text, new RegExp(secret), text.slice(0, 200))
  // The answer to who asked may repeat what was wished.
  for (const text of [JSON.stringify(stage.log), ...kept]) assert.not.match(text, new RegExp(WISH))
})

/** A plugin that ends the server by the failure of a model: an operator's, so that it may ask with the operator's key. */
const CARELESS = `
import { definePlugin, z } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
import { WRITING } from "platen/sdk/models"
export default definePlugin({ id: "careless", needs: { writing: WRITING }, setup: ({ writing }) => [ROUTES.of(defineRoute({
  method: "GET", path: "/careless", areas: ["*"], auth: "open", summary: "",
  handle: async () => {
    const asking = writing.write({ user: undefined, system: "", prompt: "${WISH}", schema: z.object({ words: z.string() }), maxTokens: 50 })
    void asking.catch(() => {})
    const error = await asking.then(() => undefined, (failed) => failed)
    void Promise.reject(error)
    setTimeout(() => { throw Object.assign(new Error("The plugin failed."), { cause: error, failed: error }) }, 50)
    return { body: {} }
  },
}))] })
`

test("in what a server prints that a plugin brings down", async () => {
  const models = await openModelServer()
  models.script({ status: 401, body: `no such key ${OPERATORS}, for ${WISH}`, headers: { "x-key": OPERATORS } })
  const server = await served(
    folderWith({
      "careless.mjs": CARELESS,
      "platen.yaml": `server: { lanHosts: ["${models.host}"] }\nplugins:\n  ./careless.mjs: true\n  model-openai:\n    house: { baseUrl: ${models.url}/v1, model: qwen3, key: ${OPERATORS} }\n`,
    }),
  )
  const ended = once(server.process, "exit")
  await ask(server.port, "/careless", { method: "GET" })
  assert.equal(await ended, [1, null])
  await models.close()
  assert.is(models.asked[0]!.headers.authorization, `Bearer ${OPERATORS}`)
  const printed = JSON.stringify(server.log)
  for (const said of ["rejection.unhandled", "exception.uncaught", "The plugin failed."]) assert.match(printed, said)
  for (const secret of [OPERATORS, WISH]) assert.not.match(printed, new RegExp(secret))
})

test.run()
