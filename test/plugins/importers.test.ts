import { PlatenError } from "platen/sdk"
import { IMPORTERS } from "platen/sdk/device"
import type { ImportTarget } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../platen.js"
import { openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"

/** What every importer holds to, whatever it is given. */
const test = suite("plugins: importers")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

const MAC = "0D:00:00:00:00:77"
const target = (how: ImportTarget["how"]): ImportTarget => ({
  device: { realm: "extended", mac: MAC },
  how,
  modes: new Set(),
})
const NONSENSE: readonly unknown[] = [
  undefined,
  null,
  7,
  "words",
  [],
  [[]],
  {},
  { id: 7, spec: {}, mode: [], data: 7, at: "soon", name: {}, dates: ["soon"], token: 7, username: [], origin: "" },
  {
    modes: "ZEN",
    mode_overrides: [[1]],
    countdown_events: { a: 1 },
    name: "x".repeat(1_000),
    token: "with\nlines and more",
  },
]

test("are those of the plugins that own the data", () => {
  assert.equal(
    stage.app
      .get(IMPORTERS)
      .list()
      .map(({ id }) => id)
      .sort(),
    ["alerts", "configs", "favorites", "habits", "modes", "people"],
  )
})

for (const id of ["alerts", "configs", "favorites", "habits", "modes", "people"]) {
  test(`refuse nonsense as a save does, and a check writes nothing: ${id}`, async () => {
    const importer = stage.app.get(IMPORTERS).get(id)!
    for (const data of NONSENSE) {
      try {
        const { result, notes } = await importer.take(data, target("check"))
        assert.ok(["taken", "same", "kept"].includes(result) && Array.isArray(notes))
      } catch (error) {
        assert.instance(error, PlatenError, `${JSON.stringify(data)}: ${(error as Error).stack}`)
        assert.ok((error as PlatenError).status < 500)
      }
    }
    assert.is((await platen(["device", "list"], { app: stage.app })).stdout, "No screen has called yet.\n")
  })

  if (id !== "modes" && id !== "people")
    test(`need a device: ${id}`, async () => {
      const importer = stage.app.get(IMPORTERS).get(id)!
      try {
        await importer.take({}, { how: "add", modes: new Set() })
        assert.unreachable()
      } catch (error) {
        assert.match((error as Error).message, /belongs to one device: name it\.$/)
      }
    })
}

test("count modes of the same import as installed while they check", async () => {
  const importers = stage.app.get(IMPORTERS)
  const coming = { ...target("check"), modes: new Set(["MY_COMING"]) }
  const config = await importers.get("configs")!.take(
    {
      modes: ["my_coming", "NOWHERE"],
      mode_overrides: { MY_COMING: { a: 1 }, MEMO: { memo_text: "Tea" } },
      time_slot_rules: [{ startHour: 8, endHour: 9, modes: ["MY_COMING", "ZEN"] }, null],
    },
    coming,
  )
  assert.is(config.result, "taken")
  assert.not.ok(config.notes.some((note) => note.includes("MY_COMING")))
  assert.ok(config.notes.some((note) => note.includes("time_slot_rules.1")))
  const favorite = { mode: "MY_COMING", data: {}, at: 0 }
  assert.is((await importers.get("favorites")!.take(favorite, coming)).result, "taken")
})

test.run()
