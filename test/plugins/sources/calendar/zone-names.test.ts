import { suite } from "uvu"
import * as assert from "uvu/assert"
import { namedOffset } from "../../../../plugins/sources/calendar/zone-names.js"
import { zonesOf } from "../../../../plugins/sources/calendar/zones.js"

const test = suite("names of zones")

const [WINTER, SUMMER] = [Date.parse("2026-11-26T12:00Z"), Date.parse("2026-07-26T12:00Z")]
const hours = (name: string): readonly (number | undefined)[] =>
  [WINTER, SUMMER].map((epoch) => {
    const offset = namedOffset(name)?.(epoch)
    return offset === undefined ? undefined : offset / 3_600_000
  })

for (const [name, winter, summer] of [
  ["(UTC+01:00) Amsterdam, Berlijn, Bern, Rome, Stockholm, Wenen", 1, 2],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", 1, 2],
  ["(GMT+01.00) Bruselas, Copenhague, Madrid, París", 1, 2],
  ["(UTC-08:00) Pacific Time (US & Canada)", -8, -7],
  ["(UTC-08:00) Pacific Time (VS en Canada)", -8, -7],
  ["Pacific Time (US & Canada),Tijuana", -8, -7],
  ["(GMT-08:00) Pacific Time (US & Canada); Tijuana", -8, -7],
  ["(UTC-07:00) Arizona", -7, -7],
  ["(UTC-07:00) Mountain Time (US & Canada)", -7, -6],
  ["(UTC-05:00) Indiana (East)", -5, -4],
  ["(UTC−05:00) Eastern Time (US & Canada)", -5, -4],
  ["Eastern Daylight Time", -5, -4],
  ["Central European Summer Time", 1, 2],
  ["(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", 0, 1],
  ["(UTC) Coordinated Universal Time", 0, 0],
  ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", 5.5, 5.5],
  ["(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi", 8, 8],
  ["(UTC+08:00) 北京，重庆，香港特别行政区，乌鲁木齐", 8, 8],
  ["(UTC+10:00) Canberra, Melbourne, Sydney", 11, 10],
  // A place that several zones have is that of the offset.
  ["(UTC-04:00) Georgetown, La Paz, Manaus, San Juan", -4, -4],
  ["(UTC-07:00) Chihuahua, La Paz, Mazatlan", -7, -7],
  ["UTC+2", 2, 2],
  ["GMT-0330", -3.5, -3.5],
  ["+09:00", 9, 9],
  ["tzone://Microsoft/Utc", 0, 0],
  ["(no TZ description)", undefined, undefined],
  ["Customized Time Zone", undefined, undefined],
  ["(UTC+99:00) Nowhere", undefined, undefined],
  ["", undefined, undefined],
] as const)
  test(`knows the offset of "${name}"`, () => assert.equal(hours(name), [winter, summer]))

test("takes what a calendar defines before what a name says", () => {
  const name = "(UTC-08:00) Pacific Time (US & Canada)"
  const lines = ["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:20200101T000000", "TZOFFSETFROM:+0300"]
  const defined = new Map([[name, [...lines, "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE"]]])
  assert.is(zonesOf(defined, "", "Europe/Berlin").offset(name)(WINTER), 3 * 3_600_000)
  assert.is(zonesOf(new Map(), "", "Europe/Berlin").offset(name)(WINTER), -8 * 3_600_000)
  assert.is(zonesOf(new Map(), "", "Europe/Berlin").offset("nobody knows")(WINTER), 3_600_000, "as on the screen")
})

test.run()
