import { suite } from "uvu"
import * as assert from "uvu/assert"
import { refreshMinutes } from "../../../../plugins/devices/render/reservations.js"

const test = suite("render/minutes")

for (const [configured, minutes] of [
  [1_440, [10, 20, 40, 40, 40]],
  [60, [10, 20, 40, 40, 40]],
  [30, [10, 20, 30, 30, 30]],
  [15, [10, 15, 15, 15, 15]],
  [10, [10, 10, 10, 10, 10]],
] as const) {
  test(`asks for a refresh in ${minutes.join(", ")} minutes while content stands in, in ${configured} else`, () => {
    for (const [count, wanted] of minutes.entries()) {
      const before = { count, flagged: [] }
      assert.equal(
        [refreshMinutes(configured, before, true), refreshMinutes(configured, before, false)],
        [wanted, configured],
      )
    }
  })
}

test.run()
