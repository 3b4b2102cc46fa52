import { createServer } from "node:http"
import type { Server } from "node:http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SimulatedDevice } from "../../../../plugins/tools/simulator/device.js"
import { erasedFlash } from "../../../../plugins/tools/simulator/flash.js"
import type { Flash } from "../../../../plugins/tools/simulator/flash.js"
import type { DeviceEvent } from "../../../../plugins/tools/simulator/device-event.js"
import { virtualTime } from "../../../devices/virtual-time.js"
import type { VirtualTime } from "../../../devices/virtual-time.js"

/** A simulated device, on a server whose responses each test defines. */
const test = suite("simulate/device")

const SECOND = 1_000
const MINUTE = 60 * SECOND
const PANEL = { width: 16, height: 2, palette: "bw" } as const
const MAC = "0E:51:00:00:00:01"

interface Response {
  readonly status?: number
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}
/** By the last word of the path; "config" for the config. */
type Responses = Readonly<Record<string, Response | ((token: string | undefined) => Response)>>

/** A BMP of 16 x 2 pixels: the first byte of its lower row, and of its upper row. */
function bmp(a: number, b: number): Buffer {
  return Buffer.concat([
    Buffer.alloc(10),
    Buffer.from([62, 0, 0, 0]),
    Buffer.alloc(48),
    Buffer.from([a, 0, 0, 0]),
    Buffer.from([b, 0, 0, 0]),
  ])
}

const [FIRST, SECOND_PICTURE, SAME_SUM] = [bmp(1, 2), bmp(3, 4), bmp(2, 1)]
const DEFAULTS: Responses = {
  token: { body: `{"token":"abc","new":true}` },
  "claim-token": { body: `{"ok":true,"pair_code":"004217"}` },
  config: { status: 404, body: "{}" },
  state: { body: `{"pending_refresh":0,"pending_mode":"","runtime_mode":"active"}` },
  "alert-bmp": { status: 204 },
  render: { body: FIRST },
}

let server: Server
let port: number
let responses: Responses
/** Requests that the server received. `call`: the last word of the path, and the token, such as "render abc". */
let received: { readonly call: string; readonly at: number }[]
let time: VirtualTime
let events: DeviceEvent[]

test.before(async () => {
  server = createServer((request, response) => {
    const path = request.url!.split("?")[0]!
    const call = path.startsWith("/api/config") ? "config" : path.split("/").at(-1)!
    const token = request.headers["x-device-token"] as string | undefined
    received.push({ call: token === undefined ? call : `${call} ${token}`, at: time.now() })
    request.resume().on("end", () => {
      const given = responses[call] ?? { body: `{"ok":true}` }
      const { status = 200, body = "", headers = {} } = typeof given === "function" ? given(token) : given
      response
        .writeHead(status, { ...(status !== 204 && { "content-length": Buffer.byteLength(body) }), ...headers })
        .end(body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  port = (server.address() as { port: number }).port
})
test.after(() => {
  server.close()
})
test.before.each(() => {
  responses = DEFAULTS
  received = []
  events = []
  time = virtualTime(fakeClock())
})

/** Runs a device on a virtual clock until `scenario` has ended. */
async function runDevice(flash: Flash, scenario: (device: SimulatedDevice) => Promise<void>): Promise<void> {
  const device = new SimulatedDevice({
    server: { host: "127.0.0.1", port, prefix: "" },
    mac: MAC,
    panel: PANEL,
    flash,
    time,
    ticks: () => 0,
    onEvent: (event) => events.push(event),
  })
  await time.play(async () => {
    time.start(() => device.run())
    await scenario(device)
    device.stop()
  })
}

const booted = (): Flash => ({ ...erasedFlash(), token: "abc", booted: true })
const count = (type: DeviceEvent["type"]): number => events.filter((event) => event.type === type).length
const calls = (): string => received.map(({ call }) => call).join(", ")
/** Times of the requests that begin so, in milliseconds after the first one. */
const when = (call: string): number[] =>
  received
    .filter((each) => each.call.startsWith(call))
    .map(({ at }, _, all) => at - received.find((each) => each.at === all[0]!.at)!.at)

test("sends its requests in the firmware's order, and the token in all but the first", async () => {
  await runDevice(erasedFlash("004217"), () => time.sleep(4 * SECOND))
  assert.is(calls(), "token, claim-token abc, heartbeat abc, config abc, render abc, runtime abc")
})

test("requests a token three times, 0.8 s apart, and shows a diagnostic without one", async () => {
  responses = { ...DEFAULTS, token: { status: 503, body: "{}" } }
  await runDevice(erasedFlash(), async (device) => {
    await time.sleep(8 * SECOND)
    assert.is(device.screen.shows, "diagnostic")
  })
  assert.equal([calls(), when("token")], ["token, token, token", [0, 800, 1_600]])
})

test("keeps its code until the server returns it, and boots meanwhile", async () => {
  responses = { ...DEFAULTS, "claim-token": { status: 409, body: "{}" } }
  await runDevice({ ...booted(), code: "004217" }, async (device) => {
    await time.sleep(10 * SECOND)
    assert.equal(
      [device.flash.code, device.screen.shows, received.filter(({ call }) => call === "claim-token abc").length],
      ["004217", "picture", 3],
    )
    responses = DEFAULTS
    await time.sleep(60 * MINUTE)
    assert.is(device.flash.code, "")
  })
})

test("rejects a code other than its own", async () => {
  responses = { ...DEFAULTS, "claim-token": { body: `{"pair_code":"4217"}` } }
  await runDevice({ ...booted(), code: "004217" }, () => time.sleep(MINUTE)).then(
    () => assert.unreachable("the device accepts it"),
    ({ message }: Error) =>
      assert.is(
        message,
        `claim-token: "pair_code" is "4217", but the device sent "004217"; return the code of the request`,
      ),
  )
})

test("skips fallbacks at boot, retries four times 15 s apart, and shows the first other picture", async () => {
  responses = {
    ...DEFAULTS,
    render: () => ({ body: FIRST, ...(when("render").length < 5 && { headers: { "x-content-fallback": "1" } }) }),
  }
  await runDevice(booted(), async (device) => {
    await time.sleep(30 * SECOND)
    assert.is(device.screen.shows, "generating")
    await time.sleep(60 * SECOND)
    assert.is(device.screen.shows, "picture")
  })
  assert.equal([when("render"), count("retry")], [[0, 15_000, 30_000, 45_000, 60_000], 4])
})

test("shows a fallback after boot", async () => {
  await runDevice(booted(), async (device) => {
    await time.sleep(10 * SECOND)
    responses = { ...DEFAULTS, render: { body: SECOND_PICTURE, headers: { "x-content-fallback": "1" } } }
    await time.sleep(60 * MINUTE)
    assert.is(device.screen.picture?.checksum, 7)
  })
})

for (const [what, render] of [
  ["fallbacks", { body: FIRST, headers: { "x-content-fallback": "true" } }],
  ["failures", { status: 500, body: "x" }],
  ["pictures with status 503", { status: 503, body: FIRST }],
] as const) {
  test(`shows a diagnostic after ${what} at boot, then the last picture from its flash`, async () => {
    responses = { ...DEFAULTS, render }
    const lastPicture = { pixels: new Uint8Array(32), checksum: 5 }
    await runDevice({ ...booted(), lastPicture }, async (device) => {
      await time.sleep(65 * SECOND)
      assert.is(device.screen.shows, "diagnostic")
      await time.sleep(10 * SECOND)
      assert.equal(device.screen, { shows: "offline", picture: lastPicture })
      responses = DEFAULTS
      await time.sleep(60 * MINUTE)
      assert.equal([device.screen.shows, device.screen.picture?.checksum], ["picture", 3])
    })
  })
}

test("restarts 5, 15, 30, 60 and 120 s after boots without a picture, then sleeps for a refresh interval", async () => {
  responses = { ...DEFAULTS, render: { status: 500, body: "x" } }
  await runDevice({ ...booted(), refreshMinutes: 30 }, () => time.sleep(2_450 * SECOND))
  const boots = received.filter(({ call }) => call === "config abc").map(({ at }) => at)
  const cycle = 2_000 + 60_000 + 5_000
  assert.equal(
    boots.slice(1).map((at, i) => (at - boots[i]! - cycle) / SECOND),
    [5, 15, 30, 60, 120, 1800],
  )
})

test("takes its refresh interval from a response of any status, and stores it in flash", async () => {
  responses = {
    ...DEFAULTS,
    render: () => ({
      status: when("render").length > 1 ? 503 : 200,
      body: FIRST,
      headers: { "x-refresh-minutes": when("render").length > 1 ? "10" : "1440" },
    }),
  }
  await runDevice(booted(), async (device) => {
    await time.sleep(MINUTE)
    assert.is(device.flash.refreshMinutes, 1440)
    await time.sleep(1440 * MINUTE)
    assert.is(device.flash.refreshMinutes, 10)
    await time.sleep(31 * MINUTE)
    assert.is(when("render").length, 5)
  })
})

for (const minutes of ["0", "9", "1441", "10.5", "ten", ""]) {
  test(`rejects a refresh interval of "${minutes}"`, async () => {
    responses = { ...DEFAULTS, render: { body: FIRST, headers: { "x-refresh-minutes": minutes } } }
    await runDevice(booted(), () => time.sleep(MINUTE)).then(
      () => assert.unreachable("the device accepts it"),
      ({ message }: Error) =>
        assert.match(message, /^render: X-Refresh-Minutes is .*; send a whole number from 10 to 1440$/),
    )
  })
}

test("compares pictures by the sum of their bytes alone, and always shows a pushed one", async () => {
  await runDevice(booted(), async (device) => {
    await time.sleep(MINUTE)
    const before = device.screen.picture
    responses = { ...DEFAULTS, render: { body: SAME_SUM } }
    await time.sleep(60 * MINUTE)
    assert.equal([device.screen.picture === before, count("unchanged")], [true, 1])
    responses = { ...DEFAULTS, render: { body: SAME_SUM, headers: { "x-preview-push": "1" } } }
    await time.sleep(60 * MINUTE)
    assert.equal([device.screen.picture === before, count("shown")], [false, 2])
  })
})

test("keeps its picture while refreshes fail", async () => {
  await runDevice(booted(), async (device) => {
    await time.sleep(MINUTE)
    responses = { ...DEFAULTS, render: { status: 500, body: "x" } }
    await time.sleep(3 * 60 * MINUTE)
    assert.equal([device.screen.picture?.checksum, count("error")], [3, 3])
  })
})

test("erases its token after a 401 to any request, requests a new one and repeats the request", async () => {
  let issued = 0
  responses = {
    ...DEFAULTS,
    token: () => ({ body: `{"token":"t${++issued}"}` }),
    heartbeat: (token) => ({ status: token === "t1" ? 200 : 401, body: "{}" }),
    render: (token) => (token === "t2" ? { body: FIRST } : { status: 401, body: "{}" }),
  }
  await runDevice(booted(), async (device) => {
    await time.sleep(20 * SECOND)
    assert.equal(
      [calls(), device.flash.token, device.screen.shows, count("token-rejected")],
      ["heartbeat abc, token, heartbeat t1, config t1, render t1, token, render t2, runtime t2", "t2", "picture", 2],
    )
  })
})

test("repeats a failed heartbeat every 50 ms while it is online, ten minutes after its last contact", async () => {
  responses = { ...DEFAULTS, heartbeat: { status: 500, body: "{}" } }
  await runDevice({ ...erasedFlash(), token: "abc" }, async (device) => {
    await time.sleep(9 * MINUTE)
    assert.equal([device.live, when("heartbeat").length], [true, 1])
    await time.sleep(MINUTE + 5 * SECOND)
    const repeated = when("heartbeat").length
    assert.ok(repeated > 20 && repeated < 110, `${repeated} heartbeats`)
    responses = DEFAULTS
    await time.sleep(MINUTE)
    assert.ok(when("heartbeat").length <= repeated + 2, "it stops after one that succeeds")
  })
})

test("enters live mode at its first boot, refreshes when something is pending, and leaves live mode when the state requires it", async () => {
  await runDevice({ ...erasedFlash(), token: "abc" }, async (device) => {
    await time.sleep(MINUTE)
    assert.equal([device.live, when("state").length, when("render").length], [true, 11, 1])
    responses = {
      ...DEFAULTS,
      render: { body: SECOND_PICTURE },
      state: { body: `{"pending_refresh":1,"pending_mode":"","runtime_mode":"interval"}` },
    }
    await time.sleep(6 * SECOND)
    assert.equal([device.live, device.screen.picture?.checksum, when("runtime").length], [false, 7, 2])
    await time.sleep(MINUTE)
    assert.is(when("state").length, 12)
  })
})

test("enters live mode at every boot when its config requires it, and shows alerts for 30 s in focus mode", async () => {
  const flags = `{"focus_listening":1,"is_focus_listening":true,"always_active":1,"is_always_active":true}`
  responses = { ...DEFAULTS, config: { body: flags } }
  await runDevice(booted(), async (device) => {
    await time.sleep(MINUTE)
    assert.equal([device.live, when("alert-bmp").length], [true, 6])
    responses = { ...responses, "alert-bmp": { body: SECOND_PICTURE } }
    await time.sleep(10 * SECOND)
    responses = { ...responses, "alert-bmp": { status: 204 } }
    assert.is(device.screen.shows, "alert")
    await time.sleep(30 * SECOND)
    assert.equal([device.screen.shows, device.screen.picture?.checksum], ["picture", 3])
  })
})

test.run()
