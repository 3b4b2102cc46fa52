import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Invalid } from "platen/sdk"
import { RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { COMPILE, DRAW } from "platen/sdk/mode"
import { SERVICE } from "platen/sdk"
import { convert } from "../../../../plugins/inksight/definitions/convert.js"
import type { Converted } from "../../../../plugins/inksight/definitions/convert.js"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { fixture } from "./table.js"
import { OF_BLOCKS, OF_CONTENTS, OF_OVERRIDES, OTHERS, SAMPLES } from "./samples.js"
import type { Sample } from "./samples.js"

const test = suite("inksight definitions: convert")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

/** Screens on which every sample is drawn. */
const SCREENS = [
  { width: 400, height: 300, palette: "bw", language: "en" },
  { width: 296, height: 128, palette: "bw", language: "zh" },
  { width: 800, height: 480, palette: "bwry", language: "en" },
] as const

const converted = (sample: Sample): Converted => {
  const made = convert(sample)
  assert.ok(made)
  return made
}
const results = (sample: Sample, at: string): readonly string[] =>
  converted(sample)
    .report.filter(({ path }) => path === at)
    .map(({ result }) => result)
const viewOf = (sample: Sample): string => JSON.stringify((converted(sample).spec as { view: object }).view)

for (const [name, sample] of Object.entries(SAMPLES))
  test(`${name}: compiles, draws and fits`, async () => {
    const { spec } = converted(sample)
    const compile = stage.app.get(COMPILE)
    const needs = { service: stage.app.get(SERVICE), areas: stage.app.get(AREAS) }
    const [draw, rasterizer] = [stage.app.get(DRAW), stage.app.get(RASTERIZER)]
    const mode = compile(spec)
    for (const screen of SCREENS) {
      const drawn = await draw.page(mode, previewRequest(needs, mode.id, screen))
      assert.ok(drawn)
      assert.equal(
        rasterizer.lint(drawn.page, screen).map(({ message }) => message),
        [],
      )
    }
  })

test("takes every block but a picture of an address", () => {
  for (const [type, sample] of Object.entries(OF_BLOCKS)) {
    const [result] = results(sample, "layout.body.1")
    assert.is(result === "refused", type === "image", type)
  }
})

test("says what became of each part of every sample", () => {
  const rows = Object.entries(SAMPLES).map(([name, sample]) => {
    const { report } = converted(sample)
    const count = (result: string): string => String(report.filter((line) => line.result === result).length).padStart(3)
    return `${name.padEnd(20)} ${count("taken")} ${count("approximated")} ${count("refused")}`
  })
  fixture("report.txt", ["sample             taken appr refu", ...rows].join("\n"))
})

test("leaves definitions of other formats alone", () => {
  for (const other of [null, 5, "x", [], {}, { spec: 1, content: { type: "static" }, layout: {} }, { layout: {} }])
    assert.is(convert(other), undefined)
  assert.is(convert({ content: { type: "novel" }, layout: {} }), undefined)
  assert.is(convert({ content: { type: "static" }, layout: null }), undefined)
})

test("refuses what a model wrote, with what it was asked", () => {
  const line = converted(OF_CONTENTS.llm_json!).report.find(({ path }) => path === "content")
  assert.is(line?.result, "refused")
  assert.match(line!.message, /prompt_template, output_schema, temperature 0\.8/)
})

test("gives the pool each entry with the fields of the fallback", () => {
  const { content, fields } = converted(OF_CONTENTS.llm!).spec as {
    content: { pool: { en: readonly object[] } }
    fields: object
  }
  assert.is(content.pool.en.length, 2)
  assert.equal(fields, { quote: { type: "text" }, author: { type: "text" } })
})

test("has sizes of the same blocks as values by screen, and other blocks as variants", () => {
  const variants = (name: string): number =>
    ((converted(OF_OVERRIDES[name]!).spec as { variants?: readonly object[] }).variants ?? []).length
  assert.equal(Object.keys(OF_OVERRIDES).map(variants), [0, 2, 2, 0])
  const { styles } = converted(OF_OVERRIDES["same blocks"]!).spec as { styles: { look1: { px: unknown } } }
  assert.equal(styles.look1.px, { base: 44, "small, narrow": 26, medium: 84, large: 147, huge: 221 })
})

test("writes names, braces and words as they are", () => {
  const { fields, id, icon } = converted(OTHERS.names!).spec as { fields: object; id: string; icon?: string }
  assert.equal([id, icon], ["T_NAMES_", undefined])
  assert.equal(Object.keys(fields), ["date_text", "or_text", "constructor_text", "bung", "missing", "source"])
  assert.match(
    viewOf(OTHERS.names!),
    /\{\{ \\"\{\\" \}\}\{\{ date_text \}\}\} \{\{ \\"\{\\" \}\}% raw %\} \{\{ missing \}\}/,
  )
})

test("has the settings, and reads them before the content", () => {
  const { settings } = converted(OTHERS.settings!).spec as { settings: Readonly<Record<string, { type: string }>> }
  assert.equal(
    Object.entries(settings).map(([key, { type }]) => `${key} ${type}`),
    ["memo_text text", "count number", "loud toggle", "size select", "events text"],
  )
  assert.match(viewOf(OTHERS.settings!), /settings\.memo_text \| default: memo_text/)
})

test("keeps the words of a Chinese definition in Chinese and as the words of all languages", () => {
  const { title, content } = converted(OTHERS.chinese!).spec as { title: object; content: { pool: object } }
  assert.equal(title, { en: "每日一问", zh: "每日一问" })
  assert.equal(Object.keys(content.pool), ["en", "zh"])
})

test("takes hostile definitions or refuses them with a sentence", () => {
  const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`)
  const base = { content: { type: "static", static_data: { a: 1 } } }
  const hostile: readonly object[] = [
    { ...base, layout: { body: deep(5000) } },
    { ...base, layout: { body: Array.from({ length: 20_000 }, () => ({ type: "text" })) } },
    { ...base, layout: { body: [{ type: "text", template: "x".repeat(250_000) }] } },
    {
      ...base,
      layout: JSON.parse('{"__proto__":{"body":[]},"body":[{"type":"constructor"},{"type":"__proto__"}]}') as object,
    },
    { ...base, layout: { body: [{ type: "text", template: "{{{{".repeat(2000) }] } },
  ]
  for (const definition of hostile) {
    try {
      assert.type(convert(definition)?.spec, "object")
    } catch (error) {
      assert.instance(error, Invalid)
      assert.match((error as Invalid).message, /^The definition in InkSight's format .*\.$/)
    }
  }
})

test.run()
