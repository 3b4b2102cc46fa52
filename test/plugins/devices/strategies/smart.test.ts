import { seededRandom } from "platen/sdk/kit"
import { MODES } from "platen/sdk/mode"
import type { StrategyContext } from "platen/sdk/device"
import type { Suits } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { smart } from "../../../../plugins/devices/strategies/smart.js"
import { openStage } from "../../../testing/index.js"

const test = suite("strategies/smart")

const SUITS: Readonly<Record<string, Suits>> = {
  MORNING: { parts: ["morning"] },
  NOON: { parts: ["noon"] },
  AFTERNOON: { parts: ["afternoon"] },
  EVENING: { parts: ["evening"] },
  NIGHT: { parts: ["night"] },
  FREE: { weekend: true },
  WORKING: { weekend: false },
  BRUNCH: { parts: ["morning", "noon"], weekend: true },
}
const PARTS = ["MORNING", "NOON", "AFTERNOON", "EVENING", "NIGHT"]

/** The modes that come at a moment, of 12 turns. */
function at(iso: string, modes: readonly string[], zone = "UTC"): string {
  const context: StrategyContext = {
    now: localTime(Date.parse(iso), zone),
    random: seededRandom(iso),
    windows: [],
    suits: (mode) => SUITS[mode],
  }
  let memory: unknown
  const shown: string[] = []
  for (let i = 0; i < 12; i++) {
    const next = smart.next(modes, memory, context)
    memory = smart.memory.parse(next.memory)
    shown.push(next.mode)
  }
  const set = new Set(shown)
  if (set.size > 1)
    assert.ok(
      shown.every((mode, i) => mode !== shown[i - 1]),
      "none twice in a row",
    )
  return [...set].sort().join(" ")
}

for (const [time, part] of [
  ["00:00", "NIGHT"],
  ["04:59", "NIGHT"],
  ["05:00", "MORNING"],
  ["10:59", "MORNING"],
  ["11:00", "NOON"],
  ["13:59", "NOON"],
  ["14:00", "AFTERNOON"],
  ["17:59", "AFTERNOON"],
  ["18:00", "EVENING"],
  ["21:59", "EVENING"],
  ["22:00", "NIGHT"],
  ["23:59", "NIGHT"],
] as const) {
  test(`takes what suits the ${part.toLowerCase()} at ${time}`, () => {
    assert.is(at(`2026-11-20T${time}Z`, PARTS), part)
  })
}

for (const [what, iso, modes, shown] of [
  ["all of those that suit", "2026-11-20T06:00Z", ["MORNING", "WORKING", "NIGHT"], "MORNING WORKING"],
  ["what is for weekends on Saturday", "2026-11-21T06:00Z", ["FREE", "WORKING", "BRUNCH"], "BRUNCH FREE"],
  ["what is for weekends on Sunday", "2026-11-22T20:00Z", ["FREE", "WORKING", "BRUNCH"], "FREE"],
  ["what is for working days on Monday", "2026-11-23T06:00Z", ["FREE", "WORKING", "BRUNCH"], "WORKING"],
  ["a mode that says nothing at any time", "2026-11-20T06:00Z", ["MORNING", "NIGHT", "SILENT"], "MORNING SILENT"],
  ["any where none suits", "2026-11-20T06:00Z", ["NOON", "NIGHT"], "NIGHT NOON"],
  ["the only one where it does not suit", "2026-11-20T06:00Z", ["NIGHT"], "NIGHT"],
] as const) {
  test(`takes ${what}`, () => {
    assert.is(at(iso, modes), shown)
  })
}

test("goes by the device's own clock and day", () => {
  assert.is(at("2026-11-20T20:00Z", PARTS, "Asia/Tokyo"), "MORNING")
  assert.is(at("2026-11-20T20:00Z", ["FREE", "WORKING"], "Asia/Tokyo"), "FREE")
})

test("does not show again what somebody has just gone to by hand", () => {
  const context: StrategyContext = {
    now: localTime(Date.parse("2026-11-20T06:00Z"), "UTC"),
    random: () => 0,
    windows: [],
    suits: () => undefined,
  }
  for (const mode of ["A", "B", "C"])
    assert.is.not(smart.next(["A", "B", "C"], smart.jump!([], undefined, mode), context).mode, mode)
})

test("has a built-in mode for every part of the day, and asks each when it suits", async () => {
  const stage = await openStage()
  const modes = stage.app.get(MODES).list()
  assert.equal(
    modes.filter(({ suits }) => suits === undefined).map(({ id }) => id),
    [],
  )
  for (const part of ["morning", "noon", "afternoon", "evening", "night"] as const)
    assert.ok(modes.filter(({ suits }) => suits?.parts?.includes(part)).length >= 2, part)
  await stage.close()
})

test.run()
