import { Forbidden } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { setupIn } from "../../../../plugins/people/accounts/setup.js"
import { usersIn } from "../../../../plugins/people/accounts/users.js"
import { nameOf, PASSWORD, setting, storesOn } from "./setting.js"

const test = suite("plugins/people/accounts/setup")

async function isWrong(work: Promise<unknown>): Promise<boolean> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined) assert.is((error as Forbidden).code, "setup-code-invalid")
  return error instanceof Forbidden
}

test("makes a code of twelve characters that cannot be taken for one another", async () => {
  const { setup } = setting()
  const codes = await Promise.all(Array.from({ length: 50 }, () => setup.open()))
  for (const code of codes) assert.match(code!, /^[A-Z0-9]{12}$/)
  assert.not.match(codes.join(""), /[01OIL2Z5S8]/)
  assert.is(new Set(codes).size, 50)
})

test("knows the newest code, however it is typed, and no other", async () => {
  const { setup } = setting()
  const [old, code] = [await setup.open(), (await setup.open())!]
  for (const typed of [code, code.toLowerCase(), ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}\n`])
    assert.is(await isWrong(setup.check(typed)), false, typed)
  for (const typed of [old!, "", "x", `${code}A`, code.slice(1), "__proto__", "x".repeat(5_000)])
    assert.is(await isWrong(setup.check(typed)), true, typed.slice(0, 20))
})

test("knows none before there is one", async () => {
  const { setup } = setting()
  for (const code of ["", "ABCDEFGHJKMN", "undefined"]) {
    assert.is(await isWrong(setup.check(code)), true)
    assert.is(await isWrong(setup.burn(code)), true)
  }
})

test("is used up by one of many at once, in one process and in several", async () => {
  const clock = fakeClock()
  const several = storesOn(clock, 3).map((store) => setupIn(store, usersIn(store, clock)))
  const code = (await several[0]!.open())!
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, i) => isWrong(several[i % 3]!.burn(code))))
  assert.is(wrong.filter((each) => !each).length, 1)
  assert.is(await isWrong(several[0]!.check(code)), true)
})

test("can be brought back when it was used up for nothing", async () => {
  const { setup } = setting()
  const code = (await setup.open())!
  const restore = await setup.burn(code.toLowerCase())
  await restore()
  assert.is(await isWrong(setup.check(code)), false)
})

test("is there only as long as there is no admin", async () => {
  const { setup, people } = setting()
  await people.add(nameOf("otto"), PASSWORD, "user")
  const code = (await setup.open())!
  await people.add(nameOf("anna"), PASSWORD, "admin")
  assert.is(await isWrong(setup.check(code)), true, "an admin made in another way ends it")
  assert.is(await setup.open(), undefined)
})

test("ends a code that was left over when an admin is found", async () => {
  const clock = fakeClock()
  const [here, there] = storesOn(clock, 2)
  const { setup } = setting({ clock, store: here! })
  const code = (await setup.open())!
  const other = setting({ clock, store: there! })
  await other.users.create({
    id: "a",
    username: "anna",
    fold: "anna",
    role: "admin",
    password: await other.passwords.hash(PASSWORD),
    createdAt: 0,
    sessions: [],
  })
  assert.is(await setup.open(), undefined)
  assert.is(await isWrong(setup.check(code)), true)
})

test("keeps nothing from which the code can be read", async () => {
  const clock = fakeClock()
  const [store] = storesOn(clock, 1)
  const code = (await setupIn(store!, usersIn(store!, clock)).open())!
  const { z } = await import("platen/sdk")
  const kept = JSON.stringify(await store!.collection("setup", z.unknown()).list())
  assert.match(kept, "digest")
  assert.not.match(kept, code)
})

test.run()
