import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { HOUR, bootedFlash, MINUTE, SECOND } from "./house.js"
import type { RunningDevice } from "./house.js"
import { CODE, MAC, openScene } from "./scene.js"
import type { Scene } from "./scene.js"

/** The owner, the page and the valid tokens of a screen after each course of events. Source: decisions 18 and 19. */
const test = suite("devices/ownership")

interface Ended {
  readonly screen: RunningDevice
  /** Tokens other than the screen's own, by name. */
  readonly others?: Readonly<Record<string, string>>
}

interface Case {
  readonly what: string
  readonly options?: Parameters<typeof openScene>[0]
  play(scene: Scene): Promise<Ended>
  readonly owner: "anna" | "boss" | "thief" | "nobody"
  readonly page: "PAIRING" | "CONFIRMATION" | "ONE"
  /** Names of the valid tokens: "screen" is the device's own; "thief?" is unconfirmed; "lost~" can undo the binding. */
  readonly tokens: string
}

/** Longest time until a screen in interval mode fetches its next page. */
const REFRESHED = 11 * MINUTE

async function booted(scene: Scene, flash = erasedFlash(CODE)): Promise<RunningDevice> {
  const screen = scene.screen(flash)
  await scene.time.sleep(10 * SECOND)
  return screen
}

/** Anna enters the code on the screen, and the screen shows her page. */
async function paired(scene: Scene, screen: RunningDevice, code = CODE): Promise<void> {
  assert.is(await scene.types(scene.anna, code), "claimed")
  await scene.time.sleep(REFRESHED)
  assert.is(scene.pageOf(screen), "ONE")
}

async function askedAt({ post }: Scene, headers = {}): Promise<string> {
  return ((await post(`/api/device/${MAC}/token`, {}, headers)).json() as { token: string }).token
}

const LIFE: readonly Case[] = [
  {
    what: "first boot",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const screen = await booted(scene)
      assert.equal(
        [scene.pageOf(screen), await scene.tokens({ screen: screen.device.flash.token })],
        ["PAIRING", "screen"],
      )
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "the response with the token is lost, and the screen asks again at once",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const lost = await askedAt(scene)
      const screen = await booted(scene)
      assert.is(screen.device.flash.token, lost)
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "the response with the token is lost, and the screen asks again two minutes later",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const lost = await askedAt(scene)
      await scene.time.sleep(2 * MINUTE)
      const screen = await booted(scene)
      assert.equal(
        [await scene.tokens({ screen: screen.device.flash.token, lost }), scene.pageOf(screen)],
        ["lost screen?", "PAIRING"],
      )
      await paired(scene, screen)
      return { screen, others: { lost } }
    },
  },
  {
    what: "reboot before the first render",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const token = await askedAt(scene)
      await scene.post(`/api/device/${MAC}/heartbeat`, {}, { "x-device-token": token })
      await scene.time.sleep(5 * MINUTE)
      const screen = await booted(scene, { ...bootedFlash(token), code: CODE })
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "flash erased before pairing",
    owner: "anna",
    page: "ONE",
    tokens: "lost~ screen",
    play: async (scene) => {
      const before = await booted(scene)
      const lost = before.device.flash.token
      before.device.stop()
      await scene.time.sleep(MINUTE)
      const screen = await booted(scene, erasedFlash("555000"))
      assert.equal([scene.pageOf(screen), await scene.types(scene.anna, "555000")], ["PAIRING", "pending_approval"])
      await scene.time.sleep(15 * MINUTE)
      await paired(scene, screen, "555000")
      return { screen, others: { lost } }
    },
  },
  {
    what: "flash erased before pairing, a day after the user enters the code",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const before = await booted(scene)
      before.device.stop()
      const screen = await booted(scene, erasedFlash("555000"))
      await scene.time.sleep(16 * MINUTE)
      await paired(scene, screen, "555000")
      await scene.time.sleep(24 * HOUR)
      return { screen, others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "flash erased before pairing, and an admin enters the code at once",
    owner: "boss",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const before = await booted(scene)
      before.device.stop()
      const screen = await booted(scene, erasedFlash("555000"))
      assert.is(await scene.types(scene.boss, "555000"), "claimed")
      await scene.time.sleep(REFRESHED)
      return { screen, others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "flash erased after pairing, before the owner enters the new code",
    owner: "anna",
    page: "CONFIRMATION",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      await paired(scene, before)
      before.device.stop()
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "flash erased after pairing, and the owner enters the new code",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const before = await booted(scene)
      await paired(scene, before)
      before.device.stop()
      const screen = await booted(scene, erasedFlash("555000"))
      assert.equal(
        [await scene.types(scene.thief.person, "555000"), await scene.types(scene.anna, "555000")],
        ["pending_approval", "confirmed"],
      )
      await scene.time.sleep(REFRESHED)
      return { screen, others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "address changed between the token and the first page",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const token = await askedAt(scene, { "x-forwarded-for": "192.0.2.1" })
      assert.equal(await scene.recent(scene.anna), [])
      const screen = await booted(scene, { ...bootedFlash(token), code: CODE })
      assert.equal(await scene.recent(scene.anna), [MAC], "the list goes by the address of the last request")
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "two screens behind one address",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const [screen, other] = [scene.screen(), scene.screen(erasedFlash("777000"), "0E:51:00:00:00:BB")]
      await scene.time.sleep(10 * SECOND)
      assert.is.not(screen.device.flash.token, other.device.flash.token)
      assert.is(await scene.types(scene.boss, "777000", other.mac), "claimed")
      await paired(scene, screen)
      assert.equal([await scene.ownerOf(other.mac), scene.pageOf(other)], ["boss", "ONE"])
      return { screen }
    },
  },
]

const POLICIES: readonly Case[] = [
  {
    what: "its owner and an admin request its token",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const screen = await booted(scene)
      assert.is(await askedAt(scene, scene.boss.headers), screen.device.flash.token)
      await paired(scene, screen)
      for (const { headers } of [scene.anna, scene.boss])
        assert.is(await askedAt(scene, headers), screen.device.flash.token)
      return { screen }
    },
  },
  {
    what: "pairing is off, and no user enters a code",
    options: { security: { pairing: "off" } },
    owner: "nobody",
    page: "ONE",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      before.device.stop()
      assert.is(scene.pageOf(before), "ONE")
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "pairing is off, and a user enters the code",
    options: { security: { pairing: "off" } },
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const screen = await booted(scene)
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "pairing is off, and the flash of an owned screen was erased",
    options: { security: { pairing: "off" } },
    owner: "anna",
    page: "CONFIRMATION",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      await paired(scene, before)
      before.device.stop()
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "the server reissues tokens to every caller",
    options: { security: { tokenReissue: "open" } },
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const before = await booted(scene)
      before.device.stop()
      const screen = await booted(scene, erasedFlash("555000"))
      assert.equal(
        [screen.device.flash.token, await scene.thief.ask()],
        [before.device.flash.token, before.device.flash.token],
      )
      await paired(scene, screen, "555000")
      assert.is(await scene.thief.ask(), screen.device.flash.token)
      return { screen }
    },
  },
]

for (const { what, options, play, owner, page, tokens } of [...LIFE, ...POLICIES]) {
  test(`${what}: the owner is ${owner}, the screen shows ${page}, and the valid tokens are: ${tokens}`, async () => {
    const scene = await openScene(options)
    try {
      await scene.play(async () => {
        const { screen, others } = await play(scene)
        assert.equal(
          [
            await scene.ownerOf(),
            scene.pageOf(screen),
            await scene.tokens({ screen: screen.device.flash.token, ...others }),
          ],
          [owner, page, tokens],
        )
        assert.equal(
          screen.requests.filter(({ status }) => ![200, 404].includes(status)),
          [],
          "the server refuses no request of the genuine screen",
        )
      })
    } finally {
      await scene.close()
    }
  })
}

test("the core edition has no tokens: a screen gets its pages there before and after it has an owner", async () => {
  const scene = await openScene({ config: { "edition-core": { mount: "/core" } } })
  try {
    const page = (): Promise<number> =>
      scene.at(`/core/api/render?v=3.7&mac=${MAC}&w=296&h=128`).then(({ status }) => status)
    const token = await scene.thief.ask()
    assert.equal([await page(), await scene.thief.bindByOwnCode(token), await page()], [200, "claimed", 200])
    for (const call of ["token", "claim-token", "free"])
      assert.is((await scene.post(`/core/api/device/${MAC}/${call}`)).status, 404, call)
  } finally {
    await scene.close()
  }
})

test.run()
