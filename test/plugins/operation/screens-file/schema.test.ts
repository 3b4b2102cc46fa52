import { readFileSync, writeFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Ajv2020 } from "ajv/dist/2020.js"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { parse } from "yaml"
import { fileSchema, sectionsOf } from "../../../../plugins/operation/screens-file/sections.js"
import type { Schema } from "../../../../plugins/operation/screens-file/sections.js"
import { openHome } from "./home.js"
import type { Home } from "./home.js"

const test = suite("screens-file schema")
const FILE = new URL("../../../../../docs/screens-file.schema.json", import.meta.url)

let home: Home
let printed = ""
test.before(async () => {
  home = await openHome()
  const sections = sectionsOf(home.stage.app.get(SCREENS_FILE_PARTS).list())
  printed = `${JSON.stringify(fileSchema(sections), undefined, 1)}\n`
  if (process.env.UPDATE === "1") writeFileSync(FILE, printed)
})
test.after(() => home.close())

test("is the one that files are checked with (UPDATE=1 writes it)", () => {
  assert.fixture(readFileSync(FILE, "utf8"), printed)
})

test("has a description on every property", () => {
  const bare: string[] = []
  let properties = 0
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== "object" || value === null) return
    const { properties: own = {} } = value as Schema
    for (const [key, each] of Object.entries(own)) {
      properties++
      if (typeof each.description !== "string" || each.description === "") bare.push(`${at}.${key}`)
      visit(each, `${at}.${key}`)
    }
    for (const [key, each] of Object.entries(value)) if (key !== "properties") visit(each, `${at}/${key}`)
  }
  visit(JSON.parse(printed), "")
  assert.ok(properties > 40, String(properties))
  assert.equal(bare, [])
})

test("takes what export writes, and finds what no file may say", async () => {
  const isValid = new Ajv2020({ strict: false, allowUnionTypes: true, logger: false }).compile(
    JSON.parse(printed) as object,
  )
  const text = await home.exported()
  assert.ok(isValid(parse(text)), JSON.stringify(isValid.errors))
  for (const [from, to] of [
    ["version: 1", "version: 2"],
    ["people:", "peoples:"],
    ["role: user", "role: boss"],
    ["language: de", "langage: de"],
    ["- mode: MEMO", "- mood: MEMO"],
    ["refreshMinutes: 60", "refreshMinutes: 6"],
    ["mac: 0A:00:00:00:00:01", "mac: 0A:00"],
  ] as const)
    assert.not.ok(isValid(parse(text.replace(from, to))), to)
})

test("is named by the first line of an exported file", async () => {
  const [line] = (await home.exported()).split("\n")
  assert.match(line!, /^# yaml-language-server: \$schema=node_modules\/platen\/docs\/screens-file\.schema\.json$/)
  assert.ok(FILE.href.endsWith("/docs/screens-file.schema.json"))
})

test.run()
