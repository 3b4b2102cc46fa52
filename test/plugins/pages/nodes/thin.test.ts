import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { thinned } from "../../../../plugins/pages/nodes/thin.js"
import { depth } from "../../../depth.js"

const test = suite("nodes/thin")
const evenly = (count: number, pitch: number, width: number) =>
  Array.from({ length: count }, (_, i) => ({ centre: i * pitch, width }))
const kept = (count: number, pitch: number, width: number): readonly number[] =>
  thinned(evenly(count, pitch, width), { left: -width, right: (count - 1) * pitch + width, gap: 4 }).map(
    ({ index }) => index,
  )

test("keeps all items that have room", () => {
  assert.equal(kept(12, 20, 12), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test("keeps the first and the last where a rhythm has both", () => {
  assert.equal(kept(25, 8, 14), [0, 3, 6, 9, 12, 15, 18, 21, 24])
  assert.equal(kept(25, 5, 14), [0, 4, 8, 12, 16, 20, 24])
  assert.equal(kept(13, 10, 100), [0, 12])
})

test("keeps its rhythm rather than the last", () => {
  assert.equal(kept(12, 12, 14), [0, 2, 4, 6, 8, 10])
  assert.equal(kept(24, 8, 14), [0, 3, 6, 9, 12, 15, 18, 21])
  assert.equal(kept(24, 4, 14), [0, 5, 10, 15, 20])
})

test("keeps nothing that is wider than the row", () => {
  assert.equal(thinned(evenly(3, 5, 14), { left: 0, right: 10, gap: 2 }), [])
  assert.equal(thinned([], { left: 0, right: 10, gap: 2 }), [])
  assert.equal(thinned([{ centre: 5, width: 10 }], { left: 0, right: 10, gap: 2 }), [{ index: 0, left: 0 }])
})

test("lets no two collide and none leave the row, in order, from the first", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 60 })), { maxLength: 60 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 20 }),
      (steps, right, gap) => {
        let centre = 0
        const items = steps.map(([step, width]) => ({ centre: (centre += step), width }))
        const chosen = thinned(items, { left: 0, right, gap })
        chosen.forEach(({ index, left }, i) => {
          assert.ok(left >= 0 && left + items[index]!.width <= right)
          const next = chosen[i + 1]
          if (next) assert.ok(next.index > index && left + items[index]!.width + gap <= next.left)
        })
        if (chosen.length > 0) assert.is(chosen[0]!.index, 0)
      },
    ),
    { numRuns: depth(1000) },
  )
})

test.run()
