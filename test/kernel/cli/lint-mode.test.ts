import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../child.js"
import type { Ended } from "../../child.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"
import { run } from "./run.js"
import { SPEC } from "../../plugins/modes-json/specs.js"

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

test("says each fault with its path when a spec does not compile", async () => {
  const { code, stdout, stderr } = await lint({
    ...SPEC,
    icon: "no-such-icon",
    view: { type: "row", children: [{ type: "text", text: "{{ qoute }}" }] },
  })
  assert.equal([code, stderr], [1, ""])
  assert.match(stdout, /^icon: there is no icon "no-such-icon": use one that `platen plugins --icons` lists\n/)
  assert.match(stdout, /\nview\.children\.0\.text: undefined variable: qoute/)
  assert.is(stdout.trimEnd().split("\n").length, 2)
})

test("says what no spec is", async () => {
  const { code, stdout } = await lint([])
  assert.is(code, 1)
  assert.match(stdout, /^\(the whole\): /)
})

test("says panel, language and rule of what cannot be read", async () => {
  const crowded = {
    ...SPEC,
    fields: { quote: { type: "text" } },
    content: { pool: { en: [{ quote: "word ".repeat(700) }], zh: [{ quote: "字" }] } },
  }
  const { code, stdout } = await lint(crowded)
  assert.is(code, 1)
  assert.match(stdout, /^4\.2-bw en: clipped: "word word/m)
  assert.not.match(stdout, / zh: /)
  const chinese = await lint(crowded, "--lang", "zh")
  assert.is(chinese.code, 0, chinese.stdout)
})

test("refuses a file that is not there or not JSON", async () => {
  await refused(() => run("lint-mode", ["gone.json"]), "gone.json cannot be read as JSON: ENOENT")
  const cwd = folderWith({ "bad.json": "{" })
  await refused(() => run("lint-mode", [`${cwd}/bad.json`]), "bad.json cannot be read as JSON: ")
})

test("asks for one file", async () => {
  for (const args of [[], ["a.json", "b.json"]])
    await refused(() => run("lint-mode", args), "name one file: platen lint-mode my-mode.json")
})

test.run()
