import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import type { Calendar } from "platen/sdk/sources"
import { CALENDAR } from "platen/sdk/sources"
import { run } from "../../../../plugins/sources/calendar/expand.js"
import { TOOLS } from "../../../sandbox-tools.js"

/** Dates, exceptions and entries in forms that programs write, and what cannot be read of them. */
const test = suite("calendars in other forms")

const BERLIN = "Europe/Berlin"
type Lines = readonly string[]
const event = (uid: string, ...lines: Lines): Lines => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  ...lines,
  "END:VEVENT",
]
const GOOD = event("Good", "DTSTART:20261125T080000Z", "DTEND:20261125T090000Z")
const ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Office",
  "BEGIN:STANDARD",
  "DTSTART:20200101T000000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "END:VTIMEZONE",
]

/** A week from Wednesday 25 November 2026 on. */
async function week(lines: Lines, timeZone = BERLIN, days = 7): Promise<Calendar> {
  const bytes = Buffer.from(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n"))
  const calendar = (await run(
    { contentType: undefined, bytes, timeZone, first: Date.parse("2026-11-25T00:00Z"), days },
    TOOLS,
  )) as Calendar
  return CALENDAR.result.parse(calendar)
}

/** The events of a name: the days of those all day, else the days and hours. */
function of({ events }: Calendar, name: string, timeZone = BERLIN): readonly string[] {
  return events
    .filter(({ title }) => title === name)
    .map(({ allDay, at, first, last }) => {
      if (allDay) return first === last ? first.slice(8) : `${first.slice(8)}-${last.slice(8)}`
      const { day, hour } = localTime(at, timeZone)
      return `${String(day).padStart(2, "0")} ${hour}:00`
    })
}

const ALL_DAY = ["DTSTART;VALUE=DATE:20261102", "DTEND;VALUE=DATE:20261103", "RRULE:FREQ=DAILY;UNTIL=20261128"]
const NINE = [`DTSTART;TZID=${BERLIN}:20261102T090000`, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=27"]

for (const [what, exception, about] of [
  ["a date", "20261126", []],
  ["a date without its VALUE", "20261126", []],
  ["midnight of the calendar's zone in UTC", "20261125T230000Z", ["X-WR-TIMEZONE:Europe/Berlin"]],
  ["midnight of a defined zone in UTC", "20261125T230000Z", ZONE],
  ["midnight of a defined zone, for a calendar that says UTC", "20261125T230000Z", ["X-WR-TIMEZONE:UTC", ...ZONE]],
  ["midnight in UTC", "20261126T000000Z", ["X-WR-TIMEZONE:America/New_York"]],
  ["midnight of a named zone", "20261126T000000", []],
  ["an hour of the calendar's day", "20261126T073000Z", ["X-WR-TIMEZONE:Europe/Berlin"]],
] as const)
  for (const screen of [BERLIN, "America/Los_Angeles", "Pacific/Auckland"]) {
    const own = about.length > 0 || !exception.endsWith("Z") || screen === BERLIN
    if (own)
      test(`leaves out a day of an all-day series by ${what}, on a screen in ${screen}`, async () => {
        const parameter = what.includes("named")
          ? ";TZID=W. Europe Standard Time"
          : what === "a date"
            ? ";VALUE=DATE"
            : ""
        const calendar = await week([...about, ...event("Home", ...ALL_DAY, `EXDATE${parameter}:${exception}`)], screen)
        assert.equal([of(calendar, "Home"), calendar.unread], [["25", "27", "28"], 0])
      })
  }

for (const [place, midnight, screens] of [
  ["Berlin", "20261125T230000Z", [BERLIN, "America/Los_Angeles", "Asia/Tokyo"]],
  ["New York", "20261126T050000Z", [BERLIN, "America/New_York", "Asia/Tokyo"]],
  ["Auckland", "20261125T110000Z", ["Pacific/Auckland"]],
] as const)
  for (const screen of screens)
    test(`leaves out a day by midnight of ${place}, of a calendar without a zone, on a screen in ${screen}`, async () => {
      const calendar = await week(event("Home", ...ALL_DAY, `EXDATE:${midnight}`), screen)
      assert.equal(of(calendar, "Home"), ["25", "27", "28"])
    })

test("finds a zone whose definition has its name escaped", async () => {
  const name = "Own, zone"
  const defined = ZONE.map((line) =>
    line === "TZID:Office" ? "TZID:Own\\, zone" : line.replace("TO:+0100", "TO:+0300"),
  )
  const calendar = await week([...defined, ...event("This", `DTSTART;TZID="${name}":20261126T090000`)])
  assert.equal(of(calendar, "This"), ["26 7:00"])
})

test("moves a day of an all-day series by a moment, and adds one", async () => {
  const moved = event(
    "Home",
    "RECURRENCE-ID:20261125T230000Z",
    "DTSTART;VALUE=DATE:20261130",
    "DTEND;VALUE=DATE:20261201",
  )
  const series = event("Home", ...ALL_DAY, "RDATE:20261130T230000Z")
  const calendar = await week(["X-WR-TIMEZONE:Europe/Berlin", ...series, ...moved], "America/New_York")
  assert.equal(of(calendar, "Home"), ["25", "27", "28", "30", "01"])
})

for (const [what, line] of [
  ["a floating time", "EXDATE:20261126T090000"],
  ["a moment", "EXDATE:20261126T080000Z"],
  ["a time of another zone", "EXDATE;TZID=America/New_York:20261126T030000"],
  ["a date", "EXDATE;VALUE=DATE:20261126"],
  ["eight digits", "EXDATE:20261126"],
  ["a list of forms", "EXDATE:20261103,20261126T080000Z"],
] as const)
  for (const screen of [BERLIN, "America/New_York"])
    test(`leaves out an instance of a zoned series by ${what}, on a screen in ${screen}`, async () => {
      const calendar = await week(event("Nine", ...NINE, line), screen)
      assert.equal(of(calendar, "Nine"), ["25 9:00", "27 9:00", "28 9:00"])
      assert.is(calendar.unread, 0)
    })

test("replaces an instance that a floating time or a date names", async () => {
  const to = `DTSTART;TZID=${BERLIN}:20261126T120000`
  for (const line of ["RECURRENCE-ID:20261126T090000", "RECURRENCE-ID;VALUE=DATE:20261126"])
    assert.equal(of(await week([...event("Nine", ...NINE), ...event("Nine", line, to)], "Asia/Tokyo"), "Nine"), [
      "25 9:00",
      "26 12:00",
      "27 9:00",
      "28 9:00",
    ])
})

test("leaves out a time of a floating series as it is written", async () => {
  const floating = ["DTSTART:20261125T090000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Europe/Berlin:20261126T090000"]
  assert.equal(of(await week(event("Nine", ...floating), "Asia/Tokyo"), "Nine", "Asia/Tokyo"), ["25 9:00", "27 9:00"])
})

test("leaves out what a rule of exceptions has", async () => {
  const calendar = await week(event("Nine", ...NINE, "EXRULE:FREQ=WEEKLY;BYDAY=TH,SA"))
  assert.equal(of(calendar, "Nine"), ["25 9:00", "27 9:00"])
})

for (const [what, lines, expected] of [
  ["eight digits", ["DTSTART:20261126", "DTEND:20261128"], ["26-27"]],
  ["eight digits that call themselves a time", ["DTSTART;VALUE=DATE-TIME:20261126"], ["26"]],
  ["eight digits in a zone", ["DTSTART;TZID=Europe/Berlin:20261126"], ["26"]],
  ["a time that calls itself a date", ["DTSTART;VALUE=DATE:20261126T090000"], ["26 9:00"]],
  ["an unquoted zone with a colon", ["DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20261126T090000"], ["26 9:00"]],
  ["an unquoted zone with a semicolon", ["DTSTART;TZID=(GMT+01:00) Paris; Rome:20261126T090000"], ["26 9:00"]],
  ["small letters", ["dtstart:20261126t080000z", "duration:pt1h"], ["26 9:00"]],
  ["a series of such dates", ["DTSTART:20261126", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261127"], ["26", "28"]],
  ["an end beyond all years", ["DTSTART:20261126T080000Z", "DTEND:99991231T235959Z"], ["26 9:00"]],
] as const)
  test(`reads a begin of ${what}`, async () => {
    const calendar = await week(event("This", ...lines))
    assert.equal([of(calendar, "This"), calendar.unread], [expected, 0])
  })

for (const [what, lines, unread, shown] of [
  ["no begin", ["DTEND:20261126T090000Z"], 1, []],
  ["a begin that is none", ["DTSTART:tomorrow"], 1, []],
  ["a day that no month has", ["DTSTART;VALUE=DATE:20260231", "RRULE:FREQ=DAILY"], 1, []],
  ["a rule of no known frequency", ["DTSTART:20261126T080000Z", "RRULE:FREQ=FORTNIGHTLY"], 1, ["26 9:00"]],
  ["a rule that readers understand differently", ["DTSTART:20261126", "RRULE:FREQ=YEARLY;BYWEEKNO=48"], 1, ["26"]],
  ["an end of a rule that is none", ["DTSTART:20261126", "RRULE:FREQ=DAILY;UNTIL=NEVER"], 1, ["26"]],
  ["a rule of seconds", ["DTSTART:20200101T080000Z", "RRULE:FREQ=SECONDLY"], 1, []],
  ["a rule of minutes", ["DTSTART:20200101T080000Z", "RRULE:FREQ=MINUTELY"], 1, []],
  ["an exception that is none", ["DTSTART:20261126", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:then"], 1, ["26", "27"]],
  ["such an exception of long ago", ["DTSTART:20200101", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:then"], 0, []],
  ["an added time that is none", ["DTSTART:20261126", "RDATE:then"], 1, ["26"]],
  ["a changed instance that is none", ["RECURRENCE-ID:then", "DTSTART:20261126"], 1, []],
  ["a length that is none", ["DTSTART:20261126T080000Z", "DURATION:long"], 1, ["26 9:00"]],
  ["a rule that never matches", ["DTSTART:20200101", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"], 0, []],
  ["a huge count", ["DTSTART:20200101", "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1000000000"], 0, ["26"]],
  ["a huge interval", ["DTSTART:20261126", "RRULE:FREQ=DAILY;INTERVAL=999999999999"], 0, ["26"]],
  ["a stamp that is none", ["DTSTART:20261126", "DTSTAMP:then", "LAST-MODIFIED:then"], 0, ["26"]],
] as const)
  test(`shows the others beside ${what}, and counts it where something may be missing`, async () => {
    const calendar = await week([...event("Odd", ...lines), ...GOOD])
    assert.equal([of(calendar, "Odd"), of(calendar, "Good"), calendar.unread], [shown, ["25 9:00"], unread])
  })

test("counts an event that is cut off", async () => {
  const calendar = await week([...GOOD, "BEGIN:VEVENT", "DTSTART:20261126"])
  assert.equal([of(calendar, "Good"), calendar.unread], [["25 9:00"], 1])
})

test("shows old and long series, however many instances they have had", async () => {
  const old = [
    ...event("Thanksgiving", "DTSTART;VALUE=DATE:16041125", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"),
    ...event("Birthday", "DTSTART;VALUE=DATE:16041127", "RRULE:FREQ=YEARLY"),
    ...event("Pill", "DTSTART:19720101T080000Z", "RRULE:FREQ=DAILY"),
    ...event("Counted", "DTSTART:19720101T080000Z", "RRULE:FREQ=DAILY;BYDAY=TH;COUNT=9000"),
    ...event("Hourly", "DTSTART:20200101T080000Z", "RRULE:FREQ=HOURLY"),
  ]
  const calendar = await week(old)
  const counts = ["Thanksgiving", "Birthday", "Pill", "Counted", "Hourly"].map((name) => of(calendar, name).length)
  assert.equal([counts, calendar.unread], [[1, 1, 7, 1, 168], 0])
})

test("lets no crowd of hostile series cost the others", async () => {
  for (const rule of ["FREQ=SECONDLY", "FREQ=MINUTELY;BYHOUR=9;COUNT=1000000000", "FREQ=HOURLY"]) {
    const crowd = Array.from({ length: 300 }, (_, i) => event(`Odd ${i}`, "DTSTART:20200101T080000Z", `RRULE:${rule}`))
    const weekly = event("Weekly", "DTSTART:20200102T080000Z", "RRULE:FREQ=WEEKLY")
    const calendar = await week([...crowd.flat(), ...weekly, ...GOOD])
    assert.equal([of(calendar, "Good"), of(calendar, "Weekly")], [["25 9:00"], ["26 9:00"]], rule)
    assert.ok(calendar.unread >= 299 && calendar.events.length <= 500, `${rule}: ${calendar.unread} unread`)
  }
})

test("shows of too many events the first ones of each series", async () => {
  const hourly = event("Hourly", "DTSTART:20200101T080000Z", "RRULE:FREQ=HOURLY")
  const daily = event("Daily", "DTSTART:20200101T080000Z", "RRULE:FREQ=DAILY")
  const calendar = await week([...hourly, ...daily], BERLIN, 62)
  assert.equal([of(calendar, "Daily").length, of(calendar, "Hourly").length, calendar.unread], [62, 438, 1])
})

test.run()
