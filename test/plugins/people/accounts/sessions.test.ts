import { createHash } from "node:crypto"
import { Unavailable, z } from "platen/sdk"
import type { Store } from "platen/sdk"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Account } from "../../../../plugins/people/accounts/users.js"
import { DAY, nameOf, PASSWORD, setting, storesOn } from "./setting.js"
import type { Setting } from "./setting.js"

const test = suite("plugins/people/accounts/sessions")

async function anna(here: Setting): Promise<Account> {
  const { id } = await here.people.add(nameOf("anna"), PASSWORD, "user")
  return (await here.users.get(id))!
}

const LEFTOVERS = z.unknown()
async function holders(store: Store): Promise<number> {
  return (await store.collection("sessions", LEFTOVERS).list({ limit: 1000 })).length
}

test("begins each with a token of its own, of 32 bytes", async () => {
  const here = setting()
  const account = await anna(here)
  const tokens = await Promise.all(Array.from({ length: 10 }, () => here.sessions.begin(account)))
  assert.is(new Set(tokens).size, 10)
  for (const token of tokens) {
    assert.is(Buffer.from(token!, "base64url").length, 32)
    assert.is((await here.sessions.holder(token!))?.id, account.id)
  }
})

test("keeps of a token only its SHA-256", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const here = setting({ clock, store })
  const token = (await here.sessions.begin(await anna(here)))!
  const kept = JSON.stringify(
    await Promise.all(
      ["accounts", "names", "sessions", "tries"].map((name) => store.collection(name, z.unknown()).list()),
    ),
  )
  assert.not.match(kept, token)
  assert.match(kept, createHash("sha256").update(token).digest("base64url"))
})

test("knows no token that was never given", async () => {
  const here = setting()
  const token = (await here.sessions.begin(await anna(here)))!
  const digest = createHash("sha256").update(token).digest("base64url")
  for (const other of [
    "",
    "x",
    digest,
    token.slice(1),
    `${token} `,
    token.toLowerCase(),
    "a/../b",
    "__proto__",
    "\0",
    "x".repeat(43),
    "x".repeat(10_000),
    "%",
  ]) {
    assert.is(await here.sessions.holder(other), undefined, other.slice(0, 50))
    await here.sessions.end(other)
  }
  assert.ok(await here.sessions.holder(token))
})

test("ends after 30 days without a call", async () => {
  const here = setting()
  const token = (await here.sessions.begin(await anna(here)))!
  here.clock.advance(30 * DAY - 1)
  assert.ok(await here.sessions.holder(token))
  here.clock.advance(30 * DAY)
  assert.is(await here.sessions.holder(token), undefined)
})

test("moves its end on once a day", async () => {
  const here = setting()
  const account = await anna(here)
  const token = (await here.sessions.begin(account))!
  const until = async (): Promise<number> => (await here.users.get(account.id))!.sessions[0]!.until
  const first = await until()
  here.clock.advance(DAY)
  await here.sessions.holder(token)
  assert.is(await until(), first, "not within the first day")
  here.clock.advance(1)
  await Promise.all([here.sessions.holder(token), here.sessions.holder(token)])
  assert.is(await until(), first + DAY + 1)
  for (let i = 0; i < 10; i++) {
    here.clock.advance(20 * DAY)
    assert.ok(await here.sessions.holder(token), `after ${i} times 20 days`)
  }
})

test("lets somebody in whose session's end cannot be moved on, and says so in the log", async () => {
  const here = setting()
  const token = (await here.sessions.begin(await anna(here)))!
  here.clock.advance(2 * DAY)
  Object.assign(here.users, {
    change: () => Promise.reject(new Unavailable("The disk is full.", { code: "disk-full" })),
  })
  assert.ok(await here.sessions.holder(token))
  assert.equal(
    here.log.lines.map(({ level, event }) => [level, event]),
    [["warn", "session-renewal.failed"]],
  )
})

test("is gone once ended, and others are not", async () => {
  const here = setting()
  const account = await anna(here)
  const [one, other] = [(await here.sessions.begin(account))!, (await here.sessions.begin(account))!]
  await here.sessions.end(one)
  assert.is(await here.sessions.holder(one), undefined)
  assert.ok(await here.sessions.holder(other))
  await here.sessions.end(one)
})

test("stays ended when its end is moved on at the same moment", async () => {
  const here = setting()
  const token = (await here.sessions.begin(await anna(here)))!
  here.clock.advance(2 * DAY)
  await Promise.all([here.sessions.holder(token), here.sessions.end(token), here.sessions.holder(token)])
  assert.is(await here.sessions.holder(token), undefined)
})

test("makes room for a new one by ending the oldest of 50 that live", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const here = setting({ clock, store })
  const account = await anna(here)
  const tokens: string[] = []
  for (let i = 0; i < 52; i++) {
    tokens.push((await here.sessions.begin(account))!)
    clock.advance(1000)
  }
  const live = await Promise.all(tokens.map(async (token) => (await here.sessions.holder(token)) !== undefined))
  assert.equal(
    live,
    tokens.map((_, i) => i >= 2),
  )
  assert.is(await holders(store), 50)
})

test("does not count those that have run out", async () => {
  const here = setting()
  const account = await anna(here)
  const old = (await here.sessions.begin(account))!
  here.clock.advance(20 * DAY)
  await here.sessions.holder(old)
  for (let i = 0; i < 49; i++) await here.sessions.begin(account)
  here.clock.advance(15 * DAY)
  await here.sessions.holder(old)
  here.clock.advance(16 * DAY)
  await here.sessions.begin(account)
  assert.ok(await here.sessions.holder(old), "it was used all the time")
  assert.is((await here.users.get(account.id))!.sessions.length, 2)
})

test("does not begin for a password that was changed since it was checked", async () => {
  const here = setting()
  const account = await anna(here)
  await here.people.setPassword(account, "another one")
  assert.is(await here.sessions.begin(account), undefined)
  await here.people.remove(account)
  assert.is(await here.sessions.begin(account), undefined)
})

test("goes with its account, and leaves nothing", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const here = setting({ clock, store })
  const account = await anna(here)
  const token = (await here.sessions.begin(account))!
  await here.people.remove(account)
  assert.is(await here.sessions.holder(token), undefined)
  assert.is(await holders(store), 0)
  assert.is(await here.people.byName("anna"), undefined)
  assert.is.not((await here.people.add(nameOf("anna"), PASSWORD, "user")).id, account.id)
})

test("believes the account, and not what leads to it", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const here = setting({ clock, store })
  const account = await anna(here)
  const [ended, live] = [(await here.sessions.begin(account))!, (await here.sessions.begin(account))!]
  await here.sessions.end(ended)
  const holder = store.collection("sessions", z.object({ user: z.string() }))
  for (const token of [ended, live, "x".repeat(43)])
    await holder.set(createHash("sha256").update(token).digest("base64url"), { user: account.id })
  assert.equal([await here.sessions.holder(ended), await here.sessions.holder("x".repeat(43))], [undefined, undefined])
  assert.ok(await here.sessions.holder(live))
  clock.advance(31 * DAY)
  assert.is(await here.sessions.holder(live), undefined)
})

test("is known to every process on the same data, and ended in all", async () => {
  const clock = fakeClock()
  const [here, there] = storesOn(clock, 2).map((store) => setting({ clock, store })) as [Setting, Setting]
  const token = (await here.sessions.begin(await anna(here)))!
  assert.ok(await there.sessions.holder(token))
  await there.sessions.end(token)
  assert.is(await here.sessions.holder(token), undefined)
})

test.run()
