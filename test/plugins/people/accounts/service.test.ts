import { Conflict, Forbidden, PlatenError, TooMany, Unauthenticated, Unavailable } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { SignedIn } from "../../../../plugins/people/accounts/service.js"
import { isSentence } from "../../../refused.js"
import { collected, HOME, MINUTE, nameOf, PASSWORD, setting, storesOn } from "./setting.js"
import type { Setting } from "./setting.js"

const test = suite("plugins/people/accounts/service")

const register = (here: Setting, name: string, setupCode?: string, address = HOME): Promise<SignedIn> =>
  here.people.register({ name: nameOf(name), password: PASSWORD, setupCode }, address)
const signIn = (here: Setting, name: string, password: string = PASSWORD, address = HOME): Promise<SignedIn> =>
  here.people.signIn(name, password, address)

async function rejection(work: Promise<unknown>): Promise<PlatenError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.instance(error, PlatenError)
  isSentence((error as PlatenError).message)
  return error as PlatenError
}

test("registers somebody, and has signed them in", async () => {
  const here = setting()
  const { user, token } = await register(here, "Anna")
  assert.equal({ ...user, id: "" }, { id: "", username: "Anna", role: "user", createdAt: here.clock.now() })
  assert.match(user.id, /^[\w-]{16}$/)
  assert.equal(await here.people.holder(token), user)
  assert.equal(await here.people.get(user.id), user)
  assert.equal(await here.people.byName("ANNA"), user)
})

test("tells others only who somebody is", async () => {
  const here = setting()
  const { user } = await register(here, "anna")
  for (const known of [
    await here.people.get(user.id),
    await here.people.byName("anna"),
    ...(await collected(here.people.all())),
  ])
    assert.equal(Object.keys(known!), ["id", "username", "role", "createdAt"])
  assert.is(await here.people.get("nobody"), undefined)
  for (const name of ["", "otto", "\0", "__proto__", "x".repeat(9_000)])
    assert.is(await here.people.byName(name), undefined)
})

test("gives a name to one of many who want it at once, in one process and in several", async () => {
  const clock = fakeClock()
  const several = storesOn(clock, 3).map((store) => setting({ clock, store }))
  const all = await Promise.allSettled(
    ["anna", "ANNA", "Anna", "ａｎｎａ", "anna", "aNNa", "annA", "anna", "anna"].map((name, i) =>
      register(several[i % 3]!, name, undefined, `192.0.2.${i}`),
    ),
  )
  const failed = all.flatMap((each) => (each.status === "rejected" ? [each.reason as Conflict] : []))
  assert.is(failed.length, 8)
  for (const error of failed) assert.is(error.code, "username-already-exists")
  assert.is((await collected(several[0]!.people.all())).length, 1)
})

test("signs in by any spelling of the name, each time with a new token", async () => {
  const here = setting()
  const { user, token } = await register(here, "Straße")
  const tokens = new Set([token])
  for (const name of ["Straße", "STRASSE", " straße ", "ｓtraße"]) {
    const again = await signIn(here, name)
    assert.equal(again.user, user)
    tokens.add(again.token)
  }
  assert.is(tokens.size, 5)
})

test("gives one answer to a wrong password, to nobody's name and to what no name can be", async () => {
  const answers = new Set<string>()
  for (const [name, password] of [
    ["anna", "wrong one"],
    ["otto", PASSWORD],
    ["\0", PASSWORD],
    ["", ""],
    ["x".repeat(4_000), PASSWORD],
  ] as const) {
    const here = setting()
    await register(here, "anna")
    const error = await rejection(signIn(here, name, password))
    assert.instance(error, Unauthenticated)
    answers.add(JSON.stringify([error.code, error.message, error.issues]))
  }
  assert.is(answers.size, 1)
})

test("derives a key for every try to sign in, also of nobody", async () => {
  const here = setting()
  await register(here, "anna")
  let derived = 0
  const { matches } = here.passwords
  Object.assign(here.passwords, {
    matches: (...given: Parameters<typeof matches>) => {
      derived++
      return matches(...given)
    },
  })
  for (const name of ["anna", "otto", "\0"]) await rejection(signIn(here, name, "wrong one"))
  assert.is(derived, 3)
})

for (const [name, spellings] of [
  ["anna", ["anna", "ANNA", " anna", "ａnna", "annA"]],
  ["nobody", ["nobody", "NOBODY", " nobody", "ｎobody", "noBody"]],
] as const) {
  test(`counts failures of ${name} from one address over all spellings`, async () => {
    const here = setting()
    await register(here, "anna")
    for (const spelling of spellings)
      assert.instance(await rejection(signIn(here, spelling, "wrong one", "198.51.100.1")), Unauthenticated)
    const error = await rejection(signIn(here, name, PASSWORD, "198.51.100.1"))
    assert.instance(error, TooMany)
    assert.is(error.retryAfter, 900)
    const elsewhere = await signIn(here, name, PASSWORD, "203.0.113.1").then(
      () => "signed in",
      (refused: PlatenError) => refused.status,
    )
    assert.is(elsewhere, name === "anna" ? "signed in" : 401, "never of a name alone")
  })
}

test("counts fifty failures of an address over all names, and of its neighbours in IPv6", async () => {
  const here = setting()
  await register(here, "anna")
  for (let i = 0; i < 50; i++)
    assert.instance(await rejection(signIn(here, `other${i}`, PASSWORD, `2001:db8::${i}`)), Unauthenticated)
  const error = await rejection(signIn(here, "anna", PASSWORD, "2001:db8::99"))
  assert.equal([error.status, error.retryAfter], [429, 3_600])
  assert.ok(await signIn(here, "anna", PASSWORD, "2001:db8:0:1::99"))
})

test("forgives a name's failures from an address when its password is right there, and the address's none", async () => {
  const here = setting()
  await register(here, "anna")
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < 4; i++) assert.instance(await rejection(signIn(here, "anna", "wrong one")), Unauthenticated)
    await signIn(here, "anna")
  }
  for (let i = 0; i < 2; i++) assert.instance(await rejection(signIn(here, "anna", "wrong one")), Unauthenticated)
  assert.instance(await rejection(signIn(here, "anna")), TooMany, "fifty from this address")
  assert.ok(await signIn(here, "anna", PASSWORD, "203.0.113.1"))
})

test("lets somebody who mistypes now and then sign in as often as they like", async () => {
  const here = setting()
  await register(here, "anna")
  for (let i = 0; i < 30; i++) await signIn(here, "anna")
})

test("counts no try that could not be looked at", async () => {
  const here = setting()
  await register(here, "anna")
  const { matches } = here.passwords
  Object.assign(here.passwords, {
    matches: () => Promise.reject(new Unavailable("Too many people sign in at this moment: try again.")),
  })
  for (let i = 0; i < 8; i++) assert.instance(await rejection(signIn(here, "anna")), Unavailable)
  Object.assign(here.passwords, { matches })
  assert.ok(await signIn(here, "anna"))
})

test("refuses strangers where registration is closed, but not who has the setup code", async () => {
  const here = setting({ registration: "closed" })
  const code = (await here.setup.open())!
  assert.is((await rejection(register(here, "anna"))).code, "registration-closed")
  assert.is((await rejection(register(here, "anna", "WRONGWRONG33"))).code, "setup-code-invalid")
  assert.is((await collected(here.people.all())).length, 0)
  assert.is((await register(here, "anna", code)).user.role, "admin")
  assert.ok(await signIn(here, "anna"))
  assert.is((await rejection(register(here, "otto", code))).code, "setup-code-invalid")
})

test("makes an admin of whoever shows the setup code, once", async () => {
  const here = setting()
  const code = (await here.setup.open())!
  assert.is((await register(here, "otto")).user.role, "user", "an account before it changes nothing")
  assert.is((await register(here, "anna", code)).user.role, "admin")
  const late = await rejection(register(here, "bert", code))
  assert.instance(late, Forbidden)
  assert.is(late.code, "setup-code-invalid")
  assert.equal((await collected(here.people.all())).map(({ username, role }) => `${username} ${role}`).sort(), [
    "anna admin",
    "otto user",
  ])
})

test("makes one admin of many who show the code at once, and no account of the others", async () => {
  const clock = fakeClock()
  const several = storesOn(clock, 3).map((store) => setting({ clock, store }))
  const code = (await several[0]!.setup.open())!
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => register(several[i % 3]!, `person${i}`, code, `192.0.2.${i}`)),
  )
  assert.is(all.filter(({ status }) => status === "fulfilled").length, 1)
  assert.equal(
    (await collected(several[0]!.people.all())).map(({ role }) => role),
    ["admin"],
  )
})

test("does not use the setup code up for a name that is taken", async () => {
  const here = setting()
  const code = (await here.setup.open())!
  await register(here, "anna")
  assert.instance(await rejection(register(here, "Anna", code)), Conflict)
  const { create } = here.users
  Object.assign(here.users, { create: () => Promise.resolve(false) })
  assert.instance(await rejection(register(here, "late", code)), Conflict, "somebody was faster")
  Object.assign(here.users, { create })
  assert.is((await register(here, "otto", code)).user.role, "admin")
})

test("counts a wrong setup code as a failed try of the address", async () => {
  const here = setting()
  const code = (await here.setup.open())!
  await register(here, "otto", undefined, "198.51.100.1")
  for (let i = 0; i < 5; i++)
    assert.is((await rejection(register(here, `anna${i}`, "WRONGWRONG33"))).code, "setup-code-invalid")
  assert.instance(await rejection(register(here, "anna", code)), TooMany)
  assert.ok(await signIn(here, "otto"), "who has a password is not held back by it")
  here.clock.advance(15 * MINUTE)
  assert.is((await register(here, "anna", code)).user.role, "admin")
})

test("registers ten an hour from one address, taken names among them", async () => {
  const here = setting()
  await register(here, "anna", undefined, "198.51.100.1")
  for (let i = 0; i < 9; i++) await register(here, `person${i}`)
  assert.instance(await rejection(register(here, "anna")), Conflict)
  const error = await rejection(register(here, "late"))
  assert.instance(error, TooMany)
  assert.is(error.retryAfter, 3_600)
  assert.ok(await register(here, "late", undefined, "198.51.100.1"))
})

test("changes a password, and ends every session but this one", async () => {
  const here = setting()
  const { token } = await register(here, "anna")
  const { token: other } = await signIn(here, "anna")
  await here.people.changePassword(token, { current: PASSWORD, next: "another one" })
  assert.ok(await here.people.holder(token))
  assert.is(await here.people.holder(other), undefined)
  assert.instance(await rejection(signIn(here, "anna")), Unauthenticated)
  assert.ok(await signIn(here, "anna", "another one"))
})

test("changes no password without the current one, and slows down who guesses it", async () => {
  const here = setting()
  const { token } = await register(here, "anna")
  for (let i = 0; i < 5; i++)
    assert.is(
      (await rejection(here.people.changePassword(token, { current: `guess number ${i}`, next: "another one" }))).code,
      "password-invalid",
    )
  assert.instance(
    await rejection(here.people.changePassword(token, { current: PASSWORD, next: "another one" })),
    TooMany,
  )
  const { token: other } = await signIn(here, "anna")
  assert.is(
    (await rejection(here.people.changePassword(other, { current: "a guess", next: "another one" }))).code,
    "password-invalid",
    "of that session alone",
  )
  assert.instance(
    await rejection(here.people.changePassword("x", { current: PASSWORD, next: "another one" })),
    Unauthenticated,
  )
  here.clock.advance(15 * MINUTE)
  assert.ok(await signIn(here, "anna"))
})

test("lets one of two changes of a password at once win", async () => {
  const here = setting()
  const { token } = await register(here, "anna")
  const all = await Promise.allSettled(
    ["first one", "second one"].map((next) => here.people.changePassword(token, { current: PASSWORD, next })),
  )
  assert.is(all.filter(({ status }) => status === "fulfilled").length, 1)
})

test("gives nobody a session whose password was changed while it was checked", async () => {
  const here = setting()
  const { user } = await register(here, "anna")
  const { matches } = here.passwords
  Object.assign(here.passwords, {
    matches: async (...given: Parameters<typeof matches>) => {
      const right = await matches(...given)
      await here.people.setPassword(user, "another one")
      return right
    },
  })
  assert.instance(await rejection(signIn(here, "anna")), Unauthenticated)
})

test("lets the operator give a new password: everybody is out, and failed tries are forgiven", async () => {
  const here = setting()
  const { user, token } = await register(here, "anna")
  for (let i = 0; i < 5; i++) await rejection(signIn(here, "anna", "wrong one"))
  await here.people.setPassword(user, "another one")
  assert.is(await here.people.holder(token), undefined)
  assert.ok(await signIn(here, "anna", "another one"))
})

test("has no secret in its log, its errors or what it keeps", async () => {
  const here = setting()
  const code = (await here.setup.open())!
  const { token, user } = await register(here, "anna", code)
  await here.people.changePassword(token, { current: PASSWORD, next: "another one" })
  const errors = [
    await rejection(signIn(here, "anna", "a wrong guess")),
    await rejection(register(here, "otto", "WRONGWRONG33")),
  ]
  const said = JSON.stringify([
    here.log.lines,
    errors.map(({ message, issues, fields }) => [message, issues, fields]),
    await here.users.get(user.id),
  ])
  assert.match(said, "account.registered")
  for (const secret of [PASSWORD, "another one", "a wrong guess", token, code, "WRONGWRONG33"])
    assert.not.match(said, secret)
})

test.run()
