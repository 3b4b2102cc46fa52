import { z } from "platen/sdk"
import { defineSource, SOURCES } from "platen/sdk/mode"
import type { SourceContext } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { PEOPLE } from "../../../plugins/people/accounts/commands.js"
import { PASSWORD } from "../people/accounts/setting.js"

const test = suite("sources")
const reads: (readonly [unknown, SourceContext])[] = []
const plugin = {
  id: "tides",
  sdk: 1,
  setup: () => [
    SOURCES.of(
      defineSource({
        name: "tides",
        description: "High water of a port.",
        parameters: z.strictObject({ port: z.string().default("Hull") }),
        result: z.strictObject({ high: z.string() }),
        cacheFor: 60,
        read: (parameters, context) => {
          reads.push([parameters, context])
          return Promise.resolve({ high: "06:12" })
        },
      }),
    ),
  ],
}

const clock = fakeClock("2026-11-23T23:30:00Z")
let stage: Stage
let session: Readonly<Record<string, string>>
test.before(async () => {
  stage = await openStage({ clock, plugins: [plugin as never] })
  session = await stage.person()
})
test.after(() => stage.close())

const json = { "content-type": "application/json" }
const tried = (name: string, body: object, headers: Readonly<Record<string, string>> = session) =>
  stage.call(`/api/sources/${name}/try`, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })

test("lists every source with the schemas of its parameters and its answer, for anybody", async () => {
  const got = await stage.call("/api/sources")
  assert.is(got.status, 200)
  const { sources } = got.json() as {
    sources: { name: string; parameters: object; result: object; user_modes: boolean }[]
  }
  assert.equal(
    ["air", "on-this-day", "picture", "tides", "weather"].filter((name) => !sources.some((each) => each.name === name)),
    [],
  )
  const tides = sources.find(({ name }) => name === "tides")!
  assert.equal(
    [(tides.parameters as { properties: object }).properties, tides.user_modes],
    [{ port: { default: "Hull", type: "string" } }, true],
  )
  assert.is(sources.find(({ name }) => name === "picture")!.user_modes, false)
})

test("says what a source answers, and since when, to those who signed in", async () => {
  const got = await tried("tides", { place: { latitude: 35.7, longitude: 139.7 }, language: "ja" })
  assert.equal(
    [got.status, got.json()],
    [200, { data: { high: "06:12" }, made_at: "2026-11-23T23:30:00.000Z", old: false }],
  )
  const [parameters, { day, timeZone, language }] = reads.at(-1)!
  assert.equal(
    [parameters, day.day, timeZone, language],
    [{ port: "Hull" }, 24, "Asia/Tokyo", "ja"],
    "the day of the place",
  )
})

test("gives the answer at hand, as pages do", async () => {
  await tried("tides", {})
  const before = reads.length
  await tried("tides", {})
  assert.is(reads.length, before)
})

test("refuses strangers, unknown sources, wrong parameters and sources that fetch addresses", async () => {
  for (const [name, body, headers, status, code] of [
    ["tides", {}, {}, 401, "unauthenticated"],
    ["waves", {}, session, 404, "source-not-found"],
    ["tides", { parameters: { town: "x" } }, session, 422, "invalid"],
    ["tides", { place: { latitude: 99, longitude: 0 } }, session, 422, "invalid"],
    ["tides", { timezone: "Mars/Olympus" }, session, 422, "invalid"],
    ["picture", { parameters: { url: "http://127.0.0.1/" } }, session, 403, "source-for-admins"],
  ] as const) {
    const answer = await tried(name, body, headers)
    assert.equal(
      [answer.status, (answer.json() as { code: string }).code],
      [status, code],
      `${name} ${JSON.stringify(body)}`,
    )
  }
})

test("lets an admin who has signed in try every source", async () => {
  await stage.app.get(PEOPLE).people.add({ shown: "boss", fold: "boss" }, PASSWORD, "admin")
  const signedIn = await stage.call("/api/auth/login", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username: "boss", password: PASSWORD }),
  })
  const admin = { authorization: `Bearer ${(signedIn.json() as { token: string }).token}` }
  const answer = await tried("picture", { parameters: { url: "https://nowhere.example/x.png" } }, admin)
  assert.is.not((answer.json() as { code?: string }).code, "source-for-admins", answer.text())
  assert.is.not(answer.status, 403)
})

test.run()
