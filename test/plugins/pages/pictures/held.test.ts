import { suite } from "uvu"
import * as assert from "uvu/assert"
import { HeldFiles } from "../../../../plugins/pages/pictures/held.js"

const test = suite("pictures/held")
const file = (bytes: number): Uint8Array => new Uint8Array(bytes)

test("evicts the oldest of whoever holds most, never those of others", () => {
  const held = new HeldFiles(100)
  held.set("ben", file(20), "ben")
  for (let i = 0; i < 10; i++) held.set(`carl ${i}`, file(30), "carl")
  const left = ["ben", ...Array.from({ length: 10 }, (_, i) => `carl ${i}`)].filter((id) => held.get(id))
  assert.equal(left, ["ben", "carl 8", "carl 9"])
})

test("keeps the newest whatever its size, and counts one that comes again once", () => {
  const held = new HeldFiles(100)
  held.set("a", file(60), "anna")
  held.set("a", file(60), "anna")
  held.set("b", file(40), "anna")
  assert.ok(held.get("a") && held.get("b"))
  held.set("large", file(150), "ben")
  assert.equal([held.get("a"), held.get("b"), held.get("large")?.length], [undefined, undefined, 150])
})

test.run()
