import { suite } from "uvu"
import * as assert from "uvu/assert"
import { recentValues } from "../../../kernel/storage/recent.js"

const test = suite("storage/recent")

const known = <T>(value: T, revision = 1): { value: T; revision: number } => ({ value, revision })

test("remembers what was set last, and nothing of a very long text", () => {
  const recent = recentValues<string>()
  recent.set("a", known("1"), 1)
  recent.set("a", known("2", 2), 1)
  recent.set("b", known("x"), 8_193)
  assert.equal([recent.get("a"), recent.get("b"), recent.get("c")], [known("2", 2), undefined, undefined])
  recent.set("a", known("x"), 8_193)
  assert.is(recent.get("a"), undefined, "a longer one makes it forget the old")
  recent.set("c", known("1"), 1)
  recent.delete("c")
  assert.is(recent.get("c"), undefined)
})

test("freezes a value and all that it holds", () => {
  const recent = recentValues<{ list: { n: number }[] }>()
  const { value } = recent.set("a", known({ list: [{ n: 1 }] }), 10)
  assert.throws(() => {
    value!.list[0]!.n = 2
  }, TypeError)
  assert.throws(() => value!.list.push({ n: 2 }), TypeError)
})

test("forgets what was set longest ago", () => {
  const recent = recentValues<string>()
  for (let i = 0; i < 2_000; i++) recent.set(String(i), known("x"), 1)
  recent.set("0", known("y"), 1)
  recent.set("more", known("x"), 1)
  assert.equal(
    ["0", "1", "2", "1999", "more"].map((key) => recent.get(key)?.value),
    ["y", undefined, "x", "x", "x"],
  )
})

test.run()
