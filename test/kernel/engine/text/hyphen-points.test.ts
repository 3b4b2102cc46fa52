import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { hyphenPoints } from "../../../../kernel/engine/text/hyphen-points.js"

const test = suite("hyphen-points")

function hyphenated(text: string, language: string): string {
  const points = hyphenPoints(text, language)
  return [0, ...points].map((at, i) => text.slice(at, points[i])).join("-")
}

/** Where dictionaries hyphenate. Source: Merriam-Webster, Oxford, Duden and the like. */
const WORDS: readonly (readonly [language: string, words: string])[] = [
  ["en", "hy-phen-ation ty-pog-ra-phy uni-ver-sity Feb-ru-ary dic-tio-nary light-house record"],
  ["en-GB", "dic-tion-ary ne-ces-sar-ily light-house"],
  ["de", "Sil-ben-tren-nung Wo-chen-ende Son-nen-auf-gang Zu-sam-men-ar-beit Stra-ßen-bahn-hal-te-stelle Haus-tür"],
  ["fr", "dé-ve-lop-pe-ment bi-blio-thèque si-gni-fi-ca-tion"],
  ["es", "de-sa-rro-llo bi-blio-teca ex-tra-or-di-na-rio fe-rro-ca-rril"],
  ["it", "bi-blio-teca pre-ci-pi-te-vo-lis-si-me-vol-mente ac-qua"],
  ["nl", "let-ter-greep ge-schie-de-nis"],
  ["da", "bi-bli-o-tek ar-bejds-løs-heds-un-der-støt-telse"],
  ["sv", "ut-veck-ling järn-vägs-sta-tion"],
  ["nb", "bi-blio-tek"],
  ["pl", "od-po-wie-dzial-ność bi-blio-teka"],
  ["pt", "de-sen-vol-vi-mento"],
  ["ru", "от-вет-ствен-ность биб-лио-тека"],
  ["hu", "könyv-tár vas-út-ál-lo-más asszony hosszú"],
]
for (const [language, words] of WORDS)
  test(`hyphenates words in ${language}`, () => {
    assert.is(hyphenated(words.replaceAll("-", ""), language), words)
  })

test("takes the patterns of the closest language, and none for one without", () => {
  const word = "dictionary"
  assert.is(hyphenated(word, "en-CA"), "dic-tio-nary")
  assert.is(hyphenated("Haustür", "de-AT"), "Haus-tür")
  for (const language of ["ja", "ko", "zh-CN", "x", "../en", "patterns"]) assert.is(hyphenated(word, language), word)
})

test("keeps whole what has digits or capitals inside, addresses, and words with hyphens of their own", () => {
  const whole =
    "hyphenation2 NASA's TYPOGRAPHY JavaScript https://hyphenation.org/typography hyphenation@example.org " +
    "hyphenation.org light-hearted hyphen\u00adation typography/hyphenation typo\u2011graphy 22nd"
  assert.is(hyphenated(whole, "en"), whole)
  assert.is(hyphenated("“hyphenation” (typography), it's", "en"), "“hy-phen-ation” (ty-pog-ra-phy), it's")
})

test("finds points inside words alone, away from their ends", () => {
  const word = fc.stringMatching(/^[a-zäöüß]{1,14}$/)
  const mark = fc.constantFrom(" ", ", ", "-", "'", ". ", "7", "@", "\u00ad", "A", "\n", "你", "\u{1f600}", "e\u0301")
  fc.assert(
    fc.property(fc.array(fc.oneof(word, mark)), fc.constantFrom("de", "en", "sv"), (parts, language) => {
      const text = parts.join("")
      const points = hyphenPoints(text, language)
      points.forEach((at, i) => {
        assert.ok(i === 0 || at > points[i - 1]!)
        assert.match(text.slice(0, at), /\p{L}\p{L}$/u)
        assert.match(text.slice(at), /^\p{L}{3}/u)
        assert.not.match(/\S*$/.exec(text.slice(0, at))![0], /[\d@\u00ad-]/)
      })
    }),
  )
})

test.run()
