import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lruSet } from "platen/sdk/kit"

const test = suite("sdk/latest")

test("it lets go what was put there longest ago", () => {
  const map = new Map<string, number>()
  for (const [i, key] of ["a", "b", "c", "a", "d"].entries()) lruSet(map, key, i, 3)
  assert.equal(
    [...map],
    [
      ["c", 2],
      ["a", 3],
      ["d", 4],
    ],
  )
  lruSet(map, "c", 9, 3)
  assert.equal(
    [...map],
    [
      ["a", 3],
      ["d", 4],
      ["c", 9],
    ],
  )
})

test.run()
