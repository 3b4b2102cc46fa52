import { DRAW, MODES } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../depth.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"

const test = suite("modes/almanac")
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
const BERLIN = { name: "Berlin", latitude: 52.52, longitude: 13.4 }
const TROMSO = { name: "Tromsø", latitude: 69.65, longitude: 18.95 }

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

interface Page {
  readonly day: string
  readonly language: string
  readonly size?: readonly [number, number]
  readonly place?: typeof BERLIN
  readonly data?: unknown
}

async function shown({ day, language, size = [800, 480], place = BERLIN, data }: Page) {
  clock.advance(Date.parse(`${day}T09:00Z`) - clock.now())
  const [width, height] = size
  const screen = { width, height, palette: "bw", language }
  const request = { ...requestFor(stage.app, "ALMANAC", screen, language), place, data }
  const { page } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("ALMANAC")!, request))!
  return {
    words: stage.app.engine.rasterizer.describe(page).replaceAll(/\s+/g, " "),
    findings: stage.app
      .get(RASTERIZER)
      .lint(page, request)
      .map(({ message }) => `${day} ${language} ${width}x${height}: ${message}`),
  }
}

for (const [name, day, language, expected] of [
  [
    "a day in English",
    "2026-11-21",
    "en",
    [
      "Tenth month, day 13",
      "Year of the Horse, Bing-Wu",
      "Minor Snow begins tomorrow",
      "Cleanse the house, decorate walls",
      "Snake, west",
    ],
  ],
  [
    "a day in Chinese",
    "2026-11-21",
    "zh",
    ["十月十三", "丙午马年", "己亥日", "明日小雪", "修饰垣墙", "冲蛇煞西", "平地木", "己不破券二比并亡"],
  ],
  ["traditional characters", "2026-11-21", "zh-Hant", ["丙午馬年", "修飾垣牆", "沖蛇煞西", "財神"]],
  [
    "labels in other languages",
    "2026-11-21",
    "de",
    ["10. Mondmonat, 13. Tag", "Jahr: Pferd", "Morgen beginnt Minor Snow", "Günstig", "Schlange, Westen"],
  ],
  ["the day of a solar term", "2026-11-22", "en", ["Minor Snow begins today"]],
  ["a festival and a holiday once", "2026-02-17", "zh", ["春节 休"]],
  ["a day of work in exchange", "2026-10-10", "zh", ["班"]],
  ["the nines of winter", "2026-12-25", "zh", ["一九第4天"]],
  ["a leap month", "2028-06-25", "fr", ["Lune intercalaire 5, jour 3"]],
  ["a day without anything to avoid", "2028-05-02", "en", ["Nothing is advised", "nothing is named"]],
] as const)
  test(`shows ${name}`, async () => {
    const { words } = await shown({ day, language })
    for (const each of expected) assert.ok(words.includes(each), `${each} in ${words}`)
  })

test("counts what a small page leaves out", async () => {
  const { words } = await shown({ day: "2029-12-02", language: "en", size: [400, 300] })
  assert.match(words, /make clothes, dismantle, and 25 more/)
  const { words: chinese } = await shown({ day: "2029-12-02", language: "zh", size: [400, 300] })
  assert.match(chinese, /等31项/)
})

test("shows the date and the page's own sky when its source has no answer", async () => {
  for (const [language, expected] of [
    ["en", ["Saturday 21 November 2026", "6:38", "waxing gibbous", "cannot be computed"]],
    ["zh", ["2026年11月", "6:38", "盈凸月", "暂时无法推算黄历"]],
  ] as const) {
    const { words } = await shown({ day: "2026-11-21", language, data: { almanac: null } })
    for (const each of expected) assert.ok(words.includes(each), `${each} in ${words}`)
  }
})

test("is whole in every language, on days with much and with little, and without an answer", async () => {
  const bad: string[] = []
  const next = turns(LANGUAGES.length)
  for (const size of SIZES) {
    for (const language of LANGUAGES) {
      for (const day of next(["2029-12-02", "2028-06-25"])) bad.push(...(await shown({ day, language, size })).findings)
      bad.push(...(await shown({ day: "2026-11-21", language, size, data: { almanac: null } })).findings)
    }
    for (const language of ["en", "zh"]) {
      for (const day of next(["2026-02-17", "2028-05-02", "2026-03-11", "2026-12-26"], 2))
        bad.push(...(await shown({ day, language, size })).findings)
      bad.push(...(await shown({ day: "2026-12-20", language, size, place: TROMSO })).findings)
    }
  }
  assert.equal(bad, [])
})

test.run()
