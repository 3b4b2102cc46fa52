import { suite } from "uvu"
import * as assert from "uvu/assert"
import { labelOf, lunarDate } from "../../../modes/calendar/lunar.js"

const test = suite("lunar")
const DAY_MS = 86_400_000
const parts = (iso: string): [number, number, number] => iso.split("-").map(Number) as [number, number, number]

/** Source: the calendars of the Hong Kong Observatory and the Purple Mountain Observatory. */
const LABELS: readonly (readonly [string, string, string])[] = [
  ["2024-02-10", "春节", "festival"],
  ["2027-02-06", "春节", "festival"],
  ["2030-02-03", "春节", "festival"],
  ["2025-01-29", "春节", "festival"],
  ["2026-02-17", "春节", "festival"],
  ["2026-02-16", "除夕", "festival"],
  ["2026-03-03", "元宵节", "festival"],
  ["2026-06-19", "端午节", "festival"],
  ["2026-08-19", "七夕节", "festival"],
  ["2025-10-06", "中秋节", "festival"],
  ["2026-09-25", "中秋节", "festival"],
  ["2026-10-18", "重阳节", "festival"],
  ["2026-01-01", "元旦", "festival"],
  ["2026-05-01", "劳动节", "festival"],
  ["2026-10-01", "国庆节", "festival"],
  ["2026-11-22", "小雪", "term"],
  ["2026-04-05", "清明", "term"],
  ["2026-12-22", "冬至", "term"],
  ["2026-03-20", "春分", "term"],
  ["2026-02-04", "立春", "term"],
  ["2026-11-09", "十月", "month"],
  ["2025-07-25", "闰六月", "month"],
  ["2023-03-22", "闰二月", "month"],
  ["2026-11-21", "十三", "day"],
  ["2026-11-08", "三十", "day"],
  ["2026-02-19", "初三", "day"],
]
for (const [iso, text, kind] of LABELS)
  test(`writes ${text} under ${iso}`, () => {
    assert.equal(labelOf(...parts(iso)), { text, kind })
  })

test("writes traditional characters for those who read these, and no holidays of the mainland", () => {
  assert.equal(labelOf(2026, 3, 5, "zh-TW"), { text: "驚蟄", kind: "term" })
  assert.equal(labelOf(2026, 2, 17, "zh-HK"), { text: "春節", kind: "festival" })
  assert.equal(labelOf(2026, 5, 1, "zh-TW"), { text: "勞動節", kind: "festival" })
  assert.equal(labelOf(2026, 4, 20, "zh-TW"), { text: "穀雨", kind: "term" })
  for (const [month, day] of [
    [10, 1],
    [7, 1],
    [8, 1],
    [9, 10],
  ] as const)
    assert.is.not(labelOf(2026, month, day, "zh-TW").kind, "festival", `${month}-${day}`)
  assert.equal(lunarDate(2026, 3, 1, "zh-TW"), {
    year: "丙午馬年",
    monthDay: "正月十三",
    nextTerm: { name: "驚蟄", month: 3, day: 5 },
  })
  assert.is(lunarDate(2025, 7, 25, "zh-HK").monthDay, "閏六月初一")
})

/** Source: the same, the whole of 2026. */
const TERMS_2026 = {
  小寒: "01-05",
  大寒: "01-20",
  立春: "02-04",
  雨水: "02-18",
  惊蛰: "03-05",
  春分: "03-20",
  清明: "04-05",
  谷雨: "04-20",
  立夏: "05-05",
  小满: "05-21",
  芒种: "06-05",
  夏至: "06-21",
  小暑: "07-07",
  大暑: "07-23",
  立秋: "08-07",
  处暑: "08-23",
  白露: "09-07",
  秋分: "09-23",
  寒露: "10-08",
  霜降: "10-23",
  立冬: "11-07",
  小雪: "11-22",
  大雪: "12-07",
  冬至: "12-22",
}

test("knows when every solar term of 2026 begins, and which comes next", () => {
  const terms = Object.entries(TERMS_2026).map(([name, day]) => ({ name, at: Date.parse(`2026-${day}`) }))
  for (let at = Date.parse("2026-01-01"); at < Date.parse("2026-12-22"); at += DAY_MS) {
    const date = new Date(at)
    const next = terms.find((term) => term.at > at)!
    const { nextTerm } = lunarDate(2026, date.getUTCMonth() + 1, date.getUTCDate())
    assert.equal(
      nextTerm,
      { name: next.name, month: new Date(next.at).getUTCMonth() + 1, day: new Date(next.at).getUTCDate() },
      date.toISOString(),
    )
  }
})

test("names year, month and day of the Chinese calendar", () => {
  assert.equal(lunarDate(2026, 11, 21), {
    year: "丙午马年",
    monthDay: "十月十三",
    nextTerm: { name: "小雪", month: 11, day: 22 },
  })
  assert.equal(
    [lunarDate(2026, 2, 16).year, lunarDate(2026, 2, 17).year],
    ["乙巳蛇年", "丙午马年"],
    "the year begins at 春节",
  )
  assert.is(lunarDate(2025, 7, 25).monthDay, "闰六月初一")
})

/** New moons within minutes of midnight in Beijing, which ICU puts on the wrong side: first and last day. Ours are the observatory's. */
const ICU_WRONG = [
  ["2012-08-17", "2012-09-15"],
  ["2018-11-07", "2018-12-06"],
  ["2027-02-06", "2027-03-07"],
  ["2030-02-02", "2030-03-03"],
] as const

test("agrees with the calendar of ICU on every day from 2012 to 2031 but four months", () => {
  const format = new Intl.DateTimeFormat("zh-u-ca-chinese", { timeZone: "UTC", dateStyle: "long" })
  const plain = (name: string): string => name.replace("腊月", "十二月").replace("冬月", "十一月")
  for (let at = Date.UTC(2012, 0, 1); at < Date.UTC(2032, 0, 1); at += DAY_MS) {
    const date = new Date(at)
    const iso = date.toISOString().slice(0, 10)
    if (ICU_WRONG.some(([first, last]) => iso >= first && iso <= last)) continue
    const said = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
    const { year, monthDay } = lunarDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
    if (monthDay !== plain(`${said.month}${said.day}`) || !year.startsWith(said.yearName!))
      assert.is(`${year} ${monthDay}`, `${said.yearName} ${said.month}${said.day}`, iso)
  }
})

test("has a short label all through the century", () => {
  for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2100, 0, 1); at += 17 * DAY_MS) {
    const date = new Date(at)
    const { text } = labelOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
    if (text.length < 2 || text.length > 4) assert.unreachable(`${date.toISOString()}: ${text}`)
  }
})

test.run()
