import { readFileSync, writeFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Ajv2020 } from "ajv/dist/2020.js"
import { DEFINED, definitionOf, MODES } from "../../../modes/definitions.js"
import type { Contributed } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import { editorSchema } from "../../../../plugins/pages/modes-json/editor-schema.js"
import type { Schema } from "../../../../plugins/pages/modes-json/editor-schema.js"
import lineDrawings from "../../../../plugins/pages/line-drawings/index.js"
import nodes from "../../../../plugins/pages/nodes/index.js"

const test = suite("mode-spec schema")
const ROOT = new URL("../../../../../", import.meta.url)
const FILE = new URL("docs/mode-spec.schema.json", ROOT)

/** The nodes of the plugins that draw them. */
const given = await Promise.all([nodes, lineDrawings].map(({ setup }) => setup({} as never, undefined as never)))
const kinds = (given.flat() as unknown as readonly Contributed[]).flatMap((each) =>
  each.to === "point" ? (each.values as readonly NodeKind[]) : [],
)
const printed = `${JSON.stringify(editorSchema(kinds), undefined, 1)}\n`
if (process.env.UPDATE === "1") writeFileSync(FILE, printed)
const written = readFileSync(FILE, "utf8")

test("is the one that specs are checked with (UPDATE=1 writes it)", () => {
  assert.fixture(written, printed)
})

test("can be read by an editor: every part that it refers to is there", () => {
  const schema = JSON.parse(written) as { $schema: string; $defs: object; required: readonly string[] }
  assert.match(schema.$schema, /json-schema\.org/)
  assert.equal([...schema.required].sort(), ["id", "spec", "title", "view"])
  const parts = new Set(written.match(/"\$ref": "[^"]+"/g))
  assert.ok(parts.size > 0)
  for (const part of parts) assert.ok(Object.keys(schema.$defs).includes(/#\/\$defs\/([^"]+)/.exec(part)![1]!), part)
})

test("is named by every built-in definition, so that editors find it", () => {
  assert.ok(DEFINED.length > 10)
  for (const name of DEFINED) {
    const file = new URL(`${name}/mode.json`, MODES)
    const { $schema } = JSON.parse(readFileSync(file, "utf8")) as { $schema: string }
    assert.is(new URL($schema, file).href, FILE.href, name)
  }
})

test("has a description on every property", () => {
  const bare: string[] = []
  let properties = 0
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== "object" || value === null) return
    const { properties: own = {} } = value as Schema
    for (const [key, each] of Object.entries(own)) {
      if (typeof each !== "object") continue
      properties++
      if (each.description === undefined && each.const === undefined) bare.push(`${at}.${key}`)
    }
    for (const each of Object.values(own)) visit(each, at)
    for (const [key, each] of Object.entries(value)) if (key !== "properties") visit(each, `${at}/${key}`)
  }
  visit(JSON.parse(written), "")
  assert.ok(properties > 500, String(properties))
  assert.equal(bare, [])
})

const isValid = new Ajv2020({ strict: false, allowUnionTypes: true, logger: false }).compile(
  JSON.parse(written) as object,
)

test("takes every built-in definition, with its screens, styles and components", async () => {
  for (const name of DEFINED) {
    const own = (await definitionOf(name.toLowerCase())) as object
    assert.ok(isValid(own), `${name}: ${JSON.stringify(isValid.errors?.slice(0, 3))}`)
  }
})

test("finds what no spec may say", () => {
  const spec = { spec: 1, id: "MINE", title: { en: "Mine" }, view: { type: "text", text: "a" } }
  assert.ok(isValid(spec))
  for (const [name, wrong] of Object.entries({
    "an unknown key": { ...spec, veiw: {} },
    "an unknown kind": { ...spec, view: { type: "txt" } },
    "an unknown field": { ...spec, view: { type: "text", text: "a", colour: "red" } },
    "a wrong value": { ...spec, view: { type: "text", text: "a", role: "huge" } },
    "no view": { spec: 1, id: "MINE", title: { en: "Mine" } },
  }))
    assert.not(isValid(wrong), name)
})

test.run()
