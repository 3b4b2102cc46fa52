import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { asked, kind, openDocument, statuses } from "./document-stage.js"
import type { Documented } from "./document-stage.js"
import { definition } from "./extended-studio-stage.js"

/** The extended document, "Configuration and modes". */
const test = suite("extended document: configuration and modes")

interface Config {
  readonly id: number
  readonly is_active: number
  readonly city: string
  readonly modes: readonly string[]
}

let server: Documented
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const save = (mac: string, headers: Headers, fields: object = {}): Promise<Answer> =>
  server.post("/api/config", { mac, modes: ["ONE"], ...fields }, headers)
const read = async (mac: string, headers: Headers): Promise<Config> =>
  (await server.at(`/api/config/${mac}`, asked(headers))).json() as Config
const history = async (mac: string, headers: Headers): Promise<readonly Config[]> =>
  ((await server.at(`/api/config/${mac}/history`, asked(headers))).json() as { configs: Config[] }).configs
const modes = async (headers = {}): Promise<readonly Record<string, unknown>[]> =>
  ((await server.at("/api/modes", asked(headers))).json() as { modes: Record<string, unknown>[] }).modes
const create = (id: string, headers: Headers, more: object = {}): Promise<Answer> =>
  server.post("/api/modes/custom", { ...definition(id), ...more }, headers)

test('POST /api/config: "save device configuration", with an admin\'s session', async () => {
  const { mac, headers } = await server.owned()
  assert.equal(kind(await save(mac, server.boss, { city: "Bern" })), [200, "application/json"])
  assert.equal([(await read(mac, headers)).city, (await read(mac, headers)).modes], ["Bern", ["ONE"]])
})

test("POST /api/config: lets in admins, by decision 17 the device and who it is bound to, and nobody else", async () => {
  const screen = await server.owned()
  assert.equal(await statuses(server, screen, (headers) => save(screen.mac, headers)), [401, 403, 200, 200])
  assert.is((await save(screen.mac, screen.owner.headers)).status, 200)
})

test('GET /api/config/{mac}: "current configuration", with the token', async () => {
  const screen = await server.configured({ city: "Bern" })
  const answer = await server.at(`/api/config/${screen.mac}`, asked(screen.headers))
  assert.equal(
    [kind(answer), (answer.json() as Config).city, (answer.json() as Config).is_active],
    [[200, "application/json"], "Bern", 1],
  )
  assert.equal(
    await statuses(server, screen, (headers) => server.at(`/api/config/${screen.mac}`, { headers })),
    [401, 403, 200, 200],
  )
})

test('GET /api/config/{mac}/history: "configuration history", with the token', async () => {
  const screen = await server.configured({ city: "Bern" })
  await save(screen.mac, server.boss, { city: "Paris" })
  assert.equal(
    (await history(screen.mac, screen.headers)).map(({ city, is_active: active }) => [city, active]),
    [
      ["Paris", 1],
      ["Bern", 0],
    ],
  )
  assert.equal(
    await statuses(server, screen, (headers) => server.at(`/api/config/${screen.mac}/history`, { headers })),
    [401, 403, 200, 200],
  )
})

test('PUT /api/config/{mac}/activate/{config_id}: "activate a historical configuration", with an admin\'s session', async () => {
  const screen = await server.configured({ city: "Bern" })
  await save(screen.mac, server.boss, { city: "Paris" })
  const old = (await history(screen.mac, screen.headers)).find(({ city }) => city === "Bern")!
  const answer = await server.put(`/api/config/${screen.mac}/activate/${old.id}`, server.boss)
  assert.equal([kind(answer), (await read(screen.mac, screen.headers)).city], [[200, "application/json"], "Bern"])
})

test("PUT /api/config/{mac}/activate/{config_id}: is for admins alone", async () => {
  const screen = await server.configured()
  const { id } = await read(screen.mac, screen.headers)
  assert.equal(
    await statuses(server, screen, (headers) => server.put(`/api/config/${screen.mac}/activate/${id}`, headers)),
    [401, 403, 401, 200],
  )
  assert.is((await server.put(`/api/config/${screen.mac}/activate/${id}`, screen.owner.headers)).status, 403)
})

test('GET /api/modes: "all built-in and custom modes"', async () => {
  assert.is((await create("MINE", server.boss)).status, 200)
  const answer = await server.at("/api/modes")
  const sources = Object.fromEntries((await modes()).map(({ mode_id: id, source }) => [id, source]))
  assert.equal([kind(answer), sources.DAILY, sources.MINE], [[200, "application/json"], "builtin_json", "custom"])
})

test('POST /api/modes/custom/preview: "preview a custom mode definition", with an admin\'s session, and keeps nothing', async () => {
  const before = await modes()
  const answer = await server.post(
    "/api/modes/custom/preview",
    { mode_def: definition("TRIED"), w: 296, h: 128 },
    server.boss,
  )
  assert.equal([kind(answer), await modes()], [[200, "image/png"], before])
  assert.is((await server.post("/api/modes/custom/preview", { mode_def: definition("TRIED") })).status, 401)
})

test('POST /api/modes/custom: "create a custom mode", with an admin\'s session, and screens show it', async () => {
  const answer = await create("CREATED", server.boss)
  assert.equal([kind(answer), (answer.json() as { mode_id: string }).mode_id], [[200, "application/json"], "CREATED"])
  const screen = await server.configured({ modes: ["CREATED"] })
  assert.ok((await screen.render()).body.equals((await screen.render("persona=CREATED")).body))
})

test("POST /api/modes/custom: for all devices is an admin's alone", async () => {
  const screen = await server.owned()
  assert.equal(await statuses(server, screen, (headers) => create("FOR_ALL", headers)), [401, 403, 401, 200])
})

test('GET /api/modes/custom/{mode_id}: "one custom mode definition"', async () => {
  await create("READ", server.boss)
  const answer = await server.at("/api/modes/custom/READ", asked(server.boss))
  const { id, content, view } = answer.json() as Record<string, unknown>
  assert.equal(
    [kind(answer), { id, content, view }],
    [[200, "application/json"], { id: "READ", content: definition("READ").content, view: definition("READ").view }],
  )
  assert.equal(
    [
      (await server.at("/api/modes/custom/NOBODY", asked(server.boss))).status,
      (await server.at("/api/modes/custom/READ", asked(server.somebody))).status,
      (await server.at("/api/modes/custom/READ")).status,
    ],
    [404, 200, 401],
  )
})

test('DELETE /api/modes/custom/{mode_id}: "delete a custom mode", with an admin\'s session', async () => {
  await create("GONE", server.boss)
  const gone = async (): Promise<boolean> => (await modes()).every(({ mode_id: id }) => id !== "GONE")
  for (const [headers, status] of [
    [{}, 401],
    [server.somebody, 403],
  ] as const) {
    assert.is((await server.remove("/api/modes/custom/GONE", headers)).status, status)
    assert.not.ok(await gone())
  }
  assert.equal(
    [kind(await server.remove("/api/modes/custom/GONE", server.boss)), await gone()],
    [[200, "application/json"], true],
  )
})

test('POST /api/modes/generate: "generate a mode definition from a description using AI", with an admin\'s session; without a model it says so', async () => {
  const screen = await server.owned()
  const generate = (headers: Headers): Promise<Answer> =>
    server.post("/api/modes/generate", { description: "A page about tides." }, headers)
  assert.equal(await statuses(server, screen, generate), [401, 403, 401, 503])
  const { error, message } = (await generate(server.boss)).json() as Record<string, string>
  assert.ok(error && message)
})

test.run()
