import { suite } from "uvu"
import * as assert from "uvu/assert"
import { recentTexts } from "../../../kernel/storage/recent.js"

const test = suite("storage/recent")

test("remembers what was set last, and nothing that is very long", () => {
  const recent = recentTexts()
  recent.set("a", "1")
  recent.set("a", "2")
  recent.set("b", "x".repeat(8_193))
  assert.equal([recent.get("a"), recent.get("b"), recent.get("c")], ["2", undefined, undefined])
  recent.set("a", "x".repeat(8_193))
  assert.is(recent.get("a"), undefined, "a longer one makes it forget the old")
  recent.set("c", "1")
  recent.set("c", undefined)
  assert.is(recent.get("c"), undefined)
})

test("forgets what was set longest ago", () => {
  const recent = recentTexts()
  for (let i = 0; i < 2_000; i++) recent.set(String(i), "x")
  recent.set("0", "y")
  recent.set("more", "x")
  assert.equal(
    ["0", "1", "2", "1999", "more"].map((key) => recent.get(key)),
    ["y", undefined, "x", "x", "x"],
  )
})

test.run()
