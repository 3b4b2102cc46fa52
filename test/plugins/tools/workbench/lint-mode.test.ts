import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen, run } from "../../../platen.js"
import type { Ended } from "../../../child.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"
import { compiled, SPEC } from "../../pages/modes-json/specs.js"

const test = suite("platen lint-mode")

const lint = (spec: unknown, ...args: readonly string[]): Promise<Ended> =>
  platen(["lint-mode", "my-mode.json", ...args], { cwd: folderWith({ "my-mode.json": JSON.stringify(spec) }) })

test("finds nothing in a good spec", async () => {
  const { code, stdout, stderr } = await lint({
    ...SPEC,
    content: { pool: { ...SPEC.content.pool, zh: [{ quote: "中文", lines: [] }] } },
  })
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /^MINE is fine on \d+ panels in en, zh\.\n$/)
})

/** What it prints of a file with these lines. */
const lintText = async (...lines: readonly string[]): Promise<Ended> =>
  platen(["lint-mode", "my-mode.json"], { cwd: folderWith({ "my-mode.json": lines.join("\n") }) })

test("says each fault with its file, line, column and path, in the order of the file", async () => {
  const { code, stdout, stderr } = await lintText(
    "{",
    '  "spec": 1, "id": "MINE", "title": { "en": "Mine" },',
    '  "fields": { "quote": { "type": "text" } },',
    '  "content": { "pool": { "en": [{ "quote": "a" }, {',
    '\t"quote": 5',
    "  }, {}] } },",
    '  "view": { "type": "text", "text": "a", "colour": 1 },',
    '  "icno": "sun"',
    "}",
  )
  assert.equal([code, stderr], [1, ""])
  assert.match(stdout, /^my-mode\.json:7:42 view: "colour" is unknown here: remove it; allowed keys: .*\n/)
  assert.match(stdout, /\nmy-mode\.json:8:3: "icno" is unknown here: write "icon"\n$/)
  assert.is(stdout.trimEnd().split("\n").length, 2)
})

test("says where the faults of the content are", async () => {
  const { stdout } = await lintText(
    '{ "spec": 1, "id": "MINE", "title": { "en": "Mine" }, "icon": "fether",',
    '  "fields": { "quote": { "type": "text" } },',
    '  "content": { "source": { "name": "pictrue" }, "pool": { "en": [{ "quote": "a" }, {',
    '\t"quote": 5',
    "  }, {}] } },",
    '  "view": { "type": "row", "children": [{ "type": "text", "text": "{{ qoute }}" },',
    '    { "type": "text", "when": "quote =", "text": "b" }] } }',
  )
  assert.equal(stdout.trimEnd().split("\n"), [
    'my-mode.json:1:63 icon: there is no icon "fether": use "feather", or another that `platen plugins --icons` lists',
    'my-mode.json:3:36 content.source.name: there is no source "pictrue": use "picture", or enable the plugin that provides it; `platen plugins --sources` lists the available sources',
    'my-mode.json:4:11 content.pool.en.1.quote: "quote" is 5: write text in double quotes',
    'my-mode.json:5:6 content.pool.en.2.quote: "quote" is missing: write text in double quotes',
    "my-mode.json:6:67 view.children.0.text: undefined variable: qoute, line:1, col:4",
    'my-mode.json:7:31 view.children.1.when: "quote =" is not a condition: write "==" to compare, such as author == "Poe" or author != blank',
  ])
})

test("says what no spec is", async () => {
  const { code, stdout } = await lint([])
  assert.is(code, 1)
  assert.is(stdout, 'my-mode.json:1:1: a mode is an object, not []: write { "spec": 1, ... }\n')
})

test("says where a file stops being JSON", async () => {
  const { code, stdout, stderr } = await lintText("{", '  "spec": 1,', '  "id": "MINE",', "}")
  assert.equal([code, stderr], [1, ""])
  assert.is(stdout, "my-mode.json:3:15: remove this comma: nothing follows it before }\n")
})

test("wants English in a pool, which compiles without", async () => {
  const zh = [{ quote: "中文", lines: [] }]
  const { code, stdout } = await lint({ ...SPEC, content: { pool: { zh } } })
  assert.is(code, 1)
  assert.match(
    stdout,
    /^my-mode\.json:1:\d+ content\.pool: the pool has no English entries, so English screens show another language: add entries under en\n$/,
  )
  assert.is(compiled({ ...SPEC, content: { pool: { zh } } }).id, "MINE")
})

const MODES = new URL("../../../../../modes/", import.meta.url)

test("finds nothing in a built-in mode's own file", async () => {
  const file = fileURLToPath(new URL("daily.json", MODES))
  const { code, stdout } = await platen(["lint-mode", file], { cwd: folderWith() })
  assert.is(code, 0, stdout)
})

test("finds nothing in the file from which a plugin of the config has its mode", async () => {
  const moon = fileURLToPath(new URL("../examples/platen-plugin-moon", MODES))
  const cwd = folderWith({ "platen.yaml": `plugins: { ${moon}: }` })
  const { code, stdout } = await platen(["lint-mode", `${moon}/moon.json`], { cwd })
  assert.is(code, 0, stdout)
})

test("refuses the id of a built-in mode, of data or of code, to any other definition", async () => {
  const daily = JSON.parse(readFileSync(new URL("daily.json", MODES), "utf8")) as object
  for (const spec of [
    { ...SPEC, id: "DAILY" },
    { ...daily, version: 99 },
    { ...SPEC, id: "CALENDAR" },
  ]) {
    const { code, stdout } = await lint(spec)
    assert.is(code, 1)
    assert.match(stdout, /^my-mode\.json:1:\d+ id: (DAILY|CALENDAR) is a built-in mode: choose another id\n$/)
  }
})

test("says panel, language and rule of what cannot be read", async () => {
  const crowded = {
    ...SPEC,
    fields: { quote: { type: "text" } },
    content: { pool: { en: [{ quote: "word ".repeat(700) }], zh: [{ quote: "字" }] } },
  }
  const { code, stdout } = await lint(crowded)
  assert.is(code, 1)
  assert.match(stdout, /^my-mode\.json:1:\d+ content\.pool\.en\.0\.quote: 4\.2-bw en: clipped: "word word/m)
  assert.not.match(stdout, / zh: /)
  const chinese = await lint(crowded, "--lang", "zh")
  assert.is(chinese.code, 0, chinese.stdout)
})

test("refuses a file that is not there, and a folder", async () => {
  await refused(() => run("lint-mode", ["gone.json"]), "gone.json does not exist: name a .json file.")
  await refused(() => run("lint-mode", [folderWith()]), " is a folder: name a .json file.")
})

test("asks for one file", async () => {
  for (const args of [[], ["a.json", "b.json"]])
    await refused(() => run("lint-mode", args), "name one file: platen lint-mode my-mode.json")
})

test.run()
