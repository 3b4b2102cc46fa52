import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { PANELS } from "platen/sdk/drawing"
import { ROUTES } from "platen/sdk/http"
import { MESSAGES } from "platen/sdk/mode"
import type { Contribution } from "platen/sdk"
import { builtInPlugins, checked, findPlugins } from "../../../kernel/plugins/find.js"
import type { Found } from "../../../kernel/plugins/find.js"
import { openStage } from "../../testing/index.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"
import { giving } from "./hosting.js"

const test = suite("find")

/** A module whose default export is a plugin of this name. */
function moduleOf(id: string): string {
  return `import { definePlugin } from "platen/sdk"\nexport default definePlugin({ id: "${id}", setup: () => [] })\n`
}

const COMMONJS = `module.exports = { id: "mine", sdk: 1, setup: () => [] }\n`

/** What is found beside the built-in ones, in a folder with these files. */
async function foundIn(
  files: Readonly<Record<string, string>>,
  plugins: Parameters<typeof findPlugins>[0]["plugins"],
): Promise<Found[]> {
  return (await findPlugins({ plugins, folder: folderWith(files) })).filter(({ origin }) => origin !== "built-in")
}

test("finds every built-in, the modes among them, in a fixed order", async () => {
  const ids = (await findPlugins({ plugins: {}, folder: folderWith() })).map(({ plugin }) => plugin.id)
  assert.ok(
    ["edition-extended", "frame", "health", "modes", "modes-json", "render", "words"].every((id) => ids.includes(id)),
    ids.join(),
  )
  assert.equal(ids, [...ids.filter((id) => id !== "modes").sort(), "modes"])
})

test("leaves out what is turned off, and hands over what is configured", async () => {
  const found = await findPlugins({
    plugins: { metrics: false, health: null, frame: true, "edition-extended": { mount: "/ink" } },
    folder: folderWith(),
  })
  const config = (id: string): unknown => found.find(({ plugin }) => plugin.id === id)?.config
  assert.not.ok(found.some(({ plugin }) => plugin.id === "metrics"))
  assert.ok(found.some(({ plugin }) => plugin.id === "health"))
  assert.equal(
    [config("health"), config("frame"), config("edition-extended")],
    [undefined, undefined, { mount: "/ink" }],
  )
})

test("runs an optional built-in only when the config names it", async () => {
  const all = await builtInPlugins()
  const ids = new Set((await findPlugins({ plugins: {}, folder: folderWith() })).map(({ plugin }) => plugin.id))
  for (const { id, optional } of all) assert.is(ids.has(id), optional !== true, id)
})

const ENTRIES: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ["a folder with index.js", { "mine/index.js": moduleOf("mine"), "mine/package.json": '{"type":"module"}' }, "./mine"],
  ["a file", { "mine.mjs": moduleOf("mine") }, "./mine.mjs"],
  [
    "a folder whose package.json names its main file",
    { "mine/lib/a.mjs": moduleOf("mine"), "mine/package.json": '{"main":"lib/a.mjs"}' },
    "./mine",
  ],
  ["a folder above", { "mine.mjs": moduleOf("mine"), "etc/x": "" }, "../mine.mjs"],
  ["CommonJS", { "mine/index.js": COMMONJS }, "./mine"],
  [
    "a package",
    {
      "node_modules/platen-plugin-mine/index.mjs": moduleOf("mine"),
      "node_modules/platen-plugin-mine/package.json": '{"exports":"./index.mjs"}',
    },
    "platen-plugin-mine",
  ],
  [
    "a package of a scope",
    {
      "node_modules/@acme/mine/a.mjs": moduleOf("mine"),
      "node_modules/@acme/mine/package.json": '{"exports":{".":"./a.mjs"}}',
    },
    "@acme/mine",
  ],
  [
    "a package with conditions",
    {
      "node_modules/mine-x/a.mjs": moduleOf("mine"),
      "node_modules/mine-x/package.json": '{"exports":{".":{"types":"./a.d.ts","import":"./a.mjs"}}}',
    },
    "mine-x",
  ],
  [
    "a package with conditions within conditions",
    {
      "node_modules/mine-x/a.mjs": moduleOf("mine"),
      "node_modules/mine-x/package.json":
        '{"exports":{".":{"import":{"types":"./a.d.ts","default":"./a.mjs"},"require":"./a.cjs"}}}',
    },
    "mine-x",
  ],
  [
    "a package with conditions for node",
    {
      "node_modules/mine-x/a.mjs": moduleOf("mine"),
      "node_modules/mine-x/package.json": '{"exports":{"node":"./a.mjs","default":"./browser.js"}}',
    },
    "mine-x",
  ],
]
for (const [what, files, name] of ENTRIES) {
  test(`finds ${what}`, async () => {
    const folder = folderWith(files)
    const found = (
      await findPlugins({
        plugins: { [name]: { key: 1 } },
        folder: name.startsWith("..") ? path.join(folder, "etc") : folder,
      })
    ).filter(({ origin }) => origin !== "built-in")
    assert.equal(
      found.map(({ plugin, config }) => [plugin.id, config]),
      [["mine", { key: 1 }]],
    )
    assert.ok(found[0]!.origin.startsWith(folder), found[0]!.origin)
  })
}

test("finds a package that a folder above has installed", async () => {
  const folder = folderWith({
    "node_modules/mine-x/index.mjs": moduleOf("mine"),
    "node_modules/mine-x/package.json": '{"main":"index.mjs"}',
    "deep/er/x": "",
  })
  const found = await findPlugins({ plugins: { "mine-x": null }, folder: path.join(folder, "deep/er") })
  assert.ok(found.some(({ plugin }) => plugin.id === "mine"))
})

test("does not load what is turned off, and refuses to turn off what is not there", async () => {
  assert.equal(await foundIn({ "broken.mjs": "throw new Error('loaded')" }, { "./broken.mjs": false }), [])
  for (const name of ["./gone", "platen-plugin-gone", "metric"])
    await refused(() => foundIn({}, { [name]: false }), name)
})

const WRONG: readonly (readonly [string, Readonly<Record<string, string>>, string, readonly string[]])[] = [
  ["a folder that is not there", {}, "./gone", ['"./gone"', "platen.yaml"]],
  ["a folder without an entry", { "mine/readme.md": "" }, "./mine", ['"./mine"', "index.js"]],
  [
    "a package that is not installed",
    {},
    "platen-plugin-gone",
    ['"platen-plugin-gone"', "npm install platen-plugin-gone", "./"],
  ],
  [
    "a package.json that is not JSON",
    { "mine/package.json": "{", "mine/index.js": COMMONJS },
    "./mine",
    ["package.json", "JSON", "mine"],
  ],
  [
    "a module that throws",
    { "mine.mjs": "throw new Error('no such thing')" },
    "./mine.mjs",
    ['"./mine.mjs"', "no such thing"],
  ],
  ["a module that is none", { "mine.mjs": "export default }" }, "./mine.mjs", ['"./mine.mjs"', "loaded"]],
  [
    "an import that is not there",
    { "mine.mjs": "import 'nothing-of-the-kind'" },
    "./mine.mjs",
    ['"./mine.mjs"', "nothing-of-the-kind"],
  ],
  [
    "a module without a default export",
    { "mine.mjs": "export const plugin = {}" },
    "./mine.mjs",
    ['"./mine.mjs"', "not a plugin", "definePlugin"],
  ],
  [
    "an object that is no plugin",
    { "mine.mjs": "export default { id: 'mine' }" },
    "./mine.mjs",
    ["not a plugin", "definePlugin"],
  ],
  [
    "a bad id",
    { "mine.mjs": "export default { id: 'My Plugin', sdk: 1, setup() {} }" },
    "./mine.mjs",
    ['"./mine.mjs"', '"My Plugin"', "must match"],
  ],
  [
    "another contract",
    { "mine.mjs": "export default { id: 'mine', sdk: 2, setup() {} }" },
    "./mine.mjs",
    ['"mine"', "version 2", "version 1", "install"],
  ],
  ["no contract", { "mine.mjs": "export default { id: 'mine', setup() {} }" }, "./mine.mjs", ['"mine"', "platen/sdk"]],
  [
    "the id of a built-in",
    { "mine.mjs": moduleOf("health") },
    "./mine.mjs",
    ['"health"', "built-in", "mine.mjs", "turn one off"],
  ],
]
for (const [what, files, name, parts] of WRONG)
  test(`refuses ${what}`, async () => {
    await refused(() => foundIn(files, { [name]: null }), ...parts)
  })

test("refuses two plugins of one id, naming where each is from", async () => {
  const files = { "a.mjs": moduleOf("mine"), "b.mjs": moduleOf("mine") }
  await refused(() => foundIn(files, { "./a.mjs": null, "./b.mjs": null }), '"mine"', "a.mjs", "b.mjs")
})

test("takes the id of a built-in that is turned off", async () => {
  assert.is((await foundIn({ "mine.mjs": moduleOf("health") }, { "./mine.mjs": null, health: false })).length, 1)
})

test("checks what definePlugin makes", () => {
  const plugin = giving("mine")
  assert.is(checked(plugin, "mine"), plugin)
})

/** What is refused when the whole server starts with one more plugin. */
const STARTS: readonly (readonly [string, Contribution, readonly string[]])[] = [
  [
    "a route whose policy nobody gives",
    ROUTES.of({
      method: "GET",
      path: "/api/mine",
      areas: ["*"],
      auth: { anyOf: ["nobody"] },
      summary: "X.",
      handle: () => ({}),
    }),
    ["GET /api/mine", '"nobody"', "enable"],
  ],
  [
    "a route where another answers",
    ROUTES.of({
      method: "GET",
      path: "/api/health",
      areas: ["extended"],
      auth: "open",
      summary: "X.",
      handle: () => ({}),
    }),
    ["GET", "/api/health"],
  ],
  [
    "a panel of an unknown palette",
    PANELS.of({ id: "mine", title: "x", width: 9, height: 9, palette: "none", codec: "bmp" }),
    ['"mine"', 'palette "none"', "enable"],
  ],
  [
    "a panel of an unknown codec",
    PANELS.of({ id: "mine", title: "x", width: 9, height: 9, palette: "bw", codec: "none" }),
    ['"mine"', 'codec "none"', "enable"],
  ],
  ["words that another has", MESSAGES.of({ en: { "as-of": "x" } }), ['"frame"', '"mine"', '"en/as-of"']],
]
for (const [what, given, parts] of STARTS) {
  test(`does not start with ${what}`, async () => {
    await refused(() => openStage({ plugins: [giving("mine", given)] }), ...parts)
  })
}

test("does not start with a default mode that is not installed", async () => {
  await refused(() => openStage({ defaults: { mode: "NOPE" } }), "defaults.mode", '"NOPE"', "use one of")
})

test("does not start without a plugin that others need", async () => {
  await refused(
    () => openStage({ config: { "modes-json": false } }),
    /"mode(s|-studio|-generator)"/,
    /"platen\.(confine|mode-format)"/,
    "enable",
  )
})

test.run()
