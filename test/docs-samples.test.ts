import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Command, Plugin } from "platen/sdk"
import { MODES, SOURCES } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pageText, rows } from "./page-text.js"
import { checkMode, checkPlugin, checkSource, fakeFetch, openStage } from "./testing/index.js"

/** The examples of the pages for authors, each a module whose first line names its file: compiled and run. */
const test = suite("docs: examples")
const root = fileURLToPath(new URL("../../", import.meta.url))
const files = ["writing-plugins", "modes-in-typescript", "testing"].flatMap((page) =>
  [...readFileSync(path.join(root, `docs/${page}.md`), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, text]) => [/^\/\/ ([\w.-]+\.ts)\n/.exec(text!)?.[1], text!] as const,
  ),
)

/** Inside the package, so that "platen/sdk" is its own. */
const folder = path.join(root, "dist", "docs-samples")
let built = ""
const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(path.join(built, "out", `${name}.js`)).href)) as T
const plugin = async (name: string): Promise<Plugin> => (await load<{ readonly default: Plugin }>(name)).default

test.before(() => {
  mkdirSync(folder, { recursive: true })
  built = mkdtempSync(path.join(folder, "run-"))
  for (const [name, text] of files) writeFileSync(path.join(built, name!), text)
  writeFileSync(
    path.join(built, "tsconfig.json"),
    JSON.stringify({
      extends: path.join(root, "tsconfig.base.json"),
      compilerOptions: { composite: false, sourceMap: false, rootDir: ".", outDir: "out" },
      include: ["*.ts"],
    }),
  )
})
test.after(() => rmSync(built, { recursive: true, force: true }))

test("name their files, each one of its own", () => {
  assert.is(new Set(files.map(([name]) => name)).size, files.length)
  assert.ok(files.length > 5, String(files.length))
  for (const [name, text] of files) assert.ok(name, text.slice(0, 80))
})

test("compile under the strictest settings", () => {
  try {
    execFileSync(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "-p", built], {
      encoding: "utf8",
    })
  } catch (error) {
    assert.unreachable((error as { readonly stdout: string }).stdout)
  }
})

test("are plugins that keep the contract, and start together", async () => {
  const plugins = await Promise.all(["source-tides", "harbours", "bergen", "flags"].map(plugin))
  for (const each of plugins) checkPlugin(each)
  const fetch = fakeFetch({ "https://tides.example.org/?station=7": '{"high":"07:30"}' })
  const stage = await openStage({
    plugins,
    config: { "source-tides": { endpoint: "https://tides.example.org/" } },
    fetch,
  })
  assert.ok(stage.app.get(MODES).list().length > 0)
  assert.equal(await checkSource(stage.app.get(SOURCES).get("tides")!, { station: "7" }, { fetch }), { high: "07:30" })
  const flags = await load<typeof import("platen/sdk") & { readonly FLAGS: never }>("flags")
  assert.equal((stage.app.get(flags.FLAGS) as { colours(): readonly string[] }).colours(), ["red"])
  assert.equal(
    stage.log.lines.filter(({ event }) => event === "harbours.found").map(({ fields }) => fields),
    [{ harbours: ["bergen"] }],
  )
  const answer = await stage.call("/api/harbours/bergen/chart", { method: "POST", body: "chart" })
  assert.is(answer.status, 401)
  await stage.close()
})

test("have a mode that draws on every panel", async () => {
  const stage = await openStage({ plugins: [await plugin("hello")] })
  await checkMode(stage.app.get(MODES).get("HELLO")!, { stage, languages: ["en"] })
  await stage.close()
})

test("are tested as the page says", async () => {
  const { result } = await load<{ readonly result: unknown }>("harbours.test")
  assert.equal(result, { picture: 200, moored: 204, harbour: { harbour: "bergen" } })
  for (const name of ["tides.test", "hello.test"]) await load(name)
})

test("name everything that platen/testing exports", async () => {
  const page = pageText("docs/testing.md")
  const [exported = "", stage = "", device = "", options = ""] = page.match(/(?:^\|.*\n)+/gm) ?? []
  const named = (table: string): readonly string[] =>
    rows(table)
      .flatMap(([names]) => [...names!.matchAll(/`(\w+)/g)].map(([, name]) => name!))
      .sort()
  assert.equal(named(exported), Object.keys(await import("./testing/index.js")).sort())
  const text = pageText("test/testing/stage.ts") + pageText("test/testing/device.ts")
  const membersOf = (name: string): readonly string[] =>
    [
      ...text
        .split(`export interface ${name} {`)[1]!
        .split("\n}")[0]!
        .matchAll(/^  (?:readonly )?(\w+)[?(:]/gm),
    ].map(([, member]) => member!)
  for (const [table, name] of [
    [stage, "Stage"],
    [device, "StageDevice"],
    [options, "StageOptions"],
  ] as const)
    assert.equal(named(table), [...membersOf(name)].sort(), name)
})

test("have a command that refuses wrong usage and prints what is there", async () => {
  const { default: command } = await load<{ readonly default: Command }>("command")
  const said: string[] = []
  const terminal = { out: (text: string) => void said.push(text), error: () => {}, ask: async () => "" }
  const moorings = { get: async (_: string, mac: string) => `harbour of ${mac}` }
  assert.is(await command.run(["aa-bb-cc-dd-ee-ff"], terminal, async () => ({ moorings })), 0)
  assert.equal(said, ["harbour of AA:BB:CC:DD:EE:FF\n"])
  try {
    await command.run([], terminal, async () => ({ moorings }))
    assert.unreachable()
  } catch (error) {
    assert.is((error as { readonly status?: number }).status, 400)
  }
})

test.run()
