import { definePlugin } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Build } from "../../kernel/simulate/glass.js"
import { barOn, keptFlash, MINUTE, openHouse, SECOND } from "../devices/house.js"
import type { House, Housed } from "../devices/house.js"
import { numberMode } from "./bars.js"
import { written } from "./seen.js"

/** InkSight's firmware on a colour panel, which brings back a one-bit buffer after an alert. */
const test = suite("inksight colour alerts")

const COLOUR: Build = { width: 400, height: 300, inks: "bwry" }
const BMP = 15_662
const RAW = 30_000

let house: House
test.before.each(async () => {
  house = await openHouse({
    plugins: [definePlugin({ id: "numbers", setup: () => ({ modes: [numberMode("ONE", 1)] }) })],
  })
})
test.after.each(() => house.close())

/** A colour panel that has booted, and what makes an alert come. */
async function hung(config: object): Promise<{ readonly screen: Housed; alert(): Promise<void> }> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, { modes: ["ONE"], refresh_interval: 60, ...config })
  const screen = house.switchOn({ mac, build: COLOUR, flash: keptFlash(token) })
  await house.time.sleep(MINUTE)
  const { token: agent } = (await house.post(`/api/device/${mac}/alert-token`, {}, owner.headers)).json() as {
    token: string
  }
  return {
    screen,
    alert: async () => {
      assert.is(
        (
          await house.post(
            `/api/device/${mac}/alert`,
            { sender: "Anna", message: "Tea is ready" },
            { "x-agent-token": agent },
          )
        ).status,
        200,
      )
    },
  }
}

test("has a true page on the glass again after an alert, and its colours at the next interval", async () => {
  await house.play(async () => {
    const { screen, alert } = await hung({ focus_listening: true })
    assert.equal([screen.device.live, barOn(screen, COLOUR)], [false, 1])
    await alert()
    await house.time.sleep(15 * SECOND)
    assert.is(screen.device.glass.shows, "alert")
    await house.time.sleep(30 * SECOND)
    assert.equal(
      [screen.device.glass.shows, barOn(screen, COLOUR)],
      ["picture", 1],
      "black where nothing had filled the buffer",
    )
    await house.time.sleep(60 * MINUTE)
    assert.equal([screen.device.glass.frame?.raw, barOn(screen, COLOUR)], [true, 1])
  })
})

test("boots in colour where nobody sends alerts", async () => {
  await house.play(async () => {
    const { screen } = await hung({ focus_listening: false })
    assert.equal([screen.device.glass.frame?.raw, barOn(screen, COLOUR)], [true, 1])
  })
})

test("sends one bit a pixel once a boot, to the device itself, and only soon after it has read its config", async () => {
  const { mac, owner, headers, render } = await house.owned()
  await house.save(mac, { modes: ["ONE"], focus_listening: true })
  const config = async (by: Readonly<Record<string, string>>, method = "GET"): Promise<number> =>
    (await house.at(`/api/config/${mac}`, { headers: by, method })).status
  const bytes = async (colors = 4, w = 400, h = 300): Promise<number> => {
    const answer = await house.at(
      `/api/render?v=3.91&mac=${mac}&rssi=-42&refresh_min=60&w=${w}&h=${h}&bpp=2&colors=${colors}`,
      { headers },
    )
    assert.is(answer.headers["content-type"], answer.body.length === RAW ? "application/octet-stream" : "image/bmp")
    await written(house, { mac })
    return answer.body.length
  }
  assert.is(await bytes(), RAW, "before a boot")
  assert.is(await config(headers), 200)
  await render("colors=4", { method: "HEAD" })
  assert.equal([await bytes(), await bytes()], [BMP, RAW], "the first of a boot alone")
  assert.equal(
    [await config(owner.headers), await config(house.admin), await config(headers, "HEAD"), await bytes()],
    [200, 200, 200, RAW],
    "a page that reads the config is no boot",
  )
  await config(headers)
  house.clock.advance(121 * SECOND)
  assert.is(await bytes(), RAW, "too late for a boot")
  await config(headers)
  assert.equal([await bytes(2), await bytes()], [BMP, RAW], "a panel of one bit has had its picture")
  await house.save(mac, { focus_listening: false })
  await config(headers)
  assert.is(await bytes(), RAW, "it does not listen")
})

test.run()
