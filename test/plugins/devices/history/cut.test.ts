import { suite } from "uvu"
import * as assert from "uvu/assert"
import { cutTo } from "../../../../plugins/devices/history/cut.js"

const test = suite("library/cut")
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

test("leaves what is short as it is", () => {
  const data = { quote: "x".repeat(8_000), n: 1 }
  assert.is(cutTo(data, 8_192), data)
})

test("cuts texts and lists until all of it fits, and keeps its shape", () => {
  const data = {
    quote: "字".repeat(20_000),
    list: Array.from({ length: 3_000 }, (_, i) => ({ name: `entry ${i}`, n: i })),
    n: 5,
    on: true,
    none: null,
  }
  const shorter = cutTo(data, 8_192) as typeof data
  assert.ok(bytes(shorter) <= 8_192)
  assert.equal(
    [Object.keys(shorter), shorter.n, shorter.on, shorter.none, shorter.list[0]],
    [Object.keys(data), 5, true, null, { name: "entry 0", n: 0 }],
  )
  assert.ok(shorter.quote.endsWith("…") && shorter.quote.length > 50)
})

test("leaves no half of a surrogate pair", () => {
  for (let i = 0; i < 3; i++) {
    const { quote } = cutTo({ quote: `${"x".repeat(i)}${"😀".repeat(9_000)}` }, 8_192) as { quote: string }
    assert.ok(quote.isWellFormed())
  }
})

test("keeps nothing of what cannot be cut", () => {
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`name ${i}`, i]))
  assert.equal(cutTo(names, 8_192), {})
})

test.run()
