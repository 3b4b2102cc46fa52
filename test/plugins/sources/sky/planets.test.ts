import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CITIES, clock, minutesFrom, skyAt, skyIn } from "./reading.js"

const test = suite("source-sky: planets")
const { timeZone } = CITIES.Wellington

/**
 * Magnitude, constellation, rise and set in Wellington on winter time: https://ngawhetu.nz, 2021 June, and http://ngawhetu.com, 2018 June. There everything,
 * the sun too, rises up to 3 minutes earlier and sets as much later: their horizon is lower. They list the day; the source has noon to noon.
 */
const WELLINGTON = [
  ["2021-06-01", "mercury", 3.2, "Taurus", "08:40", "17:56"],
  ["2021-06-01", "venus", -3.8, "Taurus", "09:00", "18:06"],
  ["2021-06-01", "mars", 1.7, "Gemini", "10:44", "20:04"],
  ["2021-06-01", "jupiter", -2.4, "Aquarius", "23:08", "12:41"],
  ["2021-06-01", "saturn", 0.6, "Capricornus", "21:35", "11:52"],
  ["2021-06-30", "mercury", 0.9, "Taurus", "06:01", "15:50"],
  ["2021-06-30", "venus", -3.8, "Cancer", "09:24", "19:00"],
  ["2021-06-30", "mars", 1.8, "Cancer", "09:47", "19:41"],
  ["2018-06-01", "jupiter", -2.5, "Libra", "15:35", "05:35"],
  ["2018-06-01", "mars", -1.2, "Capricornus", "20:48", "11:42"],
  ["2018-06-30", "mercury", -0.1, "Cancer", "09:17", "18:50"],
  ["2018-06-30", "venus", -4.1, "Leo", "10:11", "20:19"],
  ["2018-06-30", "saturn", 0, "Sagittarius", "16:41", "07:41"],
] as const
for (const [day, name, magnitude, constellation, rise, set] of WELLINGTON)
  test(`knows ${name} of ${day} over Wellington`, async () => {
    const { planets } = await skyIn("Wellington", day)
    const planet = planets.find((each) => each.name === name)!
    assert.ok(Math.abs(planet.magnitude - magnitude) <= 0.21, `magnitude ${planet.magnitude}`)
    assert.is(planet.constellation, constellation)
    for (const [expected, at] of [
      [rise, planet.rise!],
      [set, planet.set!],
    ] as const) {
      const found = clock(at, timeZone)!
      assert.ok(
        Math.abs(minutesFrom(`${found.slice(0, 10)} ${expected}`, at, timeZone)) <= 6,
        `${found}, ${expected} expected`,
      )
    }
  })

// The same pages: Jupiter and Saturn late in the evening, Mars in the evening, Mercury in the morning of the end of June 2021.
for (const [day, expected] of [
  ["2021-06-01", { mercury: "hidden", mars: "evening", saturn: "night" }],
  ["2021-06-30", { mercury: "morning", venus: "evening", mars: "evening", jupiter: "night", saturn: "night" }],
  ["2018-06-30", { mercury: "evening", venus: "evening", mars: "night", jupiter: "night", saturn: "night" }],
] as const)
  test(`says when planets are seen over Wellington on ${day}`, async () => {
    const { planets } = await skyIn("Wellington", day)
    for (const [name, when] of Object.entries(expected))
      assert.is(planets.find((each) => each.name === name)!.when, when, name)
  })

test("hides what is near the sun, low or faint, and shows the rest in a dark sky above the horizon", async () => {
  for (const city of ["Berlin", "Singapore", "Longyearbyen", "Cape Town"] as const)
    for (const month of ["01", "03", "05", "07", "09", "11"]) {
      const { planets, sun } = await skyIn(city, `2026-${month}-10`)
      assert.equal(
        planets.map(({ name }) => name),
        ["mercury", "venus", "mars", "jupiter", "saturn"],
      )
      for (const { when, best, direction, elongation, magnitude } of planets) {
        assert.is(when === "hidden", best === null)
        assert.is(best === null, direction === null)
        if (best === null) continue
        assert.ok(elongation >= 12 && magnitude <= 2)
        assert.ok(best > sun.noon!, "after noon")
        if (sun.dusk !== null) assert.ok(best >= sun.dusk - 60_000, "in the dark")
      }
      if (sun.polar === "day") assert.ok(planets.every(({ when }) => when === "hidden"))
    }
})

test("has planets of the evening in the west and of the morning in the east, where the sun sets steeply", async () => {
  let seen = 0
  for (let month = 1; month <= 12; month++) {
    const { planets } = await skyIn("Singapore", `2026-${String(month).padStart(2, "0")}-20`)
    for (const { name, when, direction, elongation } of planets) {
      if ((name !== "venus" && name !== "mercury") || when === "hidden") continue
      seen++
      assert.ok(elongation < 48)
      assert.match(direction!, when === "evening" ? /W/ : /E/, `${name} in month ${month}`)
    }
  }
  assert.ok(seen >= 6, `${seen}`)
})

test("judges by the distance from the sun where there is no place", async () => {
  const { planets } = await skyAt("2018-06-30", { timeZone: "UTC" })
  assert.equal(
    planets.map(({ when }) => when),
    ["evening", "evening", "night", "night", "night"],
  )
})

test.run()
