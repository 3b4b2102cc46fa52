import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isTimeZone } from "platen/sdk/kit"
import { timeZoneAt } from "../../kernel/time-zone.js"

const test = suite("time zone")

for (const [place, latitude, longitude, zone] of [
  ["Berlin", 52.52, 13.41, "Europe/Berlin"],
  ["Beijing", 39.9, 116.4, "Asia/Shanghai"],
  ["Kathmandu", 27.7, 85.32, "Asia/Kathmandu"],
  ["Phoenix", 33.45, -112.07, "America/Phoenix"],
  ["Sydney", -33.87, 151.21, "Australia/Sydney"],
] as const) {
  test(`is ${zone} in ${place}`, () => assert.is(timeZoneAt(latitude, longitude), zone))
}

test("is one that is known wherever on the globe", () => {
  for (let latitude = -90; latitude <= 90; latitude += 7.5) {
    for (let longitude = -180; longitude <= 180; longitude += 7.5) {
      const zone = timeZoneAt(latitude, longitude)
      assert.ok(zone !== undefined && isTimeZone(zone), `${latitude}, ${longitude}: ${zone}`)
    }
  }
})

test.run()
