import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { MINUTE, openPairing, outcome } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { configsOf, idOf, membersOf, stateOf, tokensOf } from "./seen.js"

const test = suite("editions/extended: device tokens")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

const HOUR = 60 * MINUTE
type Listed = {
  readonly tokens: readonly {
    readonly id: string
    readonly provisional: boolean
    readonly renders: number
    readonly rendered_at: string | null
    readonly used_at: string | null
  }[]
}

async function tokenOf(
  mac: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ token: string; new: boolean }> {
  const answer = await here.post(`/api/device/${mac}/token`, {}, headers)
  assert.is(answer.status, 200)
  return answer.json() as { token: string; new: boolean }
}

test("gives the first asker of a device that nobody owns the same token again for a minute, from its place, before any other call", async () => {
  const mac = "0F:00:00:00:00:01"
  const first = await tokenOf(mac)
  assert.is(first.new, true)
  assert.match(first.token, /^[\w-]{43}$/)
  here.clock.advance(MINUTE)
  for (const shown of ["", "wrong", first.token])
    assert.equal(await tokenOf(mac, { "x-device-token": shown }), { token: first.token, new: false })
  const elsewhere = await tokenOf(mac, { "x-forwarded-for": "203.0.113.8" })
  assert.equal([elsewhere.new, elsewhere.token === first.token], [true, false])
  here.clock.advance(1)
  assert.is((await tokenOf(mac)).new, true, "later than a minute")
  const used = await tokenOf("0F:00:00:00:00:03")
  assert.is((await here.at("/api/config/0F:00:00:00:00:03", { headers: { "x-device-token": used.token } })).status, 404)
  assert.is((await tokenOf("0F:00:00:00:00:03")).new, true, "after another call")
  for (const headers of [{ "x-device-token": used.token }, here.admin])
    assert.equal(await tokenOf("0F:00:00:00:00:03", headers), { token: used.token, new: false })
  const many = await Promise.all(Array.from({ length: 20 }, () => tokenOf("0F:00:00:00:00:02")))
  assert.equal([new Set(many.map(({ token }) => token)).size, many.filter((each) => each.new).length], [1, 1])
})

test("gives the own token of an owned device to who shows it, to its owner and to an admin, and to nobody else", async () => {
  const [owned, other] = [await here.owned(), await here.person()]
  await here.post(`/api/user/devices/${owned.mac}/share`, { username: other.name }, owned.owner.headers)
  for (const headers of [owned.headers, owned.owner.headers, here.admin])
    assert.equal(await tokenOf(owned.mac, headers), { token: owned.token, new: false })
  const others = [{}, { "x-device-token": "wrong" }, other.headers, (await here.person()).headers]
  for (const headers of others) {
    const { token, new: fresh } = await tokenOf(owned.mac, headers)
    assert.ok(fresh && token !== owned.token)
  }
  assert.equal(
    (await tokensOf(here, owned)).map(({ provisional }) => provisional),
    [true, true, true, true, false],
  )
})

test("keeps eight provisional tokens, and never loses those of one place to another", async () => {
  const owned = await here.owned()
  const screen = await here.another(owned, "203.0.113.5")
  await screen.render()
  for (let i = 0; i < 30; i++) {
    here.clock.advance(1000)
    await (await here.another(owned, "203.0.113.66")).render()
  }
  const tokens = await tokensOf(here, owned)
  assert.is(tokens.filter(({ provisional }) => provisional).length, 8)
  assert.equal([(await screen.render()).status, (await owned.render()).status], [200, 200])
})

test("forgets a provisional token that was not used for 24 hours, and keeps one that was", async () => {
  const owned = await here.owned()
  const [idle, alive] = [await here.another(owned), await here.another(owned)]
  here.clock.advance(23 * HOUR)
  assert.is((await alive.post("heartbeat", {})).status, 200)
  here.clock.advance(HOUR)
  const seen = [await idle.render(), await alive.render()]
  assert.equal(
    seen.map(({ status }) => status),
    [401, 200],
  )
  assert.is((await idle.post("heartbeat", {})).status, 401)
})

test("lets a provisional token reach what a firmware needs, and nothing else", async () => {
  const owned = await here.owned()
  await here.post("/api/config", { mac: owned.mac, modes: ["DAILY"] }, owned.owner.headers)
  const [before, configs] = [await stateOf(here, owned), await configsOf(here, owned)]
  const stranger = await here.another(owned)
  assert.equal((await stranger.post("heartbeat", { battery_voltage: 1.1, wifi_rssi: -99 })).json(), { ok: true })
  assert.equal((await stranger.post("runtime", { mode: "active" })).json(), { ok: true, runtime_mode: "interval" })
  assert.equal(await stranger.state(), {
    mac: owned.mac,
    pending_refresh: 0,
    pending_mode: "",
    runtime_mode: "interval",
  })
  assert.is((await here.at(`/api/config/${owned.mac}`, { headers: stranger.headers })).status, 404)
  assert.ok((await stranger.post("claim-token", { pair_code: "482913" })).text().includes('"pair_code":"482913"'))
  const page = await stranger.render("persona=DAILY&next=1")
  assert.equal(
    [page.status, page.headers["x-refresh-minutes"], page.headers["x-pending-refresh"]],
    [200, "10", undefined],
  )
  assert.not.equal(page.body, (await owned.render("persona=DAILY")).body)
  const refused = [
    stranger.post("refresh"),
    stranger.post("switch", { mode: "DAILY" }),
    stranger.post("apply-preview"),
    stranger.get("tokens"),
    stranger.get("qr"),
    here.at(`/api/config/${owned.mac}/history`, { headers: stranger.headers }),
    here.post("/api/config", { mac: owned.mac, modes: ["ZEN"] }, stranger.headers),
    here.at(`/api/preview?mac=${owned.mac}`, { headers: stranger.headers }),
    here.at(`/api/stats/${owned.mac}`, { headers: stranger.headers }),
  ]
  for (const [i, answer] of (await Promise.all(refused)).entries())
    assert.is(answer.status, i === 3 ? 401 : 403, `${i}: ${answer.text().slice(0, 80)}`)
  const after = await stateOf(here, owned)
  assert.equal(
    [after.battery, after.rssi, after.runtime_mode, await configsOf(here, owned)],
    [3.7, before.rssi, before.runtime_mode, configs],
  )
})

test("never sets a refresh for a stranger, however often it posts a code", async () => {
  const owned = await here.owned()
  await owned.render()
  const stranger = await here.another(owned)
  for (const pair_code of ["482913", "482914"]) await stranger.post("claim-token", { pair_code })
  assert.is((await owned.state()).pending_refresh, 0)
})

test("shows every provisional token a code of its own, and confirms the one whose code its owner types", async () => {
  const owned = await here.owned()
  const [screen, stranger] = [await here.another(owned), await here.another(owned)]
  const [page, other] = [await screen.render(), await stranger.render()]
  assert.not.equal(page.body, other.body)
  const code = await here.codeOf(screen)
  assert.not.equal(code, await here.codeOf(stranger))
  const answer = await here.consume(owned.owner, { pair_code: code })
  assert.equal(answer.json(), { ok: true, status: "claimed", confirmed: true, mac: owned.mac, role: "owner" })
  assert.equal(
    [(await screen.render()).status, (await stranger.render()).status, (await owned.render()).status],
    [200, 401, 401],
  )
  assert.equal(
    (await tokensOf(here, owned)).map(({ id, provisional }) => [id, provisional]),
    [[idOf(screen), false]],
  )
  assert.is(
    outcome(await here.consume(owned.owner, { pair_code: code })),
    "404 code-not-found",
    "a code is not used twice",
  )
})

test("lets nobody but the owner and an admin confirm", async () => {
  const owned = await here.owned()
  const [other, stranger] = [await here.person(), await here.person()]
  await here.post(`/api/user/devices/${owned.mac}/share`, { username: other.name }, owned.owner.headers)
  const screen = await here.another(owned)
  await screen.render()
  const code = await here.codeOf(screen)
  assert.equal(
    [
      outcome(await here.consume(other, { pair_code: code, mac: owned.mac })),
      outcome(await here.consume(stranger, { pair_code: code })),
      outcome(await here.bind(stranger, { mac: owned.mac, code })),
    ],
    ["200 already_member", "200 pending_approval", "200 pending_approval"],
  )
  assert.equal([(await owned.render()).status, (await tokensOf(here, owned)).length], [200, 2])
  const wrong = outcome(await here.consume(owned.owner, { mac: owned.mac, pair_code: "99999999" }))
  assert.is(wrong, "404 code-not-found")
})

test("lets an admin bind without a code, and confirm by a code alone", async () => {
  const admin = await here.adminUser()
  const owned = await here.owned()
  const [screen, stranger] = [await here.another(owned), await here.another(owned)]
  assert.equal(
    [outcome(await here.bind(admin, { mac: owned.mac })), (await tokensOf(here, owned)).length],
    ["200 active", 3],
  )
  await stranger.render()
  here.clock.advance(1)
  await screen.render()
  assert.is(
    outcome(await here.bind(admin, { mac: owned.mac })),
    "200 active",
    "whose page was fetched last says nothing",
  )
  const code = await here.codeOf(screen)
  assert.equal((await here.bind(admin, { mac: owned.mac, code })).json(), {
    ok: true,
    status: "claimed",
    confirmed: true,
    mac: owned.mac,
    role: "admin",
  })
  const [tokens, members] = [await tokensOf(here, owned), await membersOf(here, owned)]
  assert.equal([tokens.map(({ id }) => id), members.map((each) => each.user_id)], [[idOf(screen)], [owned.owner.id]])
  const unowned = await here.device()
  assert.equal(
    [outcome(await here.bind(admin, { mac: unowned.mac })), (await unowned.render()).status],
    ["200 claimed", 200],
  )
  const own = await here.another(unowned)
  await own.render()
  assert.is(
    outcome(await here.bind(admin, { mac: unowned.mac, nickname: "Hall" })),
    "200 active",
    "to name one's own screen confirms nobody",
  )
  assert.is((await unowned.render()).status, 200)
})

test("revokes a token by rotation; the device comes back through the confirm page", async () => {
  const owned = await here.owned()
  for (const headers of [{}, owned.headers, (await here.person()).headers])
    assert.ok([401, 403].includes((await owned.post("token/rotate", {}, headers)).status))
  assert.equal((await owned.post("token/rotate", {}, owned.owner.headers)).json(), { ok: true, revoked: true })
  assert.equal((await owned.post("token/rotate", {}, owned.owner.headers)).json(), { ok: true, revoked: false })
  assert.is((await owned.render()).status, 401)
  const back = await here.another(owned)
  assert.is((await back.render()).headers["x-refresh-minutes"], "10")
  assert.is(
    outcome(await here.consume(owned.owner, { mac: owned.mac, pair_code: await here.codeOf(back) })),
    "200 confirmed",
  )
  assert.equal([(await back.render()).status, (await tokenOf(owned.mac, back.headers)).token], [200, back.token])
})

test("lists the tokens of a device to its owner without what they are, and revokes one of them", async () => {
  const owned = await here.owned()
  const [screen, stranger] = [await here.another(owned), await here.another(owned)]
  await screen.render()
  await screen.render()
  const answer = await owned.get("tokens", owned.owner.headers)
  const { tokens } = answer.json() as Listed
  assert.equal(
    tokens.map(({ provisional, renders, rendered_at: at }) => [provisional, renders, at !== null]),
    [
      [true, 0, false],
      [true, 2, true],
      [false, 0, false],
    ],
  )
  for (const { token } of [owned, screen, stranger]) assert.not.ok(answer.text().includes(token.slice(0, 12)))
  assert.equal(
    (
      (await here.at("/api/user/devices", { headers: owned.owner.headers })).json() as {
        devices: readonly { waiting: number }[]
      }
    ).devices[0]!.waiting,
    2,
  )
  const revoke = (id: string, headers = owned.owner.headers): Promise<string> =>
    here.at(`/api/device/${owned.mac}/tokens/${id}`, { method: "DELETE", headers }).then(outcome)
  assert.equal(
    [
      await revoke(tokens[0]!.id, (await here.person()).headers),
      await revoke(tokens[0]!.id),
      await revoke(tokens[0]!.id),
      await revoke("nonsense"),
    ],
    ["403 forbidden", "200", "404 token-not-found", "404 token-not-found"],
  )
  assert.equal(
    [(await stranger.render()).status, (await screen.render()).status, (await owned.render()).status],
    [401, 200, 200],
  )
})

test("believes neither of two that show one code, until the screen shows another", async () => {
  const owned = await here.owned()
  const [screen, copier] = [await here.another(owned), await here.another(owned)]
  const shown = await screen.render()
  const code = await here.codeOf(screen)
  await copier.post("claim-token", { pair_code: code })
  assert.is(outcome(await here.consume(owned.owner, { mac: owned.mac, pair_code: code })), "409 code-duplicate")
  assert.not.equal((await screen.render()).body, shown.body)
  const fresh = await here.codeOf(screen)
  assert.not.equal(fresh, code)
  assert.equal(
    [
      outcome(await here.consume(owned.owner, { mac: owned.mac, pair_code: fresh })),
      (await screen.render()).status,
      (await copier.render()).status,
    ],
    ["200 confirmed", 200, 401],
  )
})

test("gives and takes the documents' plain token where reissue is open", async () => {
  const open = await openPairing({ security: { tokenReissue: "open" } })
  const owned = await open.owned()
  const again = await open.another(owned)
  assert.is(again.token, owned.token)
  await owned.post("token/rotate", {}, owned.owner.headers)
  const rotated = await open.another(owned)
  assert.not.equal(rotated.token, owned.token)
  assert.equal(
    [(await rotated.render()).headers["x-refresh-minutes"], (await open.another(owned)).token],
    ["60", rotated.token],
  )
  await open.close()
})

test("answers 503, and never 401, while the store cannot be read, and knows its devices again after", async () => {
  const dataFolder = folderWith()
  const broken = await openPairing({ dataFolder })
  const owned = await broken.owned()
  const sql = async (statement: string): Promise<void> => {
    const adapter = new KeyvSqlite({
      uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
      table: "elsewhere",
      busyTimeout: 2_000,
    })
    await adapter.query(statement)
    await adapter.disconnect()
  }
  const statuses = async (): Promise<number[]> => [
    (await owned.render()).status,
    (await owned.get("state")).status,
    (await owned.post("claim-token", {})).status,
    (await broken.post(`/api/device/${owned.mac}/token`, {}, owned.headers)).status,
  ]
  await sql("ALTER TABLE platen RENAME TO away")
  assert.equal(await statuses(), [503, 503, 503, 503])
  await sql("ALTER TABLE away RENAME TO platen")
  assert.equal(await statuses(), [200, 200, 200, 200])
  await broken.close()
})

test.run()
