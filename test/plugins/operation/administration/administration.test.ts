import { copyFileSync, readdirSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { z } from "platen/sdk"
import { field } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { checkedConfig } from "../../../../plugins/operation/administration/checked-config.js"
import type { CheckedConfig } from "../../../../plugins/operation/administration/checked-config.js"
import { MASK, masked } from "../../../../plugins/operation/administration/masked.js"
import { folderSize } from "../../../../plugins/operation/administration/folder.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended } from "../../../editions/extended-stage.js"
import { ONE_PIXEL } from "../../../editions/one-pixel.js"
import { fakeClock, fakeFetch } from "../../../testing/fakes.js"
import { folderWith } from "../../../folder.js"
import { platen } from "../../../platen.js"
import { refused } from "../../../refused.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { codeOf } from "../../people/accounts/calls.js"

const test = suite("administration")
const KEY = "sk-of-the-operator"
const CONNECTIONS = {
  meter: { origin: "http://192.168.1.20:8080", headers: { authorization: "a secret of the meter" } },
}

let server: Extended
test.before(async () => {
  server = await openExtended({
    config: {
      "source-json": { connections: CONNECTIONS },
      "model-openai": { house: { preset: "openai", key: KEY } },
      "model-gemini": { key: KEY },
      "model-anthropic": { key: KEY },
      "painter-openai": { house: { key: KEY } },
    },
    server: { publicUrl: "https://ink.example", limits: { address: 1e6, render: 77 } },
    security: { registration: "open" },
  })
})
test.after(() => server.close())

const read = async (path: string): Promise<Record<string, unknown>> =>
  (await server.at(path, { headers: server.admin })).json() as Record<string, unknown>

test("says how the server is", async () => {
  const anna = await server.person("anna")
  await server.at("/api/uploads", { method: "POST", headers: anna.headers, body: ONE_PIXEL })
  const before = await read("/api/server")
  assert.equal(
    [before.version, before.time, before.timezone],
    ["0.0.0", new Date(server.clock.now()).toISOString(), "UTC"],
  )
  assert.is((before.urls as string[])[0], "https://ink.example")
  assert.equal(before.security, { registration: "open", pairing: "on", token_reissue: "confirm", metrics: "local" })
  const { render, preview } = before.limits as Record<string, number>
  assert.equal([render, preview], [77, 60])
  const { used, max } = before.storage as { used: number; max: number }
  assert.ok(used > 0 && max === 4 * 2 ** 30)
  server.clock.advance(65_000)
  const after = await read("/api/server")
  assert.is((after.uptime_seconds as number) - (before.uptime_seconds as number), 65)
})

test("lists the plugins, without secrets", async () => {
  const { plugins } = (await read("/api/plugins")) as { plugins: { id: string; config: unknown; schema: object }[] }
  const json = plugins.find(({ id }) => id === "source-json")!
  assert.match(JSON.stringify(json.config), "192.168.1.20")
  assert.match(JSON.stringify(json.schema), "origin")
  assert.not.match(JSON.stringify(plugins), "a secret of the meter")
  assert.not.match(JSON.stringify(plugins), "an operator's token")
  assert.not.match(JSON.stringify(plugins), KEY)
  assert.ok(plugins.length > 40)
})

test("lists no credential of a plugin that does not mark it", () => {
  const config = {
    apiKey: "a",
    api_key: "b",
    API_KEY: "h",
    "Proxy-Authorization": "i",
    sessionCookies: ["j"],
    token: "c",
    nested: [{ password: "d", headers: { Authorization: "e", "x-token": "f" }, secrets: { home: "g" } }],
    monkey: "banana",
    keys: 3,
    isKeyed: true,
    keyword: "tea",
  }
  assert.equal(masked(config), {
    apiKey: MASK,
    api_key: MASK,
    API_KEY: MASK,
    "Proxy-Authorization": MASK,
    sessionCookies: [MASK],
    token: MASK,
    nested: [{ password: MASK, headers: { Authorization: MASK, "x-token": MASK }, secrets: { home: MASK } }],
    monkey: "banana",
    keys: 3,
    isKeyed: true,
    keyword: "tea",
  })
})

test("marks every secret of a built-in plugin in its schema, so that forms hide what is typed", async () => {
  const { plugins } = (await read("/api/plugins")) as { plugins: { id: string; schema: object }[] }
  const bare: string[] = []
  const look = (id: string, node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    for (const [name, each] of Object.entries((node as { properties?: object }).properties ?? {})) {
      const { type, "x-platen": meta } = each as { type?: string; "x-platen"?: { secret?: boolean } }
      if (type === "string" && isCredential(name) && !meta?.secret) bare.push(`${id}: ${name}`)
    }
    for (const each of Object.values(node)) look(id, each)
  }
  for (const { id, schema } of plugins) look(id, schema)
  assert.equal(bare, [])
})

const isCredential = (name: string): boolean => (masked({ [name]: "x" }) as Record<string, unknown>)[name] === MASK

test("names to people what is granted to them, and to no other", async () => {
  const other = await openExtended({
    config: {
      "source-json": {
        connections: { meter: { origin: "http://192.168.1.20", users: ["anna"] }, attic: CONNECTIONS.meter },
      },
      "source-calendar": { connections: { family: { origin: "http://192.168.1.21", users: ["anna", "ben"] } } },
      "source-photos": { albums: { holidays: { folder: folderWith(), users: ["ben"] } } },
    },
  })
  const granted = async (name: string): Promise<unknown> =>
    (await other.at("/api/user/grants", { headers: (await other.person(name)).headers })).json()
  assert.equal(await granted("anna"), { connections: ["family", "meter"], albums: [] })
  assert.equal(await granted("ben"), { connections: ["family"], albums: ["holidays"] })
  assert.equal(await granted("eve"), { connections: [], albums: [] })
  assert.is((await other.at("/api/user/grants")).status, 401)
  await other.close()
})

test("tells admins what has failed, the newest first, without a query and once for the same", async () => {
  const other = await openExtended({ fetch: fakeFetch({}) })
  const { mac, headers, owner } = await other.owned()
  await other.post(
    "/api/config",
    { mac, modes: ["FEED"], mode_overrides: { FEED: { urls: ["https://f.example/x?key=secret"] } } },
    owner.headers,
  )
  for (let i = 0; i < 2; i++) {
    await other.at(`/api/render?mac=${mac}`, { headers })
    other.clock.advance(3_600_000)
  }
  const answer = await other.at("/api/server/log", { headers: other.admin })
  const { events } = answer.json() as { events: { kind: string; text: string; times: number; at: string }[] }
  const page = events.find(({ kind }) => kind === "page")
  assert.is(page?.times, 2)
  assert.match(page?.text ?? "", `${mac} FEED: `)
  assert.not.match(answer.text(), "secret")
  assert.is((await other.at("/api/server/log", { headers: owner.headers })).status, 403)
  await other.close()
})

test("is for admins alone", async () => {
  const ben = await server.person("ben")
  for (const path of ["/api/server", "/api/plugins"])
    for (const [headers, status] of [
      [ben.headers, 403],
      [{}, 401],
    ] as const)
      assert.is((await server.at(path, { headers })).status, status)
  assert.is((await server.post("/api/plugins/library/check", { config: {} }, ben.headers)).status, 403)
})

test("checks a config, and says it as YAML", async () => {
  const check = (id: string, config: unknown): Promise<CheckedConfig> =>
    server.post(`/api/plugins/${id}/check`, { config }, server.admin).then((answer) => answer.json() as CheckedConfig)
  assert.equal(await check("library", { keep: 20 }), {
    ok: true,
    issues: [],
    yaml: "plugins:\n  library:\n    keep: 20\n",
  })
  assert.equal(await check("library", false), { ok: true, issues: [], yaml: "plugins:\n  library: false\n" })
  assert.equal(await check("library", null), { ok: true, issues: [], yaml: "plugins:\n  library: true\n" })
  const wrong = await check("library", { keep: "many", more: 1 })
  assert.is(wrong.ok, false)
  assert.equal(wrong.issues.map(({ path }) => path).sort(), ["", "keep"])
  const unknown = await server.post("/api/plugins/nobody/check", { config: {} }, server.admin)
  assert.equal([unknown.status, codeOf(unknown)], [404, "plugin-not-found"])
})

const schema = z.strictObject({
  origin: z.url(),
  key: field(z.string().min(20), { secret: true }).optional(),
  how: z.union([z.strictObject({ token: z.string() }), z.literal("open")]).optional(),
})
const checked = (config: unknown): CheckedConfig => checkedConfig({ id: "mine", schema }, config)

test("looks nothing up that a config refers to, and says nothing of it", () => {
  const config = { origin: { env: "HOME" }, key: { file: "/etc/passwd" }, how: { token: { env: "TOKEN" } } }
  const { ok, yaml } = checked(config)
  assert.is(ok, true)
  assert.match(yaml, "env: HOME")
  assert.equal(checked({ ...config, more: 1 }).issues.length, 1, "what is beside it is checked")
  assert.is(checked({ origin: { env: 1 } }).ok, false)
})

test("tells that a masked secret is none, and writes what YAML would misread in quotes", () => {
  assert.equal(
    checked({ origin: "https://example.org", key: "[secret]" }).issues.map(({ path }) => path),
    ["key", "key"],
  )
  assert.match(checked({ origin: "yes", "a: b": "# no\nplugins: {}" }).yaml, '"a: b"')
})

test("refuses a config that is nested without end", async () => {
  let deep: unknown = 1
  for (let i = 0; i < 40; i++) deep = { a: deep }
  await refused(async () => checked(deep), "nested deeper than 32")
})

test("measures a folder, and none that is not there", async () => {
  const { bytes, free } = await folderSize(folderWith({ "a.txt": "12345", "b/c.txt": "678" }))
  assert.is(bytes, 8)
  assert.ok(free! > 0)
  assert.equal(await folderSize("/nowhere/at/all"), { bytes: undefined, free: undefined })
})

test("makes backups that a restore takes, one at a time, and keeps the newest five", async () => {
  const folder = folderWith()
  const clock = fakeClock("2026-11-26T17:55:03Z")
  const own = await openExtended({ dataFolder: folder, clock })
  const ask = async (method: string, headers: Readonly<Record<string, string>> = own.admin): Promise<Answer> =>
    own.at("/api/server/backups", { method, headers })
  try {
    await own.person("anna")
    assert.equal((await ask("GET")).json(), { backups: [] })
    const both = await Promise.all([ask("POST"), ask("POST")])
    assert.equal(both.map(({ status }) => status).sort(), [200, 409])
    assert.is(codeOf(both.find(({ status }) => status === 409)!), "backup-running")
    const { file, at } = both.find(({ status }) => status === 200)!.json() as { file: string; at: string }
    assert.equal([file, at], ["platen-2026-11-26T17-55-03.db", "2026-11-26T17:55:03.000Z"])
    assert.is(statSync(path.join(folder, "backups", file)).mode & 0o777, 0o600)
    const kept = path.join(folderWith(), "kept.db")
    copyFileSync(path.join(folder, "backups", file), kept)
    const restored = { PLATEN_DATA: folderWith() }
    assert.is((await platen(["restore", kept], { env: restored, clock })).code, 0)
    assert.match((await platen(["user", "list"], { env: restored, clock })).stdout, "anna")

    writeFileSync(path.join(folder, "backups", "mine.db"), "not one of the server's")
    for (let i = 0; i < 6; i++) {
      clock.advance(60_000)
      assert.is((await ask("POST")).status, 200)
    }
    const { backups } = (await ask("GET")).json() as { backups: { file: string; bytes: number }[] }
    assert.equal(
      backups.map(({ file: each }) => each.slice(-11, -3)),
      ["18-01-03", "18-00-03", "17-59-03", "17-58-03", "17-57-03"],
    )
    assert.equal(readdirSync(path.join(folder, "backups")).sort(), [
      "mine.db",
      ...backups.map(({ file: each }) => each).reverse(),
    ])

    // A machine without a clock battery begins in the past.
    clock.advance(-40 * 365 * 86_400_000)
    const late = (await ask("POST")).json() as { file: string }
    const names = ((await ask("GET")).json() as { backups: { file: string }[] }).backups.map(({ file: each }) => each)
    assert.equal([names.length, names.at(-1)], [5, late.file], "the one that was just made stays")
  } finally {
    await own.close()
  }
})

test.run()
