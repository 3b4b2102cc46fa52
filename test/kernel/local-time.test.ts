import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isTimeZone, localTime } from "platen/sdk/kit"
import { refused } from "../refused.js"
import { depth } from "../depth.js"

const test = suite("local-time")

function clockAt(iso: string, timeZone: string): string {
  const { year, month, day, hour, minute } = localTime(Date.parse(iso), timeZone)
  const two = (value: number): string => String(value).padStart(2, "0")
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** The minute before and the minute of a change of offset, or a moment in a zone that is not whole hours away. */
const MOMENTS: readonly (readonly [string, string, string])[] = [
  ["Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29 01:59"],
  ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29 03:00"],
  ["Europe/Berlin", "2026-10-25T00:59:59Z", "2026-10-25 02:59"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25 02:00"],
  ["America/New_York", "2026-03-08T06:59:59Z", "2026-03-08 01:59"],
  ["America/New_York", "2026-03-08T07:00:00Z", "2026-03-08 03:00"],
  ["America/New_York", "2026-11-01T05:59:59Z", "2026-11-01 01:59"],
  ["America/New_York", "2026-11-01T06:00:00Z", "2026-11-01 01:00"],
  ["Australia/Lord_Howe", "2026-04-04T14:59:00Z", "2026-04-05 01:59"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05 01:30"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-04 02:30"],
  ["Asia/Kolkata", "2026-11-21T18:29:00Z", "2026-11-21 23:59"],
  ["Asia/Kolkata", "2026-11-21T18:30:00Z", "2026-11-22 00:00"],
  ["Asia/Kathmandu", "2026-11-21T18:14:00Z", "2026-11-21 23:59"],
  ["Asia/Kathmandu", "2026-11-21T18:15:00Z", "2026-11-22 00:00"],
  ["Australia/Eucla", "2026-07-01T00:00:00Z", "2026-07-01 08:45"],
  ["Pacific/Chatham", "2026-07-01T00:00:00Z", "2026-07-01 12:45"],
  ["Pacific/Chatham", "2026-01-01T00:00:00Z", "2026-01-01 13:45"],
  ["America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31 20:30"],
  ["Pacific/Apia", "2011-12-30T09:59:00Z", "2011-12-29 23:59"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31 00:00"],
  ["Pacific/Kiritimati", "2026-02-28T10:00:00Z", "2026-03-01 00:00"],
  ["Asia/Shanghai", "2026-12-31T16:00:00Z", "2027-01-01 00:00"],
  ["UTC", "1969-12-31T23:59:59Z", "1969-12-31 23:59"],
]

for (const [timeZone, iso, expected] of MOMENTS) {
  test(`shows ${expected} in ${timeZone} at ${iso}`, () => {
    assert.is(clockAt(iso, timeZone), expected)
  })
}

test("shows the same whatever was asked before", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...MOMENTS], { minLength: MOMENTS.length }), (moments) => {
      for (const [timeZone, iso, expected] of moments) assert.is(clockAt(iso, timeZone), expected)
    }),
    { numRuns: depth(20) },
  )
})

test("keeps the offset that the zone's own name of it says, at any moment", () => {
  const zones = [
    "UTC",
    "Europe/London",
    "America/Sao_Paulo",
    "Africa/Cairo",
    "Asia/Tehran",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
  ]
  const epochs = fc.integer({ min: Date.parse("1975-01-01"), max: Date.parse("2100-01-01") })
  fc.assert(
    fc.property(epochs, fc.constantFrom(...zones), (epoch, timeZone) => {
      const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
        .formatToParts(epoch)
        .find(({ type }) => type === "timeZoneName")!.value
      const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)!
      const ahead = (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
      const { year, month, day, hour, minute, weekday } = localTime(epoch, timeZone)
      const local = new Date(epoch + ahead)
      assert.is(Date.UTC(year, month - 1, day, hour, minute), Math.floor(local.getTime() / 60_000) * 60_000)
      assert.is(weekday, local.getUTCDay())
    }),
    { numRuns: depth(400) },
  )
})

test("keeps the moment itself", () => {
  assert.is(localTime(1_234_567_890_123, "Asia/Kolkata").epoch, 1_234_567_890_123)
})

test("refuses a zone that there is not", async () => {
  for (const name of ["Mars/Olympus", "", "Europe/Berlin "]) {
    const { status } = await refused(() => localTime(0, name), `"${name}"`, "Europe/Berlin")
    assert.is(status, 422)
  }
})

test("knows the names of zones", () => {
  for (const name of ["UTC", "Europe/Berlin", "Asia/Shanghai", "America/Argentina/Ushuaia"])
    assert.ok(isTimeZone(name), name)
  for (const name of ["", "Mars/Olympus", "local"]) assert.not.ok(isTimeZone(name), name)
})

test.run()
