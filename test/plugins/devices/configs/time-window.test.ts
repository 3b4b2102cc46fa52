import fc from "fast-check"
import { timeWindowOf, timeWindowRule } from "../../../../plugins/devices/configs/time-window.js"
import type { LocalTime } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { isInTimeWindow } from "../../../../plugins/devices/strategies/in-time-window.js"
import { depth } from "../../../depth.js"

const test = suite("configs/time-window")

const rule = (more: object): object => ({ startHour: 8, endHour: 12, modes: ["ZEN"], ...more })
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

for (const [what, given, from, until, weekdays] of [
  ["hours", {}, 480, 720, EVERY_DAY],
  ["a whole day", { startHour: 0, endHour: 24 }, 0, 1440, EVERY_DAY],
  ["hours and minutes", { startMinute: 30, endMinute: 5 }, 510, 725, EVERY_DAY],
  ["times as text", { startHour: undefined, endHour: undefined, start: "07:30", end: "24:00" }, 450, 1440, EVERY_DAY],
  [
    "times without a nought",
    { startHour: undefined, endHour: undefined, start: "7:05", end: "9:59" },
    425,
    599,
    EVERY_DAY,
  ],
  ["either way in one rule", { startHour: undefined, start: "06:45" }, 405, 720, EVERY_DAY],
  ["days as numbers", { weekdays: [1, 7] }, 480, 720, [1, 7]],
  ["days by their names", { weekdays: ["Mon", "sunday", "WED"] }, 480, 720, [1, 7, 3]],
] as const) {
  test(`reads ${what}`, () => {
    assert.equal(timeWindowOf(rule(given)), { from, until, weekdays, modes: ["ZEN"] })
  })
}

test("keeps what it does not know, and folds the modes' ids", () => {
  assert.equal(timeWindowRule.parse(rule({ note: { a: 1 } })), rule({ note: { a: 1 } }))
  assert.equal(timeWindowOf(rule({ modes: [" zen ", "Stoic"] }))!.modes, ["ZEN", "STOIC"])
})

for (const [path, given, says] of [
  ["startHour", { startHour: 24 }, /0 to 23/],
  ["startHour", { startHour: -1 }, /0 to 23/],
  ["startHour", { startHour: "8" }, /0 to 23/],
  ["startHour", { startHour: 8.5 }, /0 to 23/],
  ["startHour", { startHour: null }, /0 to 23/],
  ["endHour", { endHour: 25 }, /0 to 24/],
  ["startMinute", { startMinute: 60 }, /0 to 59/],
  ["endMinute", { endMinute: -1 }, /0 to 59/],
  ["endMinute", { endHour: 24, endMinute: 1 }, /day ends/],
  ["startHour", { startHour: undefined }, /missing.*"start": "07:30"/],
  ["endHour", { endHour: undefined }, /missing.*"end": "09:00"/],
  ["start", { start: "08:00" }, /twice/],
  ["end", { endHour: undefined, endMinute: 5, end: "09:00" }, /twice/],
  ["start", { startHour: undefined, start: "24:00" }, /23:59/],
  ["start", { startHour: undefined, start: "7" }, /23:59/],
  ["end", { endHour: undefined, end: "24:01" }, /24:00/],
  ["end", { endHour: undefined, end: 9 }, /24:00/],
  ["weekdays", { weekdays: [] }, /every day/],
  ["weekdays", { weekdays: "Mon" }, /list/],
  ["weekdays.1", { weekdays: [1, 0] }, /1 \(Monday\) to 7/],
  ["weekdays.0", { weekdays: [8] }, /7 \(Sunday\)/],
  ["weekdays.0", { weekdays: ["Funday"] }, /English name/],
  ["modes", { modes: "ZEN" }, /./],
  ["modes", { modes: undefined }, /./],
  ["modes.0", { modes: [5] }, /./],
] as const) {
  test(`refuses ${JSON.stringify(given)} at ${path}`, () => {
    const { error } = timeWindowRule.safeParse(rule(given))
    assert.equal(
      error?.issues.map((issue) => issue.path.join(".")),
      [path],
    )
    assert.match(error!.issues[0]!.message, says)
    assert.is(timeWindowOf(rule(given)), undefined)
  })
}

test("reads nothing from what is no rule", () => {
  for (const wrong of [null, undefined, 5, "08:00", [], {}]) assert.is(timeWindowOf(wrong), undefined)
})

const minute = fc.integer({ min: 0, max: 1439 })
const slots = fc.record({
  from: minute,
  until: fc.integer({ min: 0, max: 1440 }),
  weekdays: fc.subarray(EVERY_DAY, { minLength: 1 }),
  modes: fc.constant([]),
})
/** Monday 5 January 1970 and the week after it, by the minute. */
const moment = fc
  .integer({ min: 0, max: 14 * 1440 - 1 })
  .map((minutes): LocalTime => localTime((4 * 1440 + minutes) * 60_000, "UTC"))

test("holds for as many minutes from its beginning on each of its days as it is long, and no others", () => {
  fc.assert(
    fc.property(slots, moment, (slot, now) => {
      const length = slot.from <= slot.until ? slot.until - slot.from : slot.until + 1440 - slot.from
      const since = (now.weekday === 0 ? 6 : now.weekday - 1) * 1440 + now.hour * 60 + now.minute
      const expected = slot.weekdays.some((day) => {
        const after = (since - ((day - 1) * 1440 + slot.from) + 7 * 1440) % (7 * 1440)
        return after < length
      })
      assert.is(isInTimeWindow(slot, now), expected)
    }),
    { numRuns: depth(2_000) },
  )
})

const NIGHT = timeWindowOf({ start: "01:30", end: "02:30", modes: [] })!
/** How many minutes of a day a slot holds, as a clock on the wall goes through it. */
const minutesHeld = (day: string, zone: string, hours: number): number =>
  Array.from({ length: hours * 60 }, (_, i) => localTime(Date.parse(day) + i * 60_000, zone)).filter((now) =>
    isInTimeWindow(NIGHT, now),
  ).length

test("goes by the clock on the wall on days that lose and gain an hour", () => {
  assert.is(minutesHeld("2026-03-27T23:00Z", "Europe/Berlin", 24), 60)
  assert.is(minutesHeld("2026-03-28T23:00Z", "Europe/Berlin", 23), 30, "2:00 to 3:00 is skipped")
  assert.is(minutesHeld("2026-10-24T22:00Z", "Europe/Berlin", 25), 90, "2:00 to 3:00 comes twice")
})

test.run()
