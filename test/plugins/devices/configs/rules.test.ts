import { suite } from "uvu"
import * as assert from "uvu/assert"
import { knownInRules } from "../../../../plugins/devices/configs/rules.js"
import { modeCatalog, modeOf } from "./catalogs.js"

const test = suite("configs/rules")
const modes = modeCatalog(["ZEN", "STOIC"].map((id) => modeOf(id)))

function known(...rules: readonly unknown[]): {
  readonly kept: readonly unknown[]
  readonly warnings: readonly string[]
} {
  const warnings: string[] = []
  return { kept: knownInRules([...rules], modes, warnings), warnings }
}

test("leaves out the modes that there are not, and says so by the rule's place", () => {
  const rule = { startHour: 8, endHour: 9, note: "kept" }
  const { kept, warnings } = known(
    { ...rule, modes: ["zen", "NOBODY", " ZEN "] },
    { ...rule, modes: ["STOIC"] },
    { ...rule, modes: ["X"] },
  )
  assert.equal(kept, [
    { ...rule, modes: ["ZEN"] },
    { ...rule, modes: ["STOIC"] },
    { ...rule, modes: [] },
  ])
  assert.equal(warnings, [
    'time_slot_rules.0: there is no mode "NOBODY": it was removed.',
    'time_slot_rules.2: there is no mode "X": it was removed.',
  ])
})

test("tells of a rule that never applies", () => {
  assert.equal(known({ startHour: 9, endHour: 9, modes: ["ZEN"] }).warnings.length, 1)
  assert.match(
    known({ start: "09:00", endHour: 9, modes: ["ZEN"] }).warnings[0]!,
    /^time_slot_rules\.0: .*never applies.*0 to 24\.$/,
  )
  assert.equal(known({ startHour: 0, endHour: 24, modes: ["ZEN"] }).warnings, [])
})

test("tells no more than twenty things, each short", () => {
  const { warnings } = known(
    ...Array.from({ length: 24 }, (_, i) => ({ startHour: 8, endHour: 9, modes: [`${"X".repeat(500)}${i}`] })),
  )
  assert.is(warnings.length, 20)
  assert.ok(warnings.every(({ length }) => length < 130))
})

test.run()
