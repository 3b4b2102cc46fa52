import { definePlugin, OBSERVERS } from "platen/sdk"
import type { Observer, Plugin } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SIGN_IN } from "../../../../plugins/people/accounts/service.js"
import type { Answer } from "../../../kernel/http/ask.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended, Person } from "../../../editions/extended-stage.js"
import { codeOf, from, tokenOf } from "./calls.js"
import type { Headers } from "./calls.js"
import { DAY, PASSWORD } from "./setting.js"

const test = suite("plugins/people/accounts/people-routes")
const NEXT = "another long horse"

async function withServer(
  work: (server: Extended) => Promise<void>,
  registration: "open" | "closed" = "open",
): Promise<void> {
  const server = await openExtended({ security: { registration, adminToken: "an operator's token for tests" } })
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** The token of a link that an admin has made. */
async function linkOf(server: Extended, path: string): Promise<string> {
  const answer = await server.post(`/api/people/${path}`, {}, server.admin)
  assert.is(answer.status, 200, answer.text())
  const { link } = answer.json() as { link: string }
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#\/(reset|invite)\/[\w-]{16}\.[\w-]{43}$/)
  return link.split("/").at(-1)!
}
const reset = (
  server: Extended,
  token: string,
  password = NEXT,
  headers: Headers = from("192.0.2.1"),
): Promise<Answer> => server.post("/api/auth/reset", { token, password }, headers)
const login = async (server: Extended, { name }: Person, password: string): Promise<number> =>
  (await server.post("/api/auth/login", { username: name, password }, from("192.0.2.9"))).status
const refusal = (answer: Answer): string => `${answer.status} ${codeOf(answer)}`

test("lists people for admins alone, with their screens", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    await server.owned(anna)
    await server.owned(anna)
    const { people, total } = (await server.at("/api/people", { headers: server.admin })).json() as {
      people: { user_id: string; username: string; role: string; screens: number }[]
      total: number
    }
    assert.equal(
      people.map(({ username, role, screens }) => [username, role, screens]),
      [
        ["anna", "user", 2],
        ["ben", "user", 0],
      ],
    )
    assert.is(total, 2)
    const paged = await server.at("/api/people?limit=1&offset=1", { headers: server.admin })
    assert.equal(
      (paged.json() as { people: { user_id: string }[] }).people.map((each) => each.user_id),
      [ben.id],
    )
    for (const [headers, status] of [
      [anna.headers, 403],
      [{}, 401],
    ] as const) {
      assert.is((await server.at("/api/people", { headers })).status, status)
      for (const path of ["invite", `${ben.id}/reset-link`])
        assert.is((await server.post(`/api/people/${path}`, {}, headers)).status, status)
      assert.is((await server.post(`/api/people/${ben.id}/role`, { role: "admin" }, headers, "PUT")).status, status)
      assert.is((await server.at(`/api/people/${ben.id}`, { method: "DELETE", headers })).status, status)
    }
  }))

test("makes admins and users of people, and leaves one admin, also when two demote one another at once", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    const role = (who: Person, role: string, by: Headers = server.admin): Promise<Answer> =>
      server.post(`/api/people/${who.id}/role`, { role }, by, "PUT")
    assert.is((await role(anna, "admin")).status, 200)
    assert.is((await server.at("/api/people", { headers: anna.headers })).status, 200)
    assert.is(refusal(await role(anna, "user")), "409 last-admin")
    assert.is(
      refusal(await server.at(`/api/people/${anna.id}`, { method: "DELETE", headers: server.admin })),
      "409 last-admin",
    )
    assert.is((await role(anna, "owner")).status, 422)
    assert.is(refusal(await role({ ...anna, id: "..%2F%00" }, "user")), "404 user-not-found")
    assert.is((await role(ben, "admin")).status, 200)
    const both = await Promise.all([role(anna, "user", ben.headers), role(ben, "user", anna.headers)])
    assert.is(both.filter(({ status }) => status === 200).length, 1)
  }))

test("removes a person with the session, and gives the screens on", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    const [shared, own] = [await server.owned(anna), await server.owned(anna)]
    assert.is(
      (await server.post(`/api/user/devices/${shared.mac}/share`, { username: "ben" }, anna.headers)).status,
      200,
    )
    const gone = await server.at(`/api/people/${anna.id}`, { method: "DELETE", headers: server.admin })
    assert.equal(gone.json(), {
      ok: true,
      screens: [
        { mac: shared.mac, owner: "ben" },
        { mac: own.mac, owner: null },
      ],
    })
    assert.is((await server.at("/api/auth/me", { headers: anna.headers })).status, 401)
    assert.is(await login(server, anna, PASSWORD), 401)
    assert.is((await server.at(`/api/user/devices/${shared.mac}/members`, { headers: ben.headers })).status, 200)
    assert.is(
      refusal(await server.at(`/api/people/${anna.id}`, { method: "DELETE", headers: server.admin })),
      "404 user-not-found",
    )
  }))

test("sets a new password by a link, once, and ends the sessions", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    const token = await linkOf(server, `${anna.id}/reset-link`)
    assert.is((await reset(server, token, "short")).status, 422, "a weak password uses nothing up")
    assert.equal((await reset(server, token)).json(), { ok: true, username: "anna" })
    assert.is((await server.at("/api/auth/me", { headers: anna.headers })).status, 401)
    assert.is((await server.at("/api/auth/me", { headers: ben.headers })).status, 200)
    assert.equal([await login(server, anna, NEXT), await login(server, anna, PASSWORD)], [200, 401])
    assert.is(refusal(await reset(server, token, "a third horse")), "403 reset-link-invalid")
    assert.is(await login(server, anna, NEXT), 200)
  }))

test("of two who use a link at once one gets through", () =>
  withServer(async (server) => {
    const anna = await server.person("anna")
    const token = await linkOf(server, `${anna.id}/reset-link`)
    const all = await Promise.all([NEXT, "a third horse", "a fourth horse"].map((next) => reset(server, token, next)))
    assert.equal(all.map(({ status }) => status).sort(), [200, 403, 403])
  }))

test("a link is of one person, of one kind, and for one day; a new one, another password and removal end it", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    const wrong = async (token: string, address: string): Promise<void> =>
      assert.is(refusal(await reset(server, token, NEXT, from(address))), "403 reset-link-invalid")
    const old = await linkOf(server, `${anna.id}/reset-link`)
    const token = await linkOf(server, `${anna.id}/reset-link`)
    await wrong(old, "192.0.2.1")
    await wrong(`${ben.id}.${token.split(".")[1]}`, "192.0.2.2")
    await wrong(await linkOf(server, "invite"), "192.0.2.3")
    server.clock.advance(DAY)
    await wrong(token, "192.0.2.4")
    const next = await linkOf(server, `${anna.id}/reset-link`)
    await server.post("/api/auth/password", { current: PASSWORD, password: "her own horse" }, anna.headers)
    await wrong(next, "192.0.2.5")
    const last = await linkOf(server, `${ben.id}/reset-link`)
    await server.at(`/api/people/${ben.id}`, { method: "DELETE", headers: server.admin })
    await wrong(last, "192.0.2.6")
    for (const nonsense of ["", "x", `../..\0.${"x".repeat(43)}`]) await wrong(nonsense, "192.0.2.7")
  }))

test("a link stops working when its maker is no admin any more", () =>
  withServer(async (server) => {
    const [anna, ben] = [await server.person("anna"), await server.person("ben")]
    const role = (who: Person, role: string): Promise<Answer> =>
      server.post(`/api/people/${who.id}/role`, { role }, server.admin, "PUT")
    await role(anna, "admin")
    await role(ben, "admin")
    const made = async (path: string): Promise<string> => {
      const { link } = (await server.post(`/api/people/${path}`, {}, ben.headers)).json() as { link: string }
      return link.split("/").at(-1)!
    }
    const [takeOver, invitation] = [await made(`${anna.id}/reset-link`), await made("invite")]
    await role(ben, "user")
    assert.is(refusal(await reset(server, takeOver)), "403 reset-link-invalid")
    const eve = await server.post("/api/auth/register", { username: "eve", password: PASSWORD, invite: invitation })
    assert.is(refusal(eve), "403 invite-link-invalid")
    assert.is(await login(server, anna, PASSWORD), 200)
    await role(ben, "admin")
    assert.is((await reset(server, takeOver)).status, 200, "as long as the maker is one")
    const last = await made(`${anna.id}/reset-link`)
    await server.at(`/api/people/${ben.id}`, { method: "DELETE", headers: server.admin })
    assert.is(refusal(await reset(server, last)), "403 reset-link-invalid")
  }))

test("who is removed while they bind screens owns none afterwards", () =>
  withServer(async (server) => {
    const ben = await server.person("ben")
    const devices = await Promise.all(Array.from({ length: 6 }, () => server.device()))
    const bound = devices.map((device, i) => device.pair({ ...ben.headers, ...from(`192.0.2.${i}`) }).catch(() => {}))
    const gone = await server.at(`/api/people/${ben.id}`, { method: "DELETE", headers: server.admin })
    assert.is(gone.status, 200)
    await Promise.all(bound)
    for (const { mac } of devices) {
      const { members } = (await server.at(`/api/user/devices/${mac}/members`, { headers: server.admin })).json() as {
        members?: readonly { user_id: string }[]
      }
      assert.equal(
        (members ?? []).filter(({ user_id: id }) => id === ben.id),
        [],
        mac,
      )
    }
  }))

test("has plugins delete what they keep of somebody who is removed, at once and when the server starts, whatever one of them does", async () => {
  const seen: boolean[] = []
  let ben = "nobody"
  const keeping = (id: string, sweepPeople: Observer["sweepPeople"]): Plugin =>
    definePlugin({ id, setup: () => [OBSERVERS.of({ id, ...(sweepPeople && { sweepPeople }) })] })
  const server = await openExtended({
    plugins: [
      keeping("careless", () => Promise.reject(new Error("no ink"))),
      keeping("keeper", async (isThere) => void seen.push(await isThere(ben))),
    ],
  })
  assert.equal(seen, [false])
  ben = (await server.person("ben")).id
  const eve = (await server.person("eve")).id
  assert.is((await server.at(`/api/people/${eve}`, { method: "DELETE", headers: server.admin })).status, 200)
  assert.equal(seen, [false, true])
  assert.is((await server.at(`/api/people/${ben}`, { method: "DELETE", headers: server.admin })).status, 200)
  assert.equal(seen, [false, true, false])
  assert.is(server.stage.log.lines.filter(({ event }) => event === "account-deletion.failed").length, 3)
  await server.close()
})

test("counts guesses by address, and locks nobody else out", () =>
  withServer(async (server) => {
    const anna = await server.person("anna")
    const token = await linkOf(server, `${anna.id}/reset-link`)
    const guess = `${anna.id}.${"x".repeat(43)}`
    for (let i = 0; i < SIGN_IN.most; i++) assert.is((await reset(server, guess)).status, 403)
    assert.is((await reset(server, guess)).status, 429)
    assert.is((await reset(server, token)).status, 429, "also with the right one")
    assert.is((await reset(server, token, NEXT, from("192.0.2.2"))).status, 200)
  }))

test("refuses a form of a foreign page", () =>
  withServer(async (server) => {
    const body = JSON.stringify({ token: "x", password: NEXT })
    const headers = { "content-type": "text/plain", origin: "https://evil.example" }
    assert.is(refusal(await server.at("/api/auth/reset", { method: "POST", headers, body })), "403 origin-forbidden")
  }))

test("invites somebody where registration is closed, once, and for a week", () =>
  withServer(async (server) => {
    const register = (username: string, invite?: string, address = "192.0.2.1"): Promise<Answer> =>
      server.post("/api/auth/register", { username, password: PASSWORD, invite }, from(address))
    assert.is(refusal(await register("anna")), "403 registration-closed")
    assert.is(refusal(await register("anna", "x")), "403 invite-link-invalid")
    const token = await linkOf(server, "invite")
    assert.is(refusal(await register("admin", token)), "409 username-reserved", "no name of the operator")
    const anna = await register("anna", token)
    assert.equal([anna.status, (anna.json() as { role: string }).role], [200, "user"])
    assert.ok(tokenOf(anna))
    assert.is(refusal(await register("ben", token)), "403 invite-link-invalid")
    const [other, stale] = [await linkOf(server, "invite"), await linkOf(server, "invite")]
    assert.is(refusal(await register("anna", other)), "409 username-already-exists")
    const both = await Promise.all([register("carl", other), register("dora", other)])
    assert.equal(both.map(({ status }) => status).sort(), [200, 403])
    server.clock.advance(7 * DAY)
    assert.is(refusal(await register("eve", stale, "192.0.2.2")), "403 invite-link-invalid")
  }, "closed"))

test.run()
