import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardBy, MAX_WRONG } from "../../../../plugins/devices/pairing/guard.js"

const test = suite("pairing/guard")
const HOUR = 3_600_000

test("takes a hundred guesses an hour, and each again an hour after it", () => {
  const clock = fakeClock()
  const guard = guardBy(clock)
  for (let i = 0; i < MAX_WRONG; i++) {
    assert.not.ok(guard.isClosed)
    assert.ok(guard.take())
    clock.advance(1000)
  }
  assert.equal([guard.isClosed, guard.take()], [true, undefined])
  clock.advance(HOUR - MAX_WRONG * 1000 - 1)
  assert.ok(guard.isClosed)
  clock.advance(1)
  assert.ok(guard.take())
  assert.is(guard.take(), undefined)
})

test("forgets a guess that was taken back, once", () => {
  const guard = guardBy(fakeClock())
  const backs = Array.from({ length: MAX_WRONG }, () => guard.take()!)
  assert.ok(guard.isClosed)
  backs[0]!()
  backs[0]!()
  assert.ok(guard.take())
  assert.ok(guard.isClosed)
})

test.run()
