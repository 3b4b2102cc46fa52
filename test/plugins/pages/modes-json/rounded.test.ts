import { suite } from "uvu"
import * as assert from "uvu/assert"
import { rounded } from "../../../../plugins/pages/modes-json/rounded.js"

const test = suite("modes-json: rounded")

for (const [number, expected] of [
  [21.437, 21.437],
  [21.4375839, 21.4],
  [-3.2, -3.2],
  [0.0449, 0.0449],
  [0.00045, 0.00045],
  [0.000451234, 0.000451],
  [-0.0004, -0.0004],
  [0, 0],
  [9.996, 9.996],
  [1.0123456, 1.01],
  [812.40723, 812.4],
  [1013.25, 1013],
  [29.921, 29.921],
  [-12345.678, -12346],
  [21.400000000000002, 21.4],
  [99_999, 99_999],
  [1e300, 1e300],
] as const)
  test(`keeps the digits of ${number} that matter`, () => assert.is(rounded(number, undefined), expected))

for (const [number, decimals, expected] of [
  [112.085, 1, 112.1],
  [0.004, 1, 0.004],
  [-0.00041, 2, -0.00041],
  [0.0449123, 1, 0.0449],
  [0.96, 0, 1],
  [0.04, 0, 0.04],
  [0.06, 1, 0.1],
  [0, 3, 0],
  [1234.5678, 2, 1234.57],
  [5, -3, 5],
  [1.5, 1e9, 1.5],
] as const)
  test(`rounds ${number} to ${decimals} decimals, never to 0`, () => assert.is(rounded(number, decimals), expected))

test.run()
