import type { OutboundFetch } from "platen/sdk"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { described } from "../setting.js"
import { airAnswer, forecastAnswer, PLACES } from "../world/open-meteo.js"
import type { TestPlace } from "../world/open-meteo.js"

// Pages with live content at ten places of the earth. `PLACES=folder` writes them there, to be looked at.
const test = suite("places")
const FOLDER = process.env.PLACES
const SIZES = [
  [250, 122],
  [400, 300],
  [480, 800],
  [1600, 1200],
] as const

/** The languages in which the pages of a place are drawn, and what WEATHER says there in the first. */
const SAID: Readonly<Record<string, readonly [languages: readonly string[], weather: RegExp]>> = {
  Reykjavík: [["en"], /22:40|Sun|0:0\d/],
  Singapore: [["zh", "en"], /雷/],
  Quito: [["es", "en"], /°/],
  Longyearbyen: [["en", "de"], /polar night/],
  Kathmandu: [["en"], /6:55|°/],
  Berlin: [["de"], /Nebel/],
}

const clock = fakeClock("2026-01-01T00:00:00Z")
let place: TestPlace = PLACES[0]!
const asked: URL[] = []
const fetch: OutboundFetch = async (address) => {
  const url = new URL(address)
  asked.push(url)
  const text = (): string => JSON.stringify(url.hostname.startsWith("air") ? airAnswer(place) : forecastAnswer(place))
  return {
    status: 200,
    url: url.href,
    headers: {},
    bytes: Buffer.from(text()),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock, fetch })
})
test.after(() => stage.close())

for (const each of PLACES)
  test(`draws weather, air, moon and almanac of ${each.name}, fresh and whole`, async () => {
    place = each
    clock.advance(Date.parse(each.at) - clock.now())
    asked.length = 0
    const [languages, weather] = SAID[each.name] ?? [["en"], /°/]
    const faults: string[] = []
    for (const id of ["WEATHER", "AIR", "MOON", "ALMANAC"])
      for (const language of languages)
        for (const [width, height] of SIZES) {
          const screen = { width, height, palette: "bwry", language }
          const { name, latitude, longitude, timeZone } = each
          const request = {
            ...requestFor(stage.app, id, screen, language),
            place: { name, latitude, longitude },
            timeZone,
          }
          const { page, content } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get(id)!, request))!
          const what = `${id} ${language} ${width}x${height}`
          assert.is(content.origin, "fresh", what)
          for (const { message } of stage.app.get(RASTERIZER).lint(page, request)) faults.push(`${what}: ${message}`)
          if (id === "WEATHER" && language === languages[0] && width === 1600) assert.match(described(page), weather)
          if (FOLDER) {
            const { bytes } = await stage.app.get(DRAW).picture({ ...request, codec: "png", purpose: "trial" })
            writeFileSync(path.join(FOLDER, `${each.name}-${id}-${language}-${width}x${height}.png`), bytes)
          }
        }
    assert.equal(faults, [])
    const [forecasts, airs] = ["api.", "air"].map((host) => asked.filter(({ hostname }) => hostname.startsWith(host)))
    assert.equal([forecasts!.length, airs!.length], [1, 1], "one call of each for all pages")
    assert.ok(asked.every(({ searchParams }) => searchParams.get("timezone") === each.timeZone))
  })

test.run()
