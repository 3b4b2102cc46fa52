import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels } from "../devices/pixels.js"
import { exchange, head } from "../kernel/http/exchange.js"
import { numberMode } from "./bars.js"
import { asked, kind, openDocument, shown } from "./document-stage.js"
import type { Documented } from "./document-stage.js"
import { load } from "./test-modes.js"

/** The extended document, "Rendering and preview": GET /api/render. */
const test = suite("extended document: GET /api/render")

let server: Documented
test.before(async () => {
  server = await openDocument()
  await load(
    server.stage,
    numberMode("FAILS", () => Promise.reject(new Error("the world is away")), { cacheFor: 0 }),
  )
})
test.after(() => server.close())

test('is the "main device render, returns image/bmp"', async () => {
  const answer = await (await server.configured()).render()
  assert.equal(kind(answer), [200, "image/bmp"])
  assert.equal([bmpPixels(answer.body).width, bmpPixels(answer.body).height], [296, 128])
})

test('takes the "token when mac is given": answers 401 without one and with a wrong one, and asks for none without mac', async () => {
  const screen = await server.configured()
  const path = `/api/render?mac=${screen.mac}`
  const found = [
    await server.at(path),
    await server.at(path, asked({ "x-device-token": "wrong" })),
    await server.at(path, asked(screen.headers)),
    await server.at("/api/render"),
  ]
  assert.equal(found.map(kind), [
    [401, "image/bmp"],
    [401, "image/bmp"],
    [200, "image/bmp"],
    [200, "image/bmp"],
  ])
})

test("requires none of its query parameters", async () => {
  assert.is((await server.at("/api/render")).status, 200)
})

test('takes v, float: "battery voltage, default 3.3"', async () => {
  const page = async (v: string): Promise<Buffer> => (await server.at(`/api/render?persona=DAILY${v}`)).body
  assert.ok((await page("")).equals(await page("&v=3.3")))
  assert.not.ok((await page("&v=1.65")).equals(await page("&v=3.3")))
  assert.equal(shown(await server.at("/api/render?persona=BATTERY&v=1.65")), [200, 50])
})

test('takes mac, string: "device address", and shows what that device is to show', async () => {
  const [one, two] = [await server.configured({ modes: ["ONE"] }), await server.configured({ modes: ["TWO"] })]
  assert.equal(
    [shown(await one.render()), shown(await two.render())],
    [
      [200, 1],
      [200, 2],
    ],
  )
})

test('takes persona, string: "forces a mode"', async () => {
  const screen = await server.configured({ modes: ["ONE"] })
  assert.equal(
    [
      shown(await screen.render("persona=THREE")),
      shown(await screen.render()),
      shown(await server.at("/api/render?persona=TWO")),
    ],
    [
      [200, 3],
      [200, 1],
      [200, 2],
    ],
  )
})

test('takes rssi, int: "WiFi signal strength", and keeps it with the device', async () => {
  const screen = await server.configured()
  await screen.render("rssi=-71")
  await server.written(screen)
  assert.is((await screen.state()).rssi, -71)
})

test('takes refresh_min, int: "actual refresh interval of the device, minutes", and the state tells it', async () => {
  const screen = await server.configured({ refresh_interval: 60 })
  await screen.render("refresh_min=25")
  await server.written(screen)
  assert.is((await screen.state()).expected_refresh_min, 25)
})

test('takes w and h, int: "screen width" and "screen height"', async () => {
  for (const [w, h] of [
    [296, 128],
    [400, 300],
    [648, 480],
    [800, 480],
  ] as const) {
    const { width, height } = bmpPixels((await server.at(`/api/render?w=${w}&h=${h}`)).body)
    assert.equal([width, height], [w, h])
  }
})

test('takes next, int: "value 1 means switch to the next mode", and no other value does', async () => {
  const screen = await server.configured({
    strategy: "time_slot",
    time_slot_rules: [{ startHour: 0, endHour: 24, modes: ["ONE"] }],
  })
  assert.equal(
    [shown(await screen.render()), shown(await screen.render("next=0")), shown(await screen.render("next=2"))],
    [
      [200, 1],
      [200, 1],
      [200, 1],
    ],
  )
  await server.written(screen)
  assert.equal(shown(await screen.render("next=1")), [200, 2])
  await server.written(screen)
  assert.equal(shown(await screen.render("next=1")), [200, 3])
})

test("may answer with X-Pending-Refresh", async () => {
  const screen = await server.shownOnce()
  await screen.post("refresh")
  assert.equal(
    [(await screen.render()).headers["x-pending-refresh"], (await screen.render()).headers["x-pending-refresh"]],
    ["1", undefined],
  )
})

test("may answer with X-Content-Fallback", async () => {
  const screen = await server.configured({ modes: ["FAILS"] })
  assert.is((await screen.render()).headers["x-content-fallback"], "1")
  assert.is((await (await server.configured()).render()).headers["x-content-fallback"], undefined)
})

test("may answer with X-Preview-Push", async () => {
  const screen = await server.configured()
  await server.push(screen)
  assert.equal(
    [(await screen.render()).headers["x-preview-push"], (await screen.render()).headers["x-preview-push"]],
    ["1", undefined],
  )
})

test('can be read by "a device client with little memory": 128 bytes at a time until the announced length is consumed or, unknown, until the end', async () => {
  const screen = await server.configured({ strategy: "random", modes: ["ONE"] })
  const { headers, body } = await screen.render()
  assert.equal(
    [headers["content-length"], headers["transfer-encoding"], headers["content-encoding"]],
    [String(body.length), undefined, undefined],
  )
  const asking = head(
    `/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`,
    "GET",
    `X-Device-Token: ${screen.token}`,
    "Connection: close",
  )
  const whole = await exchange(server.port, asking)
  assert.ok(whole.endsWith(body.toString("latin1")), "the connection ends behind the last byte")
  const start = whole.indexOf("\r\n\r\n") + 4
  assert.is(whole.length - start, body.length)
})

test.run()
