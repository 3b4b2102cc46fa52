import { request } from "node:http"
import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { DRAWN_REFUSALS } from "../../kernel/http/serve.js"
import { ONE_PIXEL } from "../editions/one-pixel.js"
import { IS_FULL } from "../depth.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, Person } from "../editions/extended-stage.js"
import { lapse } from "../until.js"
import { calm, pulseOf } from "./pulse.js"

/** Attacks A5 and A6: a caller without an account keeps the server busy with large heartbeats and photographs. */
const test = suite("hostile/strangers")

/** Pixels of a photograph that takes long: in the nightly form four times as many. */
const LARGE = IS_FULL ? { width: 800, height: 400 } : { width: 400, height: 200 }
const ADDRESS = "https://example.org/a.png"
const world = fakeFetch({ [ADDRESS]: ONE_PIXEL })
let server: Extended
let user: Person
test.before(async () => {
  server = await openExtended({ fetch: world })
  user = await server.person()
})
test.after(() => server.close())

const photo = (settings: object, more = "", headers = {}): Promise<Answer> =>
  server.at(`/api/preview?persona=MY_ADAPTIVE&mode_override=${encodeURIComponent(JSON.stringify(settings))}&${more}`, {
    headers,
  })
const code = (answer: Answer): readonly unknown[] => [answer.status, answer.headers["x-render-error"]]

test("have no address fetched, and see the still life", async () => {
  const before = world.calls.length
  assert.equal(code(await photo({ image_url: ADDRESS })), [200, "sign-in-needed"])
  assert.equal(
    code(await photo({ image_url: "http://192.168.1.1/a.png" })),
    [200, "sign-in-needed"],
    "one code for every address",
  )
  assert.is(world.calls.length, before)
  const stream = await server.at(
    `/api/preview/stream?persona=MY_ADAPTIVE&mode_override=${encodeURIComponent(JSON.stringify({ image_url: ADDRESS }))}`,
  )
  assert.equal([stream.status, world.calls.length], [200, before])
})

test("spoil nothing for those who sign in and ask for the same", async () => {
  const screen = await server.owned(user)
  const settings = { image_url: ADDRESS, caption: "both" }
  const [stranger, owner] = await Promise.all([photo(settings), photo(settings, `mac=${screen.mac}`, user.headers)])
  assert.equal(
    [code(stranger), code(owner)],
    [
      [200, "sign-in-needed"],
      [200, undefined],
    ],
  )
})

test("get no more by inventing a device, however many they invent", async () => {
  const before = world.calls.length
  const invented = await server.device()
  const shown = { ...invented.headers, "x-forwarded-for": "203.0.113.9" }
  assert.equal(code(await photo({ image_url: ADDRESS }, `mac=${invented.mac}`, shown)), [200, "sign-in-needed"])
  assert.is(world.calls.length, before)
  assert.equal(code(await photo({ dither: "jarvis" }, `w=1600&h=1200&colors=4&mac=${invented.mac}`, shown)), [
    401,
    "sign-in-needed",
  ])
  const few = await openExtended({ server: { limits: { preview: 10, render: 10, anonymous: 1e6 } } })
  const devices = await Promise.all(Array.from({ length: 15 }, () => few.device()))
  const statuses: number[] = []
  for (const { mac, headers } of devices)
    statuses.push((await few.at(`/api/preview?w=100&h=100&mac=${mac}`, { headers })).status)
  assert.equal(
    statuses,
    Array.from({ length: 15 }, (_, i) => (i < 10 ? 200 : 429)),
    "previews count by address",
  )
  // New screens of one house may all come at once.
  for (const each of devices) assert.is((await each.render("w=100&h=100")).status, 200)
  await few.close()
})

test("have photographs up to 800 x 480, and drawn pages as large as anybody", async () => {
  assert.equal(code(await photo({}, "w=800&h=480")), [200, undefined])
  const large = await photo({ dither: "jarvis" }, "w=1600&h=1200&colors=4")
  assert.equal([...code(large), large.headers["content-type"]], [401, "sign-in-needed", "image/png"])
  assert.equal(code(await server.at("/api/preview?persona=STOIC&w=1600&h=1200")), [200, undefined])
  const screen = await server.owned(user)
  assert.equal(code(await photo({}, `w=1600&h=1200&mac=${screen.mac}`, user.headers)), [200, undefined])
})

test("do not keep others waiting with sixty photographs at once", async () => {
  const screen = await server.owned(user)
  await screen.post("apply-preview", undefined)
  const pulse = pulseOf(server.port)
  const flood = Array.from({ length: 60 }, (_, i) =>
    server.at(
      `/api/preview?persona=MY_ADAPTIVE&w=${LARGE.width}&h=${LARGE.height + i}&colors=4&mode_override=${encodeURIComponent('{"dither":"jarvis"}')}`,
      { headers: { "x-forwarded-for": "203.0.113.5" } },
    ),
  )
  const push = await server.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: { ...user.headers, "content-type": "image/png" },
    body: ONE_PIXEL,
  })
  // Those without a credential wait for three seconds.
  const stop = lapse(server.clock, 3_000)
  const waiting = (await Promise.all(flood.map(async (each) => (await each).status))).length
  stop()
  assert.equal([push.status, waiting], [200, 60])
  await calm(pulse)
})

test("cost no picture with each of many calls that are refused", async () => {
  const types: string[] = []
  server.clock.advance(61_000)
  for (let i = 0; i < 150; i++) {
    const answer = await server.at(
      `/api/preview?mac=02:00:00:00:00:01&colors=4&w=${1_000 - i}&h=${700 - i}&lang=en-x${1_000 + i}`,
    )
    assert.is(answer.status, 401)
    types.push(answer.headers["content-type"]!)
  }
  const drawn = types.filter((type) => type === "image/png").length
  assert.is(drawn, DRAWN_REFUSALS.perMinute)
  // Which ones are drawn is for the minute in which they come to say.
  assert.ok(types.every((type) => type === "image/png" || type.startsWith("application/json")))
})

test("who hang up have their orders dropped", async () => {
  const screen = await server.owned(user)
  const gone = (): number =>
    server.stage.log.lines.filter(
      ({ event, fields }) =>
        event === "page.failed" && (fields as { err: { code: string } }).err.code === "caller-gone",
    ).length
  const calls = Array.from({ length: 40 }, (_, i) => {
    const call = request({
      host: "127.0.0.1",
      port: server.port,
      path: `/api/preview?persona=MY_ADAPTIVE&w=800&h=${300 + i}&colors=4&mode_override=${encodeURIComponent('{"dither":"stucki"}')}`,
      agent: false,
    })
    call.on("error", () => {
      /* it is broken off below */
    })
    call.end()
    return call
  })
  for (let i = 0; i < 5; i++) await server.at("/api/health")
  for (const call of calls) call.destroy()
  assert.is(
    (
      await server.at(`/api/device/${screen.mac}/apply-preview`, {
        method: "POST",
        headers: { ...user.headers, "content-type": "image/png" },
        body: ONE_PIXEL,
      })
    ).status,
    200,
  )
  assert.ok(gone() > 20, `${gone()} of 40 were dropped`)
})

test("cost nothing with heartbeats of two megabytes", async () => {
  const screen = await server.device()
  const pulse = pulseOf(server.port)
  const body = "[".repeat(2 << 20)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server
        .at(`/api/device/${screen.mac}/heartbeat`, {
          method: "POST",
          headers: { ...screen.headers, "content-type": "application/json" },
          body,
        })
        .catch((error: NodeJS.ErrnoException) => error.code),
    ),
  )
  // Who goes on sending may find the connection closed before the answer is read.
  for (const answer of answers)
    assert.ok(
      typeof answer === "string" ? ["ECONNRESET", "EPIPE"].includes(answer) : answer!.status === 200,
      String(answer),
    )
  await calm(pulse)
})

test("learn no figures", async () => {
  assert.is((await server.at("/metrics")).status, 200, "who asks from the machine itself")
  assert.is((await server.at("/metrics", { headers: { "x-forwarded-for": "203.0.113.5" } })).status, 401)
  assert.is(
    (await server.at("/metrics", { headers: { ...user.headers, "x-forwarded-for": "203.0.113.5" } })).status,
    403,
  )
  assert.is(
    (await server.at("/metrics", { headers: { ...server.admin, "x-forwarded-for": "203.0.113.5" } })).status,
    200,
  )
})

test.run()
