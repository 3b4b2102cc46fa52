import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD } from "../plugins/people/accounts/setting.js"
import { asked, openDocument } from "./document-stage.js"
import type { Documented, Owned } from "./document-stage.js"
import { definition } from "./extended-studio-stage.js"

/** The extended document, "Authentication". */
const test = suite("extended document: authentication")

let server: Documented
let screen: Owned
test.before(async () => {
  server = await openDocument()
  screen = await server.configured()
})
test.after(() => server.close())

const codes = async (calls: readonly (() => Promise<Answer>)[]): Promise<readonly number[]> => {
  const found: number[] = []
  for (const call of calls) found.push((await call()).status)
  return found
}

test('"device authentication": the header X-Device-Token opens the "device-related endpoints" of its own device, in any case of letters', async () => {
  for (const name of ["X-Device-Token", "x-device-token", "X-DEVICE-TOKEN"]) {
    const headers = { [name]: screen.token }
    assert.equal(
      await codes([
        () => server.at(`/api/render?mac=${screen.mac}`, { headers }),
        () => server.at(`/api/config/${screen.mac}`, { headers }),
        () => screen.get("state", headers),
        () => server.at(`/api/stats/${screen.mac}`, { headers }),
      ]),
      [200, 200, 200, 200],
      name,
    )
  }
  const other = await server.configured()
  assert.equal(
    await codes([
      () => server.at(`/api/render?mac=${screen.mac}`, { headers: other.headers }),
      () => server.at(`/api/config/${screen.mac}`, { headers: other.headers }),
      () => screen.get("state", other.headers),
      () => server.at(`/api/stats/${screen.mac}`, { headers: other.headers }),
    ]),
    [401, 401, 401, 401],
    "of its own device",
  )
})

test('"device authentication": the token opens nothing of users and nothing of admins', async () => {
  const { headers } = screen
  assert.equal(
    await codes([
      () => server.at("/api/auth/me", { headers }),
      () => server.at("/api/user/devices", { headers }),
      () => server.at("/api/stats/overview", { headers }),
      () => server.put(`/api/config/${screen.mac}/activate/1`, headers),
    ]),
    [401, 401, 401, 401],
  )
})

for (const [call, status] of [
  ["register", "registration"],
  ["login", "login"],
] as const) {
  test(`"user authentication": a "session cookie, written by the backend after ${status}"`, async () => {
    if (call === "login") await server.post("/api/auth/register", { username: "user-login", password: PASSWORD })
    const answer = await server.post(`/api/auth/${call}`, { username: `user-${call}`, password: PASSWORD })
    const set = answer.headers["set-cookie"]!
    assert.match(set, /^ink_session=[^;]{20,};/)
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"]) assert.match(set, part)
    assert.is((await server.at("/api/user/devices", asked({ cookie: set.split(";")[0]! }))).status, 200)
  })
}

test('"user authentication": the session opens the "user endpoints", and nobody is let in without', async () => {
  const calls = (headers: Headers) => [
    () => server.at("/api/auth/me", { headers }),
    () => server.at("/api/user/devices", { headers }),
  ]
  assert.equal(
    [
      await codes(calls(server.somebody)),
      await codes(calls({})),
      await codes(calls({ cookie: "ink_session=made-up" })),
    ],
    [
      [200, 200],
      [401, 401],
      [401, 401],
    ],
  )
})

test('"administrator authentication": the session cookie of a user with administrator rights opens the "endpoints marked admin", that of another does not', async () => {
  const { mac } = screen
  const calls = (headers: Headers) => [
    () => server.post("/api/config", { mac, modes: ["ONE"] }, headers),
    () => server.put(`/api/config/${mac}/activate/1`, headers),
    () => server.post("/api/modes/custom", definition("MARKED"), headers),
    () => server.remove("/api/modes/custom/MARKED", headers),
    () => server.post("/api/modes/generate", { description: "tides" }, headers),
    () => server.at("/api/stats/overview", { headers }),
  ]
  await server.post("/api/modes/custom", definition("MARKED"), server.boss)
  assert.equal(await codes(calls(server.somebody)), [403, 403, 403, 403, 403, 403])
  assert.equal(await codes(calls({})), [401, 401, 401, 401, 401, 401])
  assert.equal(await codes(calls(server.boss)), [200, 200, 200, 200, 503, 200])
  assert.is(
    (await server.post("/api/modes/custom/preview", { mode_def: definition("MARKED") }, server.boss)).status,
    200,
  )
})

test('"POST /api/device/{mac}/token produces or returns the token of a device"', async () => {
  const mac = "0D:00:00:00:00:02"
  const token = async (): Promise<string> =>
    ((await server.post(`/api/device/${mac}/token`)).json() as { token: string }).token
  const first = await token()
  assert.is(await token(), first)
  assert.is((await server.at(`/api/device/${mac}/state`, asked({ "x-device-token": first }))).status, 200)
})

test.run()
