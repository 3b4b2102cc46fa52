import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import type { Air } from "platen/sdk/sources"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definitionOf } from "./definitions.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { DATA } from "../pictures/content.js"
import { SIZES } from "../pictures/sizes.js"
import { described as describe } from "../setting.js"
import { INTERFACE_LANGUAGES } from "../words.js"

const test = suite("air")

const clock = fakeClock("2026-11-22T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

const SPEC = await definitionOf<{ readonly words: Readonly<Record<string, Readonly<Record<string, string>>>> }>("air")
const { air: KNOWN } = DATA.AIR as { readonly air: Air }
const PLANTS = ["alder", "birch", "grass", "mugwort", "olive", "ragweed"] as const
const pollenOf = (grains: number): Air["pollen"] =>
  Object.fromEntries(PLANTS.map((plant) => [plant, grains])) as Air["pollen"]

interface Asked {
  /** Undefined: the recorded answer with `change`; null: no answer. */
  readonly air?: null
  readonly change?: Partial<Air>
  readonly language?: string
  readonly size?: readonly [number, number]
  readonly isPlaced?: boolean
}

async function pageOf({ air, change, language = "en", size = [800, 480], isPlaced = true }: Asked): Promise<{
  readonly page: SceneNode
  readonly findings: readonly string[]
}> {
  const screen = { width: size[0], height: size[1], palette: "bw", language }
  const request = {
    ...requestFor(stage.app, "AIR", screen, language),
    data: { air: air === null ? null : { ...KNOWN, ...change } },
    ...(isPlaced && { place: { name: "Berlin", latitude: 52.52, longitude: 13.4 } }),
  }
  const { page } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("AIR")!, request))!
  return {
    page,
    findings: stage.app
      .get(RASTERIZER)
      .lint(page, request)
      .map(({ message }) => message),
  }
}

const saidAt = async (asked: Asked): Promise<string> => describe((await pageOf(asked)).page).replace(/\s+/g, " ")

test("names the European index, from good to extremely poor", async () => {
  for (const [index, word] of [
    [0, "good"],
    [20, "good"],
    [21, "fair"],
    [40, "fair"],
    [60, "moderate"],
    [80, "poor"],
    [100, "very poor"],
    [101, "extremely poor"],
  ] as const)
    assert.match(await saidAt({ change: { index } }), new RegExp(`EUROPEAN INDEX ${index} ${word}\\b`), String(index))
  assert.match(await saidAt({ change: { index: null } }), /EUROPEAN INDEX – (?!good|fair)/)
})

test("has the pollutants with their units, and leaves out those that are not known", async () => {
  const said = await saidAt({ change: { pm25: 9.12, pm10: 123.4, ozone: null, nitrogenDioxide: 0 } })
  for (const part of ["PM2.5 9.1 µg/m³", "PM10 123 µg/m³", "NO₂ 0 µg/m³"]) assert.ok(said.includes(part), said)
  assert.not.ok(said.includes("Ozone"), said)
  assert.match(await saidAt({ language: "de", change: { pm25: 9.12 } }), /PM2,5 9,1 µg/)
})

/** Widths of the coordinates in which a bar is 100 long. */
function barsIn(node: SceneNode): readonly number[] {
  const own = node.type === "path" ? [node.viewBox![0]] : []
  return [...own, ...("children" in node ? node.children.flatMap(barsIn) : [])]
}

test("draws each bar against twice the guideline of the WHO", async () => {
  const { page } = await pageOf({ change: { pm25: 15, pm10: 22.5, ozone: 1_000, nitrogenDioxide: 0 } })
  assert.equal(barsIn(page), [200, 400, 100, 100_000])
})

test("lists the pollen that is in the air, says so when there is none, and nothing where none is known", async () => {
  const said = await saidAt({ change: { pollen: { ...pollenOf(0)!, grass: 12.3, olive: null } } })
  assert.match(said, /Pollen, grains per m³ Grass 12\.3/)
  for (const absent of ["Olive", "Birch", "No pollen"]) assert.not.ok(said.includes(absent), absent)
  assert.match(await saidAt({ change: { pollen: pollenOf(0) } }), /No pollen in the air/)
  assert.not.match(await saidAt({ change: { pollen: null } }), /ollen/)
})

test("says without an answer why there is none, in every language", async () => {
  for (const language of INTERFACE_LANGUAGES) {
    const { place, network } = SPEC.words[language]!
    assert.ok((await saidAt({ air: null, language, isPlaced: false })).includes(place!), language)
    assert.ok((await saidAt({ air: null, language })).includes(network!), language)
  }
  assert.match(await saidAt({ air: null }), /Sunrise \d+:\d\d Sunset \d+:\d\d/)
})

test("has the same words in every language, and as many names of the index", () => {
  assert.equal(Object.keys(SPEC.words).toSorted(), [...INTERFACE_LANGUAGES].toSorted())
  for (const [language, words] of Object.entries(SPEC.words)) {
    assert.equal(Object.keys(words), Object.keys(SPEC.words.en!), language)
    assert.is(words.airs!.length, 6, language)
  }
})

const hours = (index: (i: number) => number | null): Air["hours"] =>
  Array.from({ length: 48 }, (_, i) => ({ at: KNOWN.at + i * 3_600_000, index: index(i) }))
const none = { pm25: null, pm10: null, ozone: null, nitrogenDioxide: null }
const EXTREMES: Readonly<Record<string, Asked>> = {
  recorded: {},
  nothing: { change: { ...none, index: null, pollen: null, hours: [] } },
  "no hour": { change: { hours: hours(() => null) } },
  "one hour": { change: { hours: hours(() => 20).slice(0, 1) } },
  gaps: { change: { hours: hours((i) => (i % 5 === 0 ? null : 20 + i)) } },
  zero: {
    change: { index: 0, pm25: 0, pm10: 0, ozone: 0, nitrogenDioxide: 0, pollen: pollenOf(0), hours: hours(() => 0) },
  },
  high: {
    change: {
      index: 1_000,
      pm25: 10_000,
      pm10: 9_999.9,
      ozone: 10_000,
      nitrogenDioxide: 10_000,
      pollen: pollenOf(999),
      hours: hours(() => 1_000),
    },
  },
  "no answer": { air: null },
  "no place": { air: null, isPlaced: false },
}

for (const [name, asked] of Object.entries(EXTREMES))
  test(`cuts nothing at any size: ${name}`, async () => {
    for (const language of ["en", "de", "fr", "zh"])
      for (const size of SIZES)
        assert.equal((await pageOf({ ...asked, language, size })).findings, [], `${language} ${size.join("x")}`)
  })

test.run()
