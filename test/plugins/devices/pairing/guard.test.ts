import { fakeClock, fakeStore } from "platen/testing"
import type { FakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardBy, MAX_WRONG, sharedGuard } from "../../../../plugins/devices/pairing/guard.js"
import type { Guard } from "../../../../plugins/devices/pairing/guard.js"

const test = suite("pairing/guard")
const HOUR = 3_600_000

const KINDS: readonly (readonly [string, (clock: FakeClock) => Guard])[] = [
  ["in memory", guardBy],
  ["of several servers", (clock) => sharedGuard(fakeStore(clock), clock)],
]
for (const [kind, guardOn] of KINDS) {
  test(`takes a hundred guesses an hour, and each again an hour after it, ${kind}`, async () => {
    const clock = fakeClock()
    const guard = guardOn(clock)
    for (let i = 0; i < MAX_WRONG; i++) {
      assert.not.ok(guard.isClosed)
      assert.ok(await guard.take())
      clock.advance(1000)
    }
    assert.equal([guard.isClosed, await guard.take()], [true, undefined])
    clock.advance(HOUR - MAX_WRONG * 1000 - 1)
    assert.ok(guard.isClosed)
    clock.advance(1)
    assert.ok(await guard.take())
    assert.is(await guard.take(), undefined)
  })

  test(`forgets a guess that was taken back, once, ${kind}`, async () => {
    const guard = guardOn(fakeClock())
    const backs = await Promise.all(Array.from({ length: MAX_WRONG }, async () => (await guard.take())!))
    assert.ok(guard.isClosed)
    await backs[0]!()
    await backs[0]!()
    assert.ok(await guard.take())
    assert.ok(guard.isClosed)
  })
}

test("counts the guesses at all servers of a store together", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const [one, other] = [sharedGuard(store, clock), sharedGuard(store, clock)]
  const guesses = await Promise.all(
    Array.from({ length: MAX_WRONG + 20 }, (_, i) => (i % 2 === 0 ? one : other).take()),
  )
  assert.is(guesses.filter((taken) => taken !== undefined).length, MAX_WRONG)
  assert.ok(one.isClosed && other.isClosed)
  const third = sharedGuard(store, clock)
  assert.not.ok(third.isClosed)
  await third.look()
  assert.ok(third.isClosed)
})

test.run()
