import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { GENERATIONS } from "../../plugins/tools/simulator/api-client.js"
import type { Generation } from "../../plugins/tools/simulator/api-client.js"
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
    plugins: [definePlugin({ id: "numbers", setup: () => [MODES.of(numberMode("ONE", 1), numberMode("TWO", 2))] })],
  })
})
test.after.each(() => house.close())

interface Booted {
  readonly screen: RunningDevice
  alert(): Promise<void>
  switchTo(mode: string): Promise<void>
}

/** A colour panel that has booted, and functions that send it an alert and switch its mode. */
async function bootedScreen(config: object, generation: Generation): Promise<Booted> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, { modes: ["ONE"], refresh_interval: 60, ...config })
  const screen = house.switchOn({ mac, panel: COLOUR, flash: bootedFlash(token), generation })
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
    switchTo: async (mode) => {
      assert.is((await house.post(`/api/device/${mac}/switch`, { mode }, owner.headers)).status, 200)
    },
  }
}

const isColour = ({ device: { screen } }: RunningDevice): boolean => screen.picture?.raw === true

for (const generation of GENERATIONS) {
  test(`shows its page in black and white after an alert, and in colour 40 s after each alert, with firmware of ${generation}`, async () => {
    await house.play(async () => {
      const { screen, alert } = await bootedScreen({ focus_listening: true }, generation)
      assert.is(barOn(screen, COLOUR), 1)
      // The page before the second alert has colours, and the same bytes as the one after it.
      for (const _ of [1, 2, 3]) {
        await alert()
        await house.time.sleep(15 * SECOND)
        assert.is(screen.device.screen.shows, "alert")
        while (screen.device.screen.shows === "alert") await house.time.sleep(SECOND)
        assert.equal([barOn(screen, COLOUR), isColour(screen)], [1, false], "an empty buffer would be black")
        await house.time.sleep(20 * SECOND)
        assert.equal([barOn(screen, COLOUR), isColour(screen)], [1, true])
      }
    })
  })

  test(`shows the pages that its owner chooses while it listens in colour, with firmware of ${generation}`, async () => {
    await house.play(async () => {
      const { screen, switchTo } = await bootedScreen({ focus_listening: true }, generation)
      for (const [mode, bar] of [
        ["TWO", 2],
        ["ONE", 1],
      ] as const) {
        await switchTo(mode)
        await house.time.sleep(10 * SECOND)
        assert.equal([barOn(screen, COLOUR), isColour(screen)], [bar, true])
      }
    })
  })

  test(`hears alerts for as long as its config wants it to listen, with firmware of ${generation}`, async () => {
    await house.play(async () => {
      const { screen, alert } = await bootedScreen({ focus_listening: true, refresh_interval: 10 }, generation)
      await house.time.sleep(80 * MINUTE)
      await alert()
      await house.time.sleep(15 * SECOND)
      assert.is(screen.device.screen.shows, "alert")
    })
  })

  test(`boots in colour when focus mode is off, with firmware of ${generation}`, async () => {
    await house.play(async () => {
      const { screen } = await bootedScreen({ focus_listening: false }, generation)
      assert.equal([isColour(screen), barOn(screen, COLOUR)], [true, 1])
    })
  })
}

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
  const state = (): Promise<unknown> => house.at(`/api/device/${mac}/state`, { headers })
  await state()
  house.clock.advance(10 * SECOND)
  assert.equal(
    [await config(headers), await bytes()],
    [200, RAW],
    "in live mode, newer firmware reads it after its state",
  )
  await state()
  house.clock.advance(10 * SECOND + 1)
  assert.equal([await config(headers), await bytes()], [200, BMP], "it has lost its power since its last poll")
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
