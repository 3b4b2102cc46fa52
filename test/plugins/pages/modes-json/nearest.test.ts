import { suite } from "uvu"
import * as assert from "uvu/assert"
import { nearest, oneOf } from "../../../../plugins/pages/modes-json/nearest.js"

const test = suite("nearest")

/** A word, the names there are, and those that it may mean. */
const WORDS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["feilds", ["view", "fields", "field"], ["fields", "field"]],
  ["quot", ["quote"], ["quote"]],
  ["quotes", ["quote"], ["quote"]],
  ["qoute", ["route", "quote", "quot"], ["quote", "route"]],
  ["Quote", ["quote"], ["quote"]],
  ["quote", ["quite", "quota", "quoted", "quotes"], ["quite", "quota", "quoted"]],
  ["sun", ["run", "moon", "s"], ["run"]],
  ["colour", ["columns", "color"], ["color"]],
  ["a", ["b", "bc"], ["b"]],
  ["", ["b"], ["b"]],
  ["ab", [], []],
  ["x".repeat(41), ["x".repeat(41)], []],
]
for (const [word, names, found] of WORDS)
  test(`takes "${word.slice(0, 9)}" of ${names.length} for ${found.join(", ") || "none"}`, () => {
    assert.equal(nearest(word, names), found)
  })

test("writes a choice", () => {
  assert.equal(
    [oneOf([]), oneOf([1]), oneOf(["a", "b"]), oneOf(["a", "b", 3])],
    ["", "1", '"a" or "b"', '"a", "b" or 3'],
  )
})

test.run()
