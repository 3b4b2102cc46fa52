import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { tokenBoundsOf } from "../../../../plugins/devices/devices/token-bounds.js"

const test = suite("plugins/devices/devices/token-bounds")

test("bounds the concurrent requests of one device, and admits more after some have ended", () => {
  const requests = tokenBoundsOf(fakeClock(), { concurrent: 2 })
  const [first] = [requests.begin("a", "here"), requests.begin("a", "there")]
  assert.is(requests.begin("a", "elsewhere"), undefined)
  assert.type(requests.begin("b", "here"), "function", "counts each device on its own")
  first!()
  assert.type(requests.begin("a", "here"), "function")
})

test("bounds the tokens per minute of one place", () => {
  const clock = fakeClock()
  const requests = tokenBoundsOf(clock, { perMinute: 3 })
  const begun = (place: string): boolean => {
    const end = requests.begin("a", place)
    end?.()
    return end !== undefined
  }
  assert.equal(
    [1, 2, 3, 4].map(() => begun("here")),
    [true, true, true, false],
  )
  assert.is(begun("there"), true)
  clock.advance(60_000)
  assert.is(begun("here"), true)
  for (let i = 0; i < 4; i++) begun("here")
  clock.advance(-86_400_000)
  assert.is(begun("here"), true, "admits the place after the clock was set back")
})

test.run()
