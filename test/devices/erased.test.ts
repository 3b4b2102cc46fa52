import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { numberMode } from "../editions/bars.js"
import { barOn, HOUR, bootedFlash, MINUTE, openHouse, SECOND } from "./house.js"
import { tokensOf } from "../editions/seen.js"
import { tokensKept } from "../editions/stored.js"

/** An owned device whose flash was erased, until its owner confirms it. */
const test = suite("devices/erased")

const MAX_REQUESTS_A_MINUTE = 5
const numbers = definePlugin({ id: "numbers", setup: () => [MODES.of(numberMode("ONE", 1))] })

test("shows the confirmation page within a minute after the flash was erased, and the owner's page within 10 s of one press after the owner has confirmed", async () => {
  const house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  try {
    await house.play(async () => {
      const { mac, token, headers: old, owner, state } = await house.owned()
      const before = house.switchOn({ mac, flash: bootedFlash(token) })
      await house.time.sleep(MINUTE)
      assert.is(barOn(before), 1)
      before.device.stop()

      const start = house.time.now()
      const screen = house.switchOn({ mac, flash: erasedFlash("004217") })
      await house.time.sleep(MINUTE)
      assert.equal(
        [screen.device.screen.shows, house.drawn.at(-1)!.mode, screen.device.flash.refreshMinutes, screen.device.live],
        ["picture", "CONFIRMATION", 10, false],
      )
      await house.time.sleep(2 * HOUR - MINUTE)
      const requests = screen.requests.filter(({ at }) => at - start <= 2 * HOUR)
      assert.ok(requests.length < MAX_REQUESTS_A_MINUTE * 120, `${requests.length} requests`)
      assert.equal(
        screen.requests.filter(({ status }) => status !== 200 && status !== 404),
        [],
        "the server refuses none of them",
      )
      assert.ok(
        screen.events.filter(({ type }) => type === "shown" || type === "unchanged").length >= 12,
        "the device refreshes every ten minutes",
      )

      assert.is((await house.at(`/api/render?mac=${mac}&w=296&h=128`, { headers: old })).status, 200)
      await house.time.sleep(SECOND)
      assert.is(house.drawn.at(-1)!.mode, "ONE", "the old token still gets the owner's pages")
      assert.is((await state())["runtime_mode"], "interval")
      assert.is(await house.bind(mac, owner, "004217"), "confirmed")
      assert.equal(
        [
          (await house.at(`/api/device/${mac}/state`, { headers: old })).status,
          (await tokensOf(house, { mac })).length,
        ],
        [401, 1],
        "the server revokes the old token",
      )

      screen.device.press()
      await house.time.sleep(10 * SECOND)
      assert.equal([screen.device.live, house.drawn.at(-1)!.mode, barOn(screen)], [true, "ONE", 1])
      assert.is(screen.device.flash.refreshMinutes, 60)
    })
  } finally {
    await house.close()
  }
})

test("keeps showing the confirmation page with a valid code for days, also to a second device under the same MAC", async () => {
  const house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  try {
    await house.play(async () => {
      const { mac, owner } = await house.owned()
      const [one, other] = [
        house.switchOn({ mac, flash: erasedFlash("111111") }),
        house.switchOn({ mac, flash: erasedFlash("222222") }),
      ]
      await house.time.sleep(26 * HOUR)
      const tokens = await tokensKept(house, { mac })
      assert.equal(
        tokens
          .filter(({ kind }) => kind === "waits")
          .map(({ code }) => code)
          .sort(),
        ["111111", "222222"],
      )
      assert.is(await house.bind(mac, owner, "222222"), "confirmed")
      await house.time.sleep(21 * MINUTE)
      assert.is(barOn(other), 1)
      assert.is(one.statuses("/token").length, 2, "the server revokes its token, and it requests a new one")
      assert.equal(
        (await tokensOf(house, { mac })).map(({ provisional }) => provisional),
        [true, false],
      )
    })
  } finally {
    await house.close()
  }
})

test.run()
