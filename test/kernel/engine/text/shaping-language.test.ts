import { suite } from "uvu"
import * as assert from "uvu/assert"
import { shapingLanguage } from "../../../../kernel/engine/text/shaping-language.js"

const test = suite("text/shaping language")

for (const [tag, language] of [
  ["en", "en"],
  ["en-GB", "en"],
  ["EN-x-abcd", "en"],
  ["zh", "zh"],
  ["zh-Hant-HK", "zh-hant"],
  ["zh-TW", "zh-tw"],
  ["zh-x-tw", "zh"],
  ["ar", "ar"],
  ["yue", "yue"],
  ["xq", "und"],
  ["aaaaaaaa", "und"],
  ["", "und"],
  ["i-klingon", "und"],
  ["en1", "und"],
] as const) {
  test(`takes ${tag || "nothing"} for ${language}`, () => {
    assert.is(shapingLanguage(tag), language)
  })
}

test("knows a bounded number, whatever callers name", () => {
  const seen = new Set<string>()
  for (let i = 0; i < 100_000; i++)
    seen.add(shapingLanguage(`${i.toString(36)}-${i.toString(36)}`)).add(shapingLanguage(`zh-hant-x-${i}`))
  assert.ok(seen.size < 1_000, `${seen.size} languages`)
})

test.run()
