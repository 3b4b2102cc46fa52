import { suite } from "uvu"
import * as assert from "uvu/assert"
import {
  decimalsOfValues,
  distinctNumerals,
  numeral,
  withUnit,
} from "../../../../../plugins/pages/nodes/chart/numbers.js"
import { seriesOf } from "../../../../../plugins/pages/nodes/chart/series.js"

const test = suite("nodes/chart/numbers")

test("writes numbers as a language does, with a minus sign and without a minus at nought", () => {
  assert.is(numeral(12.25, 2, "en"), "12.25")
  assert.is(numeral(12.25, 1, "de"), "12,3")
  assert.is(numeral(-4, 0, "fr"), "−4")
  assert.is(numeral(-0.01, 1, "en"), "0.0")
  assert.is(numeral(12_345, 0, "de"), "12345")
  assert.is(numeral(2_500_000, 0, "en"), "2.5M")
  assert.is(numeral(7, 0, "no such language"), "7")
})

test("puts a sign at its number and a word after a space", () => {
  assert.is(withUnit("7", "°"), "7°")
  assert.is(withUnit("7", "%"), "7%")
  assert.is(withUnit("7", "mm"), "7 mm")
  assert.is(withUnit("7"), "7")
})

test("tells the numbers of a scale apart", () => {
  assert.equal(distinctNumerals([-1, -0.5, 0, 0.5], 0, "en"), ["−1.0", "−0.5", "0.0", "0.5"])
  assert.equal(distinctNumerals([0, 10, 20], 0, "en"), ["0", "10", "20"])
  assert.equal(distinctNumerals([0.00002, 0.00004], 4, "en"), ["0.00002", "0.00004"])
  assert.equal(distinctNumerals([1_000_000, 1_020_000, 1_040_000], 0, "en"), ["1M", "1.02M", "1.04M"])
  assert.equal(distinctNumerals([1_000_000, 1_020_000], 0, "zh"), ["100万", "102万"])
  assert.equal(distinctNumerals([7, 7], 0, "en").length, 2, "ends where they are the same")
})

test("needs as many decimals as the values have, at most two from 1 on", () => {
  const decimals = (values: readonly (number | null)[], more: object = {}): number => {
    const node = { type: "chart", kind: "line", values, ...more } as const
    return decimalsOfValues(node, seriesOf(node))
  }
  assert.is(decimals([1, 20, null]), 0)
  assert.is(decimals([1, 0.5]), 1)
  assert.is(decimals([0.1 + 0.2]), 1)
  assert.is(decimals([1 / 3]), 3)
  assert.is(decimals([4 / 3]), 2)
  assert.is(decimals([0.00045, 0.0002]), 5)
  assert.is(decimals([0.00012345, 0]), 6)
  assert.is(decimals([0, 0]), 0)
  assert.is(decimals([1, 0.5], { decimals: 3 }), 3)
})

test.run()
