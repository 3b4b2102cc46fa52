import { suite } from "uvu"
import * as assert from "uvu/assert"
import { covered } from "../../../../plugins/sources/sky/eclipses.js"
import { clock, minutesFrom, skyAt, skyIn } from "./reading.js"
import type { City } from "./reading.js"

const test = suite("source-sky: eclipses")

/**
 * The eclipses of 2026 to 2028 in UTC. Days and types: OpenStax Astronomy, appendix H; F. Espenak, http://astropixels.com/almanac/almanac21/almanac2027mst.html
 * (6 and 20 February 2027); Wikipedia, January and December 2028 lunar eclipse. Minutes where they say them: also timeanddate.com (28 August 2026) and
 * astrocorner.de (3 March 2026, 12:35 in Central Europe). The penumbral eclipses of 18 July and 17 August 2027 are too faint to be seen.
 */
const ECLIPSES = [
  ["2026-01-01", "solar", "annular", "2026-02-17"],
  ["2026-02-18", "lunar", "total", "2026-03-03 11:34"],
  ["2026-03-04", "solar", "total", "2026-08-12"],
  ["2026-08-13", "lunar", "partial", "2026-08-28 4:13"],
  ["2026-08-29", "solar", "annular", "2027-02-06 16:00"],
  ["2027-02-07", "lunar", "penumbral", "2027-02-20 23:13"],
  ["2027-02-21", "solar", "total", "2027-08-02"],
  ["2027-08-03", "lunar", "partial", "2028-01-12 4:13"],
  ["2028-01-13", "solar", "annular", "2028-01-26"],
  ["2028-01-27", "lunar", "partial", "2028-07-06"],
  ["2028-07-07", "solar", "total", "2028-07-22"],
  ["2028-07-23", "lunar", "total", "2028-12-31 16:52"],
] as const
for (const [from, kind, type, at] of ECLIPSES)
  test(`knows the ${type} ${kind} eclipse that follows ${from}`, async () => {
    const { eclipse } = await skyAt(from, { timeZone: "UTC" })
    assert.equal([eclipse!.kind, eclipse!.type, clock(eclipse!.at, "UTC")!.slice(0, 10)], [kind, type, at.slice(0, 10)])
    if (at.includes(":")) assert.ok(Math.abs(minutesFrom(at, eclipse!.at, "UTC")) <= 2, clock(eclipse!.at, "UTC")!)
  })

/** What places see of them: Wikipedia, Solar eclipse of July 22, 2028 (Sydney); space.com (Iceland 2026); geo.tv of 2 March 2026 (Beijing, Auckland, not Europe). */
const SEEN: readonly (readonly [City, string, string, string, string, string])[] = [
  ["Beijing", "2026-03-01", "lunar", "total", "total", "2026-03-03"],
  ["Auckland", "2026-03-01", "lunar", "total", "total", "2026-03-04"],
  ["Berlin", "2026-03-01", "solar", "total", "partial", "2026-08-12"],
  ["Reykjavik", "2026-08-01", "solar", "total", "total", "2026-08-12"],
  ["New York", "2026-08-20", "lunar", "partial", "partial", "2026-08-28"],
  ["Berlin", "2026-08-20", "lunar", "partial", "partial", "2026-08-28"],
  ["Sydney", "2028-07-20", "solar", "total", "total", "2028-07-22"],
]
const ZONES: Partial<Record<City, string>> = { Auckland: "Pacific/Auckland" }
for (const [city, from, kind, type, here, day] of SEEN)
  test(`knows that ${city} sees the ${kind} eclipse of ${day}, ${here}`, async () => {
    const { eclipse } = await skyIn(city, from)
    assert.equal([eclipse!.kind, eclipse!.type, eclipse!.here, eclipse!.visible], [kind, type, here, true])
    assert.is(clock(eclipse!.at, ZONES[city] ?? "UTC")!.slice(0, 10), day)
    assert.ok(here === "total" ? eclipse!.obscured! > 0.999 : eclipse!.obscured! > 0.5 && eclipse!.obscured! < 1)
  })

test("says how much of the moon is covered: 96.2 % on 28 August 2026", async () => {
  // https://www.universaltimedate.com/articles/august-27-28-2026-partial-lunar-eclipse, by timeanddate.com, which counts the air of the earth less.
  assert.ok(Math.abs((await skyIn("New York", "2026-08-28")).eclipse!.obscured! - 0.962) < 0.01)
})

test("counts what is seen before the moon sets", async () => {
  // In Kathmandu the moon sets on 28 August 2026 at 5:45 local time, before the eclipse begins; in Athens at 6:50, as it is under way.
  const athens = (await skyAt("2026-08-20", { timeZone: "Europe/Athens", latitude: 37.98, longitude: 23.73 })).eclipse!
  assert.equal([athens.kind, athens.here, clock(athens.at, "UTC")!.slice(0, 10)], ["lunar", "partial", "2026-08-28"])
  assert.ok(athens.obscured! > 0.3 && athens.obscured! < 0.95, `${athens.obscured}`)
  assert.ok(athens.at < Date.UTC(2026, 7, 28, 4, 12), "before its greatest part")
  assert.is.not(clock((await skyIn("Kathmandu", "2026-08-20")).eclipse!.at, "UTC")!.slice(0, 10), "2026-08-28")
})

test("counts what is seen before the sun sets", async () => {
  // On 12 August 2026 the sun sets in Rome at 20:10 local time, minutes before the greatest eclipse.
  const rome = (await skyAt("2026-08-12", { timeZone: "Europe/Rome", latitude: 41.9, longitude: 12.5 })).eclipse!
  assert.equal([rome.kind, rome.type, rome.here], ["solar", "total", "partial"])
  assert.ok(rome.obscured! > 0.3 && rome.obscured! < 1, `${rome.obscured}`)
  assert.ok(rome.at < Date.UTC(2026, 7, 12, 18, 15), clock(rome.at, "UTC")!)
})

test("finds one for any place, or says that it is not visible", async () => {
  for (const latitude of [-90, -60, 0, 60, 90])
    for (const longitude of [-180, -60, 60]) {
      const { eclipse, sun, moon } = await skyAt("2026-09-15", { timeZone: "UTC", latitude, longitude })
      assert.ok(eclipse && eclipse.at < Date.UTC(2031, 9, 1))
      assert.is(eclipse.visible, eclipse.obscured !== null)
      assert.ok(sun.minutes! >= 0 && moon.lit >= 0)
    }
})

test("measures how much one disc covers of another", () => {
  assert.equal([covered(1, 1, 2), covered(1, 1, 3), covered(1, 2, 0.5)], [0, 0, 1])
  assert.ok(Math.abs(covered(2, 1, 0) - 0.25) < 1e-9)
  // Two equal discs whose rims pass through each other's centre: 2/3 - sqrt(3) / (2 pi).
  assert.ok(Math.abs(covered(1, 1, 1) - (2 / 3 - Math.sqrt(3) / (2 * Math.PI))) < 1e-9)
})

test.run()
