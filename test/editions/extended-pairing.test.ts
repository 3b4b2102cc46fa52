import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MINUTE, openPairing, outcome } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { configsOf, idOf, membersOf, requestsOf, stateOf, tokensOf } from "./seen.js"

const test = suite("editions/extended: pairing")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

type Said = Readonly<Record<string, unknown>>

test("draws a code of eight letters that do not look alike, the same at every page, also after it has run out", async () => {
  const device = await here.device()
  const first = await device.render()
  const code = await here.codeOf(device)
  assert.match(code, /^[2-9A-HJ-NP-Z]{8}$/)
  here.clock.advance(MINUTE)
  const again = await device.render()
  assert.equal([first.status, first.headers["x-refresh-minutes"], again.body], [200, "10", first.body])
  here.clock.advance(40 * MINUTE)
  assert.ok((await device.render()).body.equals(first.body))
  assert.is(await here.codeOf(device), code)
})

for (const [posted, kept] of [
  ["482913", "482913"],
  ["ab12", "AB12"],
  ["12-34 56", "123456"],
  ["ABCDEFGHJKLM", "ABCDEFGHJKLM"],
  ["7kq4mwxa", "7KQ4MWXA"],
] as const) {
  test(`takes the posted code ${posted} as it is, echoes it exactly and shows it`, async () => {
    const device = await here.device()
    const before = await device.render()
    for (let i = 0; i < 2; i++) {
      const answer = await device.post("claim-token", { pair_code: posted })
      assert.is(answer.status, 200)
      assert.ok(answer.text().includes(`"pair_code":"${posted}"`), answer.text())
    }
    assert.is(await here.codeOf(device), kept)
    assert.not.equal((await device.render()).body, before.body)
    assert.equal(
      outcome(await here.consume(await here.person(), { pair_code: ` ${kept.toLowerCase()} ` })),
      "200 claimed",
    )
  })
}

for (const posted of ["", "123", "x".repeat(13), "!!!!", null, undefined] as const) {
  test(`answers a code that is none (${JSON.stringify(posted)}) with one of its own, and 200`, async () => {
    const device = await here.device()
    const answer = await device.post("claim-token", { pair_code: posted })
    const said = answer.json() as Said
    assert.is(answer.status, 200)
    assert.match(said.pair_code as string, /^[2-9A-HJ-NP-Z]{8}$/)
    assert.equal(
      [said.ok, said.claim_url, said.expires_in],
      [true, `http://127.0.0.1:${here.port}/config?prefer_mac=${device.mac}&code=${String(said.pair_code)}`, 1800],
    )
  })
}

test("binds by code, and the token that showed it stays the device's own", async () => {
  const [device, anna] = [await here.device(), await here.person()]
  await device.post("claim-token", { pair_code: "482913" })
  await device.render()
  const answer = await here.consume(anna, { pair_code: "482913", nickname: "Kitchen" })
  assert.equal([answer.status, answer.json()], [200, { ok: true, status: "claimed", mac: device.mac, role: "owner" }])
  assert.equal(
    [
      (await membersOf(here, device)).map(({ user_id: user, role, nickname }) => [user, role, nickname]),
      (await tokensOf(here, device)).map(({ id, provisional }) => [id, provisional]),
      (await stateOf(here, device)).pending_refresh,
    ],
    [[[anna.id, "owner", "Kitchen"]], [[idOf(device), false]], 1],
  )
  const page = await device.render()
  assert.equal([page.headers["x-pending-refresh"], page.headers["x-refresh-minutes"]], ["1", "60"])
  assert.is(
    outcome(await here.consume(anna, { pair_code: "482913" })),
    "404 code-not-found",
    "a code is not used twice",
  )
})

test("lets a code run out 30 minutes after it was last posted or drawn", async () => {
  const [device, anna] = [await here.device(), await here.person()]
  await device.post("claim-token", { pair_code: "555111" })
  here.clock.advance(20 * MINUTE)
  await device.render()
  here.clock.advance(30 * MINUTE - 1)
  assert.equal(outcome(await here.bind(anna, { mac: device.mac, code: "555112" })), "404 code-not-found")
  here.clock.advance(1)
  assert.equal(
    [
      outcome(await here.bind(anna, { mac: device.mac, code: "555111" })),
      outcome(await here.consume(anna, { pair_code: "555111" }, "203.0.113.9")),
    ],
    ["404 code-not-shown", "404 code-not-found"],
  )
  await device.render()
  assert.is(outcome(await here.consume(anna, { pair_code: "555111" }, "203.0.113.9")), "200 claimed")
})

test("takes no device token for a proof, its own or another", async () => {
  const [device, anna] = [await here.device(), await here.person()]
  await device.render()
  const stranger = await here.another(device)
  for (const token of [device.token, stranger.token, "wrong"]) {
    assert.is(outcome(await here.bind(anna, { mac: device.mac, token })), "200 pending_approval")
    assert.is(
      outcome(await here.post("/api/user/devices", { mac: device.mac }, { ...anna.headers, "x-device-token": token })),
      "200 pending_approval",
    )
  }
  assert.equal(await membersOf(here, device), [])
})

test("binds by a claim token as by the code that it is bound to, as long as that lives, once", async () => {
  const [device, anna, otto] = [await here.device(), await here.person(), await here.person()]
  const claimToken = async (pair_code: string): Promise<string> =>
    ((await device.post("claim-token", { pair_code })).json() as { token: string }).token
  const first = await claimToken("482913")
  assert.is(await claimToken("482913"), first, "a lost answer costs nothing")
  assert.not.ok(first.includes(device.token))
  const second = await claimToken("737373")
  assert.is(outcome(await here.consume(anna, { token: first })), "404 code-not-found", "another code is shown now")
  for (const token of [
    "482913",
    "737373",
    device.token,
    `${second.slice(0, -1)}${second.endsWith("A") ? "B" : "A"}`,
    "!!",
  ])
    assert.is(outcome(await here.consume(anna, { token })), "404 code-not-found", token)
  assert.equal((await here.consume(anna, { token: second, nickname: "Hall" })).json(), {
    ok: true,
    status: "claimed",
    mac: device.mac,
    role: "owner",
  })
  assert.equal(
    [
      outcome(await here.consume(otto, { token: second })),
      (await membersOf(here, device)).map(({ user_id: user, nickname }) => [user, nickname]),
    ],
    ["404 code-not-found", [[anna.id, "Hall"]]],
  )
  const other = await here.device()
  const { token } = (await other.post("claim-token", {})).json() as { token: string }
  here.clock.advance(30 * MINUTE)
  assert.is(outcome(await here.consume(otto, { token })), "404 code-not-found")
})

test("waits for a screen without a code at no cost, however often it is asked, and makes no request", async () => {
  const [device, anna] = [await here.device(), await here.person()]
  for (let i = 0; i < 30; i++)
    assert.is(
      outcome(await here.consume(anna, { mac: device.mac, pair_code: "482913" }, "203.0.113.40")),
      "404 code-not-shown",
    )
  here.clock.advance(MINUTE)
  assert.is(
    outcome(await here.consume(anna, { mac: "AA:AA:AA:AA:AA:AA", pair_code: "482913" }, "203.0.113.40")),
    "404 code-not-shown",
  )
  assert.equal(await requestsOf(here, device), [])
  await device.post("claim-token", { pair_code: "482913" })
  assert.is(outcome(await here.consume(anna, { mac: device.mac, pair_code: "482913" }, "203.0.113.40")), "200 claimed")
})

test("asks which is meant when several screens show one code, and only those that could be", async () => {
  const [one, other, owned, anna] = [await here.device(), await here.device(), await here.owned(), await here.person()]
  for (const each of [one, other, owned]) await each.post("claim-token", { pair_code: "777888" })
  const answer = await here.consume(anna, { pair_code: "777888" })
  const { code, issues } = answer.json() as { code: string; issues: readonly { message: string }[] }
  assert.equal(
    [answer.status, code, issues.map(({ message }) => message).sort()],
    [409, "code-ambiguous", [one.mac, other.mac].sort()],
  )
  assert.is(outcome(await here.consume(anna, { pair_code: "777888", mac: one.mac })), "200 claimed")
  assert.is(
    outcome(await here.consume(await here.person(), { pair_code: "777888" })),
    "200 claimed",
    "only one is left that could be meant",
  )
})

test("counts wrong codes against the account and the address, five, then 15 minutes", async () => {
  const [device, anna, otto, carl] = [
    await here.device(),
    await here.person(),
    await here.person(),
    await here.person(),
  ]
  await device.post("claim-token", { pair_code: "246810" })
  const wrong = (who: typeof anna, address: string): Promise<string> =>
    here.consume(who, { mac: device.mac, pair_code: "111111" }, address).then(outcome)
  for (let i = 0; i < 5; i++) assert.is(await wrong(anna, `203.0.113.${50 + i}`), "404 code-not-found")
  const sixth = await here.consume(anna, { mac: device.mac, pair_code: "246810" }, "203.0.113.60")
  assert.equal([outcome(sixth), sixth.headers["retry-after"]], ["429 rate-limited", "900"])
  for (let i = 0; i < 5; i++) assert.is(await wrong(await here.person(), "203.0.113.70"), "404 code-not-found")
  assert.is(await wrong(otto, "203.0.113.70"), "429 rate-limited")
  assert.is(
    outcome(await here.consume(carl, { mac: device.mac, pair_code: "246810" }, "203.0.113.71")),
    "200 claimed",
    "never against the device",
  )
  here.clock.advance(15 * MINUTE)
  const later = await here.device()
  await later.post("claim-token", { pair_code: "135791" })
  assert.is(outcome(await here.consume(anna, { pair_code: "135791" }, "203.0.113.70")), "200 claimed")
})

test("is not moved by a code on a device that is another's, right or wrong", async () => {
  const [owned, anna] = [await here.owned(), await here.person()]
  await owned.post("claim-token", { pair_code: "909090" })
  const before = await tokensOf(here, owned)
  for (const pair_code of ["909090", "111111"]) {
    const answer = await here.consume(anna, { mac: owned.mac, pair_code })
    const { request_id: id, ...said } = answer.json() as Said
    assert.equal(said, { ok: true, status: "pending_approval", mac: owned.mac, owner_username: null })
    assert.ok(Number.isSafeInteger(id))
  }
  assert.equal(
    [
      (await membersOf(here, owned)).map(({ user_id: user }) => user),
      await tokensOf(here, owned),
      (await requestsOf(here, owned, owned.owner.headers)).length,
      await here.codeOf(owned),
    ],
    [[owned.owner.id], before, 1, "909090"],
  )
})

test("shows content to a device that nobody owns where pairing is off, and still lets it be bound", async () => {
  const off = await openPairing({ security: { pairing: "off" } })
  const [device, anna] = [await off.device(), await off.person()]
  const page = await device.render()
  assert.equal(
    [page.headers["x-refresh-minutes"], outcome(await off.bind(anna, { mac: device.mac, code: "482913" }))],
    ["60", "404 code-not-shown"],
  )
  await device.post("claim-token", { pair_code: "482913" })
  assert.is(outcome(await off.consume(anna, { pair_code: "482913" })), "200 claimed")
  await off.close()
})

test("shows content once a user or admin has saved a config, and not because the device did", async () => {
  const device = await here.device()
  const saved = (headers: Readonly<Record<string, string>>): Promise<{ status: number }> =>
    here.post("/api/config", { mac: device.mac, modes: ["DAILY"], refresh_interval: 120 }, headers)
  assert.is((await saved(device.headers)).status, 200)
  assert.is((await device.render()).headers["x-refresh-minutes"], "10")
  assert.is((await saved(here.admin)).status, 200)
  assert.is((await device.render()).headers["x-refresh-minutes"], "120")
})

test("takes config, journals and tokens away when the last owner unbinds, and begins anew", async () => {
  const owned = await here.owned()
  await here.post("/api/config", { mac: owned.mac, modes: ["DAILY"], memo_text: "private" }, owned.owner.headers)
  await owned.render()
  assert.is(outcome(await here.unbind(owned.owner, owned.mac)), "200")
  assert.equal(
    [await here.macsOf(owned.owner), outcome(await here.unbind(owned.owner, owned.mac))],
    [[], "404 membership-not-found"],
  )
  for (const call of [owned.render(), owned.get("state"), owned.post("heartbeat")]) assert.is((await call).status, 401)
  const next = await here.another(owned)
  assert.not.equal(next.token, owned.token)
  const page = await next.render()
  assert.equal([page.headers["x-refresh-minutes"], page.headers["x-pending-refresh"]], ["10", "1"])
  assert.is((await here.at(`/api/config/${owned.mac}`, { headers: next.headers })).status, 404)
  const { renders } = (await here.at(`/api/stats/${owned.mac}/renders`, { headers: next.headers })).json() as {
    renders: unknown[]
  }
  assert.equal([await configsOf(here, owned), await membersOf(here, owned), renders.length], [[], [], 1])
  assert.is(
    outcome(await here.bind(await here.person(), { mac: owned.mac, code: await here.codeOf(next) })),
    "200 claimed",
  )
})

for (const [body, field] of [
  [{}, "pair_code"],
  [{ pair_code: "12" }, "pair_code"],
  [{ pair_code: 5 }, "pair_code"],
  [{ token: 5 }, "token"],
  [{ pair_code: "482913", nickname: "x".repeat(33) }, "nickname"],
  [{ pair_code: "x".repeat(65) }, "pair_code"],
] as const) {
  test(`refuses ${JSON.stringify(body).slice(0, 40)} by naming ${field}`, async () => {
    const answer = await here.consume(await here.person(), body)
    assert.equal(
      [answer.status, (answer.json() as { issues: readonly { path: string }[] }).issues[0]!.path],
      [422, field],
    )
  })
}

test("refuses what is no hardware address, and who is not signed in", async () => {
  const anna = await here.person()
  assert.is(outcome(await here.bind(anna, { mac: "nonsense" })), "400 bad-input")
  assert.is(outcome(await here.consume(anna, { mac: "nonsense", pair_code: "482913" })), "400 bad-input")
  assert.is(outcome(await here.bind(anna, { mac: "BB:BB:BB:BB:BB:BB" })), "404 device-not-found")
  assert.is(outcome(await here.post("/api/claim/consume", { pair_code: "482913" })), "401 unauthenticated")
})

test.run()
