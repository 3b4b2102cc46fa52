import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definedOffset } from "../../../../plugins/sources/calendar/defined-zones.js"
import { calendarsIn } from "../../../../plugins/sources/calendar/text.js"
import { offsetOf } from "../../../../plugins/sources/calendar/wall.js"

const test = suite("zones that calendars define")
const FOLDER = new URL("../../../../../test/world/calendars/", import.meta.url)
const HOUR_MS = 3_600_000

const zone = (...observances: readonly (readonly string[])[]): readonly string[] => [
  "BEGIN:VTIMEZONE",
  "TZID:Own",
  ...observances.flatMap(([kind, start, from, to, ...more]) => [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...more,
    `END:${kind}`,
  ]),
  "END:VTIMEZONE",
]

/** The hours by which a zone is ahead of UTC at some times. */
const hours = (lines: readonly string[], ...times: readonly string[]): readonly (number | undefined)[] => {
  const offset = definedOffset(lines)
  return times.map((time) => (offset ? offset(Date.parse(`${time}Z`)) / HOUR_MS : undefined))
}

test("agrees with the IANA zones that the calendars here define", () => {
  const names = new Set<string>()
  const seen = new Set<string>()
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".ics") && !name.startsWith("hostile-")))
    for (const { zones } of calendarsIn(readFileSync(new URL(file, FOLDER), "latin1")))
      for (const [name, lines] of zones) {
        const definition = lines.join("\n")
        if (!/^(Europe|America|Asia|Australia|Pacific)\/\w+$/.test(name) || seen.has(definition)) continue
        seen.add(definition)
        names.add(name)
        const [own, iana] = [definedOffset(lines)!, offsetOf(name)]
        for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 6 * HOUR_MS)
          assert.is(own(at), iana(at), `${file} ${name} ${new Date(at).toISOString()}`)
      }
  assert.ok(names.size >= 2, [...names].join())
})

test("changes to the minute, in either half of the earth", () => {
  const south = zone(
    ["STANDARD", "20200405T030000", "+1100", "+1000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"],
    ["DAYLIGHT", "20201004T020000", "+1000", "+1100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"],
  )
  const times = ["2026-01-01T00:00", "2026-04-04T15:59", "2026-04-04T16:00", "2026-10-03T15:59", "2026-10-03T16:00"]
  assert.equal(hours(south, ...times), [11, 11, 10, 10, 11])
})

test("stays in the time of its last onset when its rules have ended, and has one before the first", () => {
  const abolished = zone(
    ["DAYLIGHT", "20100328T020000", "+0300", "+0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20140330T000000Z"],
    ["STANDARD", "20101031T030000", "+0400", "+0300", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=5"],
  )
  assert.equal(
    hours(abolished, "2009-07-01T00:00", "2013-07-01T00:00", "2014-07-01T00:00", "2026-07-01T00:00"),
    [3, 4, 4, 3],
  )
})

test("knows onsets that are listed", () => {
  const listed = zone(
    ["STANDARD", "20201025T030000", "+0200", "+01:00", "RDATE:20261025T030000,20271031T030000"],
    ["DAYLIGHT", "20210328T020000", "+0100", "+020000", "RDATE:20260329T020000"],
  )
  assert.equal(hours(listed, "2026-02-01T00:00", "2026-07-01T00:00", "2026-12-01T00:00"), [2, 2, 1])
})

for (const [what, rule] of [
  ["that never ends", "FREQ=SECONDLY"],
  ["that never matches", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
  ["of many parts", "FREQ=DAILY;COUNT=1000000000;BYMONTHDAY=31"],
] as const)
  test(`follows no rule ${what}`, () => {
    const lines = zone(["STANDARD", "18000101T000000", "+0200", "+0100", `RRULE:${rule}`])
    assert.equal(hours(lines, "2026-02-01T00:00", "2026-07-01T00:00"), [1, 1])
  })

for (const [what, lines] of [
  ["without observances", zone()],
  ["with a rule that is none", zone(["STANDARD", "20200101T000000", "+0100", "+0100", "RRULE:FREQ=SOMETIMES"])],
  ["with an offset that is none", zone(["STANDARD", "20200101T000000", "+0100", "one hour"])],
  ["with a begin that is none", zone(["STANDARD", "once", "+0100", "+0100"])],
] as const)
  test(`knows nothing of a definition ${what}`, () => assert.is(definedOffset(lines), undefined))

test.run()
