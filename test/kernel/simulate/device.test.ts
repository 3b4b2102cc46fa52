import { createServer } from "node:http"
import type { Server } from "node:http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SimulatedDevice } from "../../../kernel/simulate/device.js"
import { erasedFlash } from "../../../kernel/simulate/link.js"
import type { Flash, Told } from "../../../kernel/simulate/link.js"
import { virtualTime } from "../../devices/virtual-time.js"
import type { VirtualTime } from "../../devices/virtual-time.js"

/** A device with the firmware's habits, on a server of which a test says what it answers. */
const test = suite("simulate/device")

const SECOND = 1_000
const MINUTE = 60 * SECOND
const BUILD = { width: 16, height: 2, inks: "bw" } as const
const MAC = "0E:51:00:00:00:01"

interface Said {
  readonly status?: number
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}
type Answers = Readonly<Record<string, Said | ((token: string | undefined) => Said)>>

/** Four bytes of picture. */
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
const WELL: Answers = {
  token: { body: `{"token":"abc","new":true}` },
  "claim-token": { body: `{"ok":true,"pair_code":"004217"}` },
  config: { status: 404, body: "{}" },
  state: { body: `{"pending_refresh":0,"pending_mode":"","runtime_mode":"active"}` },
  "alert-bmp": { status: 204 },
  render: { body: FIRST },
}

let server: Server
let port: number
let answers: Answers
/** "render abc": the last word of the path, and the token. */
let asked: { readonly call: string; readonly at: number }[]
let time: VirtualTime
let told: Told[]

test.before(async () => {
  server = createServer((request, response) => {
    const path = request.url!.split("?")[0]!
    const call = path.startsWith("/api/config") ? "config" : path.split("/").at(-1)!
    const token = request.headers["x-device-token"] as string | undefined
    asked.push({ call: token === undefined ? call : `${call} ${token}`, at: time.now() })
    request.resume().on("end", () => {
      const given = answers[call] ?? { body: `{"ok":true}` }
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
  answers = WELL
  asked = []
  told = []
  time = virtualTime(fakeClock())
})

async function living(flash: Flash, life: (device: SimulatedDevice) => Promise<void>): Promise<void> {
  const device = new SimulatedDevice({
    server: { host: "127.0.0.1", port, prefix: "" },
    mac: MAC,
    build: BUILD,
    flash,
    time,
    ticks: () => 0,
    told: (event) => told.push(event),
  })
  await time.play(async () => {
    time.start(() => device.run())
    await life(device)
    device.stop()
  })
}

const booted = (): Flash => ({ ...erasedFlash(), token: "abc", booted: true })
const count = (what: string): number => told.filter((each) => each.what === what).length
const calls = (): string => asked.map(({ call }) => call).join(", ")
const when = (call: string): number[] =>
  asked
    .filter((each) => each.call.startsWith(call))
    .map(({ at }, _, all) => at - asked.find((each) => each.at === all[0]!.at)!.at)

test("calls in the firmware's order, without a token only for one", async () => {
  await living(erasedFlash("004217"), () => time.sleep(4 * SECOND))
  assert.is(calls(), "token, claim-token abc, heartbeat abc, config abc, render abc, runtime abc")
})

test("asks three times for a token, 0.8 s apart, and has no Wi-Fi without one", async () => {
  answers = { ...WELL, token: { status: 503, body: "{}" } }
  await living(erasedFlash(), async (device) => {
    await time.sleep(8 * SECOND)
    assert.is(device.glass.shows, "diagnostic")
  })
  assert.equal([calls(), when("token")], ["token, token, token", [0, 800, 1_600]])
})

test("keeps its code until it has come back, and does without", async () => {
  answers = { ...WELL, "claim-token": { status: 409, body: "{}" } }
  await living({ ...booted(), code: "004217" }, async (device) => {
    await time.sleep(10 * SECOND)
    assert.equal(
      [device.flash.code, device.glass.shows, asked.filter(({ call }) => call === "claim-token abc").length],
      ["004217", "picture", 3],
    )
    answers = WELL
    await time.sleep(60 * MINUTE)
    assert.is(device.flash.code, "")
  })
})

test("chokes on another code than its own", async () => {
  answers = { ...WELL, "claim-token": { body: `{"pair_code":"4217"}` } }
  await living({ ...booted(), code: "004217" }, () => time.sleep(MINUTE)).then(
    () => assert.unreachable("it did not"),
    ({ message }: Error) => assert.is(message, `claim-token: "4217" came back for "004217"`),
  )
})

test("refuses a stand-in at boot, four times 15 s apart, and shows what comes then", async () => {
  answers = {
    ...WELL,
    render: () => ({ body: FIRST, ...(when("render").length < 5 && { headers: { "x-content-fallback": "1" } }) }),
  }
  await living(booted(), async (device) => {
    await time.sleep(30 * SECOND)
    assert.is(device.glass.shows, "generating")
    await time.sleep(60 * SECOND)
    assert.is(device.glass.shows, "picture")
  })
  assert.equal([when("render"), count("retry")], [[0, 15_000, 30_000, 45_000, 60_000], 4])
})

test("shows a stand-in when it does not boot", async () => {
  await living(booted(), async (device) => {
    await time.sleep(10 * SECOND)
    answers = { ...WELL, render: { body: SECOND_PICTURE, headers: { "x-content-fallback": "1" } } }
    await time.sleep(60 * MINUTE)
    assert.is(device.glass.frame?.sum, 7)
  })
})

for (const [what, render] of [
  ["stand-ins", { body: FIRST, headers: { "x-content-fallback": "true" } }],
  ["failures", { status: 500, body: "x" }],
  ["nothing but 503", { status: 503, body: FIRST }],
] as const) {
  test(`shows a diagnostic after ${what} at boot, and then the picture that it has kept`, async () => {
    answers = { ...WELL, render }
    const kept = { pixels: new Uint8Array(32), sum: 5 }
    await living({ ...booted(), kept }, async (device) => {
      await time.sleep(65 * SECOND)
      assert.is(device.glass.shows, "diagnostic")
      await time.sleep(10 * SECOND)
      assert.equal(device.glass, { shows: "offline", frame: kept })
      answers = WELL
      await time.sleep(60 * MINUTE)
      assert.equal([device.glass.shows, device.glass.frame?.sum], ["picture", 3])
    })
  })
}

test("restarts after 5, 15, 30, 60 and 120 s without a picture, then sleeps for an interval", async () => {
  answers = { ...WELL, render: { status: 500, body: "x" } }
  await living({ ...booted(), minutes: 30 }, () => time.sleep(2_450 * SECOND))
  const boots = asked.filter(({ call }) => call === "config abc").map(({ at }) => at)
  const cycle = 2_000 + 60_000 + 5_000
  assert.equal(
    boots.slice(1).map((at, i) => (at - boots[i]! - cycle) / SECOND),
    [5, 15, 30, 60, 120, 1800],
  )
})

test("takes its interval from an answer of any status, and keeps it in flash", async () => {
  answers = {
    ...WELL,
    render: () => ({
      status: when("render").length > 1 ? 503 : 200,
      body: FIRST,
      headers: { "x-refresh-minutes": when("render").length > 1 ? "10" : "1440" },
    }),
  }
  await living(booted(), async (device) => {
    await time.sleep(MINUTE)
    assert.is(device.flash.minutes, 1440)
    await time.sleep(1440 * MINUTE)
    assert.is(device.flash.minutes, 10)
    await time.sleep(31 * MINUTE)
    assert.is(when("render").length, 5)
  })
})

for (const minutes of ["0", "9", "1441", "10.5", "ten", ""]) {
  test(`chokes on an interval of "${minutes}"`, async () => {
    answers = { ...WELL, render: { body: FIRST, headers: { "x-refresh-minutes": minutes } } }
    await living(booted(), () => time.sleep(MINUTE)).then(
      () => assert.unreachable("it did not"),
      ({ message }: Error) => assert.match(message, /^render: X-Refresh-Minutes is/),
    )
  })
}

test("tells pictures apart by the sum of their bytes alone, unless one was pushed", async () => {
  await living(booted(), async (device) => {
    await time.sleep(MINUTE)
    const before = device.glass.frame
    answers = { ...WELL, render: { body: SAME_SUM } }
    await time.sleep(60 * MINUTE)
    assert.equal([device.glass.frame === before, count("unchanged")], [true, 1])
    answers = { ...WELL, render: { body: SAME_SUM, headers: { "x-preview-push": "1" } } }
    await time.sleep(60 * MINUTE)
    assert.equal([device.glass.frame === before, count("shown")], [false, 2])
  })
})

test("keeps its old picture while refreshes fail", async () => {
  await living(booted(), async (device) => {
    await time.sleep(MINUTE)
    answers = { ...WELL, render: { status: 500, body: "x" } }
    await time.sleep(3 * 60 * MINUTE)
    assert.equal([device.glass.frame?.sum, count("error")], [3, 3])
  })
})

test("erases its token on a 401 of any call, gets one more and asks once more", async () => {
  let issued = 0
  answers = {
    ...WELL,
    token: () => ({ body: `{"token":"t${++issued}"}` }),
    heartbeat: (token) => ({ status: token === "t1" ? 200 : 401, body: "{}" }),
    render: (token) => (token === "t2" ? { body: FIRST } : { status: 401, body: "{}" }),
  }
  await living(booted(), async (device) => {
    await time.sleep(20 * SECOND)
    assert.equal(
      [calls(), device.flash.token, device.glass.shows, count("provisioned")],
      ["heartbeat abc, token, heartbeat t1, config t1, render t1, token, render t2, runtime t2", "t2", "picture", 2],
    )
  })
})

test("repeats a heartbeat that fails every 50 ms while it is online, once ten minutes are over", async () => {
  answers = { ...WELL, heartbeat: { status: 500, body: "{}" } }
  await living({ ...erasedFlash(), token: "abc" }, async (device) => {
    await time.sleep(9 * MINUTE)
    assert.equal([device.live, when("heartbeat").length], [true, 1])
    await time.sleep(MINUTE + 5 * SECOND)
    const storm = when("heartbeat").length
    assert.ok(storm > 20 && storm < 110, `${storm} heartbeats`)
    answers = WELL
    await time.sleep(MINUTE)
    assert.ok(when("heartbeat").length <= storm + 2, "and is well after one that succeeds")
  })
})

test("goes to live mode on its first boot, refreshes for what waits, and leaves it when the state says so", async () => {
  await living({ ...erasedFlash(), token: "abc" }, async (device) => {
    await time.sleep(MINUTE)
    assert.equal([device.live, when("state").length, when("render").length], [true, 11, 1])
    answers = {
      ...WELL,
      render: { body: SECOND_PICTURE },
      state: { body: `{"pending_refresh":1,"pending_mode":"","runtime_mode":"interval"}` },
    }
    await time.sleep(6 * SECOND)
    assert.equal([device.live, device.glass.frame?.sum, when("runtime").length], [false, 7, 2])
    await time.sleep(MINUTE)
    assert.is(when("state").length, 12)
  })
})

test("is always in live mode when its config says so, and shows alerts for 30 s in focus mode", async () => {
  const flags = `{"focus_listening":1,"is_focus_listening":true,"always_active":1,"is_always_active":true}`
  answers = { ...WELL, config: { body: flags } }
  await living(booted(), async (device) => {
    await time.sleep(MINUTE)
    assert.equal([device.live, when("alert-bmp").length], [true, 6])
    answers = { ...answers, "alert-bmp": { body: SECOND_PICTURE } }
    await time.sleep(10 * SECOND)
    answers = { ...answers, "alert-bmp": { status: 204 } }
    assert.is(device.glass.shows, "alert")
    await time.sleep(30 * SECOND)
    assert.equal([device.glass.shows, device.glass.frame?.sum], ["picture", 3])
  })
})

test.run()
