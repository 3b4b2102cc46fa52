import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isTimeZone } from "platen/sdk/kit"
import { zoneOf } from "../../../plugins/configs/zone.js"

const test = suite("configs/zone")

for (const [place, latitude, longitude, zone] of [
  ["Berlin", 52.52, 13.41, "Europe/Berlin"],
  ["Beijing", 39.9, 116.4, "Asia/Shanghai"],
  ["Kathmandu", 27.7, 85.32, "Asia/Kathmandu"],
  ["Phoenix", 33.45, -112.07, "America/Phoenix"],
  ["Sydney", -33.87, 151.21, "Australia/Sydney"],
] as const) {
  test(`is ${zone} in ${place}`, () => assert.is(zoneOf(latitude, longitude, isTimeZone), zone))
}

test("is nothing for no place, or half of one", () => {
  const known = (): boolean => {
    throw new Error("it was asked")
  }
  for (const [latitude, longitude] of [
    [null, null],
    [52.52, null],
    [null, 13.41],
    [0, null],
    [null, 0],
  ] as const)
    assert.is(zoneOf(latitude, longitude, known), "")
})

test("is nothing where the runtime does not know the zone", () => {
  const asked: string[] = []
  assert.is(
    zoneOf(52.52, 13.41, (name) => {
      asked.push(name)
      return false
    }),
    "",
  )
  assert.equal(asked, ["Europe/Berlin"])
})

test("is one that is known, or nothing, wherever on the globe", () => {
  for (let latitude = -90; latitude <= 90; latitude += 7.5) {
    for (let longitude = -180; longitude <= 180; longitude += 7.5) {
      const zone = zoneOf(latitude, longitude, isTimeZone)
      assert.ok(zone === "" || isTimeZone(zone), `${latitude}, ${longitude}: ${zone}`)
    }
  }
  assert.is.not(zoneOf(0, 0, isTimeZone), "")
})

test.run()
