import { seededRandom } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { replayed } from "../../../../plugins/devices/render/chance.js"

const test = suite("plugins/devices/render/chance")

test("gives the same numbers to work that runs again, and new ones to the next", () => {
  const random = seededRandom("chance")
  const chance = replayed(random)
  const [first, second] = [chance(), chance()]
  const drawn = [first(), first()]
  assert.equal([second(), second()], drawn)
  assert.is(chance()(), drawn[0])
  assert.not.ok(drawn.includes(second()), "and goes on")
  assert.not.ok(drawn.includes(replayed(random)()()))
})

test.run()
