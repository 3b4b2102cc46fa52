import { pbkdf2Sync } from "node:crypto"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { personImporter } from "../../../../plugins/people/accounts/importer.js"
import { refused } from "../../../refused.js"
import { HOME, PASSWORD, setting } from "./setting.js"
import type { Setting } from "./setting.js"

const test = suite("plugins/people/accounts/importer")

const SALT = Buffer.alloc(16, 3)
const ROUNDS = 2_000
const HASH = `${SALT.toString("hex")}:${pbkdf2Sync("their own words", SALT, ROUNDS, 32, "sha256").toString("hex")}`
const ANNA = { username: "Anna", origin: "other/1", password: { hash: HASH, rounds: ROUNDS } }

const take = (
  here: Setting,
  data: unknown,
  how: "check" | "add" | "replace" = "add",
): ReturnType<ReturnType<typeof personImporter>["take"]> =>
  personImporter(here.people).take(data, { how, modes: new Set() })

test("takes a person over with the password, once, and never as an admin", async () => {
  const here = setting()
  assert.equal(await take(here, ANNA, "check"), { result: "taken", notes: [] })
  assert.is(await here.people.byName("anna"), undefined)
  assert.equal(await take(here, ANNA), { result: "taken", notes: [] })
  assert.equal(await take(here, ANNA, "replace"), { result: "same", notes: [] })
  await refused(() => here.people.signIn("anna", "other words", HOME), "is wrong")
  const { user } = await here.people.signIn("anna", "their own words", HOME)
  assert.equal([user.username, user.role], ["Anna", "user"])
})

test("hashes a password anew at the first sign-in", async () => {
  const here = setting()
  await take(here, ANNA)
  const hashOf = async (): Promise<string> => {
    const account = await here.users.byFold("anna")
    return account!.password.algorithm
  }
  assert.is(await hashOf(), "pbkdf2-sha256")
  const { token } = await here.people.signIn("anna", "their own words", HOME)
  assert.is(await hashOf(), "scrypt")
  assert.is((await here.people.holder(token))!.username, "Anna")
  await here.people.signIn("anna", "their own words", HOME)
  await refused(() => here.people.signIn("anna", "other words", HOME), "is wrong")
})

test("keeps an account of that name that is somebody else's", async () => {
  const here = setting()
  await here.people.add({ shown: "anna", fold: "anna" }, PASSWORD, "user")
  assert.equal(await take(here, ANNA, "replace"), { result: "kept", notes: [] })
  await refused(() => here.people.signIn("anna", "their own words", HOME), "is wrong")
})

test("takes a person over without a password that nobody can check", async () => {
  for (const password of [
    undefined,
    { hash: "", rounds: ROUNDS },
    { hash: "scrypt$1$2", rounds: ROUNDS },
    { hash: HASH.slice(0, -2), rounds: ROUNDS },
    { hash: `:${HASH.split(":")[1]!}`, rounds: ROUNDS },
  ]) {
    const here = setting()
    const { result, notes } = await take(here, { ...ANNA, password })
    assert.equal([result, notes.length], ["taken", 1])
    assert.match(notes[0]!, /platen user set-password Anna sets one/)
    for (const guess of ["", "their own words"])
      await refused(() => here.people.signIn("anna", guess, HOME), "is wrong")
  }
})

test("refuses a name that no user can have, or that only the operator gives", async () => {
  await refused(() => take(setting(), { ...ANNA, username: "Admin" }), "is reserved")
  for (const username of ["", "a", "-rf", "a\u202eb", "x".repeat(40), 7])
    await refused(() => take(setting(), { ...ANNA, username }), "The username")
})

test.run()
