import { suite } from "uvu"
import * as assert from "uvu/assert"
import { spareOf } from "../../../kernel/http/spare.js"

const test = suite("http/spare")

test("lets a burst through, then so many a second", () => {
  let now = 0
  const spare = spareOf(() => now, { perSecond: 20, burst: 50 })
  const taken = (times: number): number => Array.from({ length: times }, () => spare()).filter(Boolean).length
  assert.is(taken(80), 50)
  now = 100
  assert.is(taken(80), 2)
  now = 1_100
  assert.is(taken(80), 20)
  now = 1e9
  assert.is(taken(80), 50, "it does not add up")
})

test.run()
