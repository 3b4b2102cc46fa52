import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bar, bars, numberMode } from "./bars.js"
import { MOUNTS, openCore } from "./core-stage.js"
import type { Config, Core, CoreDevice } from "./core-stage.js"
import { load, modeOf } from "./test-modes.js"

/** Where a device hangs: one group of fields, and the clock by which its pages go. */
const test = suite("editions/core: place")

const NOON = "2026-11-21T12:00:00Z"
const BERLIN: Config = {
  city: "Berlin",
  lat: 52.52,
  lon: 13.405,
  timezone: "Europe/Berlin",
  admin1: "Berlin",
  country: "Germany",
}
const TOKYO = { lat: 35.68, lon: 139.69 }
const NOWHERE: Config = { lat: null, lon: null, timezone: "", admin1: "", country: "" }
const SERVER = "America/Anchorage"

let core: Core
test.before(async () => {
  core = await openCore(MOUNTS[0], { clock: fakeClock(NOON), defaults: { timeZone: SERVER } })
  await load(
    core.stage,
    modeOf("CLOCK", { view: (_, { now }) => bars(now.day, now.hour + 1, now.minute + 1) }),
    numberMode("DAY", ({ day }) => day.day),
    numberMode("PLACE", ({ place }) => (place === undefined ? 0 : Math.round(place.latitude))),
  )
})
test.after(() => core.close())

/** What a device's page says: day, hour and minute. */
async function clockOf({ render }: CoreDevice): Promise<readonly number[]> {
  const answer = await render("persona=CLOCK")
  return [bar(answer, 0), bar(answer, 1) - 1, bar(answer, 2) - 1]
}

async function placeOf({ config }: CoreDevice): Promise<Config> {
  const read = await config()
  return Object.fromEntries(Object.keys(BERLIN).map((key) => [key, read[key]]))
}

for (const [where, fields, time] of [
  ["Berlin", { lat: 52.52, lon: 13.405 }, [21, 13, 0]],
  ["Tokyo", TOKYO, [21, 21, 0]],
  ["Auckland", { latitude: -36.85, longitude: 174.76 }, [22, 1, 0]],
  ["Honolulu", { lat: 21.31, lon: -157.86 }, [21, 2, 0]],
  ["Kathmandu", { lat: 27.7, lon: 85.3 }, [21, 17, 45]],
  ["Kiritimati", { lat: 1.87, lon: -157.4 }, [22, 2, 0]],
  ["the open sea", { lat: 0, lon: -30 }, [21, 10, 0]],
  ["a time zone without a place", { timezone: "Asia/Kolkata" }, [21, 17, 30]],
  ["a time zone beside a place", { ...TOKYO, timezone: "Asia/Kolkata" }, [21, 17, 30]],
  ["a city alone, which is no place yet", { city: "Tokyo" }, [21, 3, 0]],
  ["nowhere, by the server's zone", {}, [21, 3, 0]],
] as const) {
  test(`shows the time of ${where}`, async () => {
    const screen = core.device()
    await screen.save(fields)
    assert.equal(await clockOf(screen), time)
  })
}

test("shows the server's time on a device without a config, and without a mac", async () => {
  assert.equal(await clockOf(core.device()), [21, 3, 0])
  assert.is(bar(await core.render("persona=CLOCK"), 1) - 1, 3)
})

test("shows another date in another zone at one moment, on the pages that everybody has", async () => {
  const [east, west] = [core.device(), core.device()]
  await east.save({ timezone: "Pacific/Kiritimati", modes: ["DAILY", "DAY"] })
  await west.save({ timezone: "Pacific/Honolulu", modes: ["DAILY", "DAY"] })
  const [there, here] = [await east.render("persona=DAILY"), await west.render("persona=DAILY")]
  assert.not.ok(there.body.equals(here.body))
  assert.equal(
    [bar(await east.render("persona=DAY")), bar(await west.render("persona=DAY"))],
    [22, 21],
    "content goes by the same day",
  )
  await west.save({ timezone: "Pacific/Kiritimati" })
  assert.ok((await west.render("persona=DAILY")).body.equals(there.body), "and only the zone made the difference")
})

test("turns the page at the device's own midnight", async () => {
  const clock = fakeClock("2026-11-21T22:58:30Z")
  const berlin = await openCore(MOUNTS[0], { clock })
  await load(
    berlin.stage,
    numberMode("DAY", ({ day }) => day.day),
  )
  const screen = berlin.device()
  await screen.save({ ...BERLIN, modes: ["DAY"] })
  const days: number[] = []
  for (let i = 0; i < 3; i++) {
    days.push(bar(await screen.render()), bar(await berlin.render("persona=DAY")))
    clock.advance(60_000)
  }
  await berlin.close()
  assert.equal(days, [21, 21, 21, 21, 22, 21])
})

for (const [what, fields, expected] of [
  ["a new city without coordinates drops the rest", { city: "Paris" }, { city: "Paris", ...NOWHERE }],
  ["so does one whose coordinates are null", { city: "Paris", lat: null, lon: null }, { city: "Paris", ...NOWHERE }],
  ["and no city at all", { city: "" }, { city: "", ...NOWHERE }],
  [
    "a new city keeps what comes with it",
    { city: "Paris", country: "France", timezone: "Europe/Paris" },
    { ...NOWHERE, city: "Paris", country: "France", timezone: "Europe/Paris" },
  ],
  [
    "a new city with coordinates is a whole place, of which nothing of the old one stays",
    { city: "Tokyo", ...TOKYO },
    { ...NOWHERE, city: "Tokyo", ...TOKYO },
  ],
  ["a new city with half its coordinates has none", { city: "Tokyo", lat: 35.68 }, { ...NOWHERE, city: "Tokyo" }],
  ["and the other half", { city: "Tokyo", longitude: 139.69 }, { ...NOWHERE, city: "Tokyo" }],
  ["half a place taken away is none", { lat: null }, { ...BERLIN, lat: null, lon: null }],
  ["the same city again changes nothing", { city: "Berlin" }, BERLIN],
  ["nor does a call that says nothing of places", { nickname: "Hall" }, BERLIN],
] as const) {
  test(`takes a place for one thing: ${what}`, async () => {
    const screen = core.device()
    await screen.save(BERLIN)
    assert.is((await screen.save(fields)).status, 200)
    assert.equal(await placeOf(screen), expected)
  })
}

for (const half of [
  { lat: 52.52 },
  { lon: 13.405 },
  { latitude: 52.52, longitude: null },
  { lat: null, lon: 13.405 },
]) {
  test(`takes half a place for none: ${JSON.stringify(half)}`, async () => {
    const screen = core.device()
    await screen.save(half)
    const { lat, lon } = await screen.config()
    assert.equal([lat, lon, await clockOf(screen)], [null, null, [21, 3, 0]])
  })
}

test("goes by the clock of the place that counts, as it is saved, dropped and activated", async () => {
  const screen = core.device()
  const hours: (number | undefined)[] = []
  for (const fields of [
    BERLIN,
    { city: "Tokyo", ...TOKYO },
    { city: "Atlantis" },
    { city: "Atlantis", ...TOKYO, timezone: "Asia/Kolkata" },
  ]) {
    await screen.save(fields)
    hours.push((await clockOf(screen))[1])
  }
  await screen.activate(1)
  hours.push((await clockOf(screen))[1])
  assert.equal(hours, [13, 21, 3, 17, 13])
})

test("hands content the place that was saved, else the operator's to who has named no city", async () => {
  const own = await openCore(MOUNTS[1], { defaults: { place: { name: "Oslo", latitude: 60, longitude: 10.75 } } })
  await load(
    own.stage,
    numberMode("PLACE", ({ place }) => (place === undefined ? 0 : Math.round(place.latitude))),
  )
  const latitude = async (fields?: object): Promise<number> => {
    const screen = own.device()
    if (fields) await screen.save(fields)
    return bar(await screen.render("persona=PLACE"))
  }
  const found = [
    await latitude(),
    await latitude({ nickname: "Hall" }),
    await latitude(TOKYO),
    await latitude({ city: "Atlantis" }),
    await latitude({ city: "Tokyo", ...TOKYO }),
  ]
  await own.close()
  assert.equal(found, [60, 60, 36, 0, 36])
})

test("takes every corner of the world", async () => {
  for (const [lat, lon] of [
    [90, 180],
    [-90, -180],
    [0, 0],
    [90, -180],
    [-90, 180],
    [89.999, 0.001],
  ] as const) {
    const screen = core.device()
    assert.is((await screen.save({ lat, lon })).status, 200)
    assert.is((await screen.render()).status, 200, `${lat} ${lon}`)
  }
})

test.run()
