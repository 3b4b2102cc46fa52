import { dayNumber, dayOf } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { counted } from "../../../modes/countdown/days.js"
import type { Event } from "../../../modes/countdown/days.js"

const test = suite("days")

const dayAt = (iso: string) => dayOf(Date.parse(iso) / 86_400_000)
const event = (date: string, parts: Partial<Event> = {}): Event => ({
  name: "It",
  date,
  type: "countdown",
  yearly: false,
  ...parts,
})
const two = (value: number): string => String(value).padStart(2, "0")

/** "coming 41 2027-01-01" */
const say = (iso: string, events: readonly Event[]): string[] =>
  counted(events, dayAt(iso)).map(
    ({ kind, days, date }) => `${kind} ${days} ${date.year}-${two(date.month)}-${two(date.day)}`,
  )

const UP = { type: "countup" } as const
const YEARLY = { yearly: true } as const

const CASES: readonly (readonly [string, string, Event, string])[] = [
  ["tomorrow", "2026-11-21", event("2026-11-22"), "coming 1 2026-11-22"],
  ["today", "2026-11-21", event("2026-11-21"), "coming 0 2026-11-21"],
  ["yesterday", "2026-11-21", event("2026-11-20"), "past 1 2026-11-20"],
  ["the new year on the last day of the old", "2026-12-31", event("2027-01-01"), "coming 1 2027-01-01"],
  ["over 29 February", "2028-02-28", event("2028-03-01"), "coming 2 2028-03-01"],
  ["over the end of February in a common year", "2027-02-28", event("2027-03-01"), "coming 1 2027-03-01"],
  ["a leap year", "2028-01-01", event("2029-01-01"), "coming 366 2029-01-01"],
  ["a common year", "2027-01-01", event("2028-01-01"), "coming 365 2028-01-01"],
  ["the year 1900, which had no 29 February", "1900-02-28", event("1900-03-01"), "coming 1 1900-03-01"],
  ["over the night when clocks go forward", "2026-03-28", event("2026-03-30"), "coming 2 2026-03-30"],
  ["over the night when clocks go back", "2026-10-24", event("2026-10-26"), "coming 2 2026-10-26"],
  ["a century back", "2026-11-21", event("1926-12-16", UP), "since 36500 1926-12-16"],
  ["the farthest day", "2026-11-21", event("9999-12-31"), "coming 2912118 9999-12-31"],
  ["up from today", "2026-11-21", event("2026-11-21", UP), "coming 0 2026-11-21"],
  ["up from yesterday", "2026-11-21", event("2026-11-20", UP), "since 1 2026-11-20"],
  ["down to what is to be counted up later", "2026-11-21", event("2026-11-25", UP), "coming 4 2026-11-25"],
  ["to the next of what comes every year", "2026-11-21", event("1990-11-25", YEARLY), "coming 4 2026-11-25"],
  ["to next year's, when this year's is over", "2026-11-21", event("1990-11-20", YEARLY), "coming 364 2027-11-20"],
  ["to today's of what comes every year", "2026-11-21", event("1990-11-21", YEARLY), "coming 0 2026-11-21"],
  [
    "to the first of what comes every year from then on",
    "2026-11-21",
    event("2028-05-01", YEARLY),
    "coming 527 2028-05-01",
  ],
  [
    "from the very day, although it is said to come every year",
    "2026-11-21",
    event("2025-11-21", { ...UP, ...YEARLY }),
    "since 365 2025-11-21",
  ],
  ["29 February on 1 March in a common year", "2027-02-27", event("2024-02-29", YEARLY), "coming 2 2027-03-01"],
  [
    "29 February on 1 March of a common year as today",
    "2027-03-01",
    event("2024-02-29", YEARLY),
    "coming 0 2027-03-01",
  ],
  ["29 February on its own day in a leap year", "2028-02-27", event("2024-02-29", YEARLY), "coming 2 2028-02-29"],
  [
    "29 February from a day after it in a leap year",
    "2028-03-01",
    event("2024-02-29", YEARLY),
    "coming 365 2029-03-01",
  ],
  ["29 February over the end of a year", "2027-03-02", event("2024-02-29", YEARLY), "coming 364 2028-02-29"],
]
for (const [what, today, one, expected] of CASES)
  test(`counts ${what}`, () => {
    assert.equal(say(today, [one]), [expected])
  })

test("counts one day less each day, over years, whatever the clocks do", () => {
  const end = dayNumber(2033, 3, 1)
  for (let number = dayNumber(2023, 1, 1); number < end; number++) {
    const [only] = counted([event("2033-03-01")], dayOf(number))
    assert.is(only!.days, end - number)
  }
})

test("finds the next of every day of the year, never more than a leap year away", () => {
  for (let number = dayNumber(2027, 1, 1); number < dayNumber(2029, 1, 1); number += 13) {
    for (let date = dayNumber(2024, 1, 1); date < dayNumber(2025, 1, 1); date++) {
      const { year, month, day } = dayOf(date)
      const [only] = counted([event(`${year}-${two(month)}-${two(day)}`, YEARLY)], dayOf(number))
      assert.ok(only!.days >= 0 && only!.days <= 366, `${month}-${day}: ${only!.days}`)
      const moved = month === 2 && day === 29 && only!.date.month === 3 && only!.date.day === 1
      assert.ok(moved || (only!.date.month === month && only!.date.day === day), `${month}-${day}`)
    }
  }
})

test("puts what comes before what has been, the nearest of each first, one day's as they were given", () => {
  const names = ["2026-11-01", "2027-05-01", "2025-01-01", "2026-12-24", "2026-11-20", "2026-12-24"].map((date, i) =>
    event(date, { name: String(i), ...(i === 2 && UP) }),
  )
  assert.equal(
    counted(names, dayAt("2026-11-21")).map(({ name }) => name),
    ["3", "5", "1", "4", "0", "2"],
  )
})

test("sets a name on one line", () => {
  assert.is(counted([event("2027-01-01", { name: " a\r\n b\t c " })], dayAt("2026-11-21"))[0]!.name, "a b c")
})

test.run()
