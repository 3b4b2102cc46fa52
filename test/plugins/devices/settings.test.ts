import { field, z } from "platen/sdk"
import type { DeviceConfig } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CONFIG, modeOf } from "../configs/catalogs.js"
import { settingsIn } from "../../../plugins/devices/page-requests.js"
import { settingsFrom } from "../../../plugins/render/trial.js"

const test = suite("sdk/settings")

const schema = z.strictObject({
  text: field(z.string().default("Nothing yet"), { from: "memoText" }),
  cups: field(z.number().default(1), { label: { en: "Cups" } }),
  events: field(z.array(z.unknown()).default([]), { from: "countdownEvents" }),
  north: field(z.number().optional(), { from: "latitude" }),
  loud: field(z.boolean().default(true), { from: "focusListening" }),
  odd: field(z.string().default(""), { from: "noSuchField" }),
  plain: z.string().optional(),
})
const memo = modeOf("MEMO", { settings: schema as Mode["settings"] & object })
const found = (config: Partial<DeviceConfig>, mode: Mode = memo): unknown =>
  settingsIn({ ...CONFIG, countdownEvents: [1], ...config }, mode)

/** What the config's fields fill when nothing is set. */
const FILLED = { text: "", events: [1], loud: false }

test("fills settings from the fields that they name, also when those are empty", () => {
  assert.equal(found({}), FILLED)
  assert.equal(found({ memoText: "Milk", latitude: 46.9, focusListening: true, countdownEvents: [] }), {
    text: "Milk",
    events: [],
    north: 46.9,
    loud: true,
  })
})

test("takes what was set for the mode before the config's fields", () => {
  const own = { text: "Bread", events: [], north: 1, loud: true, cups: 3, odd: "x", plain: "y" }
  assert.equal(found({ memoText: "Milk", latitude: 46.9, modeOverrides: { MEMO: own } }), own)
  assert.equal(found({ memoText: "Milk", modeOverrides: { MEMO: { text: "", loud: false, cups: 0 } } }), {
    ...FILLED,
    text: "",
    loud: false,
    cups: 0,
  })
})

test("takes the config's field where the mode's own is null", () => {
  assert.equal(found({ memoText: "Milk", modeOverrides: { MEMO: { text: null, cups: null } } }), {
    ...FILLED,
    text: "Milk",
  })
})

test("gives nothing where the config has nothing, so that the mode's default holds", () => {
  assert.not.ok("north" in (found({ latitude: null }) as object))
  assert.ok(schema.safeParse(found({ latitude: null })).success)
})

test("gives none that the mode does not have, and none of another mode", () => {
  assert.equal(
    found({ modeOverrides: { MEMO: { city: "Bern", mugs: 1, memoText: "x" }, OTHER: { cups: 9 }, memo: { cups: 9 } } }),
    FILLED,
  )
})

test("gives nothing for a mode that has none, or none that can be listed", () => {
  for (const settings of [undefined, z.record(z.string(), z.string()), z.preprocess((given) => given, schema)]) {
    assert.is(found({ modeOverrides: { MEMO: { text: "x" } } }, modeOf("MEMO", settings && { settings })), undefined)
  }
})

test("fits the mode's schema when what was saved does", () => {
  const own = { text: "Bread", cups: 3 }
  assert.equal(schema.parse(found({ modeOverrides: { MEMO: own } })), { ...own, events: [1], loud: false, odd: "" })
})

test("names the settings that a field of the config fills", () => {
  assert.equal(
    [settingsFrom("memoText", memo), settingsFrom("latitude", memo), settingsFrom("city", memo)],
    [["text"], ["north"], []],
  )
  assert.equal(settingsFrom("memoText", modeOf("NONE")), [])
})

test.run()
