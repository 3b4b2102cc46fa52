import { IS_FULL } from "../depth.js"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { calls } from "../plugins/people/accounts/calls.js"
import { definition, studioCalls } from "./extended-studio-stage.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { configsOf, idOf, membersOf, stateOf, statsOf, tokensOf } from "./seen.js"
import { othersTokens } from "./stored.js"

/** Wire-contract 11.18: what two do at once, done at once, many times over. Two claims, and claims while somebody unbinds: extended-pairing-races. */
const test = suite("editions/extended: hostile: at once")

const ROUNDS = IS_FULL ? 20 : 8
const LIMITS = Object.fromEntries(
  ["render", "preview", "pairing", "push", "mode-save"].map((name) => [name, 1_000_000]),
)

let here: PairingStage
test.before(async () => {
  here = await openPairing({ server: { limits: LIMITS } })
})
test.after(() => here.close())

function isWell(answers: readonly Answer[]): void {
  for (const answer of answers) assert.ok(answer.status < 500, `${answer.status} ${answer.text().slice(0, 200)}`)
  assert.equal(
    here.stage.log.lines.filter(({ level }) => level === "error"),
    [],
  )
}

test("shows no page of an owner's to a token that is being revoked, and leaves none behind", async () => {
  const anna = await here.person()
  for (let round = 0; round < ROUNDS; round++) {
    const owned = await here.owned(anna)
    const answers = await Promise.all([
      owned.render(),
      here.post(`/api/device/${owned.mac}/token/rotate`, {}, anna.headers),
      owned.render(),
      here.post(`/api/device/${owned.mac}/token/rotate`, {}, anna.headers),
      owned.render(),
    ])
    isWell(answers)
    for (const i of [0, 2, 4]) assert.ok([200, 401].includes(answers[i]!.status))
    assert.equal([answers[1], answers[3]].map((each) => (each!.json() as { revoked: boolean }).revoked).sort(), [
      false,
      true,
    ])
    assert.equal(
      [(await owned.render()).status, await tokensOf(here, owned), (await membersOf(here, owned)).length],
      [401, [], 1],
    )
  }
})

test("draws some page and answers the deletion once while a mode is deleted and shown", async () => {
  const owned = await here.owned()
  const { save, remove } = studioCalls(here)
  for (let round = 0; round < ROUNDS; round++) {
    assert.is((await save({ ...definition("MINE"), mac: owned.mac }, owned.owner.headers)).status, 200)
    await here.post(
      "/api/config",
      { mac: owned.mac, modes: ["MINE", "ZEN"], mode_overrides: { MINE: { size: "l" } } },
      owned.owner.headers,
    )
    await owned.post("switch", { mode: "MINE" }, owned.owner.headers)
    const answers = await Promise.all([
      owned.render(),
      remove("MINE", owned.owner.headers, owned.mac),
      owned.render(),
      remove("MINE", owned.owner.headers, owned.mac),
      owned.render(),
    ])
    isWell(answers)
    assert.equal(
      [0, 2, 4].map((i) => answers[i]!.status),
      [200, 200, 200],
    )
    assert.equal([answers[1]!.status, answers[3]!.status].sort(), [200, 404])
    const [configs, { pending_mode: pending }] = [await configsOf(here, owned), await stateOf(here, owned)]
    assert.equal(
      [
        configs.filter(({ modes, mode_overrides: settings }) => modes.includes("MINE") || "MINE" in settings).length,
        configs.filter((each) => each.is_active === 1).length,
      ],
      [0, 1],
    )
    assert.is((await owned.render()).status, 200)
    assert.ok(pending === "" || pending === "MINE")
    assert.is((await stateOf(here, owned)).pending_mode, "")
  }
})

test("saves or deletes a mode that two save and one deletes, and lists what it has kept", async () => {
  const owned = await here.owned()
  const { save, remove, ids, read } = studioCalls(here)
  for (let round = 0; round < ROUNDS; round++) {
    isWell(
      await Promise.all([
        save({ ...definition("TWICE", "one"), mac: owned.mac }, owned.owner.headers),
        remove("TWICE", owned.owner.headers, owned.mac),
        save({ ...definition("TWICE", "two"), mac: owned.mac }, owned.owner.headers),
      ]),
    )
    const listed = (await ids(owned.owner.headers, `mac=${owned.mac}`)).includes("TWICE")
    assert.is((await read("TWICE", owned.owner.headers, owned.mac)).status, listed ? 200 : 404)
  }
})

test("leaves nothing of a device that is forgotten while everything else is done to it", async () => {
  const anna = await here.person()
  for (let round = 0; round < ROUNDS; round++) {
    const owned = await here.owned(anna)
    await here.post("/api/config", { mac: owned.mac, modes: ["ZEN"] }, anna.headers)
    await owned.render()
    const by = anna.headers
    const answers = await Promise.all([
      owned.render(),
      owned.post("favorite", { mode: "ZEN" }, by),
      owned.post("habit/check", { habit: "run" }, by),
      owned.post("heartbeat", {}),
      owned.post("switch", { mode: "DAILY" }, by),
      here.post("/api/config", { mac: owned.mac, modes: ["DAILY"] }, by),
      here.unbind(anna, owned.mac),
      owned.post("alert-token", {}, by),
      owned.post("widget-token", {}, by),
      owned.post("runtime", { mode: "active" }),
      owned.get("state"),
      owned.render("next=1"),
      owned.post("claim-token", { pair_code: "123456" }),
      studioCalls(here).save({ ...definition("LEFT"), mac: owned.mac }, by),
    ])
    isWell(answers)
    assert.is(answers[6]!.status, 200)
    const left = (await tokensOf(here, owned)).filter(({ id }) => id === idOf(owned))
    assert.equal([await membersOf(here, owned), left], [[], []])
    // Whoever has it next finds nothing of what was there.
    const fresh = await here.another(owned)
    const otto = await here.person()
    await fresh.post("claim-token", { pair_code: "737373" })
    assert.is((await here.bind(otto, { mac: owned.mac, code: "737373" })).status, 200)
    const read = async (call: string): Promise<unknown> => (await fresh.get(call, otto.headers)).json()
    assert.equal(
      [await read("favorites"), await read("history"), await read("habit/status")],
      [
        { mac: owned.mac, favorites: [] },
        { mac: owned.mac, history: [] },
        { mac: owned.mac, habits: [] },
      ],
    )
    assert.is((await here.at(`/api/config/${owned.mac}`, { headers: otto.headers })).status, 404)
    assert.not.ok((await studioCalls(here).ids(otto.headers, `mac=${owned.mac}`)).includes("LEFT"))
    assert.equal([await othersTokens(here, owned), (await stateOf(here, owned)).pending_mode], [[], ""])
  }
})

test("gives one name to one of many who register it at once, in any spelling", async () => {
  const { register } = calls(here.port)
  for (let round = 0; round < ROUNDS; round++) {
    const names = [`twin${round}`, `TWIN${round}`, `Twin${round}`, `twin${round}`]
    const answers = await Promise.all(
      names.map((name, i) => register(name, {}, { "x-forwarded-for": `192.0.2.${(round * 4 + i) % 250}` })),
    )
    assert.equal(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  }
})

test("makes one admin of those who show the setup code at once, by twenty servers", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await openPairing()
    const { code } = fresh.stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as {
      code: string
    }
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        calls(fresh.port).register(`admin${i}`, { setup_code: code }, { "x-forwarded-for": `192.0.2.${i}` }),
      ),
    )
    assert.equal(answers.map(({ status }) => status).sort(), [200, 403, 403, 403])
    await fresh.close()
  }
})

test("gives each of two renders at once a place of its own in the cycle", async () => {
  const owned = await here.owned()
  await here.post("/api/config", { mac: owned.mac, modes: ["ZEN", "STOIC"], strategy: "cycle" }, owned.owner.headers)
  for (let round = 0; round < ROUNDS; round++) {
    isWell(await Promise.all([owned.render(), owned.render()]))
    // An answer is counted once it has left.
    const counted = async (): Promise<number> => (await statsOf(here, owned)).total_renders
    for (let tries = 0; (await counted()) < 2 * (round + 1) && tries < 1_000; tries++)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    const { mode_frequency: modes } = await statsOf(here, owned)
    assert.equal([modes.ZEN, modes.STOIC], [round + 1, round + 1])
  }
})

test("keeps one config that counts however many are saved and activated at once", async () => {
  const owned = await here.owned()
  const { config_id: first } = (
    await here.post("/api/config", { mac: owned.mac, modes: ["ZEN"] }, owned.owner.headers)
  ).json() as { config_id: number }
  for (let round = 0; round < ROUNDS; round++) {
    isWell(
      await Promise.all([
        ...Array.from({ length: 4 }, (_, i) =>
          here.post("/api/config", { mac: owned.mac, modes: ["ZEN"], nickname: `${round} ${i}` }, owned.owner.headers),
        ),
        ...Array.from({ length: 3 }, (_, i) =>
          here.post(`/api/config/${owned.mac}/activate/${first + i}`, {}, owned.owner.headers, "PUT"),
        ),
      ]),
    )
    const configs = await configsOf(here, owned)
    assert.equal(
      [
        configs.length <= 5,
        configs.filter((each) => each.is_active === 1).length,
        new Set(configs.map(({ id }) => id)).size,
      ],
      [true, 1, configs.length],
    )
  }
})

test("ends a session for good though it is renewed, used and ended at once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const anna = await here.person()
    here.clock.advance(2 * 86_400_000)
    await Promise.all([
      ...Array.from({ length: 5 }, () => here.at("/api/auth/me", { headers: anna.headers })),
      here.post("/api/auth/logout", {}, anna.headers),
      here.at("/api/auth/me", { headers: anna.headers }),
    ])
    assert.is((await here.at("/api/auth/me", { headers: anna.headers })).status, 401)
  }
})

test.run()
