import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../../../depth.js"
import { skyOf } from "../../../../plugins/pages/pages/sky.js"
import { CITIES, clock, dayOf, minutesFrom, skyAt, skyIn } from "./reading.js"
import type { City } from "./reading.js"

const test = suite("source-sky: sun and moon")

/** Sunrise and sunset on local clocks, and who says so. Minutes of other years are the same to a minute. */
const SUNS: readonly (readonly [City, string, string | null, string | null])[] = [
  // https://icelandinsider.is/uncategorized/how-long-are-the-summer-days-in-iceland
  ["Reykjavik", "2026-06-21", "2026-06-21 2:55", "2026-06-22 0:04"],
  ["Reykjavik", "2026-12-21", "2026-12-21 11:21", "2026-12-21 15:30"],
  // H. Aslaksen, Which day does the sun rise earliest in Singapore? The latest and the earliest of the year.
  ["Singapore", "2026-02-09", "2026-02-09 7:17", null],
  ["Singapore", "2026-11-01", "2026-11-01 6:46", null],
  ["Singapore", "2026-11-05", null, "2026-11-05 18:50"],
  ["Singapore", "2026-02-13", null, "2026-02-13 19:21"],
  // US Naval Observatory.
  ["Quito", "2026-03-20", "2026-03-20 6:18", "2026-03-20 18:24"],
  ["Berlin", "2026-06-21", "2026-06-21 4:43", "2026-06-21 21:33"],
  ["Berlin", "2026-12-21", "2026-12-21 8:15", "2026-12-21 15:54"],
  ["Kathmandu", "2026-11-22", "2026-11-22 6:29", "2026-11-22 17:09"],
  ["Sydney", "2026-12-21", "2026-12-21 5:41", "2026-12-21 20:05"],
  // timeanddate.com, by voxy.co.nz of 9 December 2017.
  ["Auckland", "2017-12-22", "2017-12-22 5:58", "2017-12-22 20:40"],
  // https://winenfood.com/todays-sunrise-and-sunset-time-in-new-york-city
  ["New York", "2026-06-21", "2026-06-21 5:25", null],
  // livescience.com of August 2025: the moon rises at 20:03, a minute after sunset.
  ["New York", "2025-08-08", null, "2025-08-08 20:02"],
  // South African Astronomical Observatory, by iol.co.za of 21 June 2012; https://www.6000.co.za/sunset-earlier/
  ["Cape Town", "2026-06-21", "2026-06-21 7:51", "2026-06-21 17:45"],
  ["Cape Town", "2026-12-21", "2026-12-21 5:32", "2026-12-21 19:57"],
  // https://www.dailyq-a.com/Culture/33297.html
  ["Beijing", "2021-12-21", "2021-12-21 7:32", "2021-12-21 16:53"],
  // https://icepeople.net of 25 August 2020: the first sunset, and a second one on that day; the last day of the year.
  ["Longyearbyen", "2020-08-24", null, "2020-08-25 0:10"],
  ["Longyearbyen", "2020-08-25", "2020-08-25 1:50", "2020-08-25 23:45"],
  ["Longyearbyen", "2020-10-25", "2020-10-25 10:49", "2020-10-25 12:31"],
]
for (const [city, day, rise, set] of SUNS)
  test(`knows the sun of ${day} in ${city} within 2 minutes`, async () => {
    const { sun } = await skyIn(city, day)
    const { timeZone } = CITIES[city]
    if (rise) assert.ok(Math.abs(minutesFrom(rise, sun.rise!, timeZone)) <= 2, `rises ${clock(sun.rise, timeZone)}`)
    if (set) assert.ok(Math.abs(minutesFrom(set, sun.set!, timeZone)) <= 2, `sets ${clock(sun.set, timeZone)}`)
    assert.ok(sun.noon! > (sun.rise ?? 0) && sun.noon! < (sun.set ?? Infinity))
    assert.is(sun.polar, null)
  })

// Sun events in Longyearbyen, http://sun.nessy-edv.at: polar night from 26 October to 15 February; no sunset from 19 April to 23 August.
for (const [day, polar, minutes] of [
  ["2020-10-26", "night", 0],
  ["2025-12-21", "night", 0],
  ["2019-02-15", "night", 0],
  ["2026-04-19", "day", 1_440],
  ["2026-06-21", "day", 1_440],
  ["2020-08-23", "day", 1_440],
] as const)
  test(`says that it is a polar ${polar} in Longyearbyen on ${day}`, async () => {
    const { sun } = await skyIn("Longyearbyen", day)
    assert.equal([sun.polar, sun.rise, sun.set, sun.minutes], [polar, null, null, minutes])
  })

test("counts a day on which the sun rises and does not set to midnight", async () => {
  const { sun } = await skyIn("Longyearbyen", "2026-04-18")
  assert.equal([sun.rise === null, sun.set, sun.polar], [false, null, null])
  assert.ok(sun.minutes! > 1_380 && sun.minutes! < 1_440 && sun.longer! > 60, `${sun.minutes}`)
})

test("has civil twilight, also in a polar night, and none where it is light all night", async () => {
  // https://ngawhetu.nz, June 2021: civil twilight in Wellington from 7:06 to 17:31.
  const { sun } = await skyIn("Wellington", "2021-06-01")
  const { timeZone } = CITIES.Wellington
  assert.ok(Math.abs(minutesFrom("2021-06-01 7:06", sun.dawn!, timeZone)) <= 1)
  assert.ok(Math.abs(minutesFrom("2021-06-01 17:31", sun.dusk!, timeZone)) <= 1)
  const arctic = (await skyIn("Longyearbyen", "2020-10-26")).sun
  assert.ok(arctic.dawn! < arctic.noon! && arctic.dusk! > arctic.noon!)
  const summer = (await skyIn("Reykjavik", "2026-06-21")).sun
  assert.equal([summer.dawn, summer.dusk], [null, null])
})

test("says how much longer the day is than yesterday", async () => {
  // https://stjerneskinn.com/daylength-world-beijing.htm, 14 February 2023: 10 h 39, 2 minutes more.
  const { sun } = await skyIn("Beijing", "2023-02-14")
  assert.ok(Math.abs(sun.minutes! - (10 * 60 + 39)) <= 1, `${sun.minutes}`)
  assert.ok(sun.longer! > 2 && sun.longer! < 3, `${sun.longer}`)
  assert.ok((await skyIn("Beijing", "2023-09-14")).sun.longer! < -2)
})

// https://www.livescience.com/space/the-moon/sturgeon-moon-2025-what-makes-augusts-full-moon-a-special-2-night-affair
// http://www.madisonjaye.com/spirituality/sturgeon-moontonight, of 15 August 2019
for (const [day, edge, expected] of [
  ["2025-08-08", "rise", "2025-08-08 20:03"],
  ["2025-08-09", "rise", "2025-08-09 20:32"],
  ["2019-08-15", "set", "2019-08-15 5:57"],
] as const)
  test(`knows when the moon of ${day} ${edge}s in New York within 2 minutes`, async () => {
    const { moon } = await skyIn("New York", day)
    assert.ok(
      Math.abs(minutesFrom(expected, moon[edge]!, "America/New_York")) <= 2,
      clock(moon[edge], "America/New_York")!,
    )
  })

test("keeps the moon within the local day, also when clocks change, and has a day without a moonrise", async () => {
  const zones = ["Berlin", "New York", "Auckland", "Kathmandu"] as const
  for (const city of zones) {
    const { timeZone } = CITIES[city]
    let without = 0
    for (const month of ["03", "04"])
      for (let day = 1; day <= 30; day++) {
        const iso = `2026-${month}-${String(day).padStart(2, "0")}`
        const { moon } = await skyIn(city, iso)
        for (const at of [moon.rise, moon.set, moon.highest])
          if (at !== null) assert.is(clock(at, timeZone)!.slice(0, 10), iso)
        if (moon.rise === null) without++
        assert.ok(moon.distance > 356_000 && moon.distance < 407_000)
      }
    assert.ok(without >= 1 && without <= 4, `${city}: ${without} days`)
  }
})

test("begins the day at one where clocks skip midnight", async () => {
  // In Beirut, 29 March 2026 begins at 1:00.
  const { quarters } = await skyAt("2026-03-29", { timeZone: "Asia/Beirut" })
  assert.is(quarters.length, 4)
  const days = await Promise.all(
    ["2026-03-28", "2026-03-29", "2026-03-30"].map((iso) =>
      skyAt(iso, { timeZone: "Asia/Beirut", latitude: 33.9, longitude: 35.5 }),
    ),
  )
  for (const { sun } of days) assert.ok(sun.minutes! > 730 && sun.minutes! < 760)
})

test("has the moon of pages: its phase, its light and its signs", async () => {
  // In Japan 21:00 is noon in UTC, for which pages draw it.
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += (IS_FULL ? 3 : 11) * 86_400_000) {
    const iso = new Date(at).toISOString().slice(0, 10)
    const { moon } = await skyAt(iso, { timeZone: "Asia/Tokyo" })
    const page = skyOf(dayOf(iso), undefined, "Asia/Tokyo").moon
    // Where the moon is full or new, one of the two may still call it waxing.
    const same = moon.lit > 0.995 || moon.lit < 0.005 ? [page.phase, 1 - page.phase] : [page.phase]
    assert.ok(
      same.some((each) => Math.abs(moon.phase - each) < 0.01),
      `${iso}: ${moon.phase} and ${page.phase}`,
    )
    assert.ok(Math.abs(moon.lit - page.lit) < 0.01)
    assert.ok(Math.abs(moon.age - moon.phase * 29.53) < 1.5, `${iso}: ${moon.age} days at ${moon.phase}`)
  }
})

test("has the names of pages, whose day is that of UTC", async () => {
  const different: string[] = []
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += (IS_FULL ? 1 : 3) * 86_400_000) {
    const iso = new Date(at).toISOString().slice(0, 10)
    const { name } = (await skyAt(iso, { timeZone: "UTC" })).moon
    if (name !== skyOf(dayOf(iso), undefined, "UTC").moon.name) different.push(iso)
  }
  // Pages give a turning point near midnight to both days.
  assert.ok(different.length <= 8, different.join(" "))
})

test("names a turning point on its local day alone", async () => {
  // The full moon of 1 May 2026 at 17:23 UTC is on 2 May in Auckland.
  const names = async (city: City): Promise<readonly string[]> =>
    Promise.all(
      ["2026-04-30", "2026-05-01", "2026-05-02", "2026-05-03"].map(async (iso) => (await skyIn(city, iso)).moon.name),
    )
  assert.equal(await names("Berlin"), ["waxing-gibbous", "full", "waning-gibbous", "waning-gibbous"])
  assert.equal(await names("Auckland"), ["waxing-gibbous", "waxing-gibbous", "full", "waning-gibbous"])
})

test("turns the lit limb as the observer sees it", async () => {
  // The first quarter of 26 January 2026 stands in the south of Berlin with its light on the right, and in the north of Sydney on the left.
  const berlin = (await skyIn("Berlin", "2026-01-26")).moon.angle!
  assert.ok(berlin > 30 && berlin < 150, `${berlin}`)
  const sydney = (await skyIn("Sydney", "2026-01-26")).moon.angle!
  assert.ok(sydney > 210 && sydney < 330, `${sydney}`)
  // Near the equator the young moon lies on its back in the west: 21 March 2026 in Quito.
  const quito = (await skyAt("2026-03-21", { ...CITIES.Quito, timeZone: "America/New_York" })).moon.angle
  assert.ok(quito === null || (quito > 120 && quito < 240), `${quito}`)
  assert.is((await skyAt("2026-01-26", { timeZone: "UTC" })).moon.angle, null)
})

test.run()
