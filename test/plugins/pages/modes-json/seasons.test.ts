import { suite } from "uvu"
import * as assert from "uvu/assert"
import { seasonOf } from "../../../../plugins/pages/modes-json/seasons.js"

const test = suite("modes-json/seasons")

for (const [month, north, south] of [
  [12, "winter", "summer"],
  [2, "winter", "summer"],
  [3, "spring", "autumn"],
  [5, "spring", "autumn"],
  [6, "summer", "winter"],
  [8, "summer", "winter"],
  [9, "autumn", "spring"],
  [11, "autumn", "spring"],
] as const) {
  test(`knows the season of month ${month} on either side of the equator`, () => {
    assert.equal(
      [seasonOf({ month }), seasonOf({ month }, 0), seasonOf({ month }, 52.5), seasonOf({ month }, -33.9)],
      [north, north, north, south],
    )
  })
}

test.run()
