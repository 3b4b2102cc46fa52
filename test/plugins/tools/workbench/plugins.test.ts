import type { ServedRoute } from "platen/sdk/http"
import { readdirSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { routeLines } from "../../../../plugins/tools/workbench/plugins.js"
import { binary } from "../../../child.js"
import { platen, run } from "../../../platen.js"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"

const test = suite("platen plugins")

/** Says something at the start that an operator should hear, and gives a source. */
const LOUD = `
import { definePlugin, LOG, z, onReady } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
export default definePlugin({ id: "loud", needs: { log: LOG }, setup: ({ log }) => [
  SOURCES.of({ name: "tides", parameters: z.object({}), result: z.object({}), read: async () => ({}) }),
  onReady(() => { log.warn({ n: 1 }, "be.warned"); log.info({ n: 2 }, "never.mind") }),
] })`

/** The lines under each heading. */
function sections(stdout: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let heading = ""
  for (const line of stdout.split("\n")) {
    if (/^\w/.test(line)) found[(heading = line)] = []
    else if (line !== "") found[heading]!.push(line.trim())
  }
  return found
}

test("lists plugins, modes, panels and sources", async () => {
  const cwd = folderWith({ "loud.mjs": LOUD, "platen.yaml": "plugins: { ./loud.mjs: , metrics: false }" })
  const { code, stdout } = await platen(["plugins"], { cwd })
  assert.is(code, 0)
  const { plugins, modes, panels, sources, ...others } = sections(stdout)
  assert.equal(others, {})
  assert.ok(
    plugins!.some((line) => /^frame +built-in$/.test(line)) &&
      plugins!.some((line) => /^loud +\/.*loud\.mjs$/.test(line)),
  )
  assert.not.ok(plugins!.some((line) => line.startsWith("metrics")))
  assert.ok(
    ["CALENDAR", "DAILY", "POETRY", "STOIC", "ZEN"].every((id) => modes!.some((line) => line.startsWith(`${id} `))),
    modes!.join("\n"),
  )
  assert.ok(panels!.some((line) => /^4\.2-bw +400 x 300 bw: /.test(line)))
  assert.ok(sources!.includes("tides"))
})

test("writes what is logged beside what it prints", async () => {
  const cwd = folderWith({ "loud.mjs": LOUD, "platen.yaml": "plugins: { ./loud.mjs: }" })
  // The binary: the log is written on a descriptor, and not on the stream that errors are printed on.
  const { stdout, stderr } = await binary(["plugins"], { cwd })
  assert.not.match(stdout, /[{}]/)
  assert.equal(
    stderr
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ["be.warned"],
  )
})

const SECRETIVE = `
import { definePlugin, secret, z } from "platen/sdk"
export default definePlugin({ id: "secretive", config: z.strictObject({ key: secret().optional(), city: z.string() }), setup: () => [] })`

test("shows what a plugin was given, without the secrets", async () => {
  const cwd = folderWith({
    "mine.mjs": SECRETIVE,
    "platen.yaml": "plugins: { ./mine.mjs: { key: { env: MY_KEY }, city: Bern } }",
  })
  const { code, stdout } = await platen(["plugins"], { cwd, env: { MY_KEY: "s3cret" } })
  assert.is(code, 0)
  assert.match(stdout, /secretive +\S+mine\.mjs \{"key":"\[secret\]","city":"Bern"\}\n/)
  assert.not.match(stdout, /s3cret/)
})

test("prints what a plugin's config and a mode's settings may be", async () => {
  const cwd = folderWith({ "mine.mjs": SECRETIVE, "platen.yaml": "plugins: { ./mine.mjs: { city: Bern } }" })
  const schemaOf = async (name: string): Promise<{ properties: object; required?: readonly string[] }> =>
    JSON.parse((await platen(["plugins", "--schema", name], { cwd })).stdout) as never
  const [plugin, mode, nothing] = await Promise.all(["secretive", "calendar", "health"].map(schemaOf))
  assert.equal([Object.keys(plugin!.properties), plugin!.required], [["key", "city"], ["city"]])
  assert.equal(Object.keys(mode!.properties), ["weekStart", "reminders", "design"])
  assert.equal(nothing!.properties, {})
})

test("refuses the schema of what there is not", async () => {
  await refused(() => run("plugins", ["--schema", "nope"]), 'no plugin and no mode "nope"', "platen plugins")
})

test("lists the routes: edition, method, path and who is let in", async () => {
  const { code, stdout } = await platen(["plugins", "--routes"], { cwd: folderWith() })
  assert.is(code, 0)
  const lines = stdout.trimEnd().split("\n")
  assert.ok(
    lines.includes("extended GET /api/health open") &&
      lines.includes("extended GET /api/render token|admin when asked"),
    stdout,
  )
  assert.equal(lines, [...lines].sort())
  assert.not.match(stdout, /\/api\/v1\//, "aliases are left out")
})

test("lists the names of pictograms", async () => {
  const { code, stdout } = await platen(["plugins", "--icons"], { cwd: folderWith() })
  assert.is(code, 0)
  const names = stdout.trimEnd().split("\n")
  assert.ok(["sun", "warning", "calendar", "feather"].every((name) => names.includes(name)))
  assert.ok(names.every((name) => /^[a-z][a-z0-9-]*$/.test(name)))
  assert.is(new Set(names).size, names.length)
})

test("lists the names of sources", async () => {
  const cwd = folderWith({ "loud.mjs": LOUD, "platen.yaml": "plugins: { ./loud.mjs: }" })
  const { code, stdout } = await platen(["plugins", "--sources"], { cwd })
  assert.is(code, 0)
  const names = stdout.trimEnd().split("\n")
  assert.ok(names.includes("tides") && names.includes("picture"), stdout)
  assert.ok(names.every((name) => /^[a-z][a-z0-9-]+$/.test(name)))
})

test("keeps out of the data of a server that runs", async () => {
  const cwd = folderWith({ "data/keep": "" })
  await platen(["plugins"], { cwd })
  assert.equal(readdirSync(`${cwd}/data`), ["keep"])
})

test("writes each way of letting in", () => {
  const mount = (auth: unknown, alias = false) =>
    ({ area: { id: "e" }, path: "/a", alias, route: { method: "GET", auth } }) as ServedRoute
  const lines = routeLines([
    mount("open"),
    mount({ anyOf: ["device"] }),
    mount({ anyOf: ["owner", "admin"] }),
    mount({ anyOf: ["device"], when: () => true }),
    mount("open", true),
  ])
  assert.equal(lines, ["e GET /a device", "e GET /a device when asked", "e GET /a open", "e GET /a owner|admin"])
})

test.run()
