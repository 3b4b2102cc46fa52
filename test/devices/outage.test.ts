import { definePlugin, OBSERVERS } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { MODES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bar, numberMode, STAND_IN } from "../editions/bars.js"
import { stateOf, written } from "../editions/seen.js"
import { pushKept, returnedTo } from "../editions/stored.js"
import { exchange, head, opened } from "../kernel/http/exchange.js"
import { gate } from "../kernel/http/gate.js"
import type { Gate } from "../kernel/http/gate.js"
import { lapse, soon } from "../until.js"
import { barOn, bootedFlash, MINUTE, openHouse, SECOND } from "./house.js"
import type { House } from "./house.js"
import { bmpPixels, pngOf } from "./pixels.js"

/** What comes of a source that fails, and of answers that do not arrive. */
const test = suite("devices/outage")

/** Milliseconds that a render waits for content. */
const CONTENT_MS = 2_000
const ROUND_TRIPS = 5
let outage: "none" | "refused" | "silent"
/** Opened by the content of a mode that is asked for; it waits for the other. */
let wait: { readonly asked: Gate; readonly go: Gate } | undefined

const content = (number: number) => async (): Promise<number> => {
  if (outage === "silent") return new Promise<never>(() => {})
  if (outage === "refused") throw new Error("the world is away")
  wait?.asked.open()
  await wait?.go.opened
  return number
}
const modes: Mode[] = ["ONE", "TWO", "THREE"].map((id, i) =>
  numberMode(id, content(i + 1), { cacheFor: 0, fallback: () => ({ number: STAND_IN + i + 1 }) }),
)
/** Renders that were answered, or would have been. */
const answered: string[] = []
const numbers = definePlugin({
  id: "numbers",
  setup: () => [
    MODES.of(...modes),
    OBSERVERS.of({
      id: "counts",
      request: ({ route }) => {
        if (route === "/api/render") answered.push(route)
      },
    }),
  ],
})
const CYCLE = { strategy: "cycle", modes: ["ONE", "TWO", "THREE"] }

let house: House
test.before.each(async () => {
  outage = "none"
  wait = undefined
})
test.after.each(() => house.close())

for (const kind of ["refused", "silent"] as const) {
  test(`shows a picture within 90 s to a device that boots during an endless outage, of one mode on every retry, and the cycle has moved by one (${kind})`, async () => {
    house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
    await house.play(async () => {
      const { mac, token } = await house.owned()
      await house.save(mac, CYCLE)
      outage = kind
      const stop = lapse(house.clock, CONTENT_MS)
      const start = house.time.now()
      const screen = house.switchOn({ mac, flash: bootedFlash(token) })
      await house.time.sleep(90 * SECOND)
      const shown = screen.events.filter(({ type }) => type === "shown")
      assert.equal([screen.device.screen.shows, barOn(screen), shown.length], ["picture", STAND_IN + 1, 1])
      assert.ok(shown[0]!.at - start <= 90 * SECOND, `after ${shown[0]!.at - start} ms`)
      assert.equal(
        house.drawn.map(({ mode }) => mode),
        ["ONE", "ONE", "ONE"],
        "two that ask to come back, then one that does not",
      )
      assert.is(screen.device.flash.refreshMinutes <= 40, true, "and it comes back sooner than in an hour")
      outage = "none"
      stop()
      await house.time.sleep(60 * MINUTE)
      assert.is(house.drawn[3]!.mode, "TWO")
      assert.is(screen.events.filter(({ type }) => type === "retry").length, 2)
    })
  })
}

test("shows a picture again after each restart of an outage that goes on", async () => {
  house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  await house.play(async () => {
    const { mac, token } = await house.owned()
    await house.save(mac, CYCLE)
    outage = "refused"
    for (let boots = 0; boots < 4; boots++) {
      const screen = house.switchOn({ mac, flash: bootedFlash(token) })
      await house.time.sleep(90 * SECOND)
      assert.is(screen.device.screen.shows, "picture", `boot ${boots}`)
      screen.device.stop()
      await house.time.sleep(boots * 7 * MINUTE)
    }
  })
})

/** A render whose caller has gone when the page is drawn; resolves once the server is done with it. */
async function cut(mac: string, token: string): Promise<void> {
  wait = { asked: gate(), go: gate() }
  const socket = await opened(
    house.port,
    head(`/api/render?v=3.7&w=296&h=128&mac=${mac}`, "GET", `X-Device-Token: ${token}`),
  )
  await soon(wait.asked.opened, "the server does not draw")
  socket.destroy()
  for (let i = 0; i < ROUND_TRIPS; i++) await house.at("/api/health")
  const { go } = wait
  const before = answered.length
  wait = undefined
  go.open()
  while (answered.length === before) await house.at("/api/health")
}

test("gives push, pending mode and cycle place with the next render when the client cuts while the server still draws", async () => {
  house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  const screen = await house.owned()
  const at = async (call: string, body: string | Buffer, type = "application/json"): Promise<void> => {
    assert.is(
      (
        await house.at(`/api/device/${screen.mac}/${call}`, {
          method: "POST",
          headers: { ...screen.owner.headers, "content-type": type },
          body,
        })
      ).status,
      200,
    )
  }
  await house.save(screen.mac, CYCLE)
  const shown = async (): Promise<readonly unknown[]> => {
    const answer = await screen.render()
    return [bar(answer), answer.headers["x-pending-refresh"], answer.headers["x-preview-push"]]
  }
  await screen.render()
  for (let i = 0; i < 3; i++) await cut(screen.mac, screen.token)
  assert.equal(await shown(), [2, undefined, undefined], "the place of the cycle")

  await at("switch", `{"mode":"ONE"}`)
  for (let i = 0; i < 3; i++) await cut(screen.mac, screen.token)
  assert.equal([(await screen.state()).pending_mode, (await screen.state()).pending_refresh], ["ONE", 1])
  assert.equal(await shown(), [1, "1", undefined], "the pending mode")
  assert.equal(await shown(), [3, undefined, undefined], "and the cycle goes on")

  await at("switch", `{"mode":"TWO"}`)
  await at(
    "apply-preview",
    pngOf(296, 128, () => 0x000000),
    "image/png",
  )
  const pictures = house.stage.app.get(PICTURES)
  const { dithered } = pictures
  Object.assign(pictures, {
    dithered: async (...given: Parameters<typeof dithered>) => {
      wait?.asked.open()
      await wait?.go.opened
      return dithered.apply(pictures, given)
    },
  })
  await cut(screen.mac, screen.token)
  await written(house, screen)
  const { pending_mode: mode, pending_refresh: refresh } = await stateOf(house, screen)
  assert.equal(
    [await pushKept(house, screen), mode, refresh],
    [true, "TWO", 1],
    "a push that was not shown has not cleared what it stands before",
  )
  const pushed = await screen.render()
  assert.equal([new Set(bmpPixels(pushed.body).colours).size, pushed.headers["x-preview-push"]], [1, "1"])
  assert.equal(await shown(), [1, undefined, undefined], "then the cycle, and no pending mode")
})

test("counts an answer as shown once the client has read it whole, however it leaves", async () => {
  house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  const { mac, token } = await house.owned()
  await house.save(mac, CYCLE)
  for (const mode of ["ONE", "TWO", "THREE"]) {
    await exchange(
      house.port,
      head(`/api/render?v=3.7&w=296&h=128&mac=${mac}`, "GET", `X-Device-Token: ${token}`),
      (got) => got.length === got.indexOf("\r\n\r\n") + 4 + 5_182,
    )
    for (let i = 0; i < ROUND_TRIPS; i++) await house.at("/api/health")
    const returned = await returnedTo(house, { mac }, "extended")
    assert.equal([(await stateOf(house, { mac })).last_persona, returned], [mode, []])
  }
})

test.run()
