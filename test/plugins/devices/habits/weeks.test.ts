import fc from "fast-check"
import { dayNumber, dayOf, isoWeek } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { placeIn, weekOf, weekTo, withDay } from "../../../../plugins/devices/habits/weeks.js"
import type { Weeks } from "../../../../plugins/devices/habits/weeks.js"

const test = suite("habits/weeks")

const day = fc.integer({ min: dayNumber(2020, 1, 1), max: dayNumber(2032, 12, 31) })

test("begins its weeks on Monday, as ISO 8601 does", () => {
  fc.assert(
    fc.property(day, (number) => {
      assert.is(placeIn(number), (dayOf(number).weekday + 6) % 7)
      assert.is(weekOf(number) === weekOf(number + 1), isoWeek(dayOf(number)) === isoWeek(dayOf(number + 1)))
    }),
  )
})

test("holds the marks that were set and not taken off, whatever came between", () => {
  const marks = fc.array(fc.record({ back: fc.integer({ min: 0, max: 20 }), done: fc.boolean() }), { maxLength: 30 })
  fc.assert(
    fc.property(day, marks, (today, all) => {
      let weeks: Weeks = {}
      const set = new Set<number>()
      for (const { back, done } of all) {
        weeks = withDay(weeks, today - back, done, today - 365)
        if (done) set.add(today - back)
        else set.delete(today - back)
      }
      const monday = today - placeIn(today)
      assert.equal(
        weekTo(today, weeks),
        Array.from({ length: 7 }, (_, i) => monday + i <= today && set.has(monday + i)),
      )
    }),
  )
})

test("holds no week without a mark", () => {
  assert.equal(withDay(withDay({}, 20_000, true, 19_635), 20_000, false, 19_635), {})
})

test("lets go of weeks that were over before the oldest day, and of no other", () => {
  const today = dayNumber(2026, 11, 21)
  const old = withDay(withDay({}, today - 365, true, today - 365), today - 372, true, today - 400)
  assert.is(Object.keys(old).length, 2)
  assert.equal(withDay(old, today, true, today - 365), {
    [weekOf(today)]: 1 << 5,
    [weekOf(today - 365)]: 1 << placeIn(today - 365),
  })
})

test("keeps a year of every day in about fifty numbers", () => {
  let weeks: Weeks = {}
  const start = dayNumber(2024, 1, 1)
  for (let at = start; at < start + 1_000; at++) weeks = withDay(weeks, at, true, at - 366)
  assert.ok(Object.keys(weeks).length <= 54, String(Object.keys(weeks).length))
})

test("counts nothing that is still to come", () => {
  const monday = dayNumber(2026, 11, 16)
  const weeks = withDay({}, monday + 3, true, monday - 365)
  assert.equal(
    weekTo(monday, weeks),
    Array.from({ length: 7 }, () => false),
  )
  assert.ok(weekTo(monday + 3, weeks)[3])
})

test("changes nothing that it is given", () => {
  const weeks = Object.freeze({ 2967: 3 })
  withDay(weeks, 20_000, true, 0)
  assert.equal(weeks, { 2967: 3 })
})

test.run()
