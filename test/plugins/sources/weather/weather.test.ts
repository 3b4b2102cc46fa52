import { readFileSync } from "node:fs"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Weather } from "platen/sdk/sources"
import { WEATHER } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { screenOf } from "../../../preview.js"
import { localTime } from "platen/sdk/kit"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { fakeClock, openStage, requestFor } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { airAnswer, forecastAnswer, PLACES } from "../../../world/open-meteo.js"
import type { TestPlace } from "../../../world/open-meteo.js"
import { until } from "../../../until.js"
import { misbehaviour, startWorld, unending } from "../../../world/server.js"
import type { World } from "../../../world/server.js"

const test = suite("source-weather")
const BERLIN = PLACES.find(({ name }) => name === "Berlin")!

interface Scene {
  readonly world: World
  readonly stage: Stage
  readonly clock: ReturnType<typeof fakeClock>
  /** The content that the page of a place shows, and where it came from. */
  shown(
    place?: TestPlace,
    change?: object,
  ): Promise<{ origin: string; data: { weather: Weather | null; air: unknown }; failure?: string }>
}

async function withWorld(run: (scene: Scene) => Promise<void>, place = BERLIN): Promise<void> {
  const clock = fakeClock(place.at)
  const world = await startWorld({ "/forecast": forecastAnswer(place), "/air": airAnswer(place) })
  const stage = await openStage({
    clock,
    config: {
      "source-weather": { endpoint: `${world.origin}/forecast`, airEndpoint: `${world.origin}/air` },
    },
    fetch: guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} }),
  })
  const shown: Scene["shown"] = async ({ latitude, longitude, timeZone } = place, change = {}) => {
    const request = {
      ...requestFor(stage.app, "WEATHER", { width: 400, height: 300, palette: "bw" }, "en"),
      place: { latitude, longitude },
      timeZone,
      ...change,
    }
    return (await stage.app.get(DRAW).picture(request)) as Awaited<ReturnType<Scene["shown"]>>
  }
  try {
    await run({ world, stage, clock, shown })
  } finally {
    await stage.close()
    await world.close()
  }
}

/** The words of a page in Berlin, and what the lint finds. `size`: "800x480". */
async function drawn(
  { app }: Stage,
  mode: string,
  size: string,
): Promise<{ readonly words: string; readonly findings: readonly unknown[] }> {
  const [width, height] = size.split("x").map(Number) as [number, number]
  const screen = { width, height, palette: "bw", language: "en" }
  const { page } = (await app.get(DRAW).page(app.get(MODES).get(mode)!, {
    ...requestFor(app, mode, screen, "en"),
    place: { latitude: BERLIN.latitude, longitude: BERLIN.longitude },
    timeZone: BERLIN.timeZone,
  }))!
  return {
    words: app.engine.rasterizer.describe(page),
    findings: app.get(RASTERIZER).lint(page, screenOf(app, screen)),
  }
}

for (const place of PLACES)
  test(`reads the forecast of ${place.name} in its own days and hours`, () =>
    withWorld(async ({ shown, world, clock }) => {
      const { data, origin } = await shown()
      assert.is(origin, "fresh")
      const weather = WEATHER.result.parse(data.weather)
      const today = localTime(clock.now(), place.timeZone)
      const iso = (day: typeof today): string =>
        `${day.year}-${String(day.month).padStart(2, "0")}-${String(day.day).padStart(2, "0")}`
      assert.equal([weather.days[0]!.date, weather.days[0]!.weekday], [iso(today), today.weekday])
      assert.is(new Set(weather.days.map(({ date }) => date)).size, weather.days.length, "no day twice, none left out")
      assert.ok(
        weather.hours[0]!.at <= clock.now() && weather.hours[0]!.at > clock.now() - 3_600_000,
        "from this hour on",
      )
      assert.ok(weather.hours.length >= 36)
      const query = new URL(
        world.calls.find((each) => each.startsWith("/forecast"))!,
        "http://w",
      ).searchParams
      assert.is(query.get("timezone"), place.timeZone)
      assert.ok(Math.abs(Number(query.get("latitude")) - place.latitude) <= 0.025, "rounded to the grid")
    }, place))

test("shows temperatures without a sign where the service has no codes of the weather", async () => {
  const file = new URL("../../../../../test/world/field/23-weather-without-codes.json", import.meta.url)
  const given = JSON.parse(readFileSync(file, "utf8")) as Record<
    "current" | "hourly" | "daily",
    Record<string, unknown>
  >
  for (const answer of [
    given,
    { ...given, daily: { ...given.daily, weather_code: [61, null, 3] } },
    {
      ...given,
      current: { ...given.current, weather_code: "?" },
      hourly: { ...given.hourly, weather_code: undefined },
    },
  ])
    await withWorld(
      async ({ shown, world, stage }) => {
        world.set("/forecast", answer)
        const { data, origin, failure } = await shown()
        assert.equal([origin, failure], ["fresh", undefined])
        const { now, hours, days } = WEATHER.result.parse(data.weather)
        assert.equal([now.code, hours[0]!.code, days[1]!.code], [null, null, null])
        assert.ok(hours.length >= 36 && days.length >= 3)
        for (const mode of ["WEATHER", "BRIEFING"])
          for (const size of ["128x296", "212x104", "400x300", "800x480"]) {
            const { words, findings } = await drawn(stage, mode, size)
            assert.match(words, /\d°/, mode)
            assert.not.match(words, /weather\.|null/, words)
            assert.equal(findings, [], `${mode} ${size}`)
          }
      },
      { ...BERLIN, at: "2026-11-25T09:30:00Z" },
    )
})

test("writes no minus before nothing, and signs of the day in the rows of days", () =>
  withWorld(
    async ({ shown, world, stage }) => {
      const file = new URL("../../../../../test/world/field/22-weather-minus-zero-at-night.json", import.meta.url)
      world.set("/forecast", JSON.parse(readFileSync(file, "utf8")) as object)
      await shown()
      assert.not.match((await drawn(stage, "WEATHER", "800x480")).words, /[-−]0(?![.\d])/)
    },
    { ...BERLIN, at: "2026-11-25T09:30:00Z" },
  ))

test("asks once for all screens of a town, whatever their language, settings and size", () =>
  withWorld(async ({ shown, world }) => {
    for (const change of [
      {},
      { language: "zh" },
      { settings: { WEATHER: { units: "us" } } },
      { width: 800, height: 480 },
      { place: { latitude: BERLIN.latitude + 0.004, longitude: BERLIN.longitude } },
    ])
      await shown(BERLIN, change)
    assert.is(world.calls.filter((each) => each.startsWith("/forecast")).length, 1)
  }))

test("makes 40 calls for 200 first renders in 40 places", () =>
  withWorld(async ({ shown, world }) => {
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        shown(BERLIN, {
          place: { latitude: 10 + (i % 40) + (Math.floor(i / 40) - 2) * 0.005, longitude: 20 },
          language: i % 2 === 0 ? "en" : "zh",
        }),
      ),
    )
    assert.is(world.calls.filter((each) => each.startsWith("/forecast")).length, 40)
  }))

for (const [what, answers] of Object.entries(misbehaviour(forecastAnswer(BERLIN)))) {
  test(`shows a true page without weather for ${what}, and the weather once it is back`, () =>
    withWorld(async ({ shown, world, clock }) => {
      world.set("/forecast", answers)
      const first = await shown()
      assert.equal([first.origin, first.data.weather], ["fallback", null], what)
      assert.ok(first.failure !== undefined)
      world.set("/forecast", forecastAnswer(BERLIN))
      clock.advance(20 * 60_000)
      const later = await shown()
      assert.ok(later.origin === "fresh" && later.data.weather !== null, later.origin)
    }))

  test(`keeps the last weather, with its time, for ${what}`, () =>
    withWorld(async ({ shown, world, clock }) => {
      const good = await shown()
      world.set("/forecast", answers)
      for (const minutes of [31, 120]) {
        clock.advance(minutes * 60_000)
        const { origin, data } = await shown()
        assert.is(origin, "stale", what)
        assert.equal(data.weather!.days, good.data.weather!.days)
      }
    }))
}

for (const [what, answers] of Object.entries(unending(forecastAnswer(BERLIN))))
  test(`waits no longer than it may for ${what}, and never for weather that it has`, () =>
    withWorld(async ({ shown, world, clock }) => {
      world.set("/forecast", answers)
      const given = shown()
      await until(() => world.calls.some((each) => each.startsWith("/forecast")), "it is not asked")
      clock.advance(8_000)
      const first = await given
      assert.is(first.origin, "fallback", what)
      // An answer that grows past its bound is dropped before the wait is over.
      assert.ok(["content-late", "upstream"].includes(first.failure!), first.failure)
      world.set("/forecast", forecastAnswer(BERLIN))
      const elsewhere = PLACES.find(({ name }) => name === "Quito")!
      const good = await shown(elsewhere, {})
      assert.is(good.origin, "fresh")
      world.set("/forecast", answers)
      clock.advance(31 * 60_000)
      const { origin, data } = await shown(elsewhere, {})
      assert.equal([origin, data.weather], ["stale", good.data.weather], what)
    }, BERLIN))

test("neither waits for the air nor fails without it", () =>
  withWorld(async ({ shown, world }) => {
    world.set("/air", () => {})
    const { origin, data } = await shown()
    assert.ok(origin === "fresh" && data.weather !== null && data.air === null)
  }))

test("takes a forecast with holes, and leaves out the hours and days that it does not know", () =>
  withWorld(async ({ shown, world }) => {
    const answer = forecastAnswer(BERLIN) as {
      hourly: Record<string, (number | null)[]>
      daily: Record<string, (number | null)[]>
      current: Record<string, unknown>
    }
    answer.hourly.temperature_2m![8] = null
    answer.hourly.precipitation_probability = answer.hourly.time!.map(() => null)
    answer.daily.temperature_2m_max![2] = null
    delete answer.daily.uv_index_max
    answer.current.wind_gusts_10m = null
    world.set("/forecast", answer)
    const { data } = await shown()
    assert.is(data.weather!.days.length, 6)
    assert.ok(data.weather!.days.every(({ uv }) => uv === null))
    assert.ok(data.weather!.hours.every(({ chance }) => chance === null))
    assert.is(data.weather!.now.gusts, null)
  }))

test("says that the screen has no place, and asks nobody", () =>
  withWorld(async ({ shown, world }) => {
    const { data } = await shown(BERLIN, { place: undefined })
    assert.equal(data, { weather: null, air: null, place: "", missing: "place" } as never)
    assert.is(world.calls.length, 0)
  }))

test.run()
