import { definePlugin } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../kernel/simulate/link.js"
import { numberMode } from "../editions/bars.js"
import { tokensOf } from "../editions/seen.js"
import { tokensKept } from "../editions/stored.js"
import { barOn, HOUR, keptFlash, MINUTE, openHouse, SECOND } from "./house.js"

/** A device that has lost its token, and whose owner has to say that it is his. */
const test = suite("devices/erased")

const MAX_CALLS_A_MINUTE = 5
const numbers = definePlugin({ id: "numbers", setup: () => ({ modes: [numberMode("ONE", 1)] }) })

test("leads an owned device whose flash was erased to the confirm page within a minute, and to its content within 10 s of one press after its owner has confirmed it", async () => {
  const house = await openHouse({ plugins: [numbers], defaults: { mode: "ONE" } })
  try {
    await house.play(async () => {
      const { mac, token, headers: old, owner, state } = await house.owned()
      const before = house.switchOn({ mac, flash: keptFlash(token) })
      await house.time.sleep(MINUTE)
      assert.is(barOn(before), 1)
      before.device.stop()

      const start = house.time.now()
      const screen = house.switchOn({ mac, flash: erasedFlash("004217") })
      await house.time.sleep(MINUTE)
      assert.equal(
        [screen.device.glass.shows, house.drawn.at(-1)!.mode, screen.device.flash.minutes, screen.device.live],
        ["picture", "CONFIRMATION", 10, false],
      )
      await house.time.sleep(2 * HOUR - MINUTE)
      const calls = screen.calls.filter(({ at }) => at - start <= 2 * HOUR)
      assert.ok(calls.length < MAX_CALLS_A_MINUTE * 120, `${calls.length} calls`)
      assert.equal(
        screen.calls.filter(({ status }) => status !== 200 && status !== 404),
        [],
        "none of them refused",
      )
      assert.ok(
        screen.told.filter(({ what }) => what === "shown" || what === "unchanged").length >= 12,
        "and it comes every ten minutes",
      )

      assert.is((await house.at(`/api/render?mac=${mac}&w=296&h=128`, { headers: old })).status, 200)
      await house.time.sleep(SECOND)
      assert.is(house.drawn.at(-1)!.mode, "ONE", "the old token draws the owner's pages")
      assert.is((await state())["runtime_mode"], "interval")
      assert.is(await house.bind(mac, owner, "004217"), "confirmed")
      assert.equal(
        [
          (await house.at(`/api/device/${mac}/state`, { headers: old })).status,
          (await tokensOf(house, { mac })).length,
        ],
        [401, 1],
        "and is revoked then",
      )

      screen.device.press()
      await house.time.sleep(10 * SECOND)
      assert.equal([screen.device.live, house.drawn.at(-1)!.mode, barOn(screen)], [true, "ONE", 1])
      assert.is(screen.device.flash.minutes, 60)
    })
  } finally {
    await house.close()
  }
})

test("goes on showing the confirm page with a living code for days, also to a second impostor", async () => {
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
      assert.is(one.statuses("/token").length, 2, "the other has lost its token and asks for one again")
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
