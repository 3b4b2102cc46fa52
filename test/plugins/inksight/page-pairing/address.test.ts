import { suite } from "uvu"
import * as assert from "uvu/assert"
import { targetOf, codeOf, searchOf } from "../../../../plugins/inksight/page-pairing/browser/address.js"
import { languageFor } from "../../../../plugins/inksight/page-pairing/language.js"

const test = suite("plugins/inksight/page-pairing/address")

const MAC = "0E:00:00:00:00:01"

const AIMS: Readonly<Record<string, object>> = {
  "": {},
  "?mac=0e:00:00:00:00:01": { mac: MAC },
  "?prefer_mac=0e-00-00-00-00-01": { mac: MAC },
  "?prefer_mac=0E0000000001": { mac: MAC },
  "?mac=0E%3A00%3A00%3A00%3A00%3A01&prefer_mac=0E:00:00:00:00:02": { mac: MAC },
  "?mac=nonsense&prefer_mac=0E0000000001": { mac: MAC },
  "?mac=0E:00:00:00:00": {},
  "?mac=0E:00:00:00:00:01:02": {},
  "?mac=<script>": {},
  "?code=123456": { code: "123456" },
  "?code=ab%20cd-e": { code: "ABCDE" },
  "?code=abc": {},
  "?code=1234567890123": {},
  "?code=%3Cb%3E": {},
  "?code=<b>abcd": { code: "BABCD" },
  "?setup=+ABCD-EF+": { setup: "ABCD-EF" },
  "?setup=": {},
}
for (const [search, target] of Object.entries(AIMS))
  test(`reads ${JSON.stringify(search)}`, () => {
    assert.equal(targetOf(search), target)
  })

test("reads as much of a setup code as one has", () => {
  assert.is(targetOf(`?setup=${"x".repeat(5_000)}`).setup!.length, 64)
})

test("writes an address that reads the same", () => {
  for (const target of [{}, { mac: MAC }, { mac: MAC, code: "AB12" }, { setup: "A&B=#" }]) {
    assert.equal(targetOf(searchOf(target, undefined)), target)
    assert.match(searchOf(target, "zh"), /[?&]lang=zh$/)
  }
  assert.is(searchOf({}, undefined), "")
})

test("takes 4 to 12 letters and digits for a code, as the server does", () => {
  assert.equal(["abc", "abcd", "a b-c.d", "ABCDEFGHIJKL", "ABCDEFGHIJKLM", "配对码", ""].map(codeOf), [
    undefined,
    "ABCD",
    "ABCD",
    "ABCDEFGHIJKL",
    undefined,
    undefined,
    undefined,
  ])
})

const LANGUAGES: readonly (readonly [string | undefined, string | undefined, string, string])[] = [
  [undefined, undefined, "en", "en"],
  [undefined, undefined, "zh-CN", "zh"],
  [undefined, undefined, "de", "en"],
  [undefined, "zh-CN,zh;q=0.9,en;q=0.8", "en", "zh"],
  [undefined, "de, en;q=0.2, zh;q=0.9", "en", "zh"],
  [undefined, "fr,de", "zh", "zh"],
  [undefined, "zh;q=0,en", "zh", "en"],
  [undefined, "zh;q=0,de", "en", "en"],
  ["zh-TW", "en", "en", "zh"],
  ["de", "zh", "en", "zh"],
  ["<script>", ";;;q=,,", "en", "en"],
  [undefined, `${"x,".repeat(9_999)}zh`, "en", "en"],
]
for (const [asked, accepted, usual, language] of LANGUAGES) {
  test(`speaks ${language} to ${asked} / ${accepted?.slice(0, 40)} / ${usual}`, () => {
    assert.is(languageFor(asked, accepted, usual), language)
  })
}

test.run()
