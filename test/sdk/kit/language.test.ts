import { suite } from "uvu"
import * as assert from "uvu/assert"
import { acceptedLanguages, isChinese, isRightToLeft, isTraditionalChinese, languageChain } from "platen/sdk/kit"

const test = suite("sdk/language")

for (const [header, tags] of [
  [undefined, []],
  ["", []],
  ["*", []],
  ["zh-CN,zh;q=0.9,en;q=0.8", ["zh-CN", "zh", "en"]],
  ["en;q=0.5, de ; q=0.9 , fr", ["fr", "de", "en"]],
  ["en;q=0, de", ["de"]],
  ["en;q=x, de", ["de"]],
  ["en;level=1;Q=0.3,de;q=0.4", ["de", "en"]],
  ["<script>, en", ["en"]],
  [Array.from({ length: 50 }, () => "x;q=0").join(",") + ",en", []],
] as const)
  test(`it reads ${JSON.stringify(tags)} in "${String(header).slice(0, 40)}"`, () => {
    assert.equal(acceptedLanguages(header), tags)
  })

for (const [tag, chain] of [
  ["en", ["en"]],
  ["EN-gb", ["EN-gb", "en-GB", "en"]],
  ["pt-BR", ["pt-BR", "pt"]],
  ["es-419", ["es-419", "es"]],
  ["zh", ["zh"]],
  ["zh-CN", ["zh-CN", "zh"]],
  ["zh-Hans-CN", ["zh-Hans-CN", "zh-Hans", "zh"]],
  ["zh-Hans-HK", ["zh-Hans-HK", "zh-Hans", "zh"]],
  ["zh-TW", ["zh-TW", "zh-Hant", "zh"]],
  ["zh-tw", ["zh-tw", "zh-TW", "zh-Hant", "zh"]],
  ["zh-HK", ["zh-HK", "zh-Hant", "zh"]],
  ["zh-MO", ["zh-MO", "zh-HK", "zh-Hant", "zh"]],
  ["zh-Hant", ["zh-Hant", "zh"]],
  ["zh-Hant-HK", ["zh-Hant-HK", "zh-HK", "zh-Hant", "zh"]],
  ["cmn-TW", ["cmn-TW", "zh-TW", "zh-Hant", "zh"]],
  ["sr-Latn-RS", ["sr-Latn-RS", "sr-Latn", "sr"]],
  ["sr-ME", ["sr-ME", "sr-Latn", "sr"]],
  ["no", ["no", "nb"]],
  ["iw-IL", ["iw-IL", "he-IL", "he"]],
  ["de-1996", ["de-1996", "de"]],
  ["", [""]],
] as const)
  test(`it finds words for "${tag}" under ${chain.join(", ")}`, () => {
    assert.equal(languageChain(tag), chain)
  })

test("it knows forms of Chinese, traditional ones, and languages that run from right to left", () => {
  const tags = [
    "zh",
    "ZH-hant",
    "zh-TW",
    "zh-Hans-HK",
    "cmn",
    "ja",
    "ar-EG",
    "fa",
    "iw",
    "az-Arab",
    "pa",
    "ur-Latn",
    "",
  ]
  const those = (holds: (tag: string) => boolean): string => tags.filter(holds).join()
  assert.is(those(isChinese), "zh,ZH-hant,zh-TW,zh-Hans-HK,cmn")
  assert.is(those(isTraditionalChinese), "ZH-hant,zh-TW")
  assert.is(those(isRightToLeft), "ar-EG,fa,iw,az-Arab")
})

test.run()
