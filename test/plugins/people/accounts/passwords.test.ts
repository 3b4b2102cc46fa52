import { readFileSync } from "node:fs"
import { Unavailable } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { cost, passwordHash, passwordRules, passwordsOf } from "../../../../plugins/people/accounts/passwords.js"
import { comparisons, derivations } from "./comparisons.js"
import { CHEAP, PASSWORD } from "./setting.js"

const test = suite("plugins/people/accounts/passwords")
const passwords = passwordsOf(CHEAP)

test("knows a password again, and no other", async () => {
  const hash = await passwords.hash(PASSWORD)
  assert.is(await passwords.matches(PASSWORD, hash), true)
  for (const other of ["", "Correct horse", "correct horse ", "correct", "x".repeat(5_000)])
    assert.is(await passwords.matches(other, hash), false, other.slice(0, 20))
})

test("takes a letter for the same however a keyboard composes it", async () => {
  assert.is(await passwords.matches("Cafe\u0301 noir", await passwords.hash("Café noir")), true)
})

test("keeps the costs and a salt of its own with each hash, and nothing of the password", async () => {
  const [a, b] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)]
  assert.equal({ n: a.n, r: a.r, p: a.p }, CHEAP)
  assert.is.not(a.salt, b.salt)
  assert.is.not(a.key, b.key)
  assert.not.match(JSON.stringify(a), PASSWORD)
  assert.equal(passwordHash.parse(JSON.parse(JSON.stringify(a))), a)
})

test("knows a password that was hashed at another cost", async () => {
  const hash = await passwordsOf({ n: 32, r: 2, p: 2 }).hash(PASSWORD)
  assert.is(await passwords.matches(PASSWORD, hash), true)
  assert.is(await passwords.matches("another one", hash), false)
})

test("hashes by default with 16 MiB, five times", async () => {
  const { n, r, p, key, salt } = await passwordsOf(cost.parse({})).hash(PASSWORD)
  assert.equal([128 * n * r, p], [16 << 20, 5])
  assert.equal([Buffer.from(key, "base64").length, Buffer.from(salt, "base64").length], [32, 16])
})

test("costs at least what keeps a guess from being free", () => {
  for (const wrong of [{ n: 512 }, { n: 1 << 21 }, { n: 3_000 }, { p: 0 }, { r: 0.5 }, { n: "16384" }, { m: 1 }])
    assert.not.ok(cost.safeParse(wrong).success, JSON.stringify(wrong))
})

test("derives and compares where there is no hash as well, and says no", async () => {
  assert.is(await passwords.matches(PASSWORD, undefined), false)
  assert.is(await comparisons(() => passwords.matches(PASSWORD, undefined)), 1)
  const hash = await passwords.hash("another")
  const somebodys = await derivations(() => passwords.matches(PASSWORD, hash))
  assert.is(somebodys.length, 1)
  assert.equal(await derivations(() => passwords.matches(PASSWORD, undefined)), somebodys)
})

test("compares in constant time", async () => {
  const hash = await passwords.hash(PASSWORD)
  assert.is(await comparisons(() => passwords.matches("wrong", hash)), 1)
})

test("lets only so many wait, and goes on when they are through", async () => {
  const slow = passwordsOf({ n: 1 << 10, r: 8, p: 1 })
  const many = await Promise.allSettled(Array.from({ length: 80 }, () => slow.hash(PASSWORD)))
  const failed = many.filter((each) => each.status === "rejected")
  assert.is(failed.length, 80 - 64 - 2)
  for (const { reason } of failed as PromiseRejectedResult[]) {
    assert.instance(reason, Unavailable)
    assert.is((reason as Unavailable).retryAfter, 5)
  }
  assert.is(await slow.matches(PASSWORD, await slow.hash(PASSWORD)), true)
})

test("goes on after a hash that cannot be made", async () => {
  const broken = passwordsOf({ n: 3, r: 1, p: 1 })
  for (let i = 0; i < 5; i++)
    await broken.hash(PASSWORD).then(
      () => assert.unreachable("it was made"),
      (error: Error) => assert.not.match(error.message, PASSWORD),
    )
})

for (const [length, fine] of [
  [0, false],
  [7, false],
  [8, true],
  [128, true],
  [129, false],
] as const) {
  test(`${fine ? "lets people have" : "refuses"} a password of ${length} characters`, () => {
    assert.is(passwordRules("")("x".repeat(length)) === undefined, fine)
    assert.is(passwordRules("")("😀".repeat(length)) === undefined, fine)
  })
}

const COMMON = readFileSync(
  new URL("../../../../../plugins/people/accounts/common-passwords.txt", import.meta.url),
  "utf8",
)

for (const [password, fine] of [
  ["password", false],
  ["PassWord", false],
  ["ｐａｓｓｗｏｒｄ", false],
  ["12345678", false],
  ["iloveyou", false],
  ["        ", false],
  ["\u3000".repeat(9), false],
  ["password\n12345678", true],
  ["correct horse", true],
  ["password of mine", true],
  ["assword of", true],
] as const) {
  test(`${fine ? "lets people have" : "refuses"} the password ${JSON.stringify(password)}`, () =>
    assert.is(passwordRules(COMMON)(password) === undefined, fine))
}

test("knows ten thousand common passwords, each once, in small letters, of a length that people may have", () => {
  const all = COMMON.trimEnd().split("\n")
  assert.is(all.length, 10_000)
  assert.is(new Set(all).size, 10_000)
  assert.equal(
    all.filter((each) => each.length < 8 || each !== each.toLowerCase() || each !== each.normalize("NFKC")),
    [],
  )
})

test.run()
