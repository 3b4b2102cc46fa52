import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import type { Answer } from "../kernel/http/ask.js"
import { ask } from "../kernel/http/ask.js"
import { bearer, calls, codeOf, cookie, from, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Calls } from "../plugins/people/accounts/calls.js"
import { DAY, PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

const test = suite("editions/extended-auth")

let clock: FakeClock
let stage: Stage
let port: number
let here: Calls
const dataFolder = folderWith()
/** Each from an address of its own, so that none is slowed down for another's sake. */
let people = 0
const somebody = async (name = `person${++people}`): Promise<{ readonly name: string; readonly token: string }> => ({
  name,
  token: tokenOf(await here.register(name, {}, from(`198.51.100.${++people}`))),
})

test.before(async () => {
  clock = fakeClock()
  stage = await openStage({ clock, dataFolder, config: QUICK, server: { trustProxy: ["127.0.0.1"] } })
  port = await stage.app.listen()
  here = calls(port)
})
test.after(() => stage.close())

const AGE = 30 * 24 * 3_600
const cookieOf = (answer: Answer): string => answer.headers["set-cookie"] ?? ""

test("registers somebody, signs them in, and says who they are", async () => {
  const answer = await here.register(
    "Anna",
    { email: "anna@example.org", phone: "1", phone_region: "DE" },
    from("203.0.113.1"),
  )
  const token = tokenOf(answer)
  const { user_id, ...rest } = answer.json() as Record<string, unknown>
  assert.is(answer.status, 200)
  assert.equal(rest, { ok: true, username: "Anna", role: "user", token })
  assert.match(String(user_id), /^[\w-]{16}$/)
  assert.is(cookieOf(answer), `ink_session=${token}; Path=/; Max-Age=${AGE}; HttpOnly; SameSite=Lax`)
  const me = await here.me(cookie(token))
  assert.equal(
    [me.status, me.json()],
    [200, { user_id, username: "Anna", role: "user", created_at: new Date(clock.now()).toISOString() }],
  )
  assert.equal((await here.me(bearer(token))).json(), me.json())
})

test("keeps nothing of a registration but name and password", async () => {
  await here.register("frugal", { email: "frugal@example.org", phone: "+49 30 1234" }, from("203.0.113.2"))
  const kept = readdirSync(dataFolder)
    .filter((name) => name.startsWith("platen.db"))
    .map((name) => readFileSync(path.join(dataFolder, name), "latin1"))
    .join("")
  assert.match(kept, "frugal")
  assert.not.match(kept, "example.org")
  assert.not.match(kept, "1234")
  assert.not.match(kept, PASSWORD)
})

test("signs in with the same answer, in any spelling of the name", async () => {
  const { name } = await somebody("Zoë.Straße")
  for (const spelling of [name, "ZOË.STRASSE", "zoe\u0308.straße", ` ${name} `]) {
    const answer = await here.signIn(spelling)
    assert.is(answer.status, 200, spelling)
    assert.equal(Object.keys(answer.json() as object), ["ok", "user_id", "username", "role", "token"])
    assert.is((answer.json() as { username: string }).username, name)
    assert.is(cookieOf(answer), `ink_session=${tokenOf(answer)}; Path=/; Max-Age=${AGE}; HttpOnly; SameSite=Lax`)
  }
})

test("answers under /api/v1 as well", async () => {
  const { name, token } = await somebody()
  assert.is((await ask(port, "/api/v1/auth/me", { headers: bearer(token) })).status, 200)
  assert.is(
    (
      await ask(port, "/api/v1/auth/login", {
        method: "POST",
        body: JSON.stringify({ username: name, password: PASSWORD }),
      })
    ).status,
    200,
  )
})

test("answers 409 to a name that is taken, in any spelling", async () => {
  const { name } = await somebody("Otto")
  for (const spelling of [name, "OTTO", "ｏtto", "otto "]) {
    const answer = await here.register(spelling, {}, from("203.0.113.3"))
    assert.equal([answer.status, codeOf(answer), cookieOf(answer)], [409, "username-already-exists", ""])
  }
})

test("gives one answer to a wrong password and to nobody's name", async () => {
  const { name } = await somebody()
  const [wrong, nobody] = [
    await here.signIn(name, "wrong one", from("203.0.113.4")),
    await here.signIn("nobody", PASSWORD, from("203.0.113.4")),
  ]
  assert.equal([wrong.status, wrong.text()], [nobody.status, nobody.text()])
  assert.equal([wrong.status, codeOf(wrong), cookieOf(wrong)], [401, "unauthenticated", ""])
})

for (const [what, headers] of [
  ["nothing", {}],
  ["an empty cookie", cookie("")],
  ["an unknown cookie", cookie("x".repeat(43))],
  ["an unknown token", bearer("x".repeat(43))],
  ["no token", bearer("")],
  ["half a scheme", { authorization: "Bearer" }],
  ["another scheme", { authorization: "Basic YTpi" }],
  ["a cookie of dots", cookie("../../etc/passwd")],
  ["a long token", bearer("x".repeat(8_000))],
] as const) {
  test(`answers 401 to who shows ${what}`, async () => {
    const answer = await here.me(headers)
    assert.equal([answer.status, codeOf(answer)], [401, "unauthenticated"])
    assert.is((await here.post("password", { current: PASSWORD, password: "another one" }, headers)).status, 401)
  })
}

test("takes a bearer token before the cookie, also a wrong one", async () => {
  const [one, other] = [await somebody(), await somebody()]
  const who = async (token: string): Promise<unknown> =>
    (await here.me({ ...bearer(token), ...cookie(one.token) })).json()
  assert.equal(await who(other.token), (await here.me(bearer(other.token))).json())
  assert.equal(await who("x".repeat(43)), (await here.me()).json())
})

test("marks the cookie for https where a proxy that is believed says so", async () => {
  const { name, token } = await somebody()
  for (const [proto, secure] of [
    ["https", true],
    ["http", false],
    ["", false],
    ["ftp", false],
  ] as const) {
    const headers = { "x-forwarded-proto": proto }
    const cookies = [
      await here.signIn(name, PASSWORD, headers),
      await here.me({ ...cookie(token), ...headers }),
      await here.post("logout", {}, headers),
    ].map(cookieOf)
    assert.equal(
      cookies.map((each) => each.endsWith("; SameSite=Lax; Secure")),
      [secure, secure, secure],
      proto,
    )
  }
  const doubting = await openStage({ config: QUICK })
  const doubted = calls(await doubting.app.listen())
  const answer = await doubted.register("anna", {}, { "x-forwarded-proto": "https" })
  await doubting.close()
  assert.not.match(cookieOf(answer), "Secure")
})

test("makes a new session at every sign-in, never one that the caller brought", async () => {
  const planted = "p".repeat(43)
  const { name } = await somebody()
  const tokens = [
    tokenOf(await here.signIn(name, PASSWORD, cookie(planted))),
    tokenOf(await here.signIn(name, PASSWORD, bearer(planted))),
    tokenOf(await here.register("planted", {}, { ...cookie(planted), ...from("203.0.113.5") })),
  ]
  assert.is(new Set([planted, ...tokens]).size, 4)
  assert.is((await here.me(cookie(planted))).status, 401)
  const again = tokenOf(await here.signIn(name, PASSWORD, cookie(tokens[0]!)))
  assert.is.not(again, tokens[0])
})

test("ends a session at once when its owner signs out, and lets nobody in who shows it again", async () => {
  for (const show of [bearer, cookie]) {
    const { name, token } = await somebody()
    const other = tokenOf(await here.signIn(name))
    const answer = await here.post("logout", undefined, show(token))
    assert.equal(
      [answer.status, answer.json(), cookieOf(answer)],
      [200, { ok: true }, "ink_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"],
    )
    for (const replay of [bearer, cookie]) assert.is((await here.me(replay(token))).status, 401)
    assert.is((await here.me(show(other))).status, 200, "the other one lives")
  }
})

test("ends both where two sessions are shown, and none of anybody else's", async () => {
  const [one, other, third] = [await somebody(), await somebody(), await somebody()]
  await here.post("logout", {}, { ...bearer(one.token), ...cookie(other.token) })
  assert.equal(
    [
      (await here.me(bearer(one.token))).status,
      (await here.me(cookie(other.token))).status,
      (await here.me(bearer(third.token))).status,
    ],
    [401, 401, 200],
  )
})

test("lets anybody sign out, as often as they like", async () => {
  for (const headers of [{}, cookie("x".repeat(43)), bearer("nonsense"), cookie('"')])
    assert.equal((await here.post("logout", {}, headers)).json(), { ok: true })
})

test("changes a password: other sessions end, this one stays", async () => {
  const { name, token } = await somebody()
  const other = tokenOf(await here.signIn(name))
  const answer = await here.post("password", { current: PASSWORD, password: "another one" }, cookie(token))
  assert.equal([answer.status, answer.json()], [200, { ok: true }])
  assert.equal([(await here.me(bearer(token))).status, (await here.me(bearer(other))).status], [200, 401])
  assert.is((await here.signIn(name, PASSWORD, from("203.0.113.6"))).status, 401)
  assert.is((await here.signIn(name, "another one")).status, 200)
})

test("answers 403 to a change of password without the current one, so that pages stay signed in", async () => {
  const { name, token } = await somebody()
  const answer = await here.post(
    "password",
    { current: "wrong one", password: "another one" },
    { ...bearer(token), ...from("203.0.113.7") },
  )
  assert.equal([answer.status, codeOf(answer)], [403, "password-invalid"])
  assert.is((await here.signIn(name)).status, 200)
})

test("lasts 30 days after the last day on which it was used, in the browser too", async () => {
  const { token } = await somebody()
  for (let i = 0; i < 3; i++) {
    clock.advance(29 * DAY)
    const me = await here.me(cookie(token))
    assert.equal(
      [me.status, cookieOf(me)],
      [200, `ink_session=${token}; Path=/; Max-Age=${AGE}; HttpOnly; SameSite=Lax`],
      String(i),
    )
    assert.is(cookieOf(await here.me(bearer(token))), "", "who keeps it otherwise gets no cookie")
  }
  clock.advance(30 * DAY)
  assert.is((await here.me(cookie(token))).status, 401)
})

for (const [call, body, ...paths] of [
  ["register", {}, "username", "password"],
  ["register", { username: 5, password: ["x"] }, "username", "password"],
  ["register", { username: null, password: PASSWORD }, "username"],
  ["register", { username: { toString: "anna" }, password: PASSWORD }, "username"],
  ["register", { username: ["anna"], password: PASSWORD }, "username"],
  ["register", { username: "anna", password: PASSWORD, setup_code: 5 }, "setup_code"],
  ["register", { username: "anna", password: "short" }, "password"],
  ["register", { username: "anna", password: "x".repeat(129) }, "password"],
  ["register", { username: "an na", password: PASSWORD }, "username"],
  ["register", { username: "anna\u0000", password: PASSWORD }, "username"],
  ["register", { username: "аnna", password: PASSWORD }, "username"],
  ["register", [], ""],
  ["register", null, ""],
  ["register", '"anna"', ""],
  ["register", "", ""],
  ["register", '{"__proto__":{"username":"anna","password":"correct horse"}}', "username", "password"],
  ["login", {}, "username", "password"],
  ["login", { username: 5, password: true }, "username", "password"],
  ["login", { username: ["anna"], password: {} }, "username", "password"],
  ["login", [], ""],
  ["login", "", ""],
] as const) {
  test(`answers 422 to ${call} with ${JSON.stringify(body).slice(0, 60)} and names what is wrong`, async () => {
    const answer = await here.post(call, body)
    const { issues } = answer.json() as { issues: readonly { path: string }[] }
    assert.equal(
      [answer.status, codeOf(answer), [...new Set(issues.map((each) => each.path))]],
      [422, "invalid", paths],
    )
    assert.not.match(answer.text(), PASSWORD)
  })
}

test("answers 422 to a new password that is none, and names it", async () => {
  const { token } = await somebody()
  const answer = await here.post("password", { current: PASSWORD, password: "short" }, bearer(token))
  assert.equal(
    [answer.status, (answer.json() as { issues: object }).issues],
    [422, [{ path: "password", message: "must have 8 to 128 characters" }]],
  )
})

test("answers 400 to what is no JSON, and 413 to what is too much of it", async () => {
  for (const call of ["register", "login"]) {
    assert.is((await here.post(call, "{")).status, 400)
    assert.is((await here.post(call, "username=anna&password=correct+horse")).status, 400)
    assert.is((await here.post(call, { username: "anna", password: "x".repeat(20_000) })).status, 413)
  }
})

test("takes a longest password of four bytes a character", async () => {
  const password = "😀".repeat(128)
  assert.is((await here.register("long", { password }, from("203.0.113.8"))).status, 200)
  assert.is((await here.signIn("long", password)).status, 200)
})

test("lets names that mean something to JavaScript be names", async () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    assert.is((await here.signIn(name, PASSWORD, from(`203.0.113.1${people++}`))).status, 401)
    assert.is((await here.register(name, {}, from(`203.0.113.1${people++}`))).status, 200)
    assert.is((await here.signIn(name)).status, 200)
  }
})

test("answers other methods with 405, and writes no secret to its log", async () => {
  for (const call of ["register", "login", "logout", "password"])
    assert.is((await ask(port, `/api/auth/${call}`)).status, 405)
  const { name, token } = await somebody()
  await here.signIn(name, "a wrong guess", from("203.0.113.9"))
  const log = JSON.stringify(stage.log.lines)
  for (const secret of [PASSWORD, token, "a wrong guess", "another one"]) assert.not.match(log, secret)
  assert.equal(
    stage.log.lines.filter(({ level }) => level === "error"),
    [],
  )
})

test.run()
