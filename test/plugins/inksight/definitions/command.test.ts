import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { folderWith } from "../../../folder.js"
import { platen } from "../../../platen.js"
import { OF_BLOCKS, OF_CONTENTS } from "./samples.js"

const test = suite("platen import inksight")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

function folder(files: Readonly<Record<string, unknown>>): string {
  const cwd = folderWith()
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(cwd, name), typeof content === "string" ? content : JSON.stringify(content))
  return cwd
}

const imported = (cwd: string, ...args: readonly string[]): ReturnType<typeof platen> =>
  platen(["import", "inksight", ...args], { cwd, app: stage.app })

test("prints what became of the parts of a file, and writes nothing", async () => {
  const cwd = folder({ "quote.json": OF_CONTENTS.llm })
  const { code, stdout, stderr } = await imported(cwd, "quote.json")
  assert.equal([code, stderr, readdirSync(cwd)], [0, "", ["quote.json"]])
  assert.match(stdout, /^quote\.json: C_LLM: \d+ taken, \d+ approximated, 1 refused\n/)
  assert.match(stdout, /\n {2}refused {6}content: a text model wrote this: [^\n]*prompt_template[^\n]*\.\n/)
})

test("writes the modes of a folder, and overwrites none", async () => {
  const cwd = folder({ "a.json": OF_CONTENTS.static, "b.json": OF_BLOCKS.text, "c.txt": "no JSON" })
  const { code, stdout } = await imported(cwd, ".", "--write", "made")
  assert.is(code, 0)
  assert.match(stdout, /made[/\\]B_TEXT\.json is written\.\n/)
  assert.equal(readdirSync(path.join(cwd, "made")), ["B_TEXT.json", "C_STATIC.json"])
  const { spec } = JSON.parse(readFileSync(path.join(cwd, "made", "B_TEXT.json"), "utf8")) as { spec: number }
  assert.is(spec, 1)
  const again = await imported(cwd, ".", "--write", "made")
  assert.is(again.code, 2)
  assert.match(again.stderr, /exists: remove it, or name another folder/)
  const linted = await platen(["lint-mode", path.join("made", "C_STATIC.json")], { cwd, app: stage.app })
  assert.equal([linted.code, linted.stderr], [0, ""])
})

test("ends with 1 for a file that cannot be converted, after the others", async () => {
  const deep = `{"content":{"type":"static"},"layout":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`
  const cwd = folder({ "a.json": "{", "b.json": { spec: 1 }, "c.json": deep, "d.json": OF_CONTENTS.static })
  const { code, stdout } = await imported(cwd, ".", "--write", "made")
  assert.is(code, 1)
  assert.match(stdout, /a\.json: not converted: it is no JSON: /)
  assert.match(stdout, /b\.json: not converted: it is no definition in InkSight's format\n/)
  assert.match(stdout, /c\.json: not converted: The definition in InkSight's format has more than 24 levels/)
  assert.equal(readdirSync(path.join(cwd, "made")), ["C_STATIC.json"])
})

test("refuses to write two modes of one id", async () => {
  const cwd = folder({ "a.json": OF_CONTENTS.static, "b.json": OF_CONTENTS.static })
  const { code, stderr } = await imported(cwd, ".", "--write", "made")
  assert.is(code, 2)
  assert.match(stderr, /two definitions have the id of/)
  assert.not(existsSync(path.join(cwd, "made")))
})

for (const args of [[], ["x.json"], ["nowhere.json"], ["."]])
  test(`explains itself: import ${args.join(" ") || "alone"}`, async () => {
    const cwd = folderWith()
    const { code, stderr } = await platen(["import", ...(args[0] === "x.json" ? args : ["inksight", ...args])], {
      cwd,
      app: stage.app,
    })
    assert.is(code, 2)
    assert.match(stderr, /write platen import|there is no file|has no JSON files/)
  })

test.run()
