import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels } from "../devices/pixels.js"
import { readBmp } from "../devices/reader.js"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { exchange, head } from "../kernel/http/exchange.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { listenerOf } from "./listener.js"
import { alertsKept } from "./stored.js"

const test = suite("editions/extended: alerts")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

test("answers 204 with an empty body while nothing waits, and tells check_alert so", async () => {
  const device = await listenerOf(extended)
  const none = await device.bmp()
  assert.equal([none.status, none.body.length, none.headers["content-type"]], [204, 0, undefined])
  assert.is((await device.get("check_alert")).text(), '{"has_alert":false}')
})

for (const [width, height, bytes] of [
  [296, 128, 5_182],
  [400, 300, 15_662],
  [648, 480, 40_382],
  [800, 480, 48_062],
  [104, 100, 1_662],
] as const) {
  test(`shows an alert once, as a BMP of ${width} x ${height} that the firmware can read`, async () => {
    const device = await listenerOf(extended)
    assert.equal(
      [(await device.alert()).text(), (await device.alert({ sender: "Anna", message: "Now!" })).text()],
      ['{"ok":true}', '{"ok":true}'],
    )
    const answer = await device.bmp(`w=${width}&h=${height}`)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["content-length"], answer.body.length],
      [200, "image/bmp", String(bytes), bytes],
    )
    assert.equal(
      [
        answer.headers["transfer-encoding"],
        answer.headers["content-encoding"],
        answer.headers["cache-control"],
        answer.headers.etag,
      ],
      [undefined, undefined, "no-store", undefined],
    )
    const { pixels } = await readBmp({
      port: extended.port,
      path: `/api/device/${device.mac}/alert-bmp?w=${width}&h=${height}`,
      width,
      height,
      token: device.token,
    })
    assert.ok(pixels.includes(0) && pixels.includes(1))
    assert.is((await device.bmp()).status, 204)
  })
}

test("draws at 400 x 300 without a size, and refuses a wrong one without taking the alert", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  for (const query of ["w=99&h=128", "w=1601", "h=99", "h=1201", "w=a", "w=", "colors=5", "colors=1"]) {
    const answer = await device.bmp(query)
    assert.equal(
      [answer.status, codeOf(answer), answer.headers["content-type"]],
      [422, "invalid", "application/json; charset=utf-8"],
      query,
    )
  }
  assert.is((await device.bmp("")).body.length, 15_662)
})

test("sends head and body of an alert in one piece", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  const got = await exchange(
    extended.port,
    head(
      `/api/device/${device.mac}/alert-bmp?w=296&h=128`,
      "GET",
      `X-Device-Token: ${device.token}`,
      "Connection: close",
    ),
  )
  assert.match(got, /^HTTP\/1\.1 200 OK\r\n/)
  assert.is(got.slice(got.indexOf("\r\n\r\n") + 4).length, 5_182)
})

test("gives an alert to one of many who ask at once", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? device.get("check_alert") : device.bmp())),
  )
  const got = answers.filter((answer) => answer.status === 200 && answer.text() !== '{"has_alert":false}')
  assert.is(got.length, 1)
})

test("keeps all that many agents send at once, up to five, and shows them in order", async () => {
  const device = await listenerOf(extended)
  await Promise.all(["a", "b", "c"].map((message) => device.alert({ sender: "Anna", message })))
  for (const message of ["d", "e", "f", "g"]) await device.alert({ sender: "Anna", message })
  const shown: string[] = []
  for (let i = 0; i < 6; i++) {
    const { alert } = (await device.get("check_alert")).json() as { alert?: { message: string } }
    if (alert) shown.push(alert.message)
  }
  assert.is(shown.length, 5)
  assert.equal(shown.slice(1), ["d", "e", "f", "g"])
})

test("lets an alert wait for one minute", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  extended.clock.advance(59_999)
  assert.is((await device.get("alert-bmp", device.headers)).status, 200)
  await device.alert()
  extended.clock.advance(60_000)
  assert.is((await device.bmp()).status, 204)
  assert.is((await alertsKept(extended, device)).takenAt, extended.clock.now() - 60_000)
})

test("lets it wait as long as the operator says, over a restart", async () => {
  const [clock, dataFolder, config] = [fakeClock(), folderWith(), { alerts: { seconds: 600 } }]
  const before = await openExtended({ clock, dataFolder, config })
  const device = await listenerOf(before)
  await device.alert()
  await before.close()
  clock.advance(599_999)
  const after = await openExtended({ clock, dataFolder, config })
  const bmp = (): Promise<Answer> => after.at(`/api/device/${device.mac}/alert-bmp`, { headers: device.headers })
  assert.equal([(await bmp()).status, (await bmp()).status], [200, 204])
  await after.close()
})

test("tells check_alert what is said, and takes it", async () => {
  const device = await listenerOf(extended)
  await device.alert({ sender: " Home \u0000server ", message: "One\r\ntwo\u0007 \ud800", level: " CRITICAL " })
  assert.is(
    (await device.get("check_alert")).text(),
    JSON.stringify({
      has_alert: true,
      alert: { sender: "Home  server", message: "One\ntwo  \ufffd", level: "critical" },
    }),
  )
  assert.equal((await device.get("check_alert")).json(), { has_alert: false })
})

test("draws what is critical white on black, and anything else black on white", async () => {
  const device = await listenerOf(extended)
  const corner = async (level: string | null | undefined): Promise<number | undefined> => {
    await device.alert({ sender: "Anna", message: "Now", level })
    return bmpPixels((await device.bmp()).body).colours.at(-1)
  }
  assert.equal(
    [
      await corner("critical"),
      await corner("info"),
      await corner("whatever"),
      await corner(null),
      await corner(undefined),
    ],
    [0, 0xffffff, 0xffffff, 0xffffff, 0xffffff],
  )
})

test("draws an alert in the language and the zone of the device, with the time at which it was sent", async () => {
  const device = await listenerOf(extended)
  const said = { sender: "Anna", message: "饭好了" }
  const drawn = async (config: object): Promise<Buffer> => {
    await extended.post("/api/config", { mac: device.mac, modes: ["DAILY"], ...config }, device.owner.headers)
    await device.alert({ ...said, level: "critical" })
    return (await device.bmp()).body
  }
  const [english, again, chinese, elsewhere] = [
    await drawn({ language: "en" }),
    await drawn({ language: "en" }),
    await drawn({ language: "zh" }),
    await drawn({ language: "en", timezone: "Asia/Tokyo" }),
  ]
  assert.equal(english, again)
  assert.not.equal(english, chinese)
  assert.not.equal(english, elsewhere)
  await extended.post("/api/config", { mac: device.mac, timezone: "UTC" }, device.owner.headers)
  await device.alert({ ...said, level: "critical" })
  extended.clock.advance(50_000)
  const later = (await device.bmp()).body
  extended.clock.advance(-50_000)
  assert.equal(later, english, "the minute of the sending counts")
})

test("takes nothing for a HEAD", async () => {
  const device = await listenerOf(extended)
  const asked = (call: string): Promise<Answer> =>
    extended.at(`/api/device/${device.mac}/${call}`, { method: "HEAD", headers: device.headers })
  assert.is((await asked("alert-bmp?w=296&h=128")).status, 204)
  await device.alert()
  const first = await asked("alert-bmp?w=296&h=128")
  assert.equal([first.status, first.headers["content-length"], (await asked("check_alert")).status], [200, "5182", 200])
  assert.is((await device.bmp()).status, 200)
})

test("asks for the device's token to be read, and gives a device that waits for its owner nothing", async () => {
  const device = await listenerOf(extended)
  await device.alert()
  for (const call of ["alert-bmp", "check_alert"]) {
    for (const headers of [{}, { "x-device-token": "wrong" }, device.agent]) {
      const answer = await device.get(call, headers)
      assert.equal([answer.status, codeOf(answer)], [401, "device-token-invalid"])
    }
  }
  const { token } = (await extended.post(`/api/device/${device.mac}/token`)).json() as { token: string }
  const provisional = { "x-device-token": token }
  const none = await device.get("alert-bmp?w=296&h=128", provisional)
  assert.equal([none.status, none.body.length], [204, 0])
  assert.equal((await device.get("check_alert", provisional)).json(), { has_alert: false })
  assert.is((await device.bmp()).status, 200)
})

test.run()
