import { IS_FULL } from "../depth.js"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MINUTE, openPairing, outcome } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { configsOf, idOf, membersOf, stateOf, statsOf, tokensOf } from "./seen.js"

/** Two at once, really at once. */
const test = suite("editions/extended: pairing at once")

const ROUNDS = IS_FULL ? 20 : 8

let here: PairingStage
test.before(async () => {
  here = await openPairing({ server: { trustProxy: ["127.0.0.1"], limits: { pairing: 1_000_000 } } })
})
test.after(() => here.close())

test("lets one of many who claim a screen at once win, never two", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => here.person()))
  for (let round = 0; round < ROUNDS; round++) {
    // Who comes too late has typed a wrong code: that is forgiven before the next round.
    here.clock.advance(15 * MINUTE)
    const device = await here.device()
    const code = String(100_000 + round)
    await device.post("claim-token", { pair_code: code })
    const answers = await Promise.all(
      people.map((who, i) =>
        i % 3 === 0
          ? here.bind(who, { mac: device.mac, code }, `203.0.113.${i}`)
          : here.consume(who, { pair_code: code, ...(i % 3 === 1 && { mac: device.mac }) }, `203.0.113.${i}`),
      ),
    )
    const [members, tokens] = [await membersOf(here, device), await tokensOf(here, device)]
    const winners = people.filter((_, i) => outcome(answers[i]!) === "200 claimed")
    assert.equal(
      [winners.map(({ id }) => id), members.length, tokens.length],
      [members.map(({ user_id: user }) => user), 1, 1],
      answers.map(outcome).join(", "),
    )
    for (const answer of answers)
      assert.ok(
        ["200 claimed", "200 pending_approval", "404 code-not-shown", "404 code-not-found"].includes(outcome(answer)),
        outcome(answer),
      )
    for (const who of people) assert.is((await here.macsOf(who)).includes(device.mac), winners.includes(who))
  }
})

test("leaves a screen to its new owner or to nobody when one unbinds while another claims", async () => {
  const [anna, otto] = [await here.person(), await here.person()]
  for (let round = 0; round < ROUNDS; round++) {
    const owned = await here.owned(anna)
    await owned.post("claim-token", { pair_code: "737373" })
    const [, claim] = await Promise.all([
      here.unbind(anna, owned.mac),
      here.bind(otto, { mac: owned.mac, code: "737373" }, `203.0.${round}.1`),
    ])
    const owner = (await membersOf(here, owned)).map(({ user_id: user }) => user)
    assert.equal(owner, outcome(claim) === "200 claimed" ? [otto.id] : [])
    assert.equal(
      [(await here.macsOf(anna)).includes(owned.mac), (await here.macsOf(otto)).includes(owned.mac)],
      [false, owner.length === 1],
    )
    assert.equal(await configsOf(here, owned), [])
  }
})

test("leaves one own token when a screen asks for one while another is confirmed", async () => {
  const anna = await here.person()
  for (let round = 0; round < ROUNDS; round++) {
    const owned = await here.owned(anna)
    const screen = await here.another(owned)
    await screen.render()
    const code = await here.codeOf(screen)
    const [confirmed, late] = await Promise.all([
      here.consume(anna, { mac: owned.mac, pair_code: code }),
      here.another(owned, "203.0.113.99"),
      here.another(owned, "203.0.113.98"),
    ])
    assert.is(outcome(confirmed), "200 confirmed")
    const tokens = await tokensOf(here, owned)
    assert.equal(
      tokens.filter(({ provisional }) => !provisional).map(({ id }) => id),
      [idOf(screen)],
    )
    assert.is((await screen.render()).status, 200)
    assert.is((await late.render()).status, tokens.some(({ id }) => id === idOf(late)) ? 200 : 401)
  }
})

test("undoes a binding once when the first token makes many calls at once, and refuses none of them", async () => {
  const [anna, otto] = [await here.person(), await here.person()]
  for (let round = 0; round < 5; round++) {
    const device = await here.device()
    await device.render()
    const other = await here.another(device)
    here.clock.advance(16 * MINUTE)
    await other.render()
    assert.is(outcome(await here.bind(anna, { mac: device.mac, code: await here.codeOf(other) })), "200 claimed")
    await here.post("/api/config", { mac: device.mac, modes: ["DAILY"], memo_text: "private" }, anna.headers)
    const answers = await Promise.all([
      device.post("heartbeat"),
      device.render(),
      device.get("state"),
      device.post("heartbeat"),
      device.post("claim-token", { pair_code: "515151" }),
      device.render(),
      device.post("runtime", { mode: "active" }),
    ])
    assert.equal(
      answers.map(({ status }) => status),
      Array.from({ length: 7 }, () => 200),
    )
    const { notices } = (await here.at("/api/user/devices", { headers: anna.headers })).json() as {
      notices: readonly { readonly mac: string }[]
    }
    assert.equal(
      [
        await membersOf(here, device),
        await configsOf(here, device),
        (await tokensOf(here, device)).map(({ id, provisional }) => [id, provisional]),
        notices.filter(({ mac }) => mac === device.mac).length,
      ],
      [[], [], [[idOf(device), false]], 1],
      "the first token is not one that may yet undo a binding: it is listed",
    )
    assert.is(outcome(await here.bind(otto, { mac: device.mac, code: "515151" })), "200 claimed")
  }
})

test("answers a request once, whoever approves and rejects it at the same time", async () => {
  const anna = await here.person()
  for (let round = 0; round < ROUNDS; round++) {
    const [owned, otto] = [await here.owned(anna), await here.person()]
    const { request_id: id } = (await here.bind(otto, { mac: owned.mac })).json() as { request_id: number }
    const answer = (what: string): Promise<string> =>
      here.post(`/api/user/devices/requests/${id}/${what}`, {}, anna.headers).then(outcome)
    const answers = await Promise.all([answer("approve"), answer("reject"), answer("approve"), answer("reject")])
    assert.equal(answers.filter((each) => each === "200").length, 1, answers.join(", "))
    assert.is(answers.filter((each) => each === "404 request-not-found").length, 3)
    assert.is(
      (await membersOf(here, owned)).some(({ user_id: user }) => user === otto.id),
      answers[0] === "200" || answers[2] === "200",
    )
  }
})

test("keeps every member when an owner lets people in and throws others out at once", async () => {
  const anna = await here.person()
  const people = await Promise.all(Array.from({ length: 10 }, () => here.person()))
  const owned = await here.owned(anna)
  const share = (name: string): Promise<unknown> =>
    here.post(`/api/user/devices/${owned.mac}/share`, { username: name }, anna.headers)
  await Promise.all(people.slice(0, 5).map(({ name }) => share(name)))
  await Promise.all([
    ...people.slice(5).map(({ name }) => share(name)),
    ...people.slice(0, 5).map((who) => here.unbind(who, owned.mac)),
  ])
  assert.equal(
    (await membersOf(here, owned)).map(({ user_id: user }) => user).sort(),
    [anna, ...people.slice(5)].map(({ id }) => id).sort(),
  )
  for (const [i, who] of people.entries()) assert.equal(await here.macsOf(who), i < 5 ? [] : [owned.mac])
})

test("counts no more than five wrong codes however many come at once", async () => {
  const [device, anna] = [await here.device(), await here.person()]
  await device.post("claim-token", { pair_code: "482913" })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      here.consume(anna, { mac: device.mac, pair_code: String(500_000 + i) }, `203.0.113.${i}`),
    ),
  )
  assert.equal(
    [
      answers.filter((each) => outcome(each) === "404 code-not-found").length,
      answers.filter(({ status }) => status === 429).length,
    ],
    [5, 25],
  )
})

test("writes nothing of an owner's last page into what the next owner has", async () => {
  const owned = await here.owned()
  await here.post("/api/config", { mac: owned.mac, modes: ["DAILY"] }, owned.owner.headers)
  const pages = Array.from({ length: 10 }, () => owned.render("persona=ZEN"))
  await here.unbind(owned.owner, owned.mac)
  await Promise.all(pages)
  // Its token is written after whatever the pages have written.
  await here.another(owned)
  const { last_persona: mode, last_refresh_at: at } = await stateOf(here, owned)
  assert.equal([mode, (await statsOf(here, owned)).total_renders, at], ["", 0, null])
})

test.run()
