import { field, z } from "platen/sdk"
import type { DeviceConfig } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CONFIG, modeCatalog, modeOf } from "../configs/catalogs.js"
import { settingsIn } from "../../../../plugins/devices/devices/page-requests.js"
import { settingsTried } from "../../../../plugins/devices/render/trial.js"

/** What is set for a mode; which fields of a client's config set something is said in configs/wire-config. */
const test = suite("sdk/settings")

const schema = z.strictObject({
  text: field(z.string().default("Nothing yet"), {}),
  cups: field(z.number().default(1), { label: { en: "Cups" } }),
  events: field(z.array(z.unknown()).default([]), {}),
  north: field(z.number().optional(), {}),
  loud: field(z.boolean().default(true), {}),
  odd: field(z.string().default(""), {}),
  plain: z.string().optional(),
})
const memo = modeOf("MEMO", { settings: schema as Mode["settings"] & object })
const found = (config: Partial<DeviceConfig>, mode: Mode = memo): unknown =>
  settingsIn({ ...CONFIG, ...config }.settings[mode.id], mode)

test("gives nothing that is not set, so that the mode's defaults hold", () => {
  assert.equal(found({}), {})
  assert.equal(schema.parse(found({})), { text: "Nothing yet", cups: 1, events: [], loud: true, odd: "" })
})

test("takes what was set for the mode, whatever else the config says", () => {
  const own = { text: "Bread", events: [], north: 1, loud: true, cups: 3, odd: "x", plain: "y" }
  assert.equal(
    found({ latitude: 46.9, listening: false, more: { text: "Milk", cups: 9 }, settings: { MEMO: own } }),
    own,
  )
  assert.equal(found({ settings: { MEMO: { text: "", loud: false, cups: 0 } } }), { text: "", loud: false, cups: 0 })
})

test("takes null for nothing, so that the mode's default holds", () => {
  const settings = found({ settings: { MEMO: { text: null, cups: null, north: null, loud: false } } })
  assert.equal(settings, { loud: false })
  assert.equal(schema.parse(settings), { text: "Nothing yet", cups: 1, events: [], loud: false, odd: "" })
})

test("gives nothing where the config has nothing, so that the mode's default holds", () => {
  assert.not.ok("north" in (found({ latitude: null }) as object))
  assert.ok(schema.safeParse(found({ latitude: null })).success)
})

test("gives none that the mode does not have, and none of another mode", () => {
  assert.equal(
    found({
      settings: { MEMO: { city: "Bern", mugs: 1, memoText: "x", odd: "o" }, OTHER: { cups: 9 }, memo: { cups: 9 } },
    }),
    { odd: "o" },
  )
})

test("gives nothing for a mode that has none, or none that can be listed", () => {
  for (const settings of [undefined, z.record(z.string(), z.string()), z.preprocess((given) => given, schema)]) {
    assert.is(found({ settings: { MEMO: { text: "x" } } }, modeOf("MEMO", settings && { settings })), undefined)
  }
})

test("fits the mode's schema when what was saved does", () => {
  const own = { text: "Bread", cups: 3 }
  assert.equal(schema.parse(found({ settings: { MEMO: own } })), { ...own, events: [], loud: true, odd: "" })
})

test("tries a preview's memo on the modes that have a memo, and on no other", () => {
  const list = z.strictObject({ memo_text: z.string().default(""), cups: z.number().default(1) })
  const modes = modeCatalog([
    modeOf("LIST", { settings: list as Mode["settings"] & object }),
    memo,
    modeOf("RECORD", { settings: z.record(z.string(), z.string()) }),
    modeOf("NONE"),
  ])
  const tried = (mode: string, text: string | undefined): unknown =>
    settingsTried(
      { modes: [mode], scopes: [], settings: { LIST: { memo_text: "Bread", cups: 3 }, MEMO: { text: "Bread" } } },
      { ...(text !== undefined && { memo: text }) },
      { modes, day: { year: 2026, month: 11, day: 21 } as Parameters<typeof settingsTried>[2]["day"] },
    )
  const kept = { MEMO: { text: "Bread" } }
  assert.equal(
    [tried("LIST", "Milk"), tried("LIST", ""), tried("LIST", undefined)],
    [{ LIST: { memo_text: "Milk", cups: 3 }, ...kept }, { LIST: { memo_text: "", cups: 3 }, ...kept }, undefined],
  )
  for (const mode of ["MEMO", "RECORD", "NONE", "NOT_INSTALLED"]) assert.is(tried(mode, "Milk"), undefined, mode)
})

test.run()
