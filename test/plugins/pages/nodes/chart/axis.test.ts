import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { axisOf, decimalsOf, roundStep } from "../../../../../plugins/pages/nodes/chart/axis.js"
import { depth } from "../../../../depth.js"

const test = suite("nodes/chart/axis")

test("has round numbers that people would choose", () => {
  const ticks = (low: number, high: number, most = 6): readonly number[] => axisOf({ low, high }, { most }).ticks
  assert.equal(ticks(0, 10), [0, 2, 4, 6, 8, 10])
  assert.equal(ticks(6.5, 17.5, 4), [5, 10, 15, 20])
  assert.equal(ticks(0, 5.8, 4), [0, 2, 4, 6])
  assert.equal(ticks(-4.8, 6.2, 3), [-5, 0, 5])
  assert.equal(ticks(0, 0.35), [0, 0.1, 0.2, 0.3, 0.4])
  assert.equal(ticks(1990, 2024), [1990, 2000, 2010, 2020, 2030])
  assert.equal(ticks(-1e12, 1e12, 3), [-1e12, 0, 1e12])
})

test("ends at a tick that is near, else a little beyond its numbers", () => {
  const near = axisOf({ low: 6.5, high: 17.5 }, { most: 4 })
  assert.equal([near.from, near.to], [5, 20])
  const far = axisOf({ low: 3.9, high: 20.5 }, { most: 3 })
  assert.ok(far.from < 3.9 && far.to > 20.5 && far.to < 25, JSON.stringify(far))
})

test("keeps the ends that it is given", () => {
  const given = axisOf({ low: 3, high: 17 }, { from: -3, to: 33, most: 5 })
  assert.equal([given.from, given.to], [-3, 33])
  assert.equal(given.ticks, [0, 10, 20, 30])
  assert.is(axisOf({ low: 3, high: 17 }, { from: 50, most: 5 }).from, 50)
  assert.ok(axisOf({ low: 3, high: 17 }, { from: 50, most: 5 }).to > 50)
  assert.ok(axisOf({ low: 3, high: 17 }, { to: -50, most: 5 }).from < -50)
})

test("has room round numbers that are all the same", () => {
  for (const value of [0, 5, -5, 1e12, 1e-7]) {
    const { from, to, ticks } = axisOf({ low: value, high: value }, { most: 5 })
    assert.ok(from < to && from <= value && to >= value && ticks.length >= 2, `${value}: ${from} to ${to}`)
  }
})

const number = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
)

test("shows all numbers between its ends, with ticks of even steps of 1, 2 or 5", () => {
  fc.assert(
    fc.property(
      number,
      number,
      fc.option(number),
      fc.option(number),
      fc.integer({ min: 3, max: 8 }),
      (a, b, c, d, most) => {
        const extent = { low: Math.min(a, b), high: Math.max(a, b) }
        const areApart = c === null || d === null || d - c > Math.max(1e-3, Math.abs(c), Math.abs(d)) * 1e-5
        const [from, to] = areApart ? [c ?? undefined, d ?? undefined] : []
        const axis = axisOf(extent, { from, to, most })
        assert.ok(axis.from < axis.to, `${axis.from} to ${axis.to}`)
        if (from === undefined) assert.ok(axis.from <= extent.low + axis.step * 1e-3 || to !== undefined)
        else assert.is(axis.from, from)
        if (to === undefined) assert.ok(axis.to >= extent.high - axis.step * 1e-3 || from !== undefined)
        else assert.is(axis.to, to)
        assert.ok(axis.ticks.length <= most, `${axis.ticks.length} of ${most}`)
        const mantissa = axis.step / 10 ** Math.floor(Math.log10(axis.step * 1.000001))
        assert.ok(
          [1, 2, 5].some((each) => Math.abs(each - mantissa) < 1e-6),
          `${axis.step}`,
        )
        for (const tick of axis.ticks)
          assert.ok(tick >= axis.from - axis.step * 1e-3 && tick <= axis.to + axis.step * 1e-3)
      },
    ),
    { numRuns: depth(2000) },
  )
})

test("rounds steps up, and knows their decimals", () => {
  assert.equal([0.9, 1, 1.1, 2, 2.1, 5, 5.1, 0.03].map(roundStep), [1, 1, 2, 2, 5, 5, 10, 0.05])
  assert.equal([1, 20, 0.5, 0.1, 0.02, 0.000001].map(decimalsOf), [0, 0, 1, 1, 2, 6])
})

test.run()
