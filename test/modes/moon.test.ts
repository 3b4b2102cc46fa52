import { DRAW, MODES } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../depth.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"

const test = suite("modes/moon")
const SIZES = [
  [128, 296],
  [200, 200],
  [212, 104],
  [296, 128],
  [400, 300],
  [480, 800],
  [640, 384],
  [800, 480],
  [1200, 825],
] as const
const LANGUAGES = ["en", "zh", "zh-Hant", "ja", "de", "fr", "es", "it", "nl"]
const PLACES = {
  Berlin: { name: "Berlin", latitude: 52.52, longitude: 13.4 },
  Sydney: { name: "Sydney", latitude: -33.87, longitude: 151.2 },
  Tromsø: { name: "Tromsø", latitude: 69.65, longitude: 18.95 },
  nowhere: undefined,
}

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

interface Shown {
  readonly words: string
  readonly findings: readonly string[]
}

async function shown(
  at: string,
  place: keyof typeof PLACES,
  language = "en",
  [width, height]: readonly [number, number] = [800, 480],
  data?: unknown,
  design = "facts",
): Promise<Shown> {
  clock.advance(Date.parse(at) - clock.now())
  const screen = { width, height, palette: "bw", language }
  const request = {
    ...requestFor(stage.app, "MOON", screen, language),
    ...(PLACES[place] && { place: PLACES[place] }),
    settings: { MOON: { design } },
    data,
  }
  const { page } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("MOON")!, request))!
  return {
    words: stage.app.engine.rasterizer.describe(page).replaceAll("\n", " "),
    findings: stage.app
      .get(RASTERIZER)
      .lint(page, request)
      .map(({ message }) => `${at} ${place} ${language} ${width}x${height}: ${message}`),
  }
}

for (const [name, at, place, language, expected, missing] of [
  ["the next quarters", "2026-11-21T09:00Z", "Berlin", "en", ["24 Nov", "in 3 days", "17 Dec"], []],
  ["planets", "2026-11-21T09:00Z", "Berlin", "en", ["Venus", "morning SE", "Saturn", "all night S"], []],
  ["a quarter of today", "2026-12-01T09:00Z", "Berlin", "en", ["last quarter", "1 Dec", "today"], []],
  ["a quarter of tomorrow", "2026-11-23T22:00Z", "Berlin", "de", ["24. Nov.", "morgen"], []],
  [
    "an eclipse by its part here",
    "2027-07-30T09:00Z",
    "Berlin",
    "en",
    ["Total solar", "partial here, 34% covered"],
    [],
  ],
  ["a day without a moonrise", "2027-07-30T09:00Z", "Berlin", "en", ["Rises  –", "Sets  17:16"], []],
  ["a sun that stays down", "2026-12-20T09:00Z", "Tromsø", "en", ["The sun does not rise"], ["0 h"]],
  ["Chinese words", "2026-11-21T09:00Z", "Berlin", "zh", ["盈凸月", "金星", "清晨 东南", "半影月食"], []],
  [
    "what is everywhere",
    "2026-11-21T09:00Z",
    "nowhere",
    "en",
    ["90% lit", "Annular solar", "Enter a place"],
    ["seen here", "Rises"],
  ],
] as const)
  test(`shows ${name}`, async () => {
    const { words } = await shown(at, place, language)
    for (const each of expected) assert.ok(words.includes(each), `${each} in ${words}`)
    for (const each of missing) assert.not(words.includes(each), `${each} in ${words}`)
  })

test("shows the date and the page's own moon when its source has no answer", async () => {
  const { words } = await shown("2026-11-21T09:00Z", "Berlin", "en", [800, 480], { night: null })
  for (const each of ["Saturday 21 November 2026", "waxing gibbous", "90% lit", "6:38", "cannot be computed"])
    assert.ok(words.includes(each), `${each} in ${words}`)
})

test("says in one line what the moon is, and what is next", async () => {
  for (const [at, place, expected] of [
    ["2026-11-21T09:00Z", "Berlin", "waxing gibbous · 90% lit · full moon 24 Nov"],
    ["2026-11-24T09:00Z", "Berlin", "full moon · Rises "],
    ["2026-12-10T09:00Z", "Tromsø", "waxing crescent · stays below the horizon"],
    ["2026-11-21T09:00Z", "nowhere", "waxing gibbous · 90% lit · full moon 24 Nov"],
  ] as const)
    assert.match((await shown(at, place, "en", [800, 480], undefined, "disc")).words, expected)
  assert.match(
    (await shown("2026-11-24T09:00Z", "Berlin")).words,
    "full moon · Rises",
    "a full moon is a page of its own",
  )
})

test("says that a moon stays below the horizon", async () => {
  for (const size of SIZES) {
    const { words } = await shown("2026-12-10T09:00Z", "Tromsø", "en", size)
    if (size[1] > 110) assert.match(words, "stays below the horizon", size.join("x"))
    assert.not.match(words, "–  ")
  }
})

test("is whole in every language, at every place, in every season, and without an answer", async () => {
  const bad: string[] = []
  const next = turns(LANGUAGES.length)
  for (const at of ["2026-06-20T09:00Z", "2026-12-20T09:00Z", "2027-07-30T09:00Z", "2028-01-05T09:00Z"])
    for (const place of Object.keys(PLACES) as (keyof typeof PLACES)[])
      for (const language of at === "2027-07-30T09:00Z" ? LANGUAGES : ["en", "de"])
        for (const size of next(SIZES, SIZES.length / 2))
          for (const design of ["disc", "facts"])
            bad.push(...(await shown(at, place, language, size, undefined, design)).findings)
  for (const language of LANGUAGES)
    for (const size of next(SIZES, SIZES.length / 2))
      for (const design of ["disc", "facts"])
        bad.push(...(await shown("2026-11-21T09:00Z", "Berlin", language, size, { night: null }, design)).findings)
  assert.equal(bad, [])
})

test.run()
