import { existsSync } from "node:fs"
import { definePlugin } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PANELS } from "../../plugins/tools/simulator/screen.js"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { numberMode } from "../editions/bars.js"
import { barOn, HOUR, bootedFlash, MINUTE, openHouse, SECOND } from "./house.js"
import type { House, RunningDevice } from "./house.js"
import { stateOf, tokensOf } from "../editions/seen.js"
import { inked, pngPixels, samePixels } from "./pixels.js"

/** Simulated devices on a real server, from their first power-on. */
const test = suite("devices/life")

let house: House
test.before.each(async () => {
  house = await openHouse({
    plugins: [definePlugin({ id: "numbers", setup: () => [MODES.of(numberMode("ONE", 1), numberMode("TWO", 2))] })],
    defaults: { mode: "ONE" },
  })
})
test.after.each(() => house.close())

const modes = (...names: readonly string[]): { modes: readonly string[]; strategy: string } => ({
  modes: names,
  strategy: "cycle",
})

/** An owned device in interval mode that shows the number 1. */
async function ownedScreen(): Promise<RunningDevice & { readonly owner: Awaited<ReturnType<House["person"]>> }> {
  const { mac, token, owner } = await house.owned()
  await house.save(mac, modes("ONE", "TWO"))
  return { ...house.switchOn({ mac, flash: bootedFlash(token) }), owner }
}

test("boots in order: token, code, heartbeat, config, pairing page, live mode", async () => {
  const screen = house.switchOn({ flash: erasedFlash("004217") })
  await house.play(() => house.time.sleep(4.5 * SECOND))
  const path = `/api/device/${screen.mac}`
  assert.equal(
    screen.requests.map(({ method, path: called, status }) => `${method} ${called} ${status}`),
    [
      `POST ${path}/token 200`,
      `POST ${path}/claim-token 200`,
      `POST ${path}/heartbeat 200`,
      `GET /api/config/${screen.mac} 404`,
      "GET /api/render 200",
      `POST ${path}/runtime 200`,
    ],
  )
  assert.equal(
    [screen.device.screen.shows, screen.device.live, screen.device.flash.code, screen.device.flash.refreshMinutes],
    ["picture", true, "", 10],
  )
  assert.equal(
    house.drawn.map(({ mode }) => mode),
    ["PAIRING"],
  )
})

test("shows its owner's page within 10 s after a user enters its code in the first hour, without a press of the button", async () => {
  const screen = house.switchOn({ flash: erasedFlash("004217") })
  await house.play(async () => {
    await house.time.sleep(30 * MINUTE)
    assert.is(await house.bind(screen.mac, await house.person(), "004217"), "claimed")
    await house.time.sleep(10 * SECOND)
    assert.equal([house.drawn.at(-1)!.mode, barOn(screen), screen.device.flash.refreshMinutes], ["ONE", 1, 60])
  })
})

test("shows its owner's page within 10 s of a press of the button after the first hour", async () => {
  const screen = house.switchOn()
  await house.play(async () => {
    await house.time.sleep(2 * HOUR)
    assert.is(screen.device.live, false, "live mode has ended without a press")
    const claim = await house.post(`/api/device/${screen.mac}/claim-token`, {}, screen.headers())
    const { pair_code: code } = claim.json() as { pair_code: string }
    assert.is(await house.bind(screen.mac, await house.person(), code), "claimed")
    screen.device.press()
    await house.time.sleep(10 * SECOND)
    assert.equal([house.drawn.at(-1)!.mode, barOn(screen)], ["ONE", 1])
  })
})

test("shows its owner's page at the next refresh, within ten minutes, when a press ends live mode before the device learns of the binding", async () => {
  const screen = house.switchOn({ flash: erasedFlash("004217") })
  await house.play(async () => {
    await house.time.sleep(MINUTE)
    assert.is(await house.bind(screen.mac, await house.person(), "004217"), "claimed")
    screen.device.press()
    await house.time.sleep(10 * MINUTE)
    assert.equal([screen.device.live, barOn(screen)], [false, 1])
  })
})

test("gets a new token and the pairing page after its owner unbinds it", async () => {
  await house.play(async () => {
    const screen = await ownedScreen()
    await house.time.sleep(MINUTE)
    const { token } = screen.device.flash
    assert.is(
      (await house.at(`/api/user/devices/${screen.mac}`, { method: "DELETE", headers: screen.owner.headers })).status,
      200,
    )
    await house.time.sleep(HOUR)
    assert.equal(
      [
        house.drawn.at(-1)!.mode,
        screen.device.flash.token === token,
        screen.device.flash.refreshMinutes,
        screen.statuses("/heartbeat").slice(0, 3),
      ],
      ["PAIRING", false, 10, [200, 401, 200]],
    )
  })
})

for (const panel of PANELS) {
  test(`shows the same pixels as its preview, ${panel.width} x ${panel.height} in ${panel.palette}`, async () => {
    const screen = house.switchOn({ panel })
    await house.play(async () => {
      await house.time.sleep(10 * SECOND)
      await house.save(screen.mac, modes("DAILY"))
      await house.time.sleep(10 * SECOND)
      const { width, height, palette } = panel
      const preview = await house.at(
        `/api/preview?mac=${screen.mac}&v=3.91&w=${width}&h=${height}&colors=${palette === "bw" ? 2 : 4}`,
        { headers: house.admin },
      )
      samePixels(inked(screen.device.screen.picture!.pixels), pngPixels(preview.body).colours, "the screen")
      assert.ok(new Set(screen.device.screen.picture!.pixels).size > 1, "the page is not blank")
    })
  })
}

test("starts and ends live mode with its button, and polls its state every 5 s in live mode", async () => {
  await house.play(async () => {
    const screen = await ownedScreen()
    const polls = (): number => screen.statuses("/state").length
    await house.time.sleep(20 * MINUTE)
    assert.equal([barOn(screen), screen.device.live, polls()], [1, false, 0])
    screen.device.press()
    await house.time.sleep(MINUTE)
    assert.equal(
      [screen.device.live, polls() >= 11, (await stateOf(house, screen)).runtime_mode],
      [true, true, "active"],
    )
    await house.post(`/api/device/${screen.mac}/switch`, { mode: "TWO" }, screen.owner.headers)
    await house.time.sleep(6 * SECOND)
    assert.is(barOn(screen), 2)
    const before = polls()
    screen.device.press()
    await house.time.sleep(MINUTE)
    assert.equal(
      [screen.device.live, polls() - before, (await stateOf(house, screen)).runtime_mode],
      [false, 0, "interval"],
    )
  })
})

test("leaves live mode on its owner's request, and after an hour without a command", async () => {
  await house.play(async () => {
    const screen = await ownedScreen()
    await house.time.sleep(MINUTE)
    for (const [what, leave] of [
      [
        "on request",
        async () => {
          await house.post(`/api/device/${screen.mac}/runtime`, { mode: "interval" }, screen.owner.headers)
          await house.time.sleep(6 * SECOND)
        },
      ],
      ["after an hour", () => house.time.sleep(61 * MINUTE)],
    ] as const) {
      screen.device.press()
      await house.time.sleep(30 * SECOND)
      assert.is(screen.device.live, true, what)
      await leave()
      assert.is(screen.device.live, false, what)
    }
  })
})

test("sends a heartbeat when it wakes, and every ten minutes while it is online", async () => {
  await house.play(async () => {
    const screen = await ownedScreen()
    await house.save(screen.mac, { always_active: true, refresh_interval: 1440 })
    await house.time.sleep(61 * MINUTE)
    assert.equal(
      [screen.device.live, screen.statuses("/heartbeat").length, new Set(screen.statuses("/heartbeat"))],
      [true, 7, new Set([200])],
    )
  })
})

/** The test needs the plugin `alerts`. */
const alerts = existsSync(new URL("../../plugins/devices/alerts/index.js", import.meta.url)) ? test : test.skip
alerts("shows an alert for 30 s in focus mode, then the page from before", async () => {
  await house.play(async () => {
    const { mac, token, owner } = await house.owned()
    await house.save(mac, { ...modes("ONE"), focus_listening: true })
    const screen = house.switchOn({ mac, flash: bootedFlash(token) })
    await house.time.sleep(MINUTE)
    assert.equal([barOn(screen), new Set(screen.statuses("/alert-bmp"))], [1, new Set([204])])
    const { token: agent } = (await house.post(`/api/device/${mac}/alert-token`, {}, owner.headers)).json() as {
      token: string
    }
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
    await house.time.sleep(15 * SECOND)
    assert.is(screen.device.screen.shows, "alert")
    await house.time.sleep(30 * SECOND)
    assert.equal(
      [
        screen.device.screen.shows,
        barOn(screen),
        screen.statuses("/alert-bmp").filter((status) => status === 200).length,
      ],
      ["picture", 1, 1],
    )
  })
})

test("requests a new token after a 401, repeats the request, and shows the confirmation page", async () => {
  await house.play(async () => {
    const { mac } = await house.owned()
    const screen = house.switchOn({ mac, flash: bootedFlash("wrong") })
    await house.time.sleep(20 * SECOND)
    assert.equal(
      [
        screen.events.filter(({ type }) => type === "token-rejected").length,
        screen.statuses("/heartbeat"),
        screen.statuses("/token"),
        screen.statuses("/render"),
      ],
      [1, [401, 200], [200], [200]],
    )
    assert.equal(
      [house.drawn.at(-1)!.mode, (await tokensOf(house, { mac })).map(({ provisional }) => provisional)],
      ["CONFIRMATION", [true, false]],
    )
  })
})

test("gets a token from every request, with any credentials and any number of times", async () => {
  const { mac, owner } = await house.owned()
  const unclaimed = await house.device()
  for (const of of [mac, unclaimed.mac, "0E:77:00:00:00:01"]) {
    const asked = Array.from({ length: 40 }, (_, i) =>
      house.at(`/api/device/${of}/token`, {
        method: "POST",
        headers: [
          {},
          { "x-device-token": "wrong" },
          owner.headers,
          { authorization: "Bearer wrong" },
          { cookie: "ink_session=wrong" },
          { "content-type": "application/json" },
        ][i % 6]!,
        body: ["", "{}", "{", "[]", '"x"', "\0"][(i + Math.trunc(i / 6)) % 6]!,
      }),
    )
    for (const answer of await Promise.all(asked)) {
      assert.is(answer.status, 200)
      assert.match(answer.text(), /^\{"token":"[\w-]{43}","new":(true|false)\}$/)
    }
  }
})

test.run()
