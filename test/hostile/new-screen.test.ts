import { suite } from "uvu"
import * as assert from "uvu/assert"
import { erasedFlash } from "../../plugins/tools/simulator/flash.js"
import { HOUR, MINUTE, SECOND } from "../devices/house.js"
import type { RunningDevice } from "../devices/house.js"
import { CODE, MAC, openScene } from "../devices/scene.js"
import type { Scene } from "../devices/scene.js"
import { configsOf, requestsOf, statsOf } from "../editions/seen.js"
import { keptText, tokensKept } from "../editions/stored.js"

/** Attack A4: an attacker who cannot see the screen takes it over, or keeps its user from pairing it. */
const test = suite("hostile/new screen")

const REFRESHED = 11 * MINUTE
const SCREEN = { mac: MAC }

interface Attack {
  readonly what: string
  /** Runs the attack. Resolves to the thief's tokens, by name. */
  play(scene: Scene): Promise<Readonly<Record<string, string>>>
  /** The server's answer when Anna then enters the code on the screen. */
  readonly answer: "claimed" | "pending_approval"
  /** The owner, the page on the screen and the valid tokens after that. */
  readonly owner: "anna" | "thief" | "nobody"
  readonly page: "PAIRING" | "CONFIRMATION" | "ONE"
  readonly tokens: string
}

const CONFIG = { mac: MAC, modes: ["MEMO"], memo_text: "ANONYMOUS WAS HERE" }

/** Attacks before the genuine screen is switched on. */
const BEFORE: readonly Attack[] = [
  {
    what: "requests the token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => ({ thief: await thief.ask() }),
  },
  {
    what: "requests the token, and fetches a page",
    answer: "pending_approval",
    owner: "nobody",
    page: "PAIRING",
    tokens: "screen? thief",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.is((await thief.render(token)).status, 200)
      return { thief: token }
    },
  },
  {
    what: "binds the MAC by a code of their own",
    answer: "pending_approval",
    owner: "thief",
    page: "CONFIRMATION",
    tokens: "screen? thief",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.is(await thief.bindByOwnCode(token), "claimed", "no other device uses that MAC yet")
      return { thief: token }
    },
  },
  {
    what: "binds the MAC by a token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.equal(
        [await thief.bind({ token }), await thief.bind({ token, code: "HACK1234" })],
        ["pending_approval", "code-not-shown"],
      )
      return { thief: token }
    },
  },
  {
    what: "posts a config with the token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.is((await thief.call("POST", "/api/config", token, CONFIG)).status, 200)
      return { thief: token }
    },
  },
  {
    what: "binds a MAC that the server does not know",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      assert.equal([await thief.bind(), await thief.bind({ code: CODE })], ["device-not-found", "code-not-shown"])
      return {}
    },
  },
]

/** Attacks while the genuine screen shows its code. */
const AFTER: readonly Attack[] = [
  {
    what: "requests the token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => ({ thief: await thief.ask() }),
  },
  {
    what: "requests the token, and fetches a page",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.is((await thief.render(token)).status, 200)
      return { thief: token }
    },
  },
  {
    what: "binds by a code of their own",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.is(await thief.bindByOwnCode(token), "pending_approval", "the screen sent a request shortly before")
      return { thief: token }
    },
  },
  {
    what: "binds by a token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief }) => {
      const token = await thief.ask()
      assert.equal([await thief.bind({ token }), await thief.bind()], ["pending_approval", "pending_approval"])
      return { thief: token }
    },
  },
  {
    what: "polls the recent devices",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async ({ thief, recent, anna, boss, time }) => {
      for (let i = 0; i < 60; i++) {
        await time.sleep(SECOND)
        assert.equal(await thief.recent(), [])
      }
      assert.equal([await recent(anna), await recent(boss)], [[MAC], [MAC]])
      return {}
    },
  },
  {
    what: "posts a config with a token",
    answer: "claimed",
    owner: "anna",
    page: "ONE",
    tokens: "screen",
    play: async (scene) => {
      const { thief } = scene
      const token = await thief.ask()
      assert.equal(
        [(await thief.call("POST", "/api/config", token, CONFIG)).status, await configsOf(scene, SCREEN)],
        [403, []],
      )
      return { thief: token }
    },
  },
]

async function ended(
  scene: Scene,
  screen: RunningDevice,
  thieves: Readonly<Record<string, string>>,
  { answer, owner, page, tokens }: Attack,
): Promise<void> {
  assert.is(await scene.types(scene.anna, CODE), answer)
  await scene.time.sleep(REFRESHED)
  assert.equal(
    [
      await scene.ownerOf(),
      scene.pageOf(screen),
      await scene.tokens({ screen: screen.device.flash.token, ...thieves }),
    ],
    [owner, page, tokens],
  )
  const kept = await keptText(scene, SCREEN)
  assert.ok(kept !== "" && !kept.includes("ANONYMOUS"), "nothing that the thief wrote is left")
}

async function staged(play: (scene: Scene) => Promise<void>, options?: Parameters<typeof openScene>[0]): Promise<void> {
  const scene = await openScene(options)
  try {
    await scene.play(() => play(scene))
  } finally {
    await scene.close()
  }
}

for (const attack of BEFORE) {
  test(`a thief ${attack.what}, then the screen boots: the owner is ${attack.owner}, the screen shows ${attack.page}, and the valid tokens are: ${attack.tokens}`, () =>
    staged(async (scene) => {
      const thieves = await attack.play(scene)
      await scene.time.sleep(2 * MINUTE)
      const screen = scene.screen()
      await scene.time.sleep(10 * SECOND)
      await ended(scene, screen, thieves, attack)
    }))
}

for (const attack of AFTER) {
  test(`the screen boots, then a thief ${attack.what}: the owner is ${attack.owner}, the screen shows ${attack.page}, and the valid tokens are: ${attack.tokens}`, () =>
    staged(async (scene) => {
      const screen = scene.screen()
      await scene.time.sleep(10 * SECOND)
      const thieves = await attack.play(scene)
      await ended(scene, screen, thieves, attack)
      for (const token of Object.values(thieves)) assert.is((await scene.thief.render(token)).status, 401)
    }))
}

test("tells Anna when to enter the code again, and binds at that time", () =>
  staged(async (scene) => {
    const { thief, anna, clock } = scene
    await thief.render(await thief.ask())
    const from = clock.now()
    await scene.time.sleep(2 * MINUTE)
    const screen = scene.screen()
    await scene.time.sleep(10 * SECOND)
    const answer = await scene.post("/api/claim/consume", { pair_code: CODE }, anna.headers)
    const said = answer.json() as { status: string; try_again_at: string; message: string }
    assert.equal(
      [answer.status, said.status, Date.parse(said.try_again_at)],
      [200, "pending_approval", from + 15 * MINUTE],
    )
    assert.match(said.message, `type the code again at ${said.try_again_at.slice(11, 16)} UTC`)
    await scene.time.sleep(from + 15 * MINUTE - clock.now() - 1)
    assert.is(await scene.types(anna, CODE), "pending_approval")
    await scene.time.sleep(1)
    assert.is(await scene.types(anna, CODE), "claimed")
    await scene.time.sleep(REFRESHED)
    assert.is(scene.pageOf(screen), "ONE")
  }))

test("returns the screen to its first token within a day, and notifies the thief", () =>
  staged(async (scene) => {
    const { thief, anna } = scene
    const before = scene.screen()
    await scene.time.sleep(10 * SECOND)
    before.device.stop()
    const stolen = await thief.ask()
    assert.is(await thief.bindByOwnCode(stolen), "pending_approval")
    await scene.time.sleep(16 * MINUTE)
    assert.is(await thief.bindByOwnCode(stolen), "claimed", "the screen is switched off")
    await thief.call("POST", "/api/config", stolen, CONFIG)
    // The thief, as owner, cannot delete the first token.
    const { tokens } = (await scene.at(`/api/device/${MAC}/tokens`, { headers: thief.person.headers })).json() as {
      tokens: unknown[]
    }
    assert.equal(
      [tokens.length, (await scene.post(`/api/device/${MAC}/token/rotate`, {}, thief.person.headers)).status],
      [1, 200],
    )
    const other = await thief.ask()
    assert.is(await thief.bindByOwnCode(other, "HACK5678"), "confirmed")
    assert.is(await scene.tokens({ screen: before.device.flash.token, other }), "other screen~")
    const screen = scene.screen(before.device.flash)
    await scene.time.sleep(10 * SECOND)
    assert.equal(
      [
        await scene.ownerOf(),
        scene.pageOf(screen),
        await scene.tokens({ screen: before.device.flash.token, stolen, other }),
      ],
      ["nobody", "PAIRING", "screen"],
    )
    const list = (await scene.at("/api/user/devices", { headers: thief.person.headers })).json() as {
      devices: unknown[]
      notices: { mac: string; kind: string; message: string }[]
    }
    assert.equal([list.devices, list.notices.map(({ mac, kind }) => [mac, kind])], [[], [[MAC, "binding-undone"]]])
    assert.match(list.notices[0]!.message, "Type the code that the screen shows")
    assert.equal(
      ((await scene.at("/api/user/devices", { headers: anna.headers })).json() as { notices: unknown[] }).notices,
      [],
    )
    assert.equal(await configsOf(scene, SCREEN), [])
    assert.is(await scene.types(anna, (await tokensKept(scene, SCREEN))[0]!.code!), "claimed")
    await scene.time.sleep(7 * 24 * HOUR)
    assert.equal(
      ((await scene.at("/api/user/devices", { headers: thief.person.headers })).json() as { notices: unknown[] })
        .notices,
      [],
      "the notice expires after a week",
    )
  }))

test("returns the screen to its first token also when the thief unbinds and binds it again", () =>
  staged(async (scene) => {
    const { thief } = scene
    const before = scene.screen()
    await scene.time.sleep(10 * SECOND)
    before.device.stop()
    const stolen = await thief.ask()
    await scene.time.sleep(16 * MINUTE)
    assert.is(await thief.bindByOwnCode(stolen), "claimed")
    assert.is(
      (await scene.at(`/api/user/devices/${MAC}`, { method: "DELETE", headers: thief.person.headers })).status,
      200,
    )
    assert.is(await scene.tokens({ screen: before.device.flash.token, stolen }), "screen")
    assert.is(await thief.bindByOwnCode(await thief.ask(), "HACK5678"), "claimed", "the screen is still switched off")
    scene.screen(before.device.flash)
    await scene.time.sleep(10 * SECOND)
    assert.is(await scene.ownerOf(), "nobody")
  }))

test("revokes the first token a day after a user binds the device by the code of another token", () =>
  staged(async (scene) => {
    const before = scene.screen()
    await scene.time.sleep(10 * SECOND)
    before.device.stop()
    const screen = scene.screen(erasedFlash("555000"))
    await scene.time.sleep(16 * MINUTE)
    assert.is(await scene.types(scene.anna, "555000"), "claimed")
    await scene.time.sleep(24 * HOUR)
    assert.equal(
      [
        (await scene.at(`/api/config/${MAC}`, { headers: before.headers() })).status,
        await scene.ownerOf(),
        scene.pageOf(screen),
      ],
      [401, "anna", "ONE"],
    )
  }))

test("lets an admin release a MAC that a thief has bound, and shows the pairing page again", () =>
  staged(async (scene) => {
    const { thief, anna, boss } = scene
    const stolen = await thief.ask()
    assert.is(await thief.bindByOwnCode(stolen), "claimed")
    await scene.post("/api/config", CONFIG, thief.person.headers)
    const screen = scene.screen()
    await scene.time.sleep(10 * SECOND)
    assert.equal([scene.pageOf(screen), await scene.types(anna, CODE)], ["CONFIRMATION", "pending_approval"])
    for (const { headers } of [anna, thief.person])
      assert.is((await scene.post(`/api/device/${MAC}/free`, {}, headers)).status, 403)
    assert.is((await scene.post(`/api/device/${MAC}/free`, {}, boss.headers)).status, 200)
    // The thief requests a token before the screen does and fetches pages. That gives the thief no precedence.
    const again = await thief.ask()
    assert.is((await thief.render(again)).status, 200)
    await scene.time.sleep(REFRESHED)
    assert.equal(
      [await scene.ownerOf(), scene.pageOf(screen), await scene.tokens({ screen: screen.device.flash.token, again })],
      ["nobody", "PAIRING", "again? screen?"],
    )
    assert.equal(
      [await configsOf(scene, SCREEN), await requestsOf(scene, SCREEN), (await thief.render(stolen)).status],
      [[], [], 401],
    )
    const { code } = (await tokensKept(scene, SCREEN)).find(({ token }) => token === screen.device.flash.token)!
    assert.is(await scene.types(anna, code!), "claimed")
    await scene.time.sleep(REFRESHED)
    assert.equal(
      [await scene.ownerOf(), scene.pageOf(screen), (await thief.render(again)).status],
      ["anna", "ONE", 401],
    )
  }))

test("keeps only the token whose code the user entered when an admin approves the access request", () =>
  staged(async (scene) => {
    const { thief, anna, boss } = scene
    const first = await thief.ask()
    await thief.render(first)
    const screen = scene.screen()
    await scene.time.sleep(10 * SECOND)
    const { request_id: id } = (
      await scene.post("/api/user/devices", { mac: MAC, code: CODE }, anna.headers)
    ).json() as { request_id: number }
    await thief.render(first)
    assert.is((await scene.post(`/api/user/devices/requests/${id}/approve`, {}, boss.headers)).status, 200)
    await scene.time.sleep(REFRESHED)
    assert.equal(
      [await scene.ownerOf(), scene.pageOf(screen), await scene.tokens({ screen: screen.device.flash.token, first })],
      ["anna", "ONE", "screen"],
    )
  }))

test("hides the first device's data from a user who binds by the code of another token", () =>
  staged(async (scene) => {
    const { thief, boss } = scene
    const screen = scene.screen()
    await scene.save(MAC, { modes: ["ONE"], memo_text: "private", refresh_interval: 60 })
    await scene.time.sleep(10 * SECOND)
    screen.device.press()
    await scene.time.sleep(MINUTE)
    assert.equal([scene.pageOf(screen), (await statsOf(scene, SCREEN)).total_renders > 0], ["ONE", true])
    const stolen = await thief.ask()
    await scene.time.sleep(30 * MINUTE)
    assert.is(await thief.bindByOwnCode(stolen), "pending_approval", "the screen refreshes once an hour")
    screen.device.stop()
    await scene.time.sleep(2 * HOUR)
    assert.is(await thief.bindByOwnCode(stolen), "claimed")
    const read = async (path: string): Promise<unknown> =>
      (await scene.at(path, { headers: thief.person.headers })).json()
    const { renders } = (await read(`/api/stats/${MAC}/renders`)) as { renders: unknown[] }
    const { history } = (await read(`/api/device/${MAC}/history`)) as { history: unknown[] }
    assert.equal(
      [renders, history, (await scene.at(`/api/config/${MAC}`, { headers: boss.headers })).status],
      [[], [], 404],
    )
  }))

test("does not tell other users who owns a screen (A12.8)", () =>
  staged(async (scene) => {
    const { mac, owner } = await scene.owned()
    const answer = await scene.post("/api/user/devices", { mac }, scene.thief.person.headers)
    assert.equal(
      [
        answer.status,
        (answer.json() as { owner_username: unknown }).owner_username,
        answer.text().includes(owner.name),
      ],
      [200, null, false],
    )
  }))

test.run()
