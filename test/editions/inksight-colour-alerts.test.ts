import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Panel } from "../../plugins/tools/simulator/screen.js"
import { barOn, bootedFlash, MINUTE, openHouse, SECOND } from "../devices/house.js"
import type { House, RunningDevice } from "../devices/house.js"
import { numberMode } from "./bars.js"
import { written } from "./seen.js"

/** Alerts of the InkSight firmware on a colour panel: after an alert the panel shows its one-bit buffer. */
const test = suite("inksight colour alerts")

const COLOUR: Panel = { width: 400, height: 300, palette: "bwry" }
const BMP = 15_662
const RAW = 30_000

let house: House
test.before.each(async () => {
  house = await openHouse({
    plugins: [definePlugin({ id: "numbers", setup: () => [MODES.of(numberMode("ONE", 1))] })],
  })
})
test.after.each(() => house.close())

/** A colour panel that has booted, and a function that sends it an alert. */
async function bootedScreen(config: object): Promise<{ readonly screen: RunningDevice; alert(): Promise<void> }> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, { modes: ["ONE"], refresh_interval: 60, ...config })
  const screen = house.switchOn({ mac, panel: COLOUR, flash: bootedFlash(token) })
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

test("shows its page in black and white after an alert, and in colour after the next refresh", async () => {
  await house.play(async () => {
    const { screen, alert } = await bootedScreen({ focus_listening: true })
    assert.equal([screen.device.live, barOn(screen, COLOUR)], [false, 1])
    await alert()
    await house.time.sleep(15 * SECOND)
    assert.is(screen.device.screen.shows, "alert")
    await house.time.sleep(30 * SECOND)
    assert.equal([screen.device.screen.shows, barOn(screen, COLOUR)], ["picture", 1], "an empty buffer would be black")
    await house.time.sleep(60 * MINUTE)
    assert.equal([screen.device.screen.picture?.raw, barOn(screen, COLOUR)], [true, 1])
  })
})

test("boots in colour when focus mode is off", async () => {
  await house.play(async () => {
    const { screen } = await bootedScreen({ focus_listening: false })
    assert.equal([screen.device.screen.picture?.raw, barOn(screen, COLOUR)], [true, 1])
  })
})

test("sends one bit a pixel only once in each boot, only to the device, and only shortly after it reads its config", async () => {
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
  assert.equal([await bytes(), await bytes()], [BMP, RAW], "only the first picture of a boot")
  assert.equal(
    [await config(owner.headers), await config(house.admin), await config(headers, "HEAD"), await bytes()],
    [200, 200, 200, RAW],
    "a config that another client reads starts no boot",
  )
  await config(headers)
  house.clock.advance(121 * SECOND)
  assert.is(await bytes(), RAW, "too late for a boot")
  await config(headers)
  assert.equal([await bytes(2), await bytes()], [BMP, RAW], "a one-bit request uses up the picture of the boot")
  await house.save(mac, { focus_listening: false })
  await config(headers)
  assert.is(await bytes(), RAW, "focus mode is off")
})

test.run()
