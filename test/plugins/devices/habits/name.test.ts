import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { cleanName, habitName } from "../../../../plugins/devices/habits/name.js"

const test = suite("habits/name")

for (const [given, name] of [
  ["Run", "Run"],
  ["  Run\t a\n mile ", "Run a mile"],
  ["喝水", "喝水"],
  ["ماء", "ماء"],
  ["💧", "💧"],
  ["👨‍👩‍👧 walk", "👨‍👩‍👧 walk"],
  ["50/50", "50/50"],
  ["\u0007bell\u0000", "bell"],
  ["Cafe\u0301", "Café"],
  ["\u202eevil\u202c", "evil"],
  ["half \ud800 a pair", "half a pair"],
  ["a\u2028b", "a b"],
  ["+", "+"],
  ["x".repeat(60), "x".repeat(60)],
  ["💧".repeat(60), "💧".repeat(60)],
  ["'quote\"", "'quote\""],
] as const) {
  test(`keeps ${JSON.stringify(given).slice(0, 30)} as it is read`, () => {
    assert.is(habitName.parse(given), name)
  })
}

for (const wrong of [
  "",
  " ",
  "\u0000\u0007",
  "\u200b",
  "\u202e",
  ".",
  "..",
  "-",
  "\u0301",
  "x".repeat(61),
  "x".repeat(5_000),
  "💧".repeat(61),
  5,
  null,
  undefined,
  ["Run"],
  {},
]) {
  test(`refuses ${JSON.stringify(wrong)?.slice(0, 30)}`, () => {
    assert.not.ok(habitName.safeParse(wrong).success)
  })
}

test("reads what it has cleaned as the same name", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 80 }), fc.string({ maxLength: 80 })), (given) => {
      assert.is(cleanName(cleanName(given)), cleanName(given))
      const { data } = habitName.safeParse(given)
      if (data !== undefined) assert.is(habitName.parse(decodeURIComponent(encodeURIComponent(data))), data)
    }),
  )
})

test.run()
