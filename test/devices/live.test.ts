import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bars, numberMode } from "../editions/bars.js"
import { stateOf } from "../editions/seen.js"
import { pushKept } from "../editions/stored.js"
import { modeOf } from "../editions/test-modes.js"
import { barOn, HOUR, bootedFlash, MINUTE, openHouse, SECOND } from "./house.js"
import type { House, RunningDevice } from "./house.js"
import { pngOf } from "./pixels.js"

/** What an owner sees of what he asks for, on devices in live mode and others. */
const test = suite("devices/live")

const BLACK = pngOf(296, 128, () => 0x000000)
/** As many black pixels on each page, in other places. */
const [LEFT, RIGHT] = [modeOf("LEFT", { view: () => bars(64, 24) }), modeOf("RIGHT", { view: () => bars(24, 64) })]
const numbers = definePlugin({
  id: "numbers",
  setup: () => [MODES.of(numberMode("ONE", 1), numberMode("TWO", 2), LEFT, RIGHT)],
})

let house: House
test.before.each(async () => {
  house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
})
test.after.each(() => house.close())

interface Owned extends RunningDevice {
  steer(call: string, body: object): Promise<void>
  push(picture: Buffer): Promise<void>
}

async function owned(config: object): Promise<Owned> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, { strategy: "cycle", ...config })
  const screen = house.switchOn({ mac, flash: bootedFlash(token) })
  await house.time.sleep(MINUTE)
  const well = (status: number): void => {
    assert.is(status, 200)
  }
  return {
    ...screen,
    get requests() {
      return screen.requests
    },
    steer: async (call, body) => well((await house.post(`/api/device/${mac}/${call}`, body, owner.headers)).status),
    push: async (picture) =>
      well(
        (
          await house.at(`/api/device/${mac}/apply-preview`, {
            method: "POST",
            headers: { ...owner.headers, "content-type": "image/png" },
            body: picture,
          })
        ).status,
      ),
  }
}

const isBlack = ({ device: { screen } }: RunningDevice): boolean =>
  screen.shows === "picture" && screen.picture!.pixels.every((code) => code === 0)

for (const rounds of [1, 5]) {
  test(`draws at most twice in 30 s when switch, push and refresh come together in live mode, and the push stays on the glass (${rounds} at once)`, async () => {
    await house.play(async () => {
      const screen = await owned({ modes: ["ONE"] })
      screen.device.press()
      await house.time.sleep(20 * SECOND)
      const before = screen.statuses("/render").length
      await Promise.all(
        Array.from({ length: rounds }, () => [
          screen.steer("switch", { mode: "TWO" }),
          screen.push(BLACK),
          screen.steer("refresh", {}),
        ]).flat(),
      )
      await house.time.sleep(30 * SECOND)
      const renders = screen.statuses("/render").length - before
      assert.ok(renders >= 1 && renders <= 2, `${renders} renders`)
      assert.ok(isBlack(screen), `the glass shows ${barOn(screen)}`)
      await house.time.sleep(20 * MINUTE)
      assert.ok(isBlack(screen), "until the next refresh")
      assert.equal([(await stateOf(house, screen)).pending_mode, await pushKept(house, screen)], ["", false])
      await house.time.sleep(45 * MINUTE)
      assert.is(barOn(screen), 1)
    })
  })
}

test("shows another page of the same byte sum as the one before, since it carries X-Preview-Push and one pixel is another", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["LEFT", "RIGHT"], refresh_interval: 10 })
    const [first] = [screen.device.screen.picture!]
    assert.is(barOn(screen), 64)
    await house.time.sleep(10 * MINUTE)
    assert.is(Math.abs(screen.device.screen.picture!.checksum - first.checksum), 1, "or this tests nothing")
    assert.is(barOn(screen), 24)
    await house.time.sleep(10 * MINUTE)
    assert.is(barOn(screen), 64)
  })
})

test("leaves the glass as it is while the same picture comes", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["ONE"], refresh_interval: 10 })
    await house.time.sleep(HOUR)
    assert.equal(
      [
        screen.events.filter(({ type }) => type === "shown").length,
        screen.events.filter(({ type }) => type === "unchanged").length,
      ],
      [1, 6],
    )
  })
})

test("follows an interval from 60 minutes to 1440, to 10 and back, and says online and the next wake by it", async () => {
  await house.play(async () => {
    const screen = await owned({ modes: ["ONE"], refresh_interval: 60 })
    const state = async (): Promise<Record<string, unknown>> =>
      (await house.at(`/api/device/${screen.mac}/state`, { headers: house.admin })).json() as Record<string, unknown>
    const shownAt = (): number => screen.requests.findLast(({ path }) => path === "/api/render")!.at
    for (const minutes of [1440, 10, 1440]) {
      const before = screen.device.flash.refreshMinutes
      await house.save(screen.mac, { refresh_interval: minutes })
      const until = shownAt() + before * MINUTE
      await house.time.sleep(until - house.time.now() - MINUTE)
      assert.equal(
        [screen.device.flash.refreshMinutes, (await state()).is_online],
        [before, true],
        "it hears of it when it wakes",
      )
      await house.time.sleep(2 * MINUTE)
      const { refresh_minutes, next_wake, is_online } = await state()
      assert.equal(
        [screen.device.flash.refreshMinutes, refresh_minutes, is_online, next_wake],
        [minutes, minutes, true, new Date(shownAt() + minutes * MINUTE).toISOString()],
      )
    }
    screen.device.stop()
    const away = async (minutes: number): Promise<unknown> => {
      await house.time.sleep(shownAt() + minutes * MINUTE - house.time.now())
      return (await state()).is_online
    }
    assert.equal([await away(1440 * 1.5 + 4), await away(1440 * 1.5 + 6)], [true, false])
  })
})

test.run()
