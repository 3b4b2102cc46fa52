import { dayNumber, dayOf } from "platen/sdk/kit"
import { SOURCES } from "platen/sdk/mode"
import type { Almanac } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../../../depth.js"
import { englishActivity } from "../../../../plugins/sources/almanac/names.js"
import plugin from "../../../../plugins/sources/almanac/index.js"
import { SearchMoonPhase, SearchSunLongitude } from "../../../../plugins/sources/sky/ephemeris.js"
import { setUp } from "../../../set-up.js"
import { checkSource } from "../../../testing/index.js"

const test = suite("source-almanac")
const [source] = (await setUp(plugin)).to(SOURCES)
const CHINA_MS = 8 * 3_600_000
const HAN = /^\p{Script=Han}+$/u

/** Hong Kong Observatory, https://www.hko.gov.hk/sc/gts/astron2013/Solar_Term_2013.htm */
const TERMS_2013 =
  "小寒 1 5 大寒 1 20 立春 2 4 雨水 2 18 惊蛰 3 5 春分 3 20 清明 4 4 谷雨 4 20 立夏 5 5 小满 5 21 芒种 6 5 夏至 6 21 小暑 7 7 大暑 7 22 立秋 8 7 处暑 8 23 白露 9 7 秋分 9 23 寒露 10 8 霜降 10 23 立冬 11 7 小雪 11 22 大雪 12 7 冬至 12 22"

/** What the source answers, checked by its own schema. `day`: days since 1970. */
async function almanac(day: number, language = "zh"): Promise<Almanac> {
  return (await checkSource(source!, {}, { day: dayOf(day), language })) as Almanac
}
const at = (iso: string): number => dayNumber(...(iso.split("-").map(Number) as [number, number, number]))
const on = (iso: string, language?: string): Promise<Almanac> => almanac(at(iso), language)
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** https://topmarks.co.uk/ChineseNewYear/WhenIsChineseNewYear.aspx, https://www.chinatravel.com/chinese-new-year/date */
for (const [iso, name, zodiac] of [
  ["2024-02-10", "甲辰", "Dragon"],
  ["2025-01-29", "乙巳", "Snake"],
  ["2026-02-17", "丙午", "Horse"],
  ["2027-02-06", "丁未", "Goat"],
  ["2028-01-26", "戊申", "Monkey"],
] as const)
  test(`begins the year of the ${zodiac} on ${iso}`, async () => {
    const { lunar, festivals } = await on(iso)
    assert.equal([lunar.year, lunar.month, lunar.day, lunar.leap], [Number(iso.slice(0, 4)), 1, 1, false])
    assert.equal(
      [lunar.yearName.zh, lunar.zodiac.en, lunar.monthName.zh, lunar.dayName],
      [name, zodiac, "正月", "初一"],
    )
    assert.equal(festivals, [{ zh: "春节", en: "Spring Festival", kind: "lunar" }])
    const eve = await almanac(at(iso) - 1)
    assert.equal(
      [eve.lunar.year, eve.lunar.month, eve.festivals[0]?.en],
      [lunar.year - 1, 12, "Chinese New Year's Eve"],
    )
  })

test("begins months on the day of the new moon in China, one after the other, and leap months without a major term", async () => {
  // The rules of the calendar: GB/T 33661-2017. Major terms are every second one from the winter solstice on.
  const major = new Set(
    TERMS_2013.split(" ")
      .filter((each) => HAN.test(each))
      .filter((_, i) => i % 2 === 1),
  )
  const leaps: string[] = []
  let before = (await almanac(at("2023-01-22"))).lunar
  for (let day = at("2023-01-23"); day < at("2029-02-13"); day++) {
    const { lunar, term } = await almanac(day)
    if (lunar.day > 1) assert.equal([lunar.day, lunar.monthName], [before.day + 1, before.monthName], isoOf(day))
    else {
      const moon = SearchMoonPhase(0, new Date(day * 86_400_000 - CHINA_MS), 1.5)!.date.getTime()
      assert.is(isoOf(Math.floor((moon + CHINA_MS) / 86_400_000)), isoOf(day))
      const next = lunar.leap ? before.month : (before.month % 12) + 1
      assert.equal([lunar.month, lunar.year], [next, before.year + (next === 1 && !lunar.leap ? 1 : 0)], isoOf(day))
      if (lunar.leap) leaps.push(`${lunar.year} ${lunar.month}`)
    }
    assert.not.ok(lunar.leap && major.has(term?.zh ?? ""), isoOf(day))
    if (term?.zh === "冬至")
      assert.equal([lunar.month, lunar.leap], [11, false], "the solstice is in the eleventh month")
    before = lunar
  }
  assert.equal(leaps, ["2023 2", "2025 6", "2028 5"])
})

test("names a leap month", async () => {
  const { lunar } = await on("2025-07-25", "zh-TW")
  assert.equal([lunar.monthName, lunar.leap], [{ zh: "閏六月", en: "Leap sixth month" }, true])
})

test("has the solar terms of 2013 as published", async () => {
  const expected = [...TERMS_2013.matchAll(/(\S+) (\d+) (\d+)/g)].map(([, name, month, day]) => [
    name,
    isoOf(dayNumber(2013, Number(month), Number(day))),
  ])
  const found: (readonly string[])[] = []
  for (let day = at("2013-01-01"); day < at("2014-01-01"); day++) {
    const { term } = await almanac(day)
    if (term) found.push([term.zh, isoOf(day)])
  }
  assert.equal(found, expected)
})

test("has the solar terms of 2026 and 2027 where the sun has gone another 15 degrees, in China's time", async () => {
  const terms = TERMS_2013.split(" ").filter((each) => HAN.test(each))
  for (const year of [2026, 2027])
    for (const [i, name] of terms.entries()) {
      const begin = new Date(Date.UTC(year, Math.floor(i / 2), i % 2 === 0 ? 1 : 15))
      const instant = SearchSunLongitude((285 + i * 15) % 360, begin, 20)!.date.getTime()
      const day = Math.floor((instant + CHINA_MS) / 86_400_000)
      assert.is((await almanac(day)).term?.zh, name, `${name} ${year}`)
      const { nextTerm, term } = await almanac(day - 1)
      assert.equal([term, nextTerm.name.zh, nextTerm.date, nextTerm.days], [null, name, isoOf(day), 1])
    }
})

test("answers valid data for every day of 2026 and 2027, with an English word for all advice", async () => {
  const words = new Set<string>()
  for (let day = at("2026-01-01"); day < at("2028-01-01"); day += IS_FULL ? 1 : 7)
    for (const language of ["zh-Hant", "en"]) {
      const answer = await almanac(day, language)
      assert.ok(answer.suitable.length + answer.unsuitable.length > 0, isoOf(day))
      for (const { zh, en } of [...answer.suitable, ...answer.unsuitable]) {
        assert.match(zh, HAN)
        assert.match(en, /^[A-Z][a-z' -]+$/i)
        words.add(en)
      }
    }
  assert.ok(words.size > 90, `${words.size} of them`)
})

test("has an English word for all advice of seventy years, each its own", async () => {
  const english = new Map<string, string>()
  for (let day = at("1990-01-01"); day < at("2060-01-01"); day += IS_FULL ? 23 : 41) {
    const { suitable, unsuitable } = await almanac(day)
    for (const { zh, en } of [...suitable, ...unsuitable]) english.set(zh, en)
  }
  assert.ok(english.size >= 90, `${english.size}`)
  assert.is(new Set(english.values()).size, english.size)
  for (const [zh, en] of english) assert.is(englishActivity(zh), en)
  // Those that no day of these years has, by the library's own list.
  for (const rare of ["齐醮", "祀灶", "焚香", "订婚", "鼓铸", "买车", "诸事不宜"])
    assert.ok(englishActivity(rare), rare)
})

test("writes the characters of the language", async () => {
  const [simple, taiwan, english] = await Promise.all(["zh-CN", "zh-TW", "en"].map((each) => on("2026-04-20", each)))
  assert.equal([simple!.term!.zh, taiwan!.term!.zh, english!.term], ["谷雨", "穀雨", { zh: "谷雨", en: "Grain Rain" }])
  assert.equal([simple!.lunar.zodiac.zh, taiwan!.lunar.zodiac.zh], ["马", "馬"])
  assert.ok(simple!.suitable.some(({ zh }) => zh === "开市") && taiwan!.suitable.some(({ zh }) => zh === "開市"))
  assert.equal(simple!.pengzu, ["甲不开仓财物耗散", "子不问卜自惹祸殃"])
  assert.equal(taiwan!.pengzu, ["甲不開倉財物耗散", "子不問卜自惹禍殃"])
})

test("knows festivals, and leaves those of the mainland out in traditional characters", async () => {
  for (const [iso, ...expected] of [
    ["2026-01-01", "New Year's Day"],
    ["2026-03-03", "Lantern Festival"],
    ["2026-04-05", "Qingming Festival"],
    ["2026-06-19", "Dragon Boat Festival"],
    ["2026-08-19", "Qixi Festival"],
    ["2026-09-25", "Mid-Autumn Festival"],
    ["2026-10-01", "National Day"],
    ["2026-10-18", "Double Ninth Festival"],
    ["2026-12-22", "Winter Solstice Festival"],
    ["2026-11-03"],
  ] as const)
    assert.equal(
      (await on(iso)).festivals.map(({ en }) => en),
      expected,
      iso,
    )
  const abroad = await on("2026-10-01", "zh-Hant")
  assert.equal([abroad.festivals, abroad.holiday], [[], null])
  assert.is((await on("2026-01-01", "zh-Hant")).festivals[0]!.zh, "元旦")
  assert.equal((await on("2025-10-06")).holiday, {
    zh: "国庆中秋",
    en: "National Day and Mid-Autumn Festival",
    works: false,
  })
  assert.is((await on("2030-10-01")).holiday, null, "nothing is published for 2030")
})

test("counts the nines from the winter solstice and the dog days from the third Geng day after the summer one", async () => {
  assert.equal((await on("2026-12-22")).season, { kind: "nines", name: { zh: "一九", en: "First nine" }, day: 1 })
  assert.equal((await almanac(at("2026-12-22") + 80)).season, {
    kind: "nines",
    name: { zh: "九九", en: "Ninth nine" },
    day: 9,
  })
  assert.is((await almanac(at("2026-12-22") + 81)).season, null)
  const begins: string[] = []
  const geng: number[] = []
  for (let day = at("2026-06-21"); day < at("2026-09-21"); day++) {
    const { pillars, season } = await almanac(day)
    if (pillars.day.zh.startsWith("庚")) geng.push(day)
    if (season?.day === 1) begins.push(`${season.name.zh} ${isoOf(day)}`)
  }
  // Start of autumn is on 7 August: the last part begins with the first Geng day after it.
  const autumn = geng.find((day) => day >= at("2026-08-07"))!
  assert.equal(begins, [`初伏 ${isoOf(geng[2]!)}`, `中伏 ${isoOf(geng[3]!)}`, `末伏 ${isoOf(autumn)}`])
  assert.equal([(await almanac(autumn + 9)).season?.day, (await almanac(autumn + 10)).season], [10, null])
})

test("turns the pillar of the day through sixty days, and has what follows from it", async () => {
  const [one, next, same] = await Promise.all([0, 1, 60].map((days) => almanac(at("2026-02-17") + days)))
  assert.equal(one!.pillars.day, { zh: "壬戌", en: "Ren-Xu" })
  assert.equal([next!.pillars.day.zh, same!.pillars.day.zh], ["癸亥", "壬戌"])
  // 壬戌: water of the great sea; the dog clashes with the dragon, and its harm is in the north.
  assert.equal([one!.sound.name.zh, one!.sound.element.en], ["大海水", "Water"])
  assert.equal([one!.clash.zodiac.zh, one!.clash.direction.en], ["龙", "north"])
  assert.equal(one!.directions.joy, { zh: "南", en: "south" })
  // The year of the pillars begins with the start of spring on 4 February, that of the moon on the 17th.
  const spring = await on("2026-02-04")
  assert.equal([spring.pillars.year.zh, spring.lunar.yearName.zh], ["丙午", "乙巳"])
})

test.run()
