import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./kernel/http/ask.js"
import { pageText } from "./page-text.js"

const test = suite("readme")
const root = new URL("../../", import.meta.url)
const read = pageText

/** Every code that the sources may answer with. */
function codesInSources(): Set<string> {
  const codes = new Set<string>()
  for (const folder of ["sdk", "kernel", "plugins", "modes"]) {
    for (const name of readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).filter(
      (each) => each.endsWith(".ts") && !each.endsWith(".d.ts"),
    )) {
      const source = read(`${folder}/${name}`)
      for (const [, code] of source.matchAll(/(?:super|PlatenError)\(\d{3}, "([a-z-]+)"/g)) codes.add(code!)
      for (const [, code] of source.matchAll(/\bcode: (?:\w+ \? )?"([a-z-]+)"/g)) codes.add(code!)
      for (const [, code] of source.matchAll(/\bcode: \w+ \? "[a-z-]+" : "([a-z-]+)"/g)) codes.add(code!)
      for (const [, code] of source.matchAll(/\[(?:4|5)\d\d, "[A-Z][\w ]+", "([a-z-]+)"\]/g)) codes.add(code!)
      for (const [, code] of source.matchAll(/(?::|=|,) "((?:draw|content)-failed)"/g)) codes.add(code!)
    }
  }
  codes.delete("custom")
  return codes
}

test("lists every error code that the sources have, and no other", () => {
  const table = read("README.md").split("## Errors")[1]!.split("\n## ")[0]!
  const listed = new Set([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code!))
  const used = codesInSources()
  assert.equal(
    [...listed].filter((code) => !used.has(code)),
    [],
    "listed, but in no source",
  )
  assert.equal(
    [...used].filter((code) => !listed.has(code)),
    [],
    "in a source, but not listed",
  )
})

test("names the very commands that CI and a newcomer run", () => {
  const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts
  assert.match(read("README.md"), "npm ci && npm start")
  assert.match(read("README.md"), "The tests: `npm test`.")
  assert.match(read(".ci/run"), /^npm test$/m)
  assert.ok(scripts.start && scripts.test && scripts.bench)
})

test("shows a picture that is there", () => {
  for (const [, file] of read("README.md").matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
    assert.is(readFileSync(new URL(file!, root)).subarray(1, 4).toString(), "PNG")
})

test("leads a newcomer to the very link that the log shows, and to a page", async () => {
  const { openStage } = await import("../kernel/testing/index.js")
  const stage = await openStage()
  const port = await stage.app.listen()
  const { link } = stage.log.lines.find(({ event }) => event === "accounts.setup")!.fields as { link: string }
  const [, path] = /has a line `accounts\.setup` with a link, `http:\/\/localhost:3000(\/[^`]+)CODE`/.exec(
    read("README.md"),
  )!
  assert.ok(link.startsWith(`http://localhost:${port}${path}`), link)
  const { status, text } = await ask(port, path!)
  assert.equal([status, text().startsWith("<!doctype html>")], [200, true])
  await stage.close()
})

test("holds a mode spec that compiles", async () => {
  const { openStage } = await import("../kernel/testing/index.js")
  const { COMPILE } = await import("platen/sdk")
  const spec = /```json\n([\s\S]+?)```/.exec(read("README.md"))![1]!
  const stage = await openStage()
  assert.is(stage.app.get(COMPILE)(JSON.parse(spec)).id, "PROVERB")
  await stage.close()
})

test("names the schema of modes as an install and a checkout have it", () => {
  const { name, files } = JSON.parse(read("package.json")) as { name: string; files: readonly string[] }
  const schema = "docs/mode-spec.schema.json"
  assert.ok(files.includes(schema))
  const spec = JSON.parse(/```json\n([\s\S]+?)```/.exec(read("README.md"))![1]!) as { $schema: string }
  const [, installed, checkedOut] =
    /^- `\$schema` .* `([^`]+)` beside the `node_modules` of an install, and `([^`]+)` in the folder `modes\/` of a checkout\.$/m.exec(
      read("README.md"),
    )!
  assert.equal([spec.$schema, installed], [`node_modules/${name}/${schema}`, spec.$schema])
  assert.is(new URL(checkedOut!, new URL("modes/", root)).href, new URL(schema, root).href)
})

test.run()
