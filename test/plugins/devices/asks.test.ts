import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { asksOf } from "../../../plugins/devices/asks.js"

const test = suite("plugins/devices/asks")

test("keeps so many tokens of one device at once, and more once some are done", () => {
  const asks = asksOf(fakeClock(), { atOnce: 2 })
  const [first] = [asks.begin("a", "here"), asks.begin("a", "there")]
  assert.is(asks.begin("a", "elsewhere"), undefined)
  assert.type(asks.begin("b", "here"), "function", "another device does not wait for it")
  first!()
  assert.type(asks.begin("a", "here"), "function")
})

test("keeps so many tokens a minute of one place", () => {
  const clock = fakeClock()
  const asks = asksOf(clock, { aMinute: 3 })
  const begun = (place: string): boolean => {
    const end = asks.begin("a", place)
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
  assert.is(begun("here"), true, "a clock that was set back keeps nobody out")
})

test.run()
