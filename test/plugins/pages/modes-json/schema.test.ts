import { readFileSync, writeFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DEFINED, MODES } from "../../../modes/definitions.js"
import { z } from "platen/sdk"
import type { Contributed } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import { modeSpecOf } from "../../../../plugins/pages/modes-json/spec.js"
import nodes from "../../../../plugins/pages/nodes/index.js"

const test = suite("mode-spec schema")
const ROOT = new URL("../../../../../", import.meta.url)
const FILE = new URL("docs/mode-spec.schema.json", ROOT)

/** The nodes of the plugin that draws them. */
const kinds = ((await nodes.setup({} as never, undefined as never)) as unknown as readonly Contributed[]).flatMap(
  (each) => (each.to === "point" ? (each.values as readonly NodeKind[]) : []),
)
const printed = `${JSON.stringify(z.toJSONSchema(modeSpecOf(kinds), { io: "input" }), undefined, 2)}\n`
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

test.run()
