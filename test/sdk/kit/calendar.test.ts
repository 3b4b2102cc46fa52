import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import {
  datePhrase,
  dayNumber,
  dayOf,
  dayOfYear,
  daysInMonth,
  daysInYear,
  isoWeek,
  ofTheDay,
  seededRandom,
  shuffled,
} from "platen/sdk/kit"

const test = suite("time")
const DAY_MS = 86_400_000
const FIRST = Date.UTC(1600, 0, 1) / DAY_MS
const LAST = Date.UTC(2400, 11, 31) / DAY_MS
const numbers = fc.integer({ min: FIRST, max: LAST })

test("counts days as Date does, every day from 1600 to 2400", () => {
  for (let number = FIRST; number <= LAST; number++) {
    const date = new Date(number * DAY_MS)
    const counted = dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
    if (counted !== number) assert.is(counted, number, date.toISOString())
  }
})

test("turns a number into the day that has it", () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const { year, month, day, weekday } = dayOf(number)
      assert.is(dayNumber(year, month, day), number)
      assert.is(weekday, new Date(Date.UTC(year, month - 1, day)).getUTCDay())
    }),
  )
})

test("knows how long months and years are", () => {
  for (let year = 1600; year <= 2400; year++) {
    const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
    assert.is(daysInYear(year), leap ? 366 : 365, String(year))
    for (let month = 1; month <= 12; month++)
      assert.is(daysInMonth(year, month), new Date(Date.UTC(year, month, 0)).getUTCDate(), `${year}-${month}`)
  }
})

test("counts the days of a year from 1", () => {
  assert.is(dayOfYear({ year: 2026, month: 1, day: 1, weekday: 4 }), 1)
  assert.is(dayOfYear({ year: 2026, month: 12, day: 31, weekday: 4 }), 365)
  assert.is(dayOfYear({ year: 2024, month: 3, day: 1, weekday: 5 }), 61)
  assert.is(dayOfYear({ year: 1900, month: 3, day: 1, weekday: 4 }), 60)
})

/** From the tables of ISO 8601 weeks of printed calendars. */
const WEEKS: readonly (readonly [string, number])[] = [
  ["2005-01-01", 53],
  ["2005-01-02", 53],
  ["2005-12-31", 52],
  ["2006-01-01", 52],
  ["2006-01-02", 1],
  ["2007-01-01", 1],
  ["2007-12-30", 52],
  ["2007-12-31", 1],
  ["2008-12-28", 52],
  ["2008-12-29", 1],
  ["2009-12-31", 53],
  ["2010-01-03", 53],
  ["2010-01-04", 1],
  ["2020-12-31", 53],
  ["2021-01-03", 53],
  ["2021-01-04", 1],
  ["2024-12-30", 1],
  ["2026-01-01", 1],
  ["2026-11-21", 47],
  ["2026-12-31", 53],
  ["2027-01-03", 53],
  ["2027-01-04", 1],
]
const dayAt = (iso: string) => dayOf(Date.parse(iso) / DAY_MS)

for (const [iso, week] of WEEKS)
  test(`puts ${iso} into week ${week}`, () => {
    assert.is(isoWeek(dayAt(iso)), week)
  })

test("changes the week on Mondays and only then; 4 January is always in week 1", () => {
  for (let number = Date.UTC(1990, 0, 1) / DAY_MS; number < Date.UTC(2110, 0, 1) / DAY_MS; number++) {
    const [day, next] = [dayOf(number), dayOf(number + 1)]
    assert.is(isoWeek(day) !== isoWeek(next), next.weekday === 1, `${next.year}-${next.month}-${next.day}`)
    if (day.month === 1 && day.day === 4) assert.is(isoWeek(day), 1)
  }
})

test("shows every entry of a pool once before any comes again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), numbers, fc.string(), (size, first, seed) => {
      const pool = Array.from({ length: size }, (_, i) => i)
      const shown = Array.from({ length: size }, (_, i) => ofTheDay(pool, dayOf(first + i), seed))
      assert.is(new Set(shown).size, size)
      assert.is(ofTheDay(pool, dayOf(first + size), seed), shown[0], "then again in the same order")
    }),
  )
})

test("shows the same entry all day", () => {
  const pool = Array.from({ length: 31 }, (_, i) => i)
  const at = (hour: number) => ({ ...dayAt("2026-11-21"), hour, minute: hour, epoch: Date.parse("2026-11-21") + hour })
  for (let hour = 1; hour < 24; hour++) assert.is(ofTheDay(pool, at(hour), "seed"), ofTheDay(pool, at(0), "seed"))
})

test("orders a pool by its seed", () => {
  const pool = Array.from({ length: 40 }, (_, i) => i)
  const shown = (seed: string): number[] => pool.map((_, i) => ofTheDay(pool, dayOf(i), seed))
  assert.equal(shown("STOIC/en"), shown("STOIC/en"))
  assert.not.equal(shown("STOIC/en"), shown("STOIC/zh"))
  assert.not.equal(shown("STOIC/en"), pool, "not as written")
})

test("takes entries for days before 1970 too", () => {
  const pool = ["a", "b", "c"]
  const shown = [-7, -6, -5, -4, -3, -2, -1, 0, 1].map((number) => ofTheDay(pool, dayOf(number), "s"))
  assert.equal(shown.slice(0, 3), shown.slice(3, 6))
  assert.equal(shown.slice(3, 6), shown.slice(6, 9))
  assert.is(new Set(shown).size, 3)
})

test("refuses an empty pool", () => {
  assert.throws(
    () => ofTheDay([], dayOf(0), "s"),
    (error: unknown) => error instanceof RangeError && /empty/.test(error.message),
  )
})

test("shuffles to a permutation", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.string(), (count, seed) => {
      assert.equal(
        shuffled(count, seed).sort((a, b) => a - b),
        Array.from({ length: count }, (_, i) => i),
      )
    }),
  )
})

test("puts each entry in each place about equally often", () => {
  const counts = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0])
  for (let seed = 0; seed < 5000; seed++)
    shuffled(5, `seed ${seed}`).forEach((value, place) => {
      counts[place]![value]!++
    })
  for (const count of counts.flat()) assert.ok(count > 850 && count < 1150, counts.join(" | "))
})

test("draws the same numbers from 0 to below 1 for the same seed", () => {
  const draw = (seed: string): number[] => {
    const random = seededRandom(seed)
    return Array.from({ length: 1000 }, random)
  }
  assert.equal(draw("a"), draw("a"))
  assert.not.equal(draw("a"), draw("b"))
  assert.ok(draw("a").every((value) => value >= 0 && value < 1))
  const mean = draw("a").reduce((sum, value) => sum + value, 0) / 1000
  assert.ok(mean > 0.45 && mean < 0.55, String(mean))
})

test("has every name and number of a day for a phrase", () => {
  assert.equal(
    datePhrase(dayAt("2026-11-21"), (key) => `<${key}>`),
    {
      year: 2026,
      month: 11,
      day: 21,
      dayTwoDigits: "21",
      monthTwoDigits: "11",
      weekday: "<weekday.6>",
      weekdayInDate: "<weekday.in-date.6>",
      weekdayShort: "<weekday.short.6>",
      weekdayShortInDate: "<weekday.short.in-date.6>",
      monthName: "<month.11>",
      monthNameInDate: "<month.in-date.11>",
      monthShort: "<month.short.11>",
      monthShortInDate: "<month.short.in-date.11>",
      week: 47,
      dayOfYear: 325,
      daysInYear: 365,
    },
  )
})

test("has no year, weekday and week for a day of any year", () => {
  assert.equal(
    datePhrase({ month: 3, day: 5 }, (key) => key),
    {
      month: 3,
      day: 5,
      dayTwoDigits: "05",
      monthTwoDigits: "03",
      monthName: "month.3",
      monthNameInDate: "month.in-date.3",
      monthShort: "month.short.3",
      monthShortInDate: "month.short.in-date.3",
    },
  )
})

test.run()
