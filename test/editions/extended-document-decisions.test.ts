import { Upstream } from "platen/sdk"
import { answering, releaseOf } from "../plugins/devices/firmware/world.js"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { exchange, head } from "../kernel/http/exchange.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { asked, kind, openDocument } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"

/** What the extended document leaves open and the decisions settle, where no other file shows it. */
const test = suite("extended document: where it is silent")

const MINUTE = 60_000
const ORIGIN = "https://panel.example.org"
const upstream = answering(
  { body: JSON.stringify([releaseOf("v2.1.0", ["epd_c3.bin"])]) },
  { body: JSON.stringify([releaseOf("v2.2.0", ["epd_c3.bin"])]) },
  new Error("upstream is away"),
)

let server: Documented
let screen: Owned
test.before(async () => {
  server = await openDocument({
    // Cities of configs are looked up as well.
    fetch: async (url, options) => {
      if (!String(url).includes("github")) throw new Upstream("The world has nothing but GitHub.")
      return upstream(url, options)
    },
    config: { firmware: { repository: "acme/glass" } },
    server: { origins: [ORIGIN], publicUrl: "https://ink.example.org" },
  })
  screen = await server.configured({ city: "Bern", lat: 46.9, lon: 7.4, timezone: "Europe/Zurich", country: "CH" })
})
test.after(() => server.close())

const save = (fields: object, headers: Headers = server.boss): Promise<Answer> =>
  server.post("/api/config", { mac: screen.mac, ...fields }, headers)
const config = async (): Promise<Record<string, unknown>> =>
  (await server.at(`/api/config/${screen.mac}`, asked(screen.headers))).json() as Record<string, unknown>
const error = (answer: Answer): Record<string, unknown> => answer.json() as Record<string, unknown>

test("takes the documents' names of a config and those of existing pages, and answers with both (decision 11)", async () => {
  for (const fields of [
    {
      strategy: "random",
      refresh_interval: 20,
      tone: "deep",
      lat: 1.5,
      lon: 2.5,
      llm_provider: "deepseek",
      llm_model: "deepseek-chat",
    },
    {
      refreshStrategy: "random",
      refreshInterval: 20,
      contentTone: "deep",
      latitude: 1.5,
      longitude: 2.5,
      llmProvider: "deepseek",
      llmModel: "deepseek-chat",
    },
  ]) {
    assert.is((await save({ strategy: "cycle", refresh_interval: 60, tone: "humor", lat: 0, lon: 0 })).status, 200)
    assert.is((await save(fields)).status, 200)
    const found = await config()
    assert.equal(
      [
        "strategy",
        "refreshStrategy",
        "refresh_interval",
        "refreshInterval",
        "tone",
        "contentTone",
        "lat",
        "latitude",
        "lon",
        "longitude",
      ].map((name) => found[name]),
      ["random", "random", 20, 20, "deep", "deep", 1.5, 1.5, 2.5, 2.5],
    )
  }
})

test("keeps the value of a field that is left out, and names unknown fields and modes in warnings (decision 11)", async () => {
  await save({ modes: ["ONE", "TWO"], refresh_interval: 30, tone: "humor" })
  const answer = await save({ modes: ["TWO", "NOBODY"], colour: "blue" })
  const { warnings } = answer.json() as { warnings: readonly unknown[] }
  const { modes, refresh_interval: minutes, tone } = await config()
  assert.equal([answer.status, modes, minutes, tone], [200, ["TWO"], 30, "humor"])
  for (const name of ["colour", "NOBODY"]) assert.match(JSON.stringify(warnings), name)
  assert.is((await save({ modes: ["NOBODY"] })).status, 422, "none is left")
})

test("drops the coordinates, the time zone and the country of a city that another takes the place of (decision 11)", async () => {
  await save({ city: "Bern", lat: 46.9, lon: 7.4, timezone: "Europe/Zurich", admin1: "Bern", country: "CH" })
  await save({ city: "Paris" })
  const { city, latitude, longitude, timezone, admin1, country } = await config()
  assert.equal([city, latitude, longitude, timezone, admin1, country], ["Paris", null, null, "", "", ""])
})

test("takes each strategy and each tone, and no strategy that there is not (decision 11)", async () => {
  const found: number[] = []
  for (const fields of [
    ...["random", "cycle", "time_slot", "smart"].map((strategy) => ({ strategy })),
    ...["positive", "neutral", "deep", "humor", "like a pirate"].map((tone) => ({ tone })),
    { strategy: "sideways" },
  ])
    found.push((await save(fields)).status)
  assert.equal(found, [200, 200, 200, 200, 200, 200, 200, 200, 200, 422])
})

test("refuses a config beyond 16 KB, and keys inside it that are named like the firmware's flags (decision 11)", async () => {
  assert.is(
    (
      await save({
        memo_text: "禅".repeat(2_000),
        mode_overrides: { MEMO: { memo_text: "禅".repeat(2_000) } },
        countdown_events: Array.from({ length: 10 }, () => ({ name: "禅".repeat(60), date: "2027-01-01" })),
      })
    ).status,
    413,
  )
  assert.is((await save({ memo_text: "禅".repeat(2_000) })).status, 200)
  for (const key of ["is_focus_listening", "focus_listening", "always_active", "is_always_active"])
    assert.is((await save({ mode_overrides: { ONE: { deep: { [key]: true } } } })).status, 422, key)
})

test("keeps five configs, of which one is active, with whole numbers as ids (decision 12)", async () => {
  for (let i = 0; i < 7; i++) await save({ nickname: `n${i}` })
  const { configs } = (await server.at(`/api/config/${screen.mac}/history`, asked(screen.headers))).json() as {
    configs: { id: number; is_active: number; nickname: string }[]
  }
  assert.equal(
    [
      configs.map(({ nickname }) => nickname),
      configs.map(({ is_active: active }) => active),
      configs.every(({ id }) => Number.isInteger(id)),
    ],
    [["n6", "n5", "n4", "n3", "n2"], [1, 0, 0, 0, 0], true],
  )
})

test("checks the origin of an unsafe call that the cookie alone lets in, and of no other (decision 15)", async () => {
  const { token } = await server.person()
  const post = (headers: Headers): Promise<Answer> => server.post("/api/auth/password", {}, headers)
  const cookie = { cookie: `ink_session=${token}` }
  const found: number[] = []
  for (const headers of [
    { ...cookie, origin: "https://evil.example" },
    cookie,
    { ...cookie, origin: ORIGIN },
    { ...cookie, origin: "https://ink.example.org" },
    { authorization: `Bearer ${token}`, origin: "https://evil.example" },
  ])
    found.push((await post(headers)).status)
  assert.equal(found, [403, 422, 422, 422, 422])
  assert.is(
    (await server.at("/api/auth/me", asked({ ...cookie, origin: "https://evil.example" }))).status,
    200,
    "a safe call",
  )
})

test("lets a token header that is not empty alone decide, and looks on when it is empty (decision 16)", async () => {
  const state = (headers: Headers): Promise<Answer> => screen.get("state", headers)
  const found = [
    await state({ ...screen.owner.headers, "x-device-token": "wrong" }),
    await state({ ...screen.owner.headers, "x-device-token": "" }),
    await state({ ...server.boss, "x-device-token": "wrong" }),
  ]
  assert.equal(
    found.map(({ status }) => status),
    [401, 200, 401],
  )
})

test("answers 401, and neither 403 nor 404, to a device that it does not know (decision 16)", async () => {
  const mac = "0D:DD:00:00:00:01"
  for (const call of [`render?mac=${mac}`, `config/${mac}`, `device/${mac}/state`, `device/${mac}/alert-bmp`])
    assert.is((await server.at(`/api/${call}`, asked({ "x-device-token": "x".repeat(43) }))).status, 401, call)
})

test("holds a device for online up to 1.5 times the interval that it was told and 5 minutes (decision 21)", async () => {
  const other = await server.configured({ refresh_interval: 60 })
  await other.render()
  await server.written(other)
  const online = async (): Promise<unknown> => (await other.state(other.owner.headers)).is_online
  server.clock.advance(95 * MINUTE)
  assert.is(await online(), true)
  server.clock.advance(1_000)
  assert.is(await online(), false)
})

test("writes every JSON error with one sentence as error, message and detail, with a code, and with issues that have path and message where a field is wrong (decision 25)", async () => {
  for (const [answer, status] of [
    [await server.at("/api/user/devices"), 401],
    [await screen.get("state", server.somebody), 403],
    [await server.at("/api/nothing"), 404],
    [await server.at("/api/modes/custom/NOBODY", asked(server.boss)), 404],
    [await server.at("/api/config/x", asked(screen.headers)), 400],
    [
      await server.at("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      }),
      400,
    ],
    [await server.at("/api/health", { method: "DELETE" }), 405],
  ] as const) {
    const { error: said, code, message, detail } = error(answer)
    assert.is(answer.status, status, answer.text())
    assert.match(String(code), /^[a-z][a-z_-]+$/)
    assert.match(String(message), /^.+ .+\.$/)
    assert.equal([said, detail], [message, message])
  }
  const none = await server.at(`/api/device/${screen.mac}/runtime`, { method: "POST", headers: screen.headers })
  assert.equal([none.status, error(none).message], [422, "The request's body is wrong: it is missing: send an object."])
  const answer = await save({ refresh_interval: 9 })
  const issues = error(answer).issues as { path: string; message: string }[]
  assert.equal(
    [answer.status, issues.map(({ path }) => path), typeof issues[0]!.message],
    [422, ["refresh_interval"], "string"],
  )
})

test("draws the notice of a picture route that a JSON route would write: 400, 401 and 403, in the asked size (decision 25)", async () => {
  const size = "w=296&h=128"
  for (const [path, headers, status] of [
    [`/api/render?${size}&v=x`, {}, 400],
    [`/api/render?${size}&mac=x`, {}, 400],
    [`/api/render?${size}&mac=${screen.mac}`, {}, 401],
    [`/api/render?${size}&mac=${screen.mac}`, screen.owner.headers, 403],
  ] as const) {
    const answer = await server.at(path, asked(headers))
    assert.equal([kind(answer), answer.body.length], [[status, "image/bmp"], 5_182], path)
  }
  assert.equal(
    [
      kind(await server.at(`/api/preview?${size}&mac=${screen.mac}`)),
      kind(await server.at(`/api/widget/${screen.mac}?${size}`, asked(server.somebody))),
    ],
    [
      [401, "image/png"],
      [403, "image/png"],
    ],
  )
})

test("refuses no render for its rssi, its bpp or what it does not know (decision 25)", async () => {
  for (const query of ["rssi=x", "rssi=", "rssi=1e99", "rssi=-50.5", "bpp=x", "bpp=9", "nobody=1", "__proto__=1"])
    assert.is((await screen.render(query)).status, 200, query)
})

test("keeps the firmware list for 10 minutes, and the old one when upstream fails (decision 26)", async () => {
  const list = async (): Promise<unknown[]> => {
    const { cached, releases } = (await server.at("/api/firmware/releases")).json() as {
      cached: boolean
      releases: { version: string }[]
    }
    return [cached, releases[0]!.version]
  }
  assert.equal(await list(), [false, "2.1.0"])
  server.clock.advance(10 * MINUTE - 1)
  assert.equal(await list(), [true, "2.1.0"])
  server.clock.advance(1)
  assert.equal(await list(), [false, "2.2.0"])
  server.clock.advance(11 * MINUTE)
  assert.equal(await list(), [true, "2.2.0"])
})

test("answers any Host, and another origin only where the operator names it (decision 29)", async () => {
  for (const host of ["192.168.1.20:3000", "ink.lan", "[fe80::1]"])
    assert.is((await server.at("/api/health", asked({ host }))).status, 200, host)
  const [named, other] = [
    await server.at("/api/health", asked({ origin: ORIGIN })),
    await server.at("/api/health", asked({ origin: "https://evil.example" })),
  ]
  assert.equal(
    [
      named.headers["access-control-allow-origin"],
      named.headers["access-control-allow-credentials"],
      other.headers["access-control-allow-origin"],
    ],
    [ORIGIN, "true", undefined],
  )
  const page = await screen.render("", asked({ ...screen.headers, origin: ORIGIN }))
  for (const header of Object.keys(page.headers).filter(
    (each) => each.startsWith("x-") && each !== "x-content-type-options",
  ))
    assert.match(page.headers["access-control-expose-headers"]!, header)
  assert.match(page.headers["access-control-expose-headers"]!, "x-refresh-minutes")
})

test("writes times in UTC with Z (decision 31)", async () => {
  await screen.render()
  await server.written(screen)
  const texts = [
    await screen.get("state"),
    await server.at(`/api/stats/${screen.mac}`, asked(screen.headers)),
    await server.at(`/api/config/${screen.mac}`, asked(screen.headers)),
    await server.at("/api/user/devices", asked(screen.owner.headers)),
    await server.at("/api/health"),
  ].map((answer) => answer.text())
  const times = texts.flatMap((text) => text.match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [])
  assert.ok(times.length > 8, String(times.length))
  for (const time of times) assert.match(time, /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"$/)
})

for (const [method, call, body] of [
  ["GET", "render?v=3.7&mac=MAC"],
  ["POST", "device/MAC/token", "{}"],
  ["POST", "device/MAC/heartbeat", "{}"],
  ["GET", "device/MAC/state"],
  ["POST", "device/MAC/runtime", '{"mode":"interval"}'],
  ["GET", "config/MAC"],
  ["POST", "device/MAC/claim-token", "{}"],
  ["GET", "device/MAC/alert-bmp"],
] as const) {
  test(`sends the head and the body of ${method} /api/${call.replace(/\?.*/, "")} in one write, with its length and nothing between (decision 34)`, async () => {
    const extra = body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`]
    const sent =
      head(
        `/api/${call.replace("MAC", screen.mac)}`,
        method,
        `X-Device-Token: ${screen.token}`,
        "Accept-Encoding: gzip, br",
        "Connection: close",
        ...extra,
      ) + (body ?? "")
    const parts: string[] = []
    const whole = await exchange(server.port, sent, (got) => {
      parts.push(got)
      return false
    })
    const [start = "", rest = ""] = [
      whole.slice(0, whole.indexOf("\r\n\r\n")),
      whole.slice(whole.indexOf("\r\n\r\n") + 4),
    ]
    assert.match(start, /^HTTP\/1\.1 20[04] /)
    assert.match(start, /cache-control: no-store/i)
    assert.not.match(start, /transfer-encoding|content-encoding|location|etag: W/i)
    const [, length] = /content-length: (\d+)/i.exec(start) ?? []
    if (start.startsWith("HTTP/1.1 200")) assert.equal([Number(length), rest.length > 0], [rest.length, true])
    else assert.is(rest, "")
    assert.ok(parts[0]!.length > start.length + 4 || rest === "", "the first bytes that come have the body in them")
  })
}

test("redirects no device, whatever it asks for (decision 34)", async () => {
  for (const path of [
    `/api/render/?mac=${screen.mac}`,
    "//api/render",
    `/api/config/${screen.mac}/`,
    `/api/device/${screen.mac}/state/`,
    `/api/device/${screen.mac}/alert-bmp/`,
  ]) {
    const { status, headers } = await server.at(path, asked(screen.headers))
    assert.ok((status < 300 || status >= 400) && headers.location === undefined, `${path}: ${status}`)
  }
})

test("answers 304 to nobody who has not sent If-None-Match, and never with a picture that was pushed (decision 34)", async () => {
  const [first, second] = [await screen.render("persona=ONE"), await screen.render("persona=ONE")]
  assert.equal([first.status, second.status], [200, 200])
  const etag = first.headers.etag!
  assert.is((await screen.render("persona=ONE", asked({ ...screen.headers, "if-none-match": etag }))).status, 304)
  await server.push(screen)
  const pushed = await screen.render("", asked({ ...screen.headers, "if-none-match": "*" }))
  assert.equal([pushed.status, pushed.headers["x-preview-push"]], [200, "1"])
})

test.run()
