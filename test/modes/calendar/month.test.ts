import { suite } from "uvu"
import * as assert from "uvu/assert"
import { weeksOf } from "../../../modes/calendar/month.js"

const test = suite("month")
const DAY_MS = 86_400_000

/** ISO 8601, counted from the calendar alone: how many Thursdays of its year there have been up to the week's own. */
function weekOf(date: Date): number {
  const thursday = Number(date) + (4 - (date.getUTCDay() || 7)) * DAY_MS
  let count = 0
  for (let at = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1); at <= thursday; at += DAY_MS)
    if (new Date(at).getUTCDay() === 4) count++
  return count
}

for (const [start, name] of [
  [1, "Monday"],
  [0, "Sunday"],
  [6, "Saturday"],
] as const) {
  test(`lays out every month from 2000 to 2100 in weeks from ${name}`, () => {
    for (let year = 2000; year <= 2100; year++) {
      for (let month = 1; month <= 12; month++) {
        const weeks = weeksOf(year, month, start)
        const first = new Date(Date.UTC(year, month - 1, 1))
        while (first.getUTCDay() !== start) first.setUTCDate(first.getUTCDate() - 1)
        for (const { number, cells } of weeks) {
          assert.is(cells.length, 7)
          const monday = new Date(first)
          monday.setUTCDate(monday.getUTCDate() + ((8 - start) % 7))
          assert.is(number, weekOf(monday), `${year}-${month}`)
          for (const cell of cells) {
            const expected = {
              year: first.getUTCFullYear(),
              month: first.getUTCMonth() + 1,
              day: first.getUTCDate(),
              inside: first.getUTCMonth() + 1 === month,
              weekday: first.getUTCDay(),
            }
            if (JSON.stringify(cell) !== JSON.stringify(expected)) assert.equal(cell, expected)
            first.setUTCDate(first.getUTCDate() + 1)
          }
        }
        const last = new Date(Date.UTC(year, month, 1))
        assert.ok(
          first >= last && Number(first) - Number(last) < 7 * DAY_MS,
          `${year}-${month} ends with its last week`,
        )
      }
    }
  })
}

test("has four rows in a February that begins with the week, and six in the longest", () => {
  assert.is(weeksOf(2027, 2, 1).length, 4)
  assert.is(weeksOf(2026, 2, 0).length, 4)
  assert.is(weeksOf(2026, 11, 1).length, 6)
})

test("numbers the weeks round the new year", () => {
  assert.equal(
    weeksOf(2027, 1, 1).map(({ number }) => number),
    [53, 1, 2, 3, 4],
  )
  assert.equal(
    weeksOf(2026, 12, 1).map(({ number }) => number),
    [49, 50, 51, 52, 53],
  )
})

test.run()
