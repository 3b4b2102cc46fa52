import { seededRandom } from "platen/sdk/kit"
import type { StrategyContext } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { timeSlot } from "../../../../plugins/devices/strategies/time-slot.js"
import { timeWindowOf } from "../../../../plugins/devices/configs/time-window.js"

const test = suite("strategies/time-slot")
const MODES = ["A", "B", "C", "D"]

/** The modes that come at a moment, of 12 turns. */
/** As the plugin of configs reads rules. */
function windowsOf(rules: readonly unknown[]): StrategyContext["windows"] {
  return rules.flatMap((rule) => timeWindowOf(rule) ?? [])
}

function at(iso: string, rules: readonly unknown[], { modes = MODES, zone = "UTC" } = {}): string {
  const context: StrategyContext = {
    now: localTime(Date.parse(iso), zone),
    random: seededRandom(iso),
    windows: windowsOf(rules),
    suits: () => {
      throw new Error("it asked what suits")
    },
  }
  let memory: unknown
  const shown = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const next = timeSlot.next(modes, memory, context)
    memory = timeSlot.memory.parse(next.memory)
    shown.add(next.mode)
  }
  return [...shown].sort().join("")
}

const WORK = { startHour: 9, endHour: 17, modes: ["A", "B"] }

for (const [what, iso, rules, modes] of [
  ["its modes from the hour it begins", "2026-11-20T09:00Z", [WORK], "AB"],
  ["all modes before", "2026-11-20T08:59Z", [WORK], "ABCD"],
  ["its modes to the last minute", "2026-11-20T16:59Z", [WORK], "AB"],
  ["all modes once it is over", "2026-11-20T17:00Z", [WORK], "ABCD"],
  [
    "the first rule that holds",
    "2026-11-20T10:00Z",
    [
      { ...WORK, startHour: 11 },
      { ...WORK, modes: ["C"] },
      { ...WORK, modes: ["D"] },
    ],
    "C",
  ],
  [
    "the next rule where none of its modes is chosen",
    "2026-11-20T10:00Z",
    [
      { ...WORK, modes: ["X"] },
      { ...WORK, modes: [] },
      { ...WORK, modes: ["D", "X"] },
    ],
    "D",
  ],
  ["all modes where no rule has any of them", "2026-11-20T10:00Z", [{ ...WORK, modes: ["X"] }], "ABCD"],
  ["its modes past midnight", "2026-11-20T02:29Z", [{ start: "22:00", end: "02:30", modes: ["D"] }], "D"],
  [
    "all modes after it has ended on the next day",
    "2026-11-20T02:30Z",
    [{ start: "22:00", end: "02:30", modes: ["D"] }],
    "ABCD",
  ],
  [
    "its modes on the night that follows its day",
    "2026-11-21T01:00Z",
    [{ start: "22:00", end: "02:30", weekdays: ["Fri"], modes: ["D"] }],
    "D",
  ],
  [
    "all modes on the night before its day",
    "2026-11-20T01:00Z",
    [{ start: "22:00", end: "02:30", weekdays: ["Fri"], modes: ["D"] }],
    "ABCD",
  ],
  ["all modes where a rule ends as it begins", "2026-11-20T09:00Z", [{ ...WORK, endHour: 9 }], "ABCD"],
  [
    "all modes where nothing is a rule",
    "2026-11-20T09:00Z",
    [null, 3, {}, { startHour: 99, endHour: 100, modes: ["A"] }],
    "ABCD",
  ],
  ["all modes without rules", "2026-11-20T09:00Z", [], "ABCD"],
  ["modes that a rule writes in small letters", "2026-11-20T09:00Z", [{ ...WORK, modes: ["b"] }], "B"],
] as const) {
  test(`takes ${what}`, () => {
    assert.is(at(iso, rules), modes)
  })
}

test("goes by the device's own clock", () => {
  assert.is(at("2026-11-20T01:00Z", [WORK], { zone: "Asia/Tokyo" }), "AB")
  assert.is(at("2026-11-20T09:00Z", [WORK], { zone: "America/New_York" }), "ABCD")
})

test("takes the only mode that there is, whatever the rules say", () => {
  assert.is(at("2026-11-20T10:00Z", [WORK], { modes: ["Z"] }), "Z")
})

test("goes on in a slot where it was on the day before", () => {
  let memory: unknown
  const mornings: string[] = []
  for (let hour = 0; hour < 24 * 12; hour += 6) {
    const now = localTime(Date.parse("2026-11-16T00:30Z") + hour * 3_600_000, "UTC")
    const next = timeSlot.next(MODES, memory, {
      now,
      random: seededRandom(String(hour)),
      windows: windowsOf([
        { startHour: 5, endHour: 8, modes: ["A", "B", "C"] },
        { startHour: 0, endHour: 24, modes: ["D"] },
      ]),
      suits: () => undefined,
    })
    memory = timeSlot.memory.parse(next.memory)
    if (now.hour === 6) mornings.push(next.mode)
  }
  for (let i = 0; i < 12; i += 3) assert.equal(mornings.slice(i, i + 3).sort(), ["A", "B", "C"], mornings.join(""))
})

test("does not show again what somebody has just gone to by hand", () => {
  const context: StrategyContext = {
    now: localTime(Date.parse("2026-11-20T10:00Z"), "UTC"),
    random: () => 0,
    windows: windowsOf([WORK]),
    suits: () => undefined,
  }
  for (const mode of ["A", "B"])
    assert.is.not(timeSlot.next(MODES, timeSlot.jump!(MODES, undefined, mode), context).mode, mode)
})

test.run()
