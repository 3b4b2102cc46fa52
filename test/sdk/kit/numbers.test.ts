import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localDigits, localList, localNumber } from "platen/sdk/kit"
import { wordsIn } from "../../words.js"

const test = suite("sdk/numbers")

for (const [language, short, long, negative, fraction] of [
  ["en", "1,234", "12,345,678", "−5", "0.25"],
  ["de", "1.234", "12.345.678", "−5", "0,25"],
  ["es", "1234", "12.345.678", "−5", "0,25"],
  ["fr", "1\u00a0234", "12\u00a0345\u00a0678", "−5", "0,25"],
  ["hi", "1,234", "1,23,45,678", "−5", "0.25"],
  ["zh", "1,234", "12,345,678", "−5", "0.25"],
  ["ar", "١٬٢٣٤", "١٢٬٣٤٥٬٦٧٨", "−٥", "٠٫٢٥"],
  ["ar-MA", "1.234", "12.345.678", "−5", "0,25"],
  ["fa", "۱٬۲۳۴", "۱۲٬۳۴۵٬۶۷۸", "−۵", "۰٫۲۵"],
  ["ne", "१,२३४", "१,२३,४५,६७८", "−५", "०.२५"],
  ["bn", "১,২৩৪", "১,২৩,৪৫,৬৭৮", "−৫", "০.২৫"],
  ["xx", "1,234", "12,345,678", "−5", "0.25"],
] as const)
  test(`it writes numbers in ${language}`, () => {
    const words = wordsIn(language)
    assert.equal(
      [1_234, 12_345_678, -5, 0.25].map((value) => localNumber(value, words)),
      [short, long, negative, fraction],
    )
  })

test("it writes very small and very large numbers without an exponent", () => {
  const words = wordsIn("de")
  assert.equal(
    [0.00000045, -1.5e-9, 1e21, -0].map((value) => localNumber(value, words)),
    ["0,00000045", "−0,0000000015", "1.000.000.000.000.000.000.000", "0"],
  )
})

test("it writes European digits where there are no words", () => {
  assert.is(
    localNumber(36_500, (key) => key),
    "36,500",
  )
  assert.is(
    localDigits("08:05", (key) => key),
    "08:05",
  )
})

test("it replaces the digits of a text, and nothing else", () => {
  assert.is(localDigits("as of 08:05", wordsIn("ar")), "as of ٠٨:٠٥")
  assert.is(localDigits("08:05", wordsIn("de")), "08:05")
})

for (const [language, two, three, four] of [
  ["en", "A and B", "A, B and C", "A, B, C and D"],
  ["de", "A und B", "A, B und C", "A, B, C und D"],
  ["zh", "A和B", "A、B和C", "A、B、C和D"],
  ["zh-HK", "A及B", "A、B及C", "A、B、C及D"],
  ["ja", "A、B", "A、B、C", "A、B、C、D"],
  ["ar", "A وB", "A وB وC", "A وB وC وD"],
] as const)
  test(`it writes lists in ${language}`, () => {
    const words = wordsIn(language)
    assert.equal(
      [[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]].map((items) => localList(items, words)),
      ["", "A", two, three, four],
    )
  })

test("it keeps braces of the entries of a list", () => {
  assert.is(localList(["{b}", "{a}"], wordsIn("en")), "{b} and {a}")
})

test.run()
