import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { turns } from "../depth.js"
import { definitionOf } from "./definitions.js"
import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { entityOf, stateAnswer, unavailable } from "../../plugins/sources/home-assistant/entity.js"
import type { Entity } from "../../plugins/sources/home-assistant/entity.js"
import { WORDS } from "../../plugins/sources/home-assistant/words.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { HOUSEHOLD, homeState } from "../world/home-assistant.js"

const test = suite("HOME and NUMBERS")
const LANGUAGES = ["en", "de", "es", "fr", "it", "ja", "nl", "zh", "zh-Hant"]
const SIZES = [
  [400, 300],
  [296, 128],
  [128, 296],
  [800, 480],
  [480, 800],
] as const
const COUNTS = [1, 2, 3, 4, 5, 7, 10, 13, 24]

let stage: Stage
test.before(async () => {
  stage = await openStage({ clock: fakeClock() })
})
test.after(() => stage.close())

/** A page, and what the lint says of it. */
async function drawn(
  id: string,
  data: object,
  settings: object,
  [width, height]: readonly [number, number],
  language = "en",
): Promise<{ readonly words: string; readonly findings: readonly string[] }> {
  const screen = { width, height, palette: "bw", language }
  const request = { ...requestFor(stage.app, id, screen, language), settings: { [id]: settings }, data }
  const page: SceneNode = (await stage.app.get(DRAW).page(stage.app.get(MODES).get(id)!, request))!.page
  const rasterizer = stage.app.get(RASTERIZER)
  return {
    words: stage.app.engine.rasterizer.describe(page),
    findings: rasterizer.lint(page, request).map(({ message }) => message),
  }
}

const SET = { connection: "house", entities: ["sensor.one"] }
const home = (entities: readonly Entity[]): object => ({ home: { entities } })
const made = (id: string, state: string, attributes: object = {}): Entity =>
  entityOf(id, stateAnswer.parse(homeState(id, state, { ...attributes })))
const LONG = "The temperature in the corner of the upstairs guest bathroom behind the boiler"
const LONG_ZH = "楼上客房卫生间大锅炉后面角落里的温度传感器二号以及旁边的湿度计"

test("shows the digits that small numbers of a house mean, on every size", async () => {
  const file = new URL("../../../test/world/field/21-home-small-numbers.json", import.meta.url)
  const states = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>)
  const entities = states.map(([id, state]) => entityOf(id, stateAnswer.parse(state)))
  for (const size of SIZES) {
    const { words, findings } = await drawn("HOME", home(entities), SET, size)
    for (const number of ["1.012", "1.659", "0.004", "29.921", "0.00045", "−0.0004"])
      assert.ok(words.includes(number) || size[0] < 400, `${size.join("x")} ${number}: ${words}`)
    assert.equal(findings, [], size.join("x"))
    assert.not.match(words, /−0(?![.\d])/)
  }
  const values = [0.004, -0.00041, 112.085].map((number) => ({ number, text: "", label: "a", unit: "", list: [] }))
  const { words } = await drawn("NUMBERS", { numbers: { values } }, {}, [800, 480])
  for (const number of ["0.004", "−0.00041", "112.1"]) assert.ok(words.includes(number), words)
})

for (const name of ["home", "numbers"])
  test(`says every word of ${name} in nine languages`, async () => {
    const { words } = await definitionOf<{ words: Record<string, Record<string, string>> }>(name)
    assert.equal(Object.keys(words).sort(), [...LANGUAGES].sort())
    const keys = Object.keys(words.en!)
    for (const language of LANGUAGES) assert.equal(Object.keys(words[language]!), keys, language)
    if (name === "home") for (const word of WORDS) assert.ok(keys.includes(word), word)
  })

for (const [what, entity] of [
  ["a household", (i: number) => made(HOUSEHOLD[i]!.entity_id, HOUSEHOLD[i]!.state, HOUSEHOLD[i]!.attributes)],
  [
    "large numbers with long names",
    (i: number) =>
      made(`sensor.n${i}`, "-12345.678", { friendly_name: i % 2 ? LONG : LONG_ZH, unit_of_measurement: "kWh/m²" }),
  ],
  [
    "long texts",
    (i: number) => made(`sensor.n${i}`, i % 2 ? LONG : LONG_ZH, { friendly_name: i % 2 ? LONG_ZH : LONG }),
  ],
  ["nothing that is available", (i: number) => unavailable(`sensor.outdoor_weather_station_temperature_${i}`)],
  ["words", (i: number) => made(`binary_sensor.n${i}`, "off", { device_class: "connectivity", friendly_name: LONG })],
  ["moments", (i: number) => made(`sensor.n${i}`, "2027-01-30T05:30:00Z", { device_class: "timestamp" })],
] as const)
  test(`cuts nothing of ${what}, from 1 to 24`, async () => {
    const [next, sizes] = [turns(SIZES.length), turns(COUNTS.length)]
    const entities = Array.from({ length: 24 }, (_, i) => entity(i))
    for (const count of COUNTS) {
      for (const size of sizes(SIZES, 3)) {
        for (const language of next(["en", "zh"])) {
          const { findings } = await drawn("HOME", home(entities.slice(0, count)), SET, size, language)
          assert.equal(findings, [], `${count} ${size.join("x")} ${language}`)
        }
      }
    }
  })

test("says what to enter, and what is silent", async () => {
  for (const [id, settings, data] of [
    ["HOME", SET, { home: null }],
    ["NUMBERS", { requests: [{ url: "https://meter.example/" }], pick: [{ path: "$" }] }, { numbers: null }],
  ] as const) {
    assert.match((await drawn(id, data, {}, SIZES[0])).words, /Enter .* in the settings of this page/)
    assert.match((await drawn(id, data, settings, SIZES[0])).words, /No answer.*check/)
  }
})

test("says states in the words of the language, and what is not available", async () => {
  const entities = [
    made("lock.front_door", "locked", { friendly_name: "Haustür" }),
    made("binary_sensor.window", "on", { device_class: "window" }),
    made("person.ada", "not_home"),
    unavailable("sensor.attic"),
  ]
  const { words } = await drawn("HOME", home(entities), SET, SIZES[0], "de")
  for (const word of ["Haustür", "verriegelt", "offen", "abwesend", "nicht verfügbar", "seit 7:10"])
    assert.ok(words.includes(word), `${word}: ${words}`)
})

const value = (label: string, number: number | null, unit: string, text: string, list: readonly number[]): object => ({
  label,
  text,
  number,
  unit,
  list,
})
for (const [what, of] of [
  [
    "large numbers with long labels",
    (i: number) => value(i % 2 ? LONG.slice(0, 60) : LONG_ZH, -12345.678, "kWh/m²·a", "", []),
  ],
  [
    "long texts",
    (i: number) => value(i % 2 ? LONG.slice(0, 60) : LONG_ZH, null, "", (i % 2 ? LONG : LONG_ZH).repeat(4), []),
  ],
  ["values without anything", () => value("", null, "", "", [])],
  ["lists", () => value("Roof", 0, "kW", "0", [1e12, -1e12, 0])],
] as const)
  test(`cuts nothing of ${what}, from 1 to 24 values`, async () => {
    const sizes = turns(COUNTS.length)
    const values = Array.from({ length: 24 }, (_, i) => of(i))
    const settings = { requests: [{ url: "https://meter.example/" }], pick: [{ path: "$" }], decimals: 2 }
    for (const count of COUNTS) {
      for (const size of sizes(SIZES, 3)) {
        const { findings } = await drawn("NUMBERS", { numbers: { values: values.slice(0, count) } }, settings, size)
        assert.equal(findings, [], `${count} ${size.join("x")}`)
      }
    }
  })

test.run()
