import { suite } from "uvu"
import * as assert from "uvu/assert"
import { clockTime, datePhrase, dayNumber, dayOf, localNumber } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import { DATA } from "../../../../plugins/pages/words/cldr.js"
import { wordsIn } from "../../../words.js"

const test = suite("words/dates")

function dayAt(iso: string): LocalDay {
  const [year, month, day] = iso.split("-").map(Number) as [number, number, number]
  return dayOf(dayNumber(year, month, day))
}

const DAYS: readonly LocalDay[] = [
  "2026-01-01",
  "2026-02-03",
  "2026-03-14",
  "2026-04-25",
  "2026-05-06",
  "2026-06-17",
  "2026-07-28",
  "2026-08-09",
  "2026-10-30",
  "2026-11-22",
].map(dayAt)
const PHRASES = ["short", "shortYear", "dayMonth", "medium", "full", "long", "monthYear", "week", "dayOfYear"].map(
  (name) => `date.${name}`,
)

function said(language: string, key: string, iso = "2026-11-22"): string {
  const words = wordsIn(language)
  return words(key, datePhrase(dayAt(iso), words))
}

/** The phrases that pages have shown from the start: pictures are compared byte by byte. */
const HOUSE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    "date.short": "Sun 22 Nov",
    "date.dayMonth": "22 Nov",
    "date.full": "22 November 2026",
    "date.monthYear": "November 2026",
    "date.long": "Sunday 22 November 2026",
    "date.shortYear": "Sun 22 Nov 2026",
    "date.medium": "22 Nov 2026",
    "date.dayOfYear": "Day 326 of 365",
    "date.week": "Week 47",
  },
  zh: {
    "date.short": "11月22日 周日",
    "date.dayMonth": "11月22日",
    "date.full": "2026年11月22日",
    "date.monthYear": "2026年11月",
    "date.long": "2026年11月22日 星期日",
    "date.shortYear": "2026年11月22日 周日",
    "date.medium": "2026年11月22日",
    "date.dayOfYear": "第326天",
    "date.week": "第47周",
  },
}
for (const [language, phrases] of Object.entries(HOUSE))
  test(`keeps the phrases of ${language}`, () => {
    assert.equal(Object.fromEntries(Object.keys(phrases).map((key) => [key, said(language, key)])), phrases)
  })

const list = (language: string, prefix: string, first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => wordsIn(language)(`${prefix}.${first + i}`)).join(" ")

test("keeps the names of en and zh", () => {
  for (const [language, prefix, names] of [
    ["en", "weekday", "Sunday Monday Tuesday Wednesday Thursday Friday Saturday"],
    ["en", "weekday.short", "Sun Mon Tue Wed Thu Fri Sat"],
    ["en", "weekday.letter", "Su Mo Tu We Th Fr Sa"],
    ["en", "month", "January February March April May June July August September October November December"],
    ["en", "month.short", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"],
    ["zh", "weekday", "星期日 星期一 星期二 星期三 星期四 星期五 星期六"],
    ["zh", "weekday.short", "周日 周一 周二 周三 周四 周五 周六"],
    ["zh", "weekday.letter", "日 一 二 三 四 五 六"],
    ["zh", "month", "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月"],
    ["zh", "month.short", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月"],
  ] as const) {
    const [first, count] = prefix.startsWith("month") ? [1, 12] : [0, 7]
    assert.is(list(language, prefix, first, count), names)
    if (prefix !== "weekday.letter") assert.is(list(language, `${prefix}.in-date`, first, count), names)
    assert.is(wordsIn(language)("first-day-of-week"), "1")
  }
})

for (const [language, short, full, long] of [
  ["en-US", "Sun, Nov 22", "November 22, 2026", "Sunday, November 22, 2026"],
  ["en-GB", "Sun 22 Nov", "22 November 2026", "Sunday 22 November 2026"],
  ["de", "So., 22. Nov.", "22. November 2026", "Sonntag, 22. November 2026"],
  ["de-AT", "So., 22. Nov.", "22. November 2026", "Sonntag, 22. November 2026"],
  ["es", "dom, 22 nov", "22 de noviembre de 2026", "domingo, 22 de noviembre de 2026"],
  ["fr", "dim. 22 nov.", "22 novembre 2026", "dimanche 22 novembre 2026"],
  ["it", "dom 22 nov", "22 novembre 2026", "domenica 22 novembre 2026"],
  ["nl", "zo 22 nov", "22 november 2026", "zondag 22 november 2026"],
  ["ja", "11月22日(日)", "2026年11月22日", "2026年11月22日日曜日"],
  ["zh-TW", "11月22日 週日", "2026年11月22日", "2026年11月22日 星期日"],
  ["zh-HK", "11月22日 週日", "2026年11月22日", "2026年11月22日 星期日"],
  ["zh-Hans-CN", "11月22日 周日", "2026年11月22日", "2026年11月22日 星期日"],
  ["ru", "вс, 22 нояб.", "22 ноября 2026\u00a0г.", "воскресенье, 22 ноября 2026\u00a0г."],
  ["ca", "dg., 22 de nov.", "22 de novembre del 2026", "diumenge, 22 de novembre del 2026"],
  ["lt", "11-22, sk", "2026 m. lapkričio 22 d.", "2026 m. lapkričio 22 d., sekmadienis"],
  ["fi", "su 22.11.", "22. marraskuuta 2026", "sunnuntaina 22. marraskuuta 2026"],
  ["hu", "nov. 22., V", "2026. november 22.", "2026. november 22., vasárnap"],
  ["ko", "11월 22일 (일)", "2026년 11월 22일", "2026년 11월 22일 일요일"],
  ["ar", "الأحد، ٢٢ نوفمبر", "٢٢ نوفمبر ٢٠٢٦", "الأحد، ٢٢ نوفمبر ٢٠٢٦"],
  ["ar-AE", "الأحد، 22 نوفمبر", "22 نوفمبر 2026", "الأحد، 22 نوفمبر 2026"],
  ["fa", "یکشنبه ۲۲ نوامبر", "۲۲ نوامبر ۲۰۲۶", "یکشنبه ۲۲ نوامبر ۲۰۲۶"],
  ["he", "יום א׳, 22 בנוב׳", "22 בנובמבר 2026", "יום ראשון, 22 בנובמבר 2026"],
  ["hi", "रवि, 22 नव॰", "22 नवंबर 2026", "रविवार, 22 नवंबर 2026"],
  ["mr", "रवि, २२ नोव्हें", "२२ नोव्हेंबर, २०२६", "रविवार, २२ नोव्हेंबर, २०२६"],
  ["xx", "Sun 22 Nov", "22 November 2026", "Sunday 22 November 2026"],
] as const)
  test(`writes dates in ${language}`, () => {
    assert.equal(
      ["date.short", "date.full", "date.long"].map((key) => said(language, key)),
      [short, full, long],
    )
  })

for (const [language, month, genitive] of [
  ["ru", "ноябрь", "ноября"],
  ["uk", "листопад", "листопада"],
  ["be", "лістапад", "лістапада"],
  ["pl", "listopad", "listopada"],
  ["cs", "listopad", "listopadu"],
  ["sk", "november", "novembra"],
  ["hr", "studeni", "studenoga"],
  ["el", "Νοέμβριος", "Νοεμβρίου"],
  ["lt", "lapkritis", "lapkričio"],
  ["hy", "նոյեմբեր", "նոյեմբերի"],
  ["fi", "marraskuu", "marraskuuta"],
] as const)
  test(`has the case of months that ${language} needs`, () => {
    assert.is(wordsIn(language)("month.11"), month)
    assert.match(said(language, "date.full"), new RegExp(`(^|[^\\p{L}])${genitive}([^\\p{L}]|$)`, "u"))
    assert.match(said(language, "date.monthYear"), new RegExp(`(^|[^\\p{L}])${month}([^\\p{L}]|$)`, "u"))
  })

/** Languages whose phrases hold no Latin letter. */
const NOT_LATIN =
  "ar be bg bn el fa he hi hy ja ka kk ko ky mk mn mr ne ru sr ta th uk ur zh zh-HK zh-Hant zh-TW zh-MO zh-CN".split(
    " ",
  )
const DIGITS: Readonly<Record<string, string>> = {
  ar: "٠١٢٣٤٥٦٧٨٩",
  fa: "۰۱۲۳۴۵۶۷۸۹",
  ne: "०१२३४५६७८९",
  mr: "०१२३४५६७८९",
  bn: "০১২৩৪৫৬৭৮৯",
}

for (const language of [...Object.keys(DATA), "zh-TW", "zh-MO", "zh-CN"])
  test(`fills every phrase of ${language}`, () => {
    const words = wordsIn(language)
    const digits = DIGITS[language] ?? "0123456789"
    for (const day of DAYS) {
      for (const key of PHRASES) {
        const phrase = words(key, datePhrase(day, words))
        assert.not.match(phrase, /[{}|<>]|undefined|date\./, `${key}: ${phrase}`)
        if (NOT_LATIN.includes(language)) assert.not.match(phrase, /\p{Script=Latin}/u, `${key}: ${phrase}`)
        for (const digit of phrase.match(/\p{Nd}/gu) ?? []) assert.ok(digits.includes(digit), `${key}: ${phrase}`)
        const year = language === "th" ? "2569" : "2026"
        if (/full|long|medium/.test(key)) assert.ok(phrase.includes([...year].map((d) => [...digits][+d]).join("")))
      }
    }
    assert.is(localNumber(7, words), [...digits][7])
  })

test("has all names of every language, no two of the days and months alike", () => {
  for (const language of Object.keys(DATA)) {
    for (const prefix of ["weekday", "weekday.in-date", "weekday.short", "weekday.short.in-date"])
      assert.is(new Set(list(language, prefix, 0, 7).split(" ")).size > 1, true, `${language} ${prefix}`)
    for (const [prefix, first, count] of [
      ["weekday", 0, 7],
      ["weekday.short", 0, 7],
      ["month", 1, 12],
      ["month.in-date", 1, 12],
      ["month.short", 1, 12],
      ["month.short.in-date", 1, 12],
    ] as const) {
      const names = Array.from({ length: count }, (_, i) => wordsIn(language)(`${prefix}.${first + i}`))
      assert.is(new Set(names).size, count, `${language} ${prefix}: ${names.join(", ")}`)
      assert.not.ok(
        names.some((name) => name === "" || name.startsWith(prefix)),
        `${language} ${prefix}`,
      )
    }
  }
})

test("knows on which day a week begins", () => {
  const first = (language: string): string => wordsIn(language)("first-day-of-week")
  assert.equal(["en", "en-US", "de", "pt", "ja", "zh-TW", "ar", "fa", "he", "ru"].map(first).join(""), "1010006601")
})

test("knows the weekend of a language and of a region", () => {
  const weekend = (language: string): string => wordsIn(language)("weekend")
  assert.equal(["en", "ar", "ar-SA", "ar-AE", "fa", "he", "hi", "zh-TW"].map(weekend), [
    "0|6",
    "5|6",
    "5|6",
    "0|6",
    "5",
    "5|6",
    "0",
    "0|6",
  ])
})

test("writes hours to 12 where a region counts so, before or behind the time, and to 24 elsewhere", () => {
  for (const [language, evening, midnight] of [
    ["en", "19:36", "0:05"],
    ["en-GB", "19:36", "0:05"],
    ["en-US", "7:36\u00a0PM", "12:05\u00a0AM"],
    ["en-AU", "7:36\u00a0pm", "12:05\u00a0am"],
    ["es", "19:36", "0:05"],
    ["es-MX", "7:36\u00a0p.m.", "12:05\u00a0a.m."],
    ["de", "19:36", "0:05"],
    ["ko", "19:36", "0:05"],
    ["ko-KR", "오후\u00a07:36", "오전\u00a012:05"],
    ["zh-TW", "下午7:36", "上午12:05"],
    ["zh-HK", "下午7:36", "上午12:05"],
    ["zh-Hant", "19:36", "0:05"],
    ["ar", "١٩:٣٦", "٠:٠٥"],
    ["xx", "19:36", "0:05"],
  ] as const)
    assert.equal(
      [
        [19, 36],
        [0, 5],
      ].map(([hour, minute]) => clockTime({ hour: hour!, minute: minute! }, wordsIn(language))),
      [evening, midnight],
      language,
    )
  assert.is(clockTime({ hour: 19, minute: 36 }), "19:36")
  assert.equal(
    ["zh-TW", "ko-KR", "en-US"].map((language) => clockTime({ hour: 19, minute: 36 }, wordsIn(language), true)),
    ["19:36", "19:36", "7:36\u00a0PM"],
  )
})

test("counts the years of Thai from the Buddha", () => {
  assert.equal([said("th", "date.monthYear"), said("th", "date.full")], ["พฤศจิกายน 2569", "22 พฤศจิกายน 2569"])
  assert.is(said("th", "date.dayOfYear"), "วัน 326/365")
})

test("has letters over a column of days where all are different, else short names", () => {
  const brief = (language: string): string => list(language, "weekday.brief", 0, 7)
  assert.equal(["en", "de", "ru", "ja", "zh", "fr", "es", "sw"].map(brief), [
    "Su Mo Tu We Th Fr Sa",
    "So Mo Di Mi Do Fr Sa",
    "вс пн вт ср чт пт сб",
    "日 月 火 水 木 金 土",
    "日 一 二 三 四 五 六",
    "dim lun mar mer jeu ven sam",
    "D L M X J V S",
    "S M T W T F S",
  ])
})

test("names the language of the content in that of the page", () => {
  const named = (language: string): string[] => {
    const words = wordsIn(language)
    return ["en", "zh"].map((content) => words("content-language", { language: words(`language.${content}`) }))
  }
  for (const [language, english, chinese] of [
    ["en", "in English", "in Chinese"],
    ["de", "auf Englisch", "auf Chinesisch"],
    ["es", "en inglés", "en chino"],
    ["fr", "en anglais", "en chinois"],
    ["it", "in inglese", "in cinese"],
    ["ja", "本文は英語", "本文は中国語"],
    ["nl", "in het Engels", "in het Chinees"],
    ["zh", "内容为英语", "内容为中文"],
    ["zh-TW", "內容為英文", "內容為中文"],
    ["ru", "английский", "китайский"],
    ["ar", "الإنجليزية", "الصينية"],
  ] as const)
    assert.equal(named(language), [english, chinese], language)
})

test.run()
