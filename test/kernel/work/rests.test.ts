import { Unavailable } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Rests } from "../../../kernel/work/rests.js"

const test = suite("kernel/work/rests")

test("rest after three ends within ten minutes, for ten minutes from the last", () => {
  const clock = fakeClock()
  const rests = new Rests(clock)
  const turn = { caller: "user/carl", source: "json" }
  const error = (given: { caller: string; source?: string }): Unavailable | undefined => {
    try {
      rests.check(given)
      return undefined
    } catch (thrown) {
      return thrown as Unavailable
    }
  }
  for (const minutes of [0, 4, 4]) {
    clock.advance(minutes * 60_000)
    rests.ended(turn)
    rests.ended({ caller: "user/carl" })
  }
  assert.equal([error(turn)?.code, error(turn)?.retryAfter], ["source-resting", 600])
  for (const other of [
    { caller: "user/carl" },
    { caller: "user/carl", source: "feed" },
    { caller: "user/ben", source: "json" },
  ])
    assert.is(error(other), undefined)
  clock.advance(599_000)
  assert.is(error(turn)?.retryAfter, 1)
  clock.advance(1_000)
  assert.is(error(turn), undefined)
  for (const minutes of [0, 6, 6, 6]) {
    clock.advance(minutes * 60_000)
    rests.ended(turn)
  }
  assert.is(error(turn), undefined, "never three within ten minutes")
})

test.run()
