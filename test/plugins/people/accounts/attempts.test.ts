import { TooMany } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"
import type { AttemptLimit, Attempts } from "platen/sdk/http"
import { fakeClock, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MINUTE, storesOn } from "./setting.js"
import { attemptsIn } from "../../../../plugins/people/accounts/attempts.js"

const test = suite("sdk/attempts")

const SIGN_IN: AttemptLimit = { most: 5, within: 15 * MINUTE }
const REGISTRATION: AttemptLimit = { most: 10, within: 60 * MINUTE }

/** Seconds to wait; 0 when it was let through. */
async function wait(attempts: Attempts, subject = "a", limit = SIGN_IN): Promise<number> {
  try {
    await attempts.take(subject, limit)
    return 0
  } catch (error) {
    assert.instance(error, TooMany)
    return (error as TooMany).retryAfter!
  }
}

test("lets five through, and then none for a quarter of an hour", async () => {
  const clock = fakeClock()
  const attempts = attemptsIn(fakeStore(clock), clock)
  for (let i = 0; i < 5; i++) {
    assert.is(await wait(attempts), 0)
    clock.advance(MINUTE)
  }
  assert.is(await wait(attempts), 14 * 60)
  clock.advance(14 * MINUTE - 1)
  assert.is(await wait(attempts), 1)
  clock.advance(1)
  assert.is(await wait(attempts), 0)
})

test("does not make the wait longer for those who go on", async () => {
  const clock = fakeClock()
  const attempts = attemptsIn(fakeStore(clock), clock)
  for (let i = 0; i < 50; i++) await wait(attempts)
  clock.advance(15 * MINUTE)
  assert.is(await wait(attempts), 0)
})

test("forgets tries that are a quarter of an hour old", async () => {
  const clock = fakeClock()
  const attempts = attemptsIn(fakeStore(clock), clock)
  for (let i = 0; i < 20; i++) {
    assert.is(await wait(attempts), 0, String(i))
    clock.advance(4 * MINUTE)
  }
})

test("says in words how long, to the minute above", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  for (let i = 0; i < 5; i++) await wait(attempts)
  await attempts.take("a", SIGN_IN).then(
    () => assert.unreachable("it was let through"),
    (error: Error) => assert.is(error.message, "Too many attempts: try again in 15 minutes."),
  )
})

test("counts each subject by itself", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  for (let i = 0; i < 6; i++) await wait(attempts)
  assert.is(await wait(attempts, "b"), 0)
  assert.is(await wait(attempts, "__proto__"), 0)
})

test("lets no more through when many come at once, in one process and in several", async () => {
  const clock = fakeClock()
  const several = storesOn(clock, 3).map((store) => attemptsIn(store, clock))
  const waits = await Promise.all(Array.from({ length: 30 }, (_, i) => wait(several[i % 3]!)))
  assert.is(waits.filter((each) => each === 0).length, 5)
})

test("counts none of those that came too late among many at once", async () => {
  const clock = fakeClock()
  const several = storesOn(clock, 3).map((store) => attemptsIn(store, clock))
  const all = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => several[i % 3]!.take("a", SIGN_IN)))
  await all.find((each) => each.status === "fulfilled")!.value()
  assert.equal([await wait(several[0]!), (await wait(several[0]!)) > 0], [0, true])
})

test("takes a try back, and lifts the wait that it began", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  for (let i = 0; i < 4; i++) await wait(attempts)
  const back = await attempts.take("a", SIGN_IN)
  assert.ok((await wait(attempts)) > 0)
  await back()
  assert.is(await wait(attempts), 0)
  assert.ok((await wait(attempts)) > 0, "the other four still count")
})

test("forgets a subject when told", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  for (let i = 0; i < 6; i++) await wait(attempts)
  await attempts.forget("a")
  assert.is(await wait(attempts), 0)
})

test("has room for ten registrations an hour", async () => {
  const clock = fakeClock()
  const attempts = attemptsIn(fakeStore(clock), clock)
  for (let i = 0; i < 10; i++) assert.is(await wait(attempts, "r", REGISTRATION), 0)
  assert.is(await wait(attempts, "r", REGISTRATION), 3_600)
  clock.advance(60 * MINUTE)
  assert.is(await wait(attempts, "r", REGISTRATION), 0)
})

const YEAR = 365 * 24 * 60 * MINUTE

test("makes nobody wait longer than the limit says for a clock that ran ahead and came back", async () => {
  for (const kind of ["take", "begin"] as const) {
    const clock = fakeClock()
    const attempts = attemptsIn(fakeStore(clock), clock)
    clock.advance(YEAR)
    for (let i = 0; i < 5; i++) await wait(attempts)
    clock.advance(-YEAR)
    const refused = await attempts[kind]("a", SIGN_IN).then(
      () => undefined,
      (error: TooMany) => error.retryAfter,
    )
    assert.is(refused, 15 * 60, kind)
    clock.advance(15 * MINUTE)
    assert.is(await wait(attempts), 0, "its times are of the future, and none counts")
  }
})

/** A try that ends as told. */
async function attempt(attempts: Attempts, end: "fail" | "end", subject = "a"): Promise<void> {
  await (await attempts.begin(subject, SIGN_IN))[end]()
}
const isRefused = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: TooMany) => error.retryAfter!,
  )

test("counts an attempt once it has failed, and none that ended otherwise", async () => {
  const clock = fakeClock()
  const attempts = attemptsIn(fakeStore(clock), clock)
  for (let i = 0; i < 20; i++) await attempt(attempts, "end")
  for (let i = 0; i < 5; i++) await attempt(attempts, "fail")
  assert.is(await isRefused(attempts.begin("a", SIGN_IN)), 900)
  clock.advance(15 * MINUTE)
  await attempt(attempts, "fail")
})

test("writes nothing of an attempt before it has failed: one that is cut off counts as none", async () => {
  const clock = fakeClock()
  const [before, after] = storesOn(clock, 2).map((store) => attemptsIn(store, clock)) as [Attempts, Attempts]
  for (let i = 0; i < 5; i++) await before.begin("a", SIGN_IN)
  assert.is(await isRefused(before.begin("a", SIGN_IN)), 5, "no more than five are under way")
  for (let i = 0; i < 5; i++) await after.begin("a", SIGN_IN)
})

test("lets no more attempts through when many begin at once", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  const begun = await Promise.allSettled(Array.from({ length: 30 }, () => attempts.begin("a", SIGN_IN)))
  const open = begun.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
  assert.is(open.length, 5)
  await Promise.all(open.map((each, i) => (i < 3 ? each.fail() : each.end())))
  await attempt(attempts, "end")
  for (let i = 0; i < 2; i++) await attempt(attempts, "fail")
  assert.is(await isRefused(attempts.begin("a", SIGN_IN)), 900)
})

test("counts an attempt once, however often it is told to end", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  const one = await attempts.begin("a", SIGN_IN)
  await one.fail()
  one.end()
  await one.fail()
  for (let i = 0; i < 4; i++) await attempt(attempts, "fail")
  assert.is(await isRefused(attempts.begin("a", SIGN_IN)), 900)
})

test("forgets what lies below a subject as well", async () => {
  const attempts = attemptsIn(fakeStore(), fakeClock())
  for (const subject of ["a/x", "a/y", "ab"]) for (let i = 0; i < 5; i++) await attempt(attempts, "fail", subject)
  await attempts.forget("a")
  assert.equal(
    await Promise.all(["a/x", "a/y", "ab"].map((subject) => isRefused(attempts.begin(subject, SIGN_IN)))),
    [0, 0, 900],
  )
})

for (const [address, place] of [
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["", ""],
  ["unknown", "unknown"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["fe80::", "fe80:0:0:0::/64"],
  ["not:an:address", "not:an:address"],
  ["x".repeat(500), "x".repeat(100)],
] as const) {
  test(`counts ${address.slice(0, 40) || "no address"} as ${place.slice(0, 40) || "none"}`, () =>
    assert.is(addressPlace(address), place))
}

test.run()
