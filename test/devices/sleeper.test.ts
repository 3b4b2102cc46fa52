import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { bars, numberMode, STAND_IN } from "../editions/bars.js"
import { modeOf } from "../editions/test-modes.js"
import { barOn, bootedFlash, HOUR, MINUTE, openHouse, SECOND } from "./house.js"
import type { House, RunningDevice } from "./house.js"

/** Devices with firmware of 2026-07, which sleep deeply between two pages. */
const test = suite("devices/sleeper")

/** As many black pixels on each page, in other places. */
const [LEFT, RIGHT] = [modeOf("LEFT", { view: () => bars(64, 24) }), modeOf("RIGHT", { view: () => bars(24, 64) })]
const AWAY = numberMode("AWAY", () => Promise.reject(new Error("away")))

let house: House
test.before.each(async () => {
  house = await openHouse({
    plugins: [
      definePlugin({
        id: "numbers",
        setup: () => [MODES.of(numberMode("ONE", 1), numberMode("TWO", 2), LEFT, RIGHT, AWAY)],
      }),
    ],
    defaults: { mode: "ONE" },
  })
})
test.after.each(() => house.close())

type Owned = RunningDevice & { steer(call: string, body: object): Promise<void> }

/** An owned device that has booted before. */
async function owned(config: object): Promise<Owned> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, { strategy: "cycle", ...config })
  const screen = house.switchOn({ mac, flash: bootedFlash(token), generation: "2026-07" })
  return Object.assign(screen, {
    steer: async (call: string, body: object) =>
      assert.is((await house.post(`/api/device/${mac}/${call}`, body, owner.headers)).status, 200),
  })
}

/** The calls since a time, by their last words. */
const calls = (screen: RunningDevice, since = 0): string =>
  screen.requests
    .filter(({ at }) => at >= since)
    .map(({ path }) => (path.startsWith("/api/config") ? "config" : path.split("/").at(-1)))
    .join(" ")

test("boots for every page, in order, and sleeps deeply between two", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["ONE", "TWO"], refresh_interval: 30 })
    await house.time.sleep(MINUTE)
    assert.equal([barOn(screen), screen.device.asleep, screen.device.live], [1, true, false])
    for (const bar of [2, 1]) {
      const since = house.time.now()
      await house.time.sleep(30 * MINUTE)
      assert.equal([barOn(screen), calls(screen, since)], [bar, "heartbeat config render state runtime"])
    }
  })
})

test("stays online for ten minutes after its first boot and after each remote action, whatever the runtime mode, and not for a press", async () => {
  await house.play(async () => {
    const screen = house.switchOn({ flash: erasedFlash("004217"), generation: "2026-07" })
    await house.time.sleep(5 * MINUTE)
    const owner = await house.person()
    assert.equal([screen.device.live, await house.bind(screen.mac, owner, "004217")], [true, "claimed"])
    await house.time.sleep(10 * SECOND)
    assert.is(barOn(screen), 1)
    screen.device.press()
    await house.post(`/api/device/${screen.mac}/runtime`, { mode: "interval" }, owner.headers)
    await house.time.sleep(9 * MINUTE)
    assert.equal([screen.device.live, screen.device.asleep], [true, false])
    await house.time.sleep(2 * MINUTE)
    assert.equal([screen.device.live, screen.device.asleep], [false, true])
  })
})

test("wakes by its button, and shows within ten seconds what its owner asks for", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["ONE"] })
    await house.time.sleep(20 * MINUTE)
    screen.device.press()
    await house.time.sleep(MINUTE)
    assert.equal([screen.device.asleep, screen.device.live], [false, true])
    const since = house.time.now()
    await screen.steer("switch", { mode: "TWO" })
    await house.time.sleep(10 * SECOND)
    assert.is(barOn(screen), 2)
    assert.match(calls(screen, since), /^(state )+config render( state)*$/, "it reads its config before a live page")
  })
})

test("draws a picture of the same byte sum as the one before, although it reads no X-Preview-Push", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["LEFT"] })
    await house.time.sleep(MINUTE)
    screen.device.press()
    await house.time.sleep(MINUTE)
    for (const [mode, bar] of [
      ["RIGHT", 24],
      ["LEFT", 64],
    ] as const) {
      await screen.steer("switch", { mode })
      await house.time.sleep(10 * SECOND)
      assert.is(barOn(screen), bar)
    }
  })
})

test("stays awake for content that is away twice, not twice at each wake", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["AWAY"], refresh_interval: 60 })
    await house.time.sleep(12 * HOUR)
    const count = (type: string): number => screen.events.filter((event) => event.type === type).length
    assert.equal([count("retry"), count("wake") >= 12, barOn(screen)], [2, true, STAND_IN])
  })
})

test.run()
