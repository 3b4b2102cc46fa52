import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { asked, kind, openDocument } from "./document-stage.js"
import type { Documented } from "./document-stage.js"

/** The extended document, "Users and device binding". */
const test = suite("extended document: users and device binding")

let server: Documented
let people = 0
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const call = (name: string, body: object, headers: Headers = {}): Promise<Answer> =>
  server.post(`/api/auth/${name}`, body, headers)
const me = (headers: Headers): Promise<Answer> => server.at("/api/auth/me", asked(headers))
/** What the answer set, as a browser sends it back. */
const sent = ({ headers }: Answer): Headers => ({ cookie: headers["set-cookie"]!.split(";")[0]! })
const register = (username = `reader${++people}`): Promise<Answer> =>
  call("register", { username, password: PASSWORD }, { "x-forwarded-for": `203.0.113.${++people}` })
const devices = async (headers: Headers): Promise<readonly string[]> =>
  ((await server.at("/api/user/devices", asked(headers))).json() as { devices: { mac: string }[] }).devices.map(
    ({ mac }) => mac,
  )

test('POST /api/auth/register: "register a user and establish a login session"', async () => {
  const answer = await register("Ada")
  assert.equal(kind(answer), [200, "application/json"])
  const self = await me(sent(answer))
  assert.equal([self.status, (self.json() as { username: string }).username], [200, "Ada"])
})

test('POST /api/auth/login: "log in and establish a login session"', async () => {
  await register("Grace")
  const answer = await call("login", { username: "Grace", password: PASSWORD })
  assert.equal(kind(answer), [200, "application/json"])
  assert.is(((await me(sent(answer))).json() as { username: string }).username, "Grace")
  assert.is((await call("login", { username: "Grace", password: "another password" })).status, 401)
})

test('GET /api/auth/me: "current logged-in user"', async () => {
  const self = await me(server.somebody)
  assert.equal([kind(self), (self.json() as { username: string }).username], [[200, "application/json"], "somebody"])
  assert.is((await me({})).status, 401)
})

test('POST /api/auth/logout: "log out": the session is none any more', async () => {
  const session = sent(await register())
  assert.is((await me(session)).status, 200)
  assert.equal(kind(await call("logout", {}, session)), [200, "application/json"])
  assert.is((await me(session)).status, 401)
})

test('GET /api/user/devices: "devices bound to the current user", and nobody else\'s', async () => {
  const [one, two] = [await server.owned(), await server.owned()]
  assert.equal(kind(await server.at("/api/user/devices", asked(one.owner.headers))), [200, "application/json"])
  assert.equal(
    [await devices(one.owner.headers), await devices(two.owner.headers), await devices(server.somebody)],
    [[one.mac], [two.mac], []],
  )
  assert.is((await server.at("/api/user/devices")).status, 401)
})

test('POST /api/user/devices: "bind a device to the current user"', async () => {
  const [screen, session] = [await server.device(), sent(await register())]
  await screen.post("claim-token", { pair_code: "737373" })
  const answer = await server.post("/api/user/devices", { mac: screen.mac, code: "737373" }, session)
  assert.equal([kind(answer), await devices(session)], [[200, "application/json"], [screen.mac]])
  assert.is((await server.post("/api/user/devices", { mac: screen.mac, code: "737373" })).status, 401)
})

test('DELETE /api/user/devices/{mac}: "unbind a device from the current user"', async () => {
  const screen = await server.owned()
  assert.equal(
    [
      (await server.remove(`/api/user/devices/${screen.mac}`, {})).status,
      (await server.remove(`/api/user/devices/${screen.mac}`, server.somebody)).status,
    ],
    [401, 404],
  )
  assert.equal(
    [
      kind(await server.remove(`/api/user/devices/${screen.mac}`, screen.owner.headers)),
      await devices(screen.owner.headers),
    ],
    [[200, "application/json"], []],
  )
})

test('"a device may be bound to a user, and may be given a device token used for device-related calls"', async () => {
  const [free, bound] = [await server.device(), await server.owned()]
  for (const screen of [free, bound]) assert.is((await screen.get("state")).status, 200)
  assert.is((await bound.get("state", bound.owner.headers)).status, 200)
  assert.is((await free.get("state", bound.owner.headers)).status, 403)
})

test.run()
