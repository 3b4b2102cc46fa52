import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DRAW, MODES } from "platen/sdk/mode"
import { RASTERIZER } from "platen/sdk/drawing"
import { dayOf } from "platen/sdk/kit"
import { MOTIFS } from "../../../plugins/pages/line-drawings/motifs/index.js"
import { ALL_MOTIFS, choiceOf, seasonOf } from "../../../modes/artwall/motifs.js"
import { TITLES, titleOf } from "../../../modes/artwall/titles.js"
import { fakeClock, openStage, requestFor } from "../../testing/index.js"

const test = suite("artwall")
const BERLIN = { name: "Berlin", latitude: 52.52, longitude: 13.4 }
const SYDNEY = { latitude: -33.9, longitude: 151.2 }
const START = 739_900

test("names the motifs that the node draws, each kind in every language", () => {
  assert.equal([...ALL_MOTIFS], Object.keys(MOTIFS).sort())
  for (const [language, titles] of Object.entries(TITLES)) {
    assert.equal(Object.keys(titles).sort(), [...ALL_MOTIFS], language)
    const all = Object.values(titles).flat()
    assert.is(new Set(all).size, all.length, `${language}: every title once`)
  }
  assert.is(titleOf({ motif: "flock", variant: 2 }, "zh-TW"), "暮色裡的椋鳥")
  assert.is(titleOf({ motif: "tree", variant: 0 }, "pl"), "The tree")
})

test("shows every motif in turn, each time another kind, and no picture twice in three years", () => {
  const year = Array.from({ length: 1100 }, (_, i) => choiceOf(dayOf(START + i), BERLIN, "any"))
  assert.is(new Set(year.map(({ seed }) => seed)).size, year.length)
  assert.ok(new Set(year.slice(0, ALL_MOTIFS.length).map(({ motif }) => motif)).size >= ALL_MOTIFS.length - 1)
  year.forEach(({ motif }, i) => assert.is.not(motif, year[i + 1]?.motif))
  for (const motif of ALL_MOTIFS)
    assert.is(new Set(year.filter((each) => each.motif === motif).map(({ variant }) => variant)).size, 3, motif)
})

test("follows the season of the place: snow in winter, grasses in the other seasons", () => {
  assert.equal(
    [1, 4, 7, 10, 12].map((month) => seasonOf({ month }, BERLIN)),
    ["winter", "spring", "summer", "autumn", "winter"],
  )
  assert.equal(
    [1, 4, 7, 10].map((month) => seasonOf({ month }, SYDNEY)),
    ["summer", "autumn", "winter", "spring"],
  )
  assert.is(seasonOf({ month: 1 }, { latitude: 1.3 }), "summer")
  for (let i = 0; i < 400; i++) {
    const { motif, season } = choiceOf(dayOf(START + i), SYDNEY, "nature")
    if (motif === "crystal") assert.is(season, "winter")
    if (motif === "meadow") assert.is.not(season, "winter")
  }
})

test("is another picture at another place, and keeps to its subjects", () => {
  const day = dayOf(START)
  assert.is.not(choiceOf(day, BERLIN, "any").seed, choiceOf(day, SYDNEY, "any").seed)
  for (let i = 0; i < 60; i++)
    assert.match(choiceOf(dayOf(START + i), BERLIN, "water").motif, /^(nocturne|rain|scales|swell)$/)
})

test("has a label with the title, the date and the place, as a reader hears it", async () => {
  const stage = await openStage({ clock: fakeClock("2026-11-26T09:05:00Z") })
  try {
    const { app } = stage
    const said = async (language: string, [width, height]: readonly [number, number]): Promise<string> => {
      const request = { ...requestFor(app, "ARTWALL", { width, height, palette: "bw" }, language), place: BERLIN }
      return app.get(RASTERIZER).describe((await app.get(DRAW).page(app.get(MODES).get("ARTWALL")!, request))!.page)
    }
    assert.match(await said("en", [1600, 1200]), /Berlin, 26 November 2026\s+Drawn by code/)
    assert.match(await said("de", [400, 300]), /Berlin, 26\. November 2026/)
    assert.match(await said("zh", [296, 128]), /11月26日/)
  } finally {
    await stage.close()
  }
})

test.run()
