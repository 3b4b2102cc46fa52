import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BW, defineRoute, GLOBAL_SCOPE } from "platen/sdk"
import type { Contributions, Route } from "platen/sdk"
import { Registry, KeyedCatalog } from "../../../kernel/plugins/registry.js"
import { refused } from "../../refused.js"
import { mode, sizes, source } from "./hosting.js"

const test = suite("registry")

function opened(): Registry {
  const registry = new Registry()
  registry.open()
  return registry
}

function route(editions: readonly string[] = ["*"], path = "/api/x"): Route {
  return defineRoute({ method: "GET", path, editions, auth: "open", summary: "X.", handle: () => ({}) })
}

/** One thing of each kind, called the same as another plugin's. */
const EACH: Readonly<Record<string, Contributions>> = {
  'mode "': { modes: [mode("SAME")] },
  'source "same"': { sources: [source("same")] },
  'font "same"': {
    fonts: [
      {
        id: "same",
        file: new URL("file:///f.ttf"),
        families: ["sans"],
        rank: 0,
        covers: [],
        sizes: { min: 8, max: 9 },
      },
    ],
  },
  'icon set "same"': { icons: [{ id: "same" }] },
  'palette "bw"': { palettes: [BW] },
  'panel "same"': { panels: [{ id: "same", title: "x", width: 1, height: 1, palette: "bw", codec: "bmp" }] },
  'codec "same"': { codecs: [{ id: "same", type: "x/y", encode: () => new Uint8Array() }] },
  'frame "same"': { frames: [{ id: "same", rank: 0, wrap: (page) => page }] },
  'chooser "same"': { choosers: [{ id: "same", rank: 0, choose: () => undefined }] },
  'observer "same"': { observers: [{ id: "same" }] },
  'policy "same"': { policies: [{ id: "same", admit: () => undefined }] },
  'edition "same"': { editions: [{ id: "same", mount: "/", battery: () => ({ percent: 1 }) }] },
  'command "same"': { commands: [{ name: "same", summary: "x", help: "x", run: async () => 0 }] },
  'route "* GET /api/x"': { routes: [route()] },
  'message "en/same"': { messages: { en: { same: "x" } } },
}

for (const [name, given] of Object.entries(EACH)) {
  test(`refuses a second ${name}`, async () => {
    const registry = opened()
    registry.add("first", given)
    const before = sizes(registry)
    await refused(
      () => registry.add("second", { messages: { en: { other: "y" } }, ...given }),
      '"first"',
      '"second"',
      name,
      "turn one off",
      "rename",
    )
    assert.equal(sizes(registry), before, "nothing of the second is left")
  })

  test(`takes the ${name} again once the first is gone`, () => {
    const registry = opened()
    const undo = registry.add("first", given)
    undo()
    assert.equal(sizes(registry), {})
    registry.add("second", given)
    assert.is(Object.keys(sizes(registry)).length, 1)
    undo()
    assert.is(Object.keys(sizes(registry)).length, 1, "the first cannot take the second's away")
  })
}

test("undoes what it registered before the one that conflicts", async () => {
  const registry = opened()
  registry.add("first", { modes: [mode("TWO")] })
  await refused(() => registry.add("second", { modes: [mode("ONE"), mode("TWO")] }), "TWO")
  assert.equal(
    registry
      .modeCatalog()
      .list()
      .map(({ id }) => id),
    ["TWO"],
  )
})

test("says which mode, not how it is kept", async () => {
  const registry = opened()
  registry.add("first", { modes: [mode("SAME")] })
  await refused(() => registry.add("second", { modes: [mode("SAME")] }), 'the mode "SAME"')
})

test("refuses names that are none", async () => {
  const registry = opened()
  for (const id of ["daily", "D", "9LIVES", "DAILY!", `A${"B".repeat(32)}`])
    await refused(() => registry.add("mine", { modes: [mode(id)] }), '"mine"', `mode called "${id}"`, "must match")
  for (const name of ["Weather", "w", "weather_now"])
    await refused(() => registry.add("mine", { sources: [source(name)] }), '"mine"', `source called "${name}"`)
  assert.equal(sizes(registry), {})
})

test("may not be read during setup", async () => {
  const registry = new Registry()
  registry.add("first", { modes: [mode("ONE")], messages: { en: { a: "b" } } })
  for (const read of [
    () => registry.modeCatalog().list(),
    () => registry.modeCatalog().get("ONE"),
    () => registry.sources.list(),
    () => registry.phrase("en", "a"),
  ]) {
    await refused(read, "not open during setup", "`ready`")
  }
})

test("knows whose a thing is", () => {
  const catalog = new KeyedCatalog<number>("number")
  catalog.add("one", 1, "first")
  assert.equal([catalog.owner("one"), catalog.owner("two")], ["first", undefined])
})

test("never lets a scoped mode hide one that everybody sees", () => {
  const registry = opened()
  const [everybodys, hers] = [mode("SAME"), mode("SAME")]
  registry.add("mine", { modes: [hers] }, "user-1")
  registry.add("modes", { modes: [everybodys] })
  const catalog = registry.modeCatalog()
  assert.is(catalog.get("SAME"), everybodys)
  assert.is(catalog.get("SAME", ["user-1"]), everybodys)
  assert.equal(catalog.list(["user-1"]), [everybodys])
})

test("shows a scoped mode to those who name its scope, and to nobody else", () => {
  const registry = opened()
  const [hers, his] = [mode("OWN"), mode("OWN")]
  registry.add("mine", { modes: [hers] }, "user-1")
  registry.add("mine", { modes: [his, mode("HIS")] }, "user-2")
  const catalog = registry.modeCatalog()
  assert.is(catalog.get("OWN"), undefined)
  assert.equal(catalog.list(), [])
  assert.is(catalog.get("OWN", ["user-1"]), hers)
  assert.is(catalog.get("OWN", ["user-2", "user-1"]), his, "in the order of the scopes")
  assert.is(catalog.get("HIS", ["user-1"]), undefined)
  assert.equal(
    catalog.list(["user-1", "user-2"]).map(({ id }) => id),
    ["HIS", "OWN"],
  )
})

test("shows everybody what is loaded for all, behind whatever else has its id", () => {
  const registry = opened()
  const [all, own, installed] = [mode("SAME"), mode("SAME"), mode("SAME")]
  registry.add("custom", { modes: [all] }, GLOBAL_SCOPE)
  const catalog = registry.modeCatalog()
  assert.equal([catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list()], [all, all, [all]])
  registry.add("mine", { modes: [own] }, "user-1")
  assert.equal([catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list(["user-1"])], [all, own, [own]])
  registry.add("modes", { modes: [installed] })
  assert.equal(
    [catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list(["user-1"])],
    [installed, installed, [installed]],
  )
})

test("says which ids are installed, hidden ones too, and lets no scoped mode take the place of a hidden one", () => {
  const registry = opened()
  const [page, own] = [mode("PAGE", { hidden: true }), mode("PAGE")]
  registry.add("server", { modes: [page, mode("OPEN")] })
  registry.add("mine", { modes: [own, mode("OWN")] }, "user-1")
  const catalog = registry.modeCatalog()
  assert.equal(
    ["PAGE", "OPEN", "OWN", "NONE", "../PAGE"].map((id) => catalog.installed(id)),
    [true, true, false, false, false],
  )
  assert.is(catalog.get("PAGE", ["user-1"]), undefined)
  assert.equal(
    catalog.list(["user-1"]).map(({ id }) => id),
    ["OPEN", "OWN"],
  )
  assert.is(registry.modeCatalog(true).get("PAGE", ["user-1"]), page)
})

test("cannot be talked out of a scope by an id that looks like one", () => {
  const registry = opened()
  registry.add("mine", { modes: [mode("OWN")] }, "/user-1")
  registry.add("mine", { modes: [mode("OWN")] }, "user-1")
  for (const id of ["user-1/OWN", "/user-1/OWN", "/OWN", "../OWN"])
    assert.is(registry.modeCatalog().get(id), undefined, id)
})

test("remembers whose a mode is", () => {
  const registry = opened()
  const [own, everybodys] = [mode("OWN"), mode("ALL")]
  registry.add("mine", { modes: [own] }, "user-1")
  registry.add("modes", { modes: [everybodys] })
  assert.equal(
    [registry.scopeOf(own), registry.scopeOf(everybodys), registry.scopeOf(mode("NONE"))],
    ["user-1", "", ""],
  )
})

test("lists modes by name", () => {
  const registry = opened()
  registry.add("b", { modes: [mode("ZEBRA"), mode("APE")] })
  registry.add("a", { modes: [mode("MOLE")] })
  assert.equal(
    registry
      .modeCatalog()
      .list()
      .map(({ id }) => id),
    ["APE", "MOLE", "ZEBRA"],
  )
})

test("finds a phrase in the language, its base, then English", () => {
  const registry = opened()
  registry.add("words", {
    messages: { en: { a: "a-en", b: "b-en", c: "c-en" }, zh: { a: "a-zh", b: "b-zh" }, "zh-TW": { a: "a-tw" } },
  })
  assert.equal(
    ["a", "b", "c", "d"].map((key) => registry.phrase("zh-TW", key)),
    ["a-tw", "b-zh", "c-en", undefined],
  )
  assert.is(registry.phrase("fr", "a"), "a-en")
})

test("takes one route for two editions", async () => {
  const registry = opened()
  registry.add("first", { routes: [route(["core", "extended"])] })
  await refused(() => registry.add("second", { routes: [route(["core"])] }), '"first"', '"second"', "core GET /api/x")
})

test.run()
