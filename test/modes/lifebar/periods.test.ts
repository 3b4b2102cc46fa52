import { dayNumber, dayOf } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { lifeOf, monthOf, percent, quarterOf, weekOf, yearOf } from "../../../modes/lifebar/periods.js"

const test = suite("periods")

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)

/** Gone and of: year, quarter, month, week from Monday, week from Sunday. */
const DAYS: readonly (readonly [string, string])[] = [
  ["2026-01-01", "0/365 0/90 0/31 3/7 4/7"],
  ["2026-11-21", "324/365 51/92 20/30 5/7 6/7"],
  ["2026-11-22", "325/365 52/92 21/30 6/7 0/7"],
  ["2026-11-23", "326/365 53/92 22/30 0/7 1/7"],
  ["2026-12-31", "364/365 91/92 30/31 3/7 4/7"],
  ["2027-03-31", "89/365 89/90 30/31 2/7 3/7"],
  ["2027-04-01", "90/365 0/91 0/30 3/7 4/7"],
  ["2028-02-29", "59/366 59/91 28/29 1/7 2/7"],
  ["2028-03-01", "60/366 60/91 0/31 2/7 3/7"],
  ["2028-12-31", "365/366 91/92 30/31 6/7 0/7"],
  ["1900-02-28", "58/365 58/90 27/28 2/7 3/7"],
  ["2000-02-29", "59/366 59/91 28/29 1/7 2/7"],
]
for (const [iso, expected] of DAYS) {
  test(`counts the days that were over before ${iso}`, () => {
    const day = dayAt(iso)
    assert.is(
      [yearOf(day), quarterOf(day), monthOf(day), weekOf(day, "monday"), weekOf(day, "sunday")]
        .map(({ gone, of }) => `${gone}/${of}`)
        .join(" "),
      expected,
    )
  })
}

test("numbers the quarters", () => {
  assert.equal(
    Array.from({ length: 12 }, (_, i) => quarterOf({ year: 2026, month: i + 1, day: 1, weekday: 0 }).number),
    [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
  )
})

test("begins each stretch with nothing and adds one day a day, over leap years", () => {
  let last: readonly number[] | undefined
  for (let number = dayNumber(2023, 12, 31); number < dayNumber(2029, 2, 1); number++) {
    const day = dayOf(number)
    const shares = [yearOf(day), quarterOf(day), monthOf(day), weekOf(day, "monday"), weekOf(day, "sunday")]
    for (const share of shares)
      assert.ok(share.gone >= 0 && share.gone < share.of, `${day.year}-${day.month}-${day.day}`)
    const gone = shares.map((share) => share.gone)
    last?.forEach((before, i) =>
      assert.ok(gone[i] === before + 1 || gone[i] === 0, `${day.year}-${day.month}-${day.day}`),
    )
    last = gone
  }
})

test("adds the four quarters up to the year", () => {
  for (const year of [2026, 2028, 1900, 2000]) {
    assert.is(
      [2, 5, 8, 11].reduce((sum, month) => sum + quarterOf({ year, month, day: 1, weekday: 0 }).of, 0),
      yearOf({ year, month: 1, day: 1, weekday: 0 }).of,
    )
  }
})

const LIVES: readonly (readonly [string, string, number, string, string | undefined])[] = [
  ["a life", "1990-03-15", 80, "2026-11-21", "13400/29220 36 251"],
  ["the day of birth", "2026-11-21", 80, "2026-11-21", "0/29219 0 0"],
  ["the day before the first birthday", "2025-11-22", 80, "2026-11-21", "364/29219 0 364"],
  ["a birthday", "1990-11-21", 80, "2026-11-21", "13149/29220 36 0"],
  ["a birth in the future", "2026-11-22", 80, "2026-11-21", undefined],
  ["the last day of what was expected", "1946-11-22", 80, "2026-11-21", "29219/29220 79 364"],
  ["what was expected, all of it", "1946-11-21", 80, "2026-11-21", "29220/29220 80 0"],
  ["more than was expected", "1926-11-21", 80, "2026-11-21", "36525/29220 100 0"],
  ["one year", "2026-01-01", 1, "2026-11-21", "324/365 0 324"],
  ["a birthday on 29 February, the day before, in a common year", "2000-02-29", 80, "2027-02-28", "9861/29220 26 364"],
  ["a birthday on 29 February, on 1 March of a common year", "2000-02-29", 80, "2027-03-01", "9862/29220 27 0"],
  ["a birthday on 29 February in a leap year", "2000-02-29", 80, "2028-02-29", "10227/29220 28 0"],
  ["the first year there is", "0001-01-01", 130, "2026-11-21", "739940/47481 2025 324"],
]
for (const [what, birth, expected, today, says] of LIVES) {
  test(`counts ${what}`, () => {
    const life = lifeOf(birth, expected, dayAt(today))
    assert.is(life && `${life.gone}/${life.of} ${life.years} ${life.days}`, says)
  })
}

const PERCENT = [
  [0, 365, 0],
  [3, 365, 0],
  [4, 365, 1],
  [364, 365, 99],
  [365, 366, 99],
  [1, 7, 14],
  [6, 7, 85],
  [50, 100, 50],
  [29, 100, 29],
  [29_220, 29_220, 100],
  [36_525, 29_220, 100],
] as const
test("rounds no share up, and stops at all of it", () => {
  for (const [gone, of, expected] of PERCENT) assert.is(percent({ gone, of }), expected, `${gone} of ${of}`)
})

test.run()
