import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../kernel/simulate/link.js"
import { HOUR, keptFlash, MINUTE, SECOND } from "./house.js"
import type { Housed } from "./house.js"
import { CODE, MAC, openScene } from "./scene.js"
import type { Scene } from "./scene.js"

/** Whose a screen is, what hangs on its glass, and which tokens live, whatever happened before: decisions 18 and 19 as a table. */
const test = suite("devices/ownership")

interface Ended {
  readonly screen: Housed
  /** Tokens that are not the screen's, by name. */
  readonly others?: Readonly<Record<string, string>>
}

interface Case {
  readonly what: string
  readonly options?: Parameters<typeof openScene>[0]
  play(scene: Scene): Promise<Ended>
  readonly owner: "anna" | "boss" | "thief" | "nobody"
  readonly glass: "PAIRING" | "CONFIRMATION" | "ONE"
  /** "screen" is the device's token; "thief?" is unconfirmed; "lost~" can undo the binding. */
  readonly tokens: string
}

/** Time passes until a screen in interval mode has fetched its next page. */
const REFRESHED = 11 * MINUTE

async function booted(scene: Scene, flash = erasedFlash(CODE)): Promise<Housed> {
  const screen = scene.screen(flash)
  await scene.time.sleep(10 * SECOND)
  return screen
}

/** Anna types what stands on the glass, and the next page comes. */
async function paired(scene: Scene, screen: Housed, code = CODE): Promise<void> {
  assert.is(await scene.types(scene.anna, code), "claimed")
  await scene.time.sleep(REFRESHED)
  assert.is(scene.glassOf(screen), "ONE")
}

async function askedAt({ post }: Scene, headers = {}): Promise<string> {
  return ((await post(`/api/device/${MAC}/token`, {}, headers)).json() as { token: string }).token
}

const LIFE: readonly Case[] = [
  {
    what: "first boot",
    owner: "anna",
    glass: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const screen = await booted(scene)
      assert.equal(
        [scene.glassOf(screen), await scene.tokens({ screen: screen.device.flash.token })],
        ["PAIRING", "screen"],
      )
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "the token's answer lost, and asked again at once",
    owner: "anna",
    glass: "ONE",
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
    what: "the token's answer lost, and asked again two minutes later",
    owner: "anna",
    glass: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const lost = await askedAt(scene)
      await scene.time.sleep(2 * MINUTE)
      const screen = await booted(scene)
      assert.equal(
        [await scene.tokens({ screen: screen.device.flash.token, lost }), scene.glassOf(screen)],
        ["lost screen?", "PAIRING"],
      )
      await paired(scene, screen)
      return { screen, others: { lost } }
    },
  },
  {
    what: "reboot before the first render",
    owner: "anna",
    glass: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const token = await askedAt(scene)
      await scene.post(`/api/device/${MAC}/heartbeat`, {}, { "x-device-token": token })
      await scene.time.sleep(5 * MINUTE)
      const screen = await booted(scene, { ...keptFlash(token), code: CODE })
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "flash erased before pairing",
    owner: "anna",
    glass: "ONE",
    tokens: "lost~ screen",
    play: async (scene) => {
      const before = await booted(scene)
      const lost = before.device.flash.token
      before.device.stop()
      await scene.time.sleep(MINUTE)
      const screen = await booted(scene, erasedFlash("555000"))
      assert.equal([scene.glassOf(screen), await scene.types(scene.anna, "555000")], ["PAIRING", "pending_approval"])
      await scene.time.sleep(15 * MINUTE)
      await paired(scene, screen, "555000")
      return { screen, others: { lost } }
    },
  },
  {
    what: "flash erased before pairing, a day after the code was typed",
    owner: "anna",
    glass: "ONE",
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
    what: "flash erased before pairing, and an admin types the code at once",
    owner: "boss",
    glass: "ONE",
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
    what: "flash erased after pairing, until the owner types the new code",
    owner: "anna",
    glass: "CONFIRMATION",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      await paired(scene, before)
      before.device.stop()
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "flash erased after pairing, and the owner types the new code",
    owner: "anna",
    glass: "ONE",
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
    glass: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const token = await askedAt(scene, { "x-forwarded-for": "192.0.2.1" })
      assert.equal(await scene.recent(scene.anna), [])
      const screen = await booted(scene, { ...keptFlash(token), code: CODE })
      assert.equal(await scene.recent(scene.anna), [MAC], "it is listed where it calls from now")
      await paired(scene, screen)
      return { screen }
    },
  },
  {
    what: "two screens behind one address",
    owner: "anna",
    glass: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const [screen, other] = [scene.screen(), scene.screen(erasedFlash("777000"), "0E:51:00:00:00:BB")]
      await scene.time.sleep(10 * SECOND)
      assert.is.not(screen.device.flash.token, other.device.flash.token)
      assert.is(await scene.types(scene.boss, "777000", other.mac), "claimed")
      await paired(scene, screen)
      assert.equal([await scene.ownerOf(other.mac), scene.glassOf(other)], ["boss", "ONE"])
      return { screen }
    },
  },
]

const POLICIES: readonly Case[] = [
  {
    what: "its owner and an admin ask for its token",
    owner: "anna",
    glass: "ONE",
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
    what: "pairing is off, and nobody has typed a code",
    options: { security: { pairing: "off" } },
    owner: "nobody",
    glass: "ONE",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      before.device.stop()
      assert.is(scene.glassOf(before), "ONE")
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "pairing is off, and somebody types the code",
    options: { security: { pairing: "off" } },
    owner: "anna",
    glass: "ONE",
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
    glass: "CONFIRMATION",
    tokens: "lost screen?",
    play: async (scene) => {
      const before = await booted(scene)
      await paired(scene, before)
      before.device.stop()
      return { screen: await booted(scene, erasedFlash("555000")), others: { lost: before.device.flash.token } }
    },
  },
  {
    what: "tokens are reissued to everybody",
    options: { security: { tokenReissue: "open" } },
    owner: "anna",
    glass: "ONE",
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

for (const { what, options, play, owner, glass, tokens } of [...LIFE, ...POLICIES]) {
  test(`${what}: the screen is ${owner}'s, shows ${glass}, and these tokens live: ${tokens}`, async () => {
    const scene = await openScene(options)
    try {
      await scene.play(async () => {
        const { screen, others } = await play(scene)
        assert.equal(
          [
            await scene.ownerOf(),
            scene.glassOf(screen),
            await scene.tokens({ screen: screen.device.flash.token, ...others }),
          ],
          [owner, glass, tokens],
        )
        assert.equal(
          screen.calls.filter(({ status }) => ![200, 404].includes(status)),
          [],
          "no call of the true screen was refused",
        )
      })
    } finally {
      await scene.close()
    }
  })
}

test("the core edition knows no tokens: a screen there shows its pages, and is nobody's", async () => {
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
