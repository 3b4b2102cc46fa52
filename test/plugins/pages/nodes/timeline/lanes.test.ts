import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lanesOf } from "../../../../../plugins/pages/nodes/timeline/lanes.js"

const test = suite("nodes/timeline/lanes")

test("gives a stretch alone all of the width", () => {
  assert.equal(
    lanesOf([
      { from: 0, to: 5 },
      { from: 5, to: 9 },
    ]),
    [
      { first: 0, span: 1, count: 1 },
      { first: 0, span: 1, count: 1 },
    ],
  )
})

test("takes the first lane that is free, and the free lanes after it", () => {
  assert.equal(
    lanesOf([
      { from: 0, to: 10 },
      { from: 1, to: 3 },
      { from: 2, to: 4 },
      { from: 5, to: 8 },
    ]),
    [
      { first: 0, span: 1, count: 3 },
      { first: 1, span: 1, count: 3 },
      { first: 2, span: 1, count: 3 },
      { first: 1, span: 2, count: 3 },
    ],
  )
})

test("lets no two that meet share a lane", () => {
  const stretch = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, long]) => ({ from, to: from + long }))
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), (stretches) => {
      const lanes = lanesOf(stretches)
      lanes.forEach((a, i) => {
        assert.ok(a.first >= 0 && a.span >= 1 && a.first + a.span <= a.count)
        lanes.forEach((b, k) => {
          const [s, t] = [stretches[i]!, stretches[k]!]
          if (i === k || s.from >= t.to || t.from >= s.to) return
          assert.is(a.count, b.count)
          assert.ok(a.first + a.span <= b.first || b.first + b.span <= a.first)
        })
      })
    }),
  )
})

test.run()
