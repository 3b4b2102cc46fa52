import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { SkyOfDay } from "platen/sdk/sources"
import { clock, minutesFrom, skyAt } from "./reading.js"

const test = suite("source-sky: dates of the sky")
const UTC = { timeZone: "UTC" }

/** F. Espenak, 2027 Phases of the Moon, http://astropixels.com/ephemeris/astrocal/astrocal2027mst.html, in Mountain Standard Time (UTC - 7). */
const PHASES_2027 = `
Jan 7 13:24 Jan 15 13:34 Jan 22 05:17 Jan 29 03:55
Feb 6 08:56 Feb 14 00:58 Feb 20 16:23 Feb 27 22:16
Mar 8 02:29 Mar 15 09:25 Mar 22 03:44 Mar 29 17:54
Apr 6 16:51 Apr 13 15:57 Apr 20 15:27 Apr 28 13:18
May 6 03:58 May 12 21:44 May 20 03:59 May 28 06:58
Jun 4 12:40 Jun 11 03:56 Jun 18 17:44 Jun 26 21:54
Jul 3 20:02 Jul 10 11:39 Jul 18 08:45 Jul 26 09:55
Aug 2 03:05 Aug 8 21:54 Aug 17 00:29 Aug 24 19:27
Aug 31 10:41 Sep 7 11:31 Sep 15 16:04 Sep 23 03:20
Sep 29 19:36 Oct 7 04:47 Oct 15 06:47 Oct 22 10:29
Oct 29 06:36 Nov 6 01:00 Nov 13 20:26 Nov 20 17:48
Nov 27 20:24 Dec 5 22:22 Dec 13 09:09 Dec 20 02:11
Dec 27 13:12`

/** The phases of January 2026 by timeanddate.com, and the other full moons of 2026 by the Farmers' Almanac, in New York's time; all in UTC. */
const PHASES_2026: readonly (readonly [SkyOfDay["quarters"][number]["kind"], string])[] = [
  ["full", "2026-01-03 10:02"],
  ["last", "2026-01-10 15:48"],
  ["new", "2026-01-18 19:52"],
  ["first", "2026-01-26 4:47"],
  ["full", "2026-02-01 22:09"],
  ["full", "2026-03-03 11:38"],
  ["full", "2026-04-02 2:12"],
  ["full", "2026-05-01 17:23"],
  ["full", "2026-05-31 8:45"],
  ["full", "2026-06-29 23:57"],
  ["full", "2026-07-29 14:36"],
  ["full", "2026-08-28 4:19"],
  ["full", "2026-09-26 16:49"],
  ["full", "2026-10-26 4:12"],
  ["full", "2026-11-24 14:54"],
  ["full", "2026-12-24 1:28"],
]

/** All turning points of a year, by asking on the day after each fourth. */
async function quartersOf(year: number): Promise<SkyOfDay["quarters"]> {
  const all: SkyOfDay["quarters"] = []
  for (let day = `${year}-01-01`; ;) {
    const { quarters } = await skyAt(day, UTC)
    for (const each of quarters) {
      if (new Date(each.at).getUTCFullYear() > year) return all
      all.push(each)
    }
    day = new Date(all.at(-1)!.at + 86_400_000).toISOString().slice(0, 10)
  }
}

test("knows the phases of the moon of 2027 to 2 minutes", async () => {
  const expected = [...PHASES_2027.matchAll(/([A-Z][a-z]{2} \d+) (\d\d:\d\d)/g)].map(([, day, time]) =>
    Date.parse(`${day} 2027 ${time} UTC-0700`),
  )
  assert.is(expected.length, 49)
  const found = await quartersOf(2027)
  assert.is(found.length, 49)
  for (const [i, at] of expected.entries()) {
    assert.ok(Math.abs(found[i]!.at - at) <= 120_000, `${clock(found[i]!.at, "UTC")} for ${clock(at, "UTC")}`)
    assert.is(found[i]!.kind, (["new", "first", "full", "last"] as const)[i % 4])
  }
})

test("knows the phases of the moon of 2026 to 2 minutes", async () => {
  const found = await quartersOf(2026)
  for (const [kind, at] of PHASES_2026)
    assert.ok(
      found.some((each) => each.kind === kind && Math.abs(minutesFrom(at, each.at, "UTC")) <= 2),
      `${kind} ${at}`,
    )
})

/** Institut de mécanique céleste et de calcul des éphémérides, by https://icalendars.net/tools/equinoxes-solstices, in New York's time. */
const SEASONS = [
  ["2025-12-30", "march-equinox", "2026-03-20 10:45"],
  ["2026-03-21", "june-solstice", "2026-06-21 4:24"],
  ["2026-06-22", "september-equinox", "2026-09-22 20:05"],
  ["2026-10-01", "december-solstice", "2026-12-21 15:50"],
  ["2026-12-25", "march-equinox", "2027-03-20 16:24"],
  ["2027-03-21", "june-solstice", "2027-06-21 10:10"],
  ["2027-06-22", "september-equinox", "2027-09-23 2:01"],
  ["2027-10-01", "december-solstice", "2027-12-21 21:42"],
  ["2028-01-01", "march-equinox", "2028-03-19 22:17"],
] as const
for (const [day, kind, at] of SEASONS)
  test(`knows the ${kind} that follows ${day} to 2 minutes`, async () => {
    const { season } = await skyAt(day, UTC)
    assert.is(season.kind, kind)
    assert.ok(Math.abs(minutesFrom(at, season.at, "America/New_York")) <= 2, clock(season.at, "America/New_York")!)
  })

test("keeps what is of today until midnight", async () => {
  const { season, quarters, eclipse } = await skyAt("2026-03-20", UTC)
  assert.is(clock(season.at, "UTC")!.slice(0, 10), "2026-03-20")
  assert.is((await skyAt("2026-03-21", UTC)).season.kind, "june-solstice")
  assert.ok(quarters[0]!.at >= Date.UTC(2026, 2, 20) && eclipse!.at > Date.UTC(2026, 2, 20))
  assert.is(clock((await skyAt("2026-08-12", UTC)).eclipse!.at, "UTC")!.slice(0, 10), "2026-08-12")
})

test("answers the same all day: the hour plays no part", async () => {
  const [early, late] = await Promise.all(
    [0, 23].map((hour) => skyAt("2026-08-12", UTC, { now: Date.UTC(2026, 7, 12, hour) })),
  )
  assert.equal(early, late)
})

test("knows without a place what is the same everywhere, and nothing else", async () => {
  const { moon, sun, planets, eclipse } = await skyAt("2026-08-01", UTC)
  assert.equal([moon.rise, moon.set, moon.highest, moon.angle], [null, null, null, null])
  assert.ok(Object.values(sun).every((each) => each === null))
  for (const planet of planets)
    assert.equal([planet.rise, planet.set, planet.best, planet.direction], [null, null, null, null])
  assert.equal([eclipse!.visible, eclipse!.here, eclipse!.obscured], [false, null, null])
})

test.run()
