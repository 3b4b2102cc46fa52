import { suite } from "uvu"
import * as assert from "uvu/assert"
import { positionsIn } from "../../../../plugins/tools/workbench/positions.js"

const test = suite("yaml")

const TEXT = ["{", '\t"a": 1,', '  "b": [', '    { "c": "x" }, [null]],', '  "a": 2, "d.e": 3', "}", ""]

for (const [what, lines] of [
  ["\\n", TEXT.join("\n")],
  ["\\r\\n", TEXT.join("\r\n")],
] as const)
  test(`finds values and keys of a JSON text whose lines end with ${what}`, () => {
    const { value, key } = positionsIn(lines)
    const places = ["", "b", "b.0", "b.0.c", "b.1.0"].map((path) => {
      const { line, column } = value(path)
      return `${line}:${column}`
    })
    assert.equal(places, ["1:1", "3:8", "4:5", "4:12", "4:20"])
    assert.equal(value("a"), { line: 5, column: 8 }, "the last of two, which is the one that counts")
    assert.equal(
      [key("", "b"), key("b.0", "c")],
      [
        { line: 3, column: 3 },
        { line: 4, column: 7 },
      ],
    )
  })

test("names what is round a thing that is not there", () => {
  const { value, key } = positionsIn(TEXT.join("\n"))
  assert.equal(value("b.0.quote"), { line: 4, column: 5 })
  assert.equal(value("b.7"), { line: 3, column: 8 })
  assert.equal(value("x.y"), { line: 1, column: 1 })
  assert.equal([key("b.0.quote", "c"), key("", "x"), key("b", "0")], [undefined, undefined, undefined])
})

test("names the start of a text with more levels than it follows", () => {
  const of = (levels: number): string => `${" [".repeat(levels)}"[[["${"]".repeat(levels)}`
  assert.equal(positionsIn(of(200)).value("0.0"), { line: 1, column: 6 })
  for (const levels of [201, 100_000]) assert.equal(positionsIn(of(levels)).value("0.0"), { line: 1, column: 1 })
})

test.run()
