import { opening } from "platen/sdk"
import { modeCatalog } from "../../../../plugins/pages/pages/mode-catalog.js"
import { GLOBAL_SCOPE, MODES } from "platen/sdk/mode"
import type { Mode, ModeCatalog } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Points } from "../../../../kernel/plugins/points.js"
import { mode } from "../../../kernel/plugins/hosting.js"
import { refused } from "../../../refused.js"

const test = suite("pages/mode-catalog")

interface Catalogued {
  readonly catalog: ModeCatalog
  /** Returns what takes them back. */
  add(owner: string, ...modes: readonly Mode[]): () => void
}

/** The catalog of modes, once it may be read. */
function catalogued(): Catalogued {
  const points = new Points()
  points.open({ id: "platen", opens: [opening(MODES, modeCatalog)] })
  points.seal()
  return { catalog: points.catalog(MODES, "test"), add: (owner, ...modes) => points.add(owner, MODES, modes) }
}

const ids = (modes: readonly Mode[]): readonly string[] => modes.map(({ id }) => id)

test("never lets a scoped mode hide one that everybody sees", () => {
  const { catalog, add } = catalogued()
  const [everybodys, hers] = [mode("SAME"), mode("SAME", { scope: "user-1" })]
  add("mine", hers)
  add("modes", everybodys)
  assert.is(catalog.get("SAME"), everybodys)
  assert.is(catalog.get("SAME", ["user-1"]), everybodys)
  assert.equal(catalog.list(["user-1"]), [everybodys])
})

test("shows a scoped mode to those who name its scope, and to nobody else", () => {
  const { catalog, add } = catalogued()
  const [hers, his] = [mode("OWN", { scope: "user-1" }), mode("OWN", { scope: "user-2" })]
  add("mine", hers)
  add("mine", his, mode("HIS", { scope: "user-2" }))
  assert.is(catalog.get("OWN"), undefined)
  assert.equal(catalog.list(), [])
  assert.is(catalog.get("OWN", ["user-1"]), hers)
  assert.is(catalog.get("OWN", ["user-2", "user-1"]), his, "in the order of the scopes")
  assert.is(catalog.get("HIS", ["user-1"]), undefined)
  assert.equal(ids(catalog.list(["user-1", "user-2"])), ["HIS", "OWN"])
  assert.is(catalog.list(["user-1", "user-2"])[1], hers, "in the order of the scopes")
  assert.equal(ids(catalog.list(["", "user-1", "user-1"])), ["OWN"], "each once, however often it is named")
})

test("shows everybody what is loaded for all, behind whatever else has its id", () => {
  const { catalog, add } = catalogued()
  const [all, own, installed] = [mode("SAME", { scope: GLOBAL_SCOPE }), mode("SAME", { scope: "user-1" }), mode("SAME")]
  add("custom", all)
  assert.equal([catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list()], [all, all, [all]])
  add("mine", own)
  assert.equal([catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list(["user-1"])], [all, own, [own]])
  assert.equal([catalog.list(), catalog.list([GLOBAL_SCOPE, "user-1"])], [[all], [all]])
  add("modes", installed)
  assert.equal(
    [catalog.get("SAME"), catalog.get("SAME", ["user-1"]), catalog.list(["user-1"]), catalog.list()],
    [installed, installed, [installed], [installed]],
  )
})

test("says which ids are installed, hidden ones too, and lets no scoped mode take the place of a hidden one", () => {
  const { catalog, add } = catalogued()
  const [page, own] = [mode("PAGE", { hidden: true }), mode("PAGE", { scope: "user-1" })]
  add("server", page, mode("OPEN"))
  add("mine", own, mode("OWN", { scope: "user-1" }))
  add("custom", mode("PAGE", { scope: GLOBAL_SCOPE }))
  assert.equal(
    ["PAGE", "OPEN", "OWN", "NONE", "../PAGE", "user-1/OWN"].map((id) => catalog.installed(id)),
    [true, true, false, false, false, false],
  )
  assert.equal([catalog.get("PAGE"), catalog.get("PAGE", ["user-1"])], [undefined, undefined])
  assert.equal(ids(catalog.list(["user-1"])), ["OPEN", "OWN"])
  assert.equal(ids(catalog.list()), ["OPEN"])
  assert.is(catalog.page("PAGE", ["user-1"]), page)
})

test("cannot be talked out of a scope by an id that looks like one", async () => {
  const { catalog, add } = catalogued()
  add("mine", mode("OWN", { scope: "/user-1" }))
  add("mine", mode("OWN", { scope: "user-1" }))
  for (const id of ["user-1/OWN", "/user-1/OWN", "/OWN", "../OWN"]) {
    assert.is(catalog.get(id), undefined, id)
    assert.is(catalog.page(id, ["user-1", ""]), undefined, id)
    for (const scope of ["", "user-2"])
      await refused(() => add("mine", mode(id, { scope })), '"mine"', id, '"platen.modes"', "capital letters")
  }
  assert.equal(ids(catalog.list(["user-2"])), [])
})

test("remembers whose a mode is", () => {
  const { catalog, add } = catalogued()
  add("mine", mode("OWN", { scope: "user-1" }))
  add("modes", mode("ALL"))
  assert.equal(
    ["OWN", "ALL"].map((id) => catalog.get(id, ["user-1"])!.scope),
    ["user-1", undefined],
  )
})

test("lists modes by name", () => {
  const { catalog, add } = catalogued()
  add("b", mode("ZEBRA"), mode("APE"))
  add("a", mode("MOLE"))
  assert.equal(ids(catalog.list()), ["APE", "MOLE", "ZEBRA"])
  add("c", mode("BEE", { scope: "user-1" }), mode("NEWT", { scope: GLOBAL_SCOPE }))
  assert.equal(ids(catalog.list()), ["APE", "MOLE", "NEWT", "ZEBRA"])
  assert.equal(ids(catalog.list(["user-1"])), ["APE", "BEE", "MOLE", "NEWT", "ZEBRA"])
})

test("gives whoever has no scoped mode the very same list on every call, until a mode is loaded or removed", () => {
  const { catalog, add } = catalogued()
  assert.is(catalog.list(), catalog.list(["user-1"]), "an empty one too")
  add("modes", mode("ZEBRA"), mode("APE"))
  add("custom", mode("MOLE", { scope: GLOBAL_SCOPE }))
  const first = catalog.list()
  assert.ok(Object.isFrozen(first))
  for (const scopes of [undefined, [], ["user-1"], [GLOBAL_SCOPE], ["user-1", "user-2"]])
    assert.is(catalog.list(scopes), first)
  const remove = add("mine", mode("OWN", { scope: "user-1" }))
  const second = catalog.list()
  assert.equal([ids(second), ids(catalog.list(["user-1"]))], [ids(first), ["APE", "MOLE", "OWN", "ZEBRA"]])
  assert.is(catalog.list(["user-2"]), second)
  remove()
  assert.is(catalog.list(["user-1"]), catalog.list())
  assert.equal(ids(catalog.list(["user-1"])), ids(first))
})

test.run()
