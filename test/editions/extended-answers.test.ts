import { column, row } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { inked, pngPixels, samePixels } from "../devices/pixels.js"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import type { Gate } from "../kernel/http/gate.js"
import type { Answer } from "../kernel/http/ask.js"
import { bar, numberMode, STAND_IN, viewMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { switchToGone } from "./extended-studio-stage.js"
import { alerted } from "./listener.js"
import { stateOf, statsOf, written } from "./seen.js"
import { load, modeOf } from "./test-modes.js"

/** What answers to a device say beside the page, and what comes back of one that does not arrive: decisions 7, 8, 10, 16, 22. */
const test = suite("editions/extended: answers to a device")

type Owned = ExtendedDevice & { readonly owner: Person }

const NAMES = ["ONE", "TWO", "THREE"]
const MINUTE = 60_000
const ROUND_TRIPS = 5

let extended: Extended
/** True: the contents of FIRST, SECOND and ASKED fail. */
let away = false
/** Content that waits, by mode. */
const waits = new Map<string, { readonly asked: Gate; readonly go: Gate }>()

const failing = (id: string, number: number): Mode =>
  numberMode(id, () => (away ? Promise.reject(new Error("the world is away")) : number), {
    cacheFor: 0,
    perDevice: true,
    fallback: () => ({ number: STAND_IN + number }),
  })
const slow = (id: string, number: number): Mode =>
  numberMode(
    id,
    async () => {
      const wait = waits.get(id)
      if (wait) {
        wait.asked.open()
        await wait.go.opened
      }
      return number
    },
    { cacheFor: 0 },
  )
/** A black square that moves by whole bytes with the minute: every page has the same sum. */
const moving = modeOf("MOVING", {
  view: (_, { now }) => ({
    language: "en",
    frame: "bare",
    body: row(
      { align: "start" },
      column({ width: 8 + 8 * (now.minute % 10), height: 8, shrink: 0 }),
      column({ width: 8, height: 8, fill: "black", shrink: 0 }),
    ),
  }),
})
/** Every ink that a panel may have. */
const stripes = modeOf("STRIPES", {
  view: () => ({
    language: "en",
    frame: "bare",
    body: row({ grow: 1 }, ...(["black", "red", "white", "yellow"] as const).map((fill) => column({ fill, grow: 1 }))),
  }),
})

test.before(async () => {
  extended = await openExtended()
  await load(
    extended.stage,
    ...NAMES.map((name, i) => slow(name, i + 1)),
    slow("FOUR", 4),
    failing("FIRST", 11),
    failing("SECOND", 12),
    failing("ASKED", 13),
    moving,
    viewMode("GROWING", ({ now }) => 1 + now.minute),
    stripes,
    viewMode("BATTERY", ({ battery = 0 }) => battery),
  )
})
test.after(() => extended.close())
test.before.each(() => {
  away = false
  waits.clear()
})

/** What the state says, once all is written that answers have meant. */
const kept = async (screen: ExtendedDevice): ReturnType<typeof stateOf> => {
  await written(extended, screen)
  return stateOf(extended, screen)
}
const settled = async (): Promise<void> => {
  for (let i = 0; i < ROUND_TRIPS; i++) await extended.at("/api/health")
}

async function configured(fields: object = {}): Promise<Owned> {
  const screen = await extended.owned()
  const saved = await extended.post(
    "/api/config",
    { mac: screen.mac, modes: NAMES, strategy: "cycle", ...fields },
    screen.owner.headers,
  )
  assert.is(saved.status, 200, saved.text())
  return screen
}
const said = ({ headers, ...answer }: Answer): unknown[] => [
  answer.status,
  bar(answer),
  headers["x-refresh-minutes"],
  headers["x-content-fallback"],
]

test("tells a device the minutes that are configured, 60 without a config, and keeps what it was told", async () => {
  const plain = await extended.owned()
  assert.is((await plain.render()).headers["x-refresh-minutes"], "60")
  for (const minutes of [10, 45, 1440]) {
    const screen = await configured({ refresh_interval: minutes })
    assert.is((await screen.render("refresh_min=30")).headers["x-refresh-minutes"], String(minutes))
    const { refresh_minutes: told, expected_refresh_min: expected } = await kept(screen)
    assert.equal([told, expected], [minutes, 30])
  }
})

test("tells 10 minutes with the pages that say how to pair and to confirm, and none to who is turned away", async () => {
  const stranger = await extended.device()
  assert.is((await stranger.render()).headers["x-refresh-minutes"], "10")
  const screen = await configured({ refresh_interval: 300 })
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  assert.is((await screen.render("", { headers: { "x-device-token": token } })).headers["x-refresh-minutes"], "10")
  const wrong = await screen.render("", { headers: { "x-device-token": "x" } })
  assert.equal(
    [wrong.status, wrong.headers["content-type"], wrong.headers["x-refresh-minutes"]],
    [401, "image/bmp", undefined],
  )
})

test("asks for another try after 10, 20 and 40 minutes while content stands in, never after more than configured", async () => {
  for (const [minutes, told] of [
    [1440, [10, 20, 40, 40]],
    [30, [10, 20, 30, 30]],
    [10, [10, 10, 10, 10]],
  ] as const) {
    away = true
    const screen = await configured({ modes: ["FIRST"], refresh_interval: minutes })
    const found: unknown[] = []
    for (let i = 0; i < 4; i++) {
      found.push((await screen.render()).headers["x-refresh-minutes"])
      await kept(screen)
      extended.clock.advance(20 * MINUTE)
    }
    assert.equal(found, told.map(String))
    away = false
    assert.equal(said(await screen.render()), [200, 11, String(minutes), undefined])
    away = true
    extended.clock.advance(24 * 60 * MINUTE)
    assert.is((await screen.render()).headers["x-content-fallback"], undefined, "the last good content is no stand-in")
  }
})

test("flags two stand-ins of a quarter of an hour, shows the same mode again meanwhile, and the third without the flag", async () => {
  away = true
  const screen = await configured({ modes: ["FIRST", "SECOND", "THREE"], refresh_interval: 60 })
  const found: unknown[][] = []
  for (let i = 0; i < 3; i++) {
    found.push(said(await screen.render()))
    await kept(screen)
    extended.clock.advance(15_000)
  }
  assert.equal(found, [
    [200, 111, "10", "1"],
    [200, 111, "20", "1"],
    [200, 111, "40", undefined],
  ])
  assert.equal(
    [said(await screen.render()), said(await screen.render())],
    [
      [200, 112, "40", undefined],
      [200, 3, "60", undefined],
    ],
  )
})

test("goes on with the cycle when a device comes back later than two minutes after a flag", async () => {
  away = true
  const screen = await configured({ modes: ["FIRST", "SECOND", "THREE"] })
  await screen.render()
  await kept(screen)
  extended.clock.advance(2 * MINUTE + 1)
  assert.is(bar(await screen.render()), 112)
})

test("shows the mode that was switched to again when a flagged stand-in came of it, whether the config has it or not", async () => {
  away = true
  const screen = await configured({ modes: ["ONE", "TWO"] })
  await screen.post("switch", { mode: "ASKED" }, screen.owner.headers)
  assert.equal(said(await screen.render()), [200, 113, "10", "1"])
  await kept(screen)
  away = false
  assert.equal(
    [said(await screen.render()), bar(await screen.render()), bar(await screen.render())],
    [[200, 13, "60", undefined], 1, 2],
  )
  away = true
  await screen.post("switch", { mode: "ASKED" }, screen.owner.headers)
  await screen.render()
  await kept(screen)
  extended.clock.advance(2 * MINUTE + 1)
  assert.is(bar(await screen.render()), 1, "but not for ever")
})

test("says that a picture is another when the firmware would not see it: the sum of its bytes is that of the last", async () => {
  const screen = await configured({ modes: ["MOVING"] })
  const found: unknown[] = []
  for (let i = 0; i < 4; i++) {
    const answer = await screen.render("v=3.3")
    found.push([answer.headers["x-preview-push"], [...answer.body].reduce((sum, byte) => sum + byte, 0)])
    await kept(screen)
    if (i !== 1) extended.clock.advance(MINUTE)
  }
  const sum = (found[0] as [unknown, number])[1]
  const other = (found[1] as [unknown, number])[1]
  assert.equal(
    found,
    [
      [undefined, sum],
      ["1", other],
      [undefined, other],
      [undefined, sum],
    ],
    "the third is the second again",
  )
  assert.is(Math.abs(other - sum), 1, "one pixel is another: newer firmware reads no header")
  const grown = await configured({ modes: ["GROWING"] })
  for (let i = 0; i < 3; i++) {
    assert.is((await grown.render()).headers["x-preview-push"], undefined)
    await kept(grown)
    extended.clock.advance(MINUTE)
  }
})

test("compares with the last picture that the device got, not with one that was only looked at", async () => {
  const screen = await configured({ modes: ["MOVING"] })
  await screen.render()
  await kept(screen)
  extended.clock.advance(MINUTE)
  await screen.render("", { method: "HEAD" })
  await extended.at(`/api/preview?mac=${screen.mac}&w=296&h=128`, { headers: screen.owner.headers })
  await settled()
  assert.is((await screen.render()).headers["x-preview-push"], "1")
})

test("has the first page after an alert shown, though nothing has changed, and only that", async () => {
  const screen = await configured({ modes: ["ONE"] })
  await screen.render()
  await kept(screen)
  extended.clock.advance(MINUTE)
  await alerted(screen)
  extended.clock.advance(MINUTE)
  const pushes: unknown[] = []
  for (let i = 0; i < 2; i++) {
    pushes.push((await screen.render("v=3.3")).headers["x-preview-push"])
    await kept(screen)
  }
  assert.equal(pushes, ["1", undefined])
})

test("draws any voltage that can be read, keeps it within reason, and takes any signal", async () => {
  const screen = await configured({ modes: ["BATTERY"] })
  for (const [query, drawn, volts, rssi] of [
    ["v=1.65&rssi=-40", 50, 1.65, -40],
    ["v=-5&rssi=12", 0, 0, 0],
    ["v=99999999999999999999&rssi=-9999", 100, 10, -150],
    ["v=0&rssi=weak", 0, 0, -150],
    ["v=-0&rssi=", 0, 0, -150],
    ["v=3.299999999999999&rssi=-42.5", 99, 3.299999999999999, -150],
  ] as const) {
    const answer = await screen.render(query)
    const device = await kept(screen)
    assert.equal([answer.status, bar(answer), device.battery, device.rssi], [200, drawn, volts, rssi], query)
  }
  for (const query of ["v=full", "v=1e3", "refresh_min=0", "refresh_min=1441"]) {
    const answer = await screen.render(query)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.headers["x-refresh-minutes"]],
      [400, "image/bmp", undefined],
      query,
    )
  }
  const { battery } = await kept(screen)
  const { total_renders: renders } = await statsOf(extended, screen)
  assert.equal([battery, renders], [3.299999999999999, 6], "what is refused changes nothing")
})

test("draws a page for a battery that could not be measured, with the volts of before", async () => {
  const screen = await configured({ modes: ["BATTERY"] })
  for (const [query, drawn, volts] of [
    ["v=1,65", 50, 1.65],
    ["v=nan&rssi=nan", 50, 1.65],
    ["v=-nan", 50, 1.65],
    ["v=inf", 50, 1.65],
    ["v=", 50, 1.65],
  ] as const) {
    const answer = await screen.render(query)
    const { battery } = await kept(screen)
    assert.equal([answer.status, bar(answer), battery], [200, drawn, volts], query)
  }
})

for (const colors of [3, 4]) {
  for (const [w, h] of [
    [101, 103],
    [102, 100],
    [103, 101],
    [400, 300],
    [1599, 1199],
  ] as const) {
    test(`answers colors=${colors} at ${w} x ${h} with raw rows of whole bytes`, async () => {
      const screen = await configured({ modes: ["ONE"] })
      const stride = Math.ceil(w / 4)
      const answer = await extended.at(
        `/api/render?mac=${screen.mac}&w=${w}&h=${h}&colors=${colors}&persona=STRIPES&bpp=2`,
        { headers: screen.headers },
      )
      assert.equal(
        [answer.status, answer.headers["content-type"], answer.headers["content-length"], answer.body.length],
        [200, "application/octet-stream", String(stride * h), stride * h],
      )
      const codes = Uint8Array.from(
        { length: w * h },
        (_, i) => (answer.body[Math.floor(i / w) * stride + ((i % w) >> 2)]! >> (6 - 2 * ((i % w) & 3))) & 3,
      )
      const preview = await extended.at(
        `/api/preview?mac=${screen.mac}&w=${w}&h=${h}&colors=${colors}&persona=STRIPES`,
        { headers: screen.owner.headers },
      )
      samePixels(inked(codes), pngPixels(preview.body).colours)
      assert.equal([...new Set(codes)].sort(), colors === 4 ? [0, 1, 2, 3] : [0, 1, 3], "three inks have no yellow")
    })
  }
}

/** A render whose caller is gone before the content comes; resolves once the server is done with it. */
async function cut({ mac, token }: ExtendedDevice, mode: string, query = ""): Promise<void> {
  const wait = { asked: gate(), go: gate() }
  waits.set(mode, wait)
  const socket = await opened(
    extended.port,
    head(`/api/render?v=3.7&w=296&h=128&mac=${mac}&${query}`, "GET", `X-Device-Token: ${token}`),
  )
  await wait.asked.opened
  socket.destroy()
  await settled()
  waits.delete(mode)
  wait.go.open()
  await settled()
}

test("gives back the mode that was switched to, once, and the refresh, when the answer was cut", async () => {
  const screen = await configured()
  await screen.render()
  await screen.post("switch", { mode: "FOUR" }, screen.owner.headers)
  for (let i = 0; i < 2; i++) await cut(screen, "FOUR")
  const { pending_mode: mode, pending_refresh: refresh, last_persona: last } = await kept(screen)
  assert.equal([mode, refresh, last, (await statsOf(extended, screen)).total_renders], ["FOUR", 1, "ONE", 1])
  const answer = await screen.render()
  assert.equal(
    [bar(answer), answer.headers["x-pending-refresh"], bar(await screen.render()), bar(await screen.render())],
    [4, "1", 2, 3],
  )
})

test("gives back the place of the cycle also when a mode that is gone was to be shown first", async () => {
  const screen = await configured()
  await switchToGone(extended, screen)
  await cut(screen, "ONE")
  assert.equal([bar(await screen.render()), bar(await screen.render()), bar(await screen.render())], [1, 2, 3])
})

test("counts an answer as taken that was read whole before the connection ended", async () => {
  const screen = await configured()
  await screen.post("switch", { mode: "FOUR" }, screen.owner.headers)
  await exchange(
    extended.port,
    head(`/api/render?v=3.7&w=296&h=128&mac=${screen.mac}`, "GET", `X-Device-Token: ${screen.token}`),
    (got) => got.length === got.indexOf("\r\n\r\n") + 4 + 5_182,
  )
  await settled()
  const { pending_mode: mode, pending_refresh: refresh, last_persona: last } = await kept(screen)
  assert.equal([mode, refresh, last], ["", 0, "FOUR"])
})

test.run()
