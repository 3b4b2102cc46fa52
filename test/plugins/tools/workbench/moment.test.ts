import { BadInput } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { momentOf } from "../../../../plugins/tools/workbench/moment.js"
import { service as plain } from "../../devices/configs/catalogs.js"

const test = suite("workbench/moment")
const service = { ...plain, defaults: { ...plain.defaults, timeZone: "Europe/Berlin" } }
const iso = (at: string, place?: string): string => new Date(momentOf({ at, place }, service).at!).toISOString()

test("reads a time as local time of the place, else of the server", () => {
  assert.is(iso("2027-02-28T07:30"), "2027-02-28T06:30:00.000Z")
  assert.is(iso("2027-07-28T07:30"), "2027-07-28T05:30:00.000Z")
  assert.is(iso("2027-07-28T07:30", "27.7,85.32"), "2027-07-28T01:45:00.000Z")
  assert.is(iso("2027-07-28"), "2027-07-28T10:00:00.000Z", "noon")
})

test("reads a time with an offset as it says", () => {
  assert.is(iso("2027-07-28T07:30Z", "27.7,85.32"), "2027-07-28T07:30:00.000Z")
  assert.is(iso("2027-07-28T07:30-08:00"), "2027-07-28T15:30:00.000Z")
})

test("reads times about a change of the clocks", () => {
  // On 28 March 2027 the clocks of Berlin go from 2 to 3, on 31 October from 3 to 2.
  assert.is(iso("2027-03-28T01:59"), "2027-03-28T00:59:00.000Z")
  assert.is(iso("2027-03-28T03:00"), "2027-03-28T01:00:00.000Z")
  assert.is(iso("2027-03-28T02:30"), "2027-03-28T01:30:00.000Z", "a skipped time is the one an hour later")
  assert.is(iso("2027-10-31T03:00"), "2027-10-31T02:00:00.000Z")
})

test("reads a place with its time zone", () => {
  assert.equal(momentOf({ place: "64.15, -21.94, Reykjavik " }, service), {
    place: { latitude: 64.15, longitude: -21.94, name: "Reykjavik" },
    timeZone: "Atlantic/Reykjavik",
  })
  assert.equal(momentOf({ place: "+52,-0" }, service).place, { latitude: 52, longitude: -0 })
  assert.equal(momentOf({}, service), {})
})

test("names the option at fault", () => {
  for (const at of [
    "",
    "now",
    "2027-02-30",
    "2027-13-01",
    "2027-02-28T25:00",
    "2027-02-28 07:30",
    "2027-02-28T07:30+1",
  ])
    assert.throws(
      () => momentOf({ at }, service),
      (error: Error) => error instanceof BadInput && error.message.startsWith(`--at ${at} is not a time`),
      at,
    )
  for (const place of ["", "52", "91,0", "0,181", "x,y", "52.5,13.4,", "52°,13°"])
    assert.throws(
      () => momentOf({ place }, service),
      (error: Error) => error instanceof BadInput && error.message.startsWith(`--place ${place} is not a place`),
      place,
    )
})

test.run()
