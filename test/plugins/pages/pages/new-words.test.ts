import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { NewWords } from "../../../../plugins/pages/pages/sources/new-words.js"

const test = suite("pages/new-words")

test("admits 20 new questions of an address a day and 500 in all, and those of the day again and again", () => {
  const clock = fakeClock("2026-11-25T23:00:00Z")
  const words = new NewWords(clock)
  const admitted = (address: string | undefined, from: number, count: number): number =>
    Array.from({ length: count }, (_, i) => words.admit(["place", from + i], address)).filter(Boolean).length
  assert.is(admitted("192.0.2.1", 0, 30), 20)
  assert.is(admitted("192.0.2.1", 0, 20), 20, "what was asked may be asked again")
  assert.is(admitted(undefined, 0, 30), 20, "also without an allowance")
  assert.is(admitted(undefined, 1_000, 5), 0, "nothing new without an allowance")
  for (let i = 2; i < 60; i++) admitted(`192.0.2.${i}`, i * 100, 20)
  assert.is(admitted("198.51.100.1", 50_000, 20), 0, "500 in all")
  assert.is(admitted("198.51.100.1", 200, 20), 20, "which others have asked")
  clock.advance(3_600_000)
  assert.is(admitted("198.51.100.1", 50_000, 30), 20, "another day, in UTC")
})

test.run()
