import { clockTime } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { skyOf } from "../../../../plugins/pages/pages/sky.js"

const test = suite("sky")

function day(iso: string): LocalDay {
  const date = new Date(`${iso}T00:00:00Z`)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** Sunrise and sunset as the almanac of the US Naval Observatory has them, in local time. */
const SUNS = [
  ["2026-06-21", { latitude: 52.52, longitude: 13.405 }, "Europe/Berlin", "4:43", "21:33"],
  ["2026-12-21", { latitude: 52.52, longitude: 13.405 }, "Europe/Berlin", "8:15", "15:54"],
  ["2026-03-20", { latitude: -0.18, longitude: -78.47 }, "America/Guayaquil", "6:18", "18:24"],
  ["2026-12-21", { latitude: -33.87, longitude: 151.21 }, "Australia/Sydney", "5:41", "20:05"],
  ["2026-11-22", { latitude: 27.72, longitude: 85.32 }, "Asia/Kathmandu", "6:29", "17:09"],
] as const

function minutes(clock: string): number {
  const [hour, minute] = clock.split(":").map(Number) as [number, number]
  return hour * 60 + minute
}

for (const [date, place, zone, rise, set] of SUNS) {
  test(`knows the sun of ${date} in ${zone}`, () => {
    const { sun } = skyOf(day(date), place, zone)
    assert.ok(sun && "rise" in sun)
    assert.ok(Math.abs(minutes(clockTime(sun.rise)) - minutes(rise)) <= 3, `${clockTime(sun.rise)} for ${rise}`)
    assert.ok(Math.abs(minutes(clockTime(sun.set)) - minutes(set)) <= 3, `${clockTime(sun.set)} for ${set}`)
  })
}

test("says where the sun stays up or down", () => {
  const svalbard = { latitude: 78.22, longitude: 15.65 }
  assert.equal(skyOf(day("2026-06-21"), svalbard, "Arctic/Longyearbyen").sun, { polar: "day" })
  assert.equal(skyOf(day("2026-12-21"), svalbard, "Arctic/Longyearbyen").sun, { polar: "night" })
})

test("knows no sun without a place, and the moon everywhere", () => {
  const { sun, moon, south } = skyOf(day("2026-11-22"), undefined, "UTC")
  assert.is(sun, undefined)
  assert.is(south, false)
  assert.is(moon.name, "waxing-gibbous")
  assert.is(skyOf(day("2026-11-22"), { latitude: -33, longitude: 18 }, "UTC").south, true)
})

test("has a sky on every day that a date can hold", () => {
  const place = { latitude: 52.52, longitude: 13.405 }
  for (const year of [-271_821, 0, 1, 9999, 275_760]) {
    const { sun, moon } = skyOf({ year, month: 9, day: 13, weekday: 6 }, place, "Europe/Berlin")
    assert.ok(sun && "rise" in sun && moon.lit >= 0 && moon.lit <= 1, `${year}`)
  }
})

/** The turning points of the moon in 2026, by their days in UTC. */
const MOONS = [
  ["2026-01-03", "full"],
  ["2026-01-18", "new"],
  ["2026-02-24", "first-quarter"],
  ["2026-08-12", "new"],
  ["2026-08-28", "full"],
  ["2026-11-24", "full"],
] as const
for (const [date, name] of MOONS) {
  test(`knows the ${name} moon of ${date}`, () => {
    const { moon } = skyOf(day(date), undefined, "UTC")
    assert.is(moon.name, name)
    assert.ok(name === "full" ? moon.lit > 0.98 : name === "new" ? moon.lit < 0.02 : Math.abs(moon.lit - 0.5) < 0.08)
  })
}

test("names each turning point for one day, or for two where it falls between them", () => {
  for (let at = Date.UTC(2026, 0, 1), before = "", days = 0; at < Date.UTC(2028, 0, 1); at += 86_400_000) {
    const { name, phase, age } = skyOf(day(new Date(at).toISOString().slice(0, 10)), undefined, "UTC").moon
    assert.ok(phase >= 0 && phase < 1 && age >= 0 && age <= 29, `${phase} ${age}`)
    days = name === before ? days + 1 : 1
    before = name
    if (["new", "first-quarter", "full", "last-quarter"].includes(name))
      assert.ok(days <= 2, `${name} for ${days} days`)
  }
})

test.run()
