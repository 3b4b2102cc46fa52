import { z } from "platen/sdk"
import { CONFIG, defineStrategy, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import type { Choice, Chooser, ChooseRequest, Device, Slice, Strategy, StrategyContext } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { MEMORIES, nextMode, strategyMode } from "../../../../plugins/devices/configs/choosers.js"
import { cycle } from "../../../../plugins/devices/strategies/cycle.js"
import { random } from "../../../../plugins/devices/strategies/random.js"
import {
  catalog,
  changed,
  chooseRequest,
  deviceWith,
  memoriesOf,
  modeCatalog,
  modeOf,
  NOON,
  record,
  written,
} from "./catalogs.js"
import type { More } from "./catalogs.js"
import { deviceOf } from "../../known-devices.js"
import { timeWindowOf } from "../../../../plugins/devices/configs/time-window.js"

const test = suite("configs/choosers")

const MODES = ["A", "B", "C", "D"]
const modes = modeCatalog([...MODES.map((id) => modeOf(id)), modeOf("AT_NOON", { suits: { parts: ["noon"] } })], {
  mine: [modeOf("MINE", { suits: { weekend: true } })],
})
const next = nextMode(modes, catalog([random, cycle]))
const strategic = strategyMode(modes, catalog([random, cycle]))

/** A device whose modes come one after the other. */
const cycling = (more: More = {}, config: object = {}): Device =>
  deviceWith({ modes: MODES, strategy: "cycle", ...config }, more)
const chosen = (chooser: Chooser, asking: Device | undefined, more: Partial<ChooseRequest> = {}): Choice | undefined =>
  chooser.choose(chooseRequest(asking && frozenDevice(asking), { next: chooser === next, ...more }))
const shownBy = (chooser: Chooser, asking: Device, more: Partial<ChooseRequest> = {}): readonly string[] | undefined =>
  chosen(chooser, asking, more)?.modes

/** Choosers are pure: what they are given cannot be changed. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const each of Object.values(Object.freeze(value))) frozen(each)
  return value
}

/** Also values of slices of which nothing is stored. */
function frozenDevice(device: Device): Device {
  for (const slice of [CONFIG, MEMBERS, MEMORIES, RUNTIME, TOKENS]) frozen(device.get<object>(slice as Slice<never>))
  return frozen(device)
}

interface Asked {
  readonly modes: readonly string[]
  readonly memory: unknown
  readonly context?: StrategyContext
}

/** A strategy that takes the last mode, remembers words and notes what it is asked. */
function noting(id: string, asked: Asked[]): Strategy {
  return defineStrategy({
    id,
    memory: z.object({ words: z.string() }),
    next: (modes, memory, context) => {
      asked.push({ modes, memory, context })
      return { mode: modes.at(-1)!, memory: { words: "taken" } }
    },
    jump: (modes, memory, mode) => {
      asked.push({ modes, memory })
      return { words: `gone to ${mode}` }
    },
  })
}

test("is asked for the next mode before the strategy, and both before the operator's mode", () => {
  assert.equal(
    [next, strategic].map(({ id, rank }) => [id, rank]),
    [
      ["next-mode", 40],
      ["config-strategy", 90],
    ],
  )
})

for (const [what, asking] of [
  ["of nobody", undefined],
  ["without a config", deviceOf()],
  ["whose modes are all gone", deviceWith({ modes: ["GONE", "MINE"] })],
  ["whose configs are all past", deviceWith({}, { records: [record(1, { modes: MODES }, false)] })],
] as const) {
  test(`leaves a render ${what} to others`, () => {
    for (const chooser of [next, strategic]) assert.is(chosen(chooser, asking), undefined)
  })
}

test("leaves a render that does not ask for the next mode to the strategy", () => {
  assert.is(chosen(next, cycling(), { next: false }), undefined)
  assert.is(next.choose({ ...chooseRequest(cycling()) }), undefined)
})

for (const [last, order] of [
  ["A", ["B", "C", "D", "A"]],
  ["C", ["D", "A", "B", "C"]],
  ["D", ["A", "B", "C", "D"]],
  ["GONE", ["A", "B", "C", "D"]],
  ["AT_NOON", ["A", "B", "C", "D"]],
  [undefined, ["A", "B", "C", "D"]],
] as const) {
  test(`shows ${order[0]} next after ${last ?? "nothing"}, the others behind it`, () => {
    const choice = chosen(next, cycling(last === undefined ? {} : { lastMode: last }))!
    assert.equal([choice.modes, choice.taken, choice.device!.get(RUNTIME).lastMode], [order, order[0], order[0]])
  })
}

test("shows the only mode next", () => {
  assert.equal(shownBy(next, cycling({ lastMode: "B" }, { modes: ["B"] })), ["B"])
})

test("lets the cycle go on behind the mode that was next", () => {
  const { device } = chosen(
    next,
    cycling({ lastMode: "B", memories: { cycle: { next: 1 }, random: { of: [], left: [] } } }),
  )!
  assert.equal(memoriesOf(device!), { cycle: { next: 3 }, random: { of: [], left: [] } })
  assert.equal(shownBy(strategic, device!), ["D", "A", "B", "C"])
})

test("leaves what a strategy remembers that does not jump", () => {
  const { jump: _, ...still } = cycle
  const memories = { random: { of: MODES, left: ["D"], last: "A" }, cycle: { next: 3 } }
  const device = deviceWith({ modes: MODES, strategy: "cycle" }, { lastMode: "A", memories })
  assert.equal(
    memoriesOf(chosen(nextMode(modes, catalog<Strategy>([still])), device, { next: true })!.device!),
    memories,
  )
})

test("takes the mode it has jumped to out of a random round", () => {
  const memories = { random: { of: MODES, left: ["B", "D"], last: "A" } }
  assert.equal(
    memoriesOf(chosen(next, deviceWith({ modes: MODES, strategy: "random" }, { lastMode: "A", memories }))!.device!),
    { random: { of: MODES, left: ["D"], last: "B" } },
  )
})

test("changes nothing else of a device for its next mode", () => {
  const before = cycling({
    lastMode: "A",
    volts: 3.1,
    pendingRefresh: true,
    returned: [{ mode: "D" }],
    fallbacks: { count: 2, flagged: [NOON] },
  })
  assert.equal(
    written(chosen(next, before)!.device),
    written(changed(before, { lastMode: "B", memories: { cycle: { next: 2 } } })),
  )
})

test("shows the next mode where there is no strategy at all", () => {
  const { modes: order, device } = chosen(nextMode(modes, catalog<Strategy>([])), cycling({ lastMode: "A" }), {
    next: true,
  })!
  assert.equal([order, memoriesOf(device!)], [["B", "C", "D", "A"], {}])
})

test("passes over modes that are no longer installed", () => {
  const asking = cycling(
    { lastMode: "A", memories: { cycle: { next: 1 } } },
    { modes: ["A", "GONE", "B", "MINE", "C"] },
  )
  assert.equal(shownBy(next, asking), ["B", "C", "A"])
  assert.equal(shownBy(strategic, asking), ["B", "C", "A"])
  assert.equal(
    memoriesOf(chosen(next, changed(asking, { lastMode: "C" }))!.device!),
    { cycle: { next: 1 } },
    "the places are those of the installed modes",
  )
})

test("sees the modes of the scopes that are named", () => {
  const asking = cycling({ lastMode: "A" }, { modes: ["A", "MINE"] })
  for (const chooser of [next, strategic]) {
    assert.ok(shownBy(chooser, asking, { scopes: ["mine"] })!.includes("MINE"))
    assert.equal(shownBy(chooser, asking, { scopes: ["other"] }), ["A"])
  }
})

test("shows what the config's strategy takes, and keeps what it remembers", () => {
  let asking = cycling({ memories: { random: { of: [], left: [] } } })
  for (const order of [
    ["A", "B", "C", "D"],
    ["B", "C", "D", "A"],
    ["C", "D", "A", "B"],
    ["D", "A", "B", "C"],
    ["A", "B", "C", "D"],
  ]) {
    const choice = chosen(strategic, asking)!
    assert.equal([choice.modes, choice.taken, choice.device!.get(RUNTIME).lastMode], [order, order[0], order[0]])
    asking = choice.device!
  }
  assert.equal(memoriesOf(asking), { random: { of: [], left: [] }, cycle: { next: 1 } })
})

test("follows the config that is active", () => {
  const records = [
    record(2, { modes: ["D"] }, false),
    record(1, { modes: ["B", "C"], strategy: "cycle" }),
    record(0, { modes: ["A"] }, false),
  ]
  assert.equal(shownBy(strategic, cycling({ records })), ["B", "C"])
  assert.equal(shownBy(next, cycling({ records, lastMode: "B" })), ["C", "B"])
})

test("tells a strategy what it may look at", () => {
  const asked: Asked[] = []
  const rules = [{ startHour: 8, endHour: 9, modes: ["A"] }]
  const request = chooseRequest(
    cycling({}, { modes: ["A", "AT_NOON", "MINE"], strategy: "noting", more: { timeSlotRules: rules } }),
    { scopes: ["mine"] },
  )
  const choice = strategyMode(modes, catalog([cycle, noting("noting", asked)])).choose(request)!
  assert.equal([choice.modes, memoriesOf(choice.device!)], [["MINE", "A", "AT_NOON"], { noting: { words: "taken" } }])
  const [{ modes: given, memory, context }] = asked as [Required<Asked>]
  assert.equal([given, memory, context.windows], [["A", "AT_NOON", "MINE"], undefined, rules.map(timeWindowOf)])
  assert.is(context.now, request.now)
  assert.is(context.random, request.random)
  assert.equal(
    ["A", "AT_NOON", "MINE", "GONE"].map((id) => context.suits(id)),
    [undefined, { parts: ["noon"] }, { weekend: true }, undefined],
  )
})

test("gives a strategy what it remembers, or nothing when that is of the wrong shape", () => {
  const asked: Asked[] = []
  const strategies = catalog([noting("noting", asked)])
  for (const memory of [{ words: "mine" }, { words: "mine", more: 1 }, { words: 3 }, "mine", null, undefined, []]) {
    const asking = cycling({ memories: { noting: memory, cycle: { words: "not mine" } } }, { strategy: "noting" })
    strategyMode(modes, strategies).choose(chooseRequest(asking))
    nextMode(modes, strategies).choose(chooseRequest(asking, { next: true }))
  }
  const kept = { words: "mine" }
  assert.equal(
    asked.map(({ memory }) => memory),
    [kept, kept, kept, kept, ...Array.from({ length: 10 })],
  )
})

test("takes another strategy for one that is not installed", () => {
  const strategies = catalog([noting("other", []), cycle])
  const asking = cycling({ lastMode: "A" }, { strategy: "gone" })
  const taken = chosen(strategyMode(modes, strategies), asking)!
  assert.equal([taken.taken, memoriesOf(taken.device!)], ["D", { other: { words: "taken" } }])
  const jumped = chosen(nextMode(modes, strategies), asking, { next: true })!
  assert.equal([jumped.taken, memoriesOf(jumped.device!)], ["B", { other: { words: "gone to B" } }])
})

test("leaves it to others where there is no strategy at all", () => {
  assert.is(strategyMode(modes, catalog<Strategy>([])).choose(chooseRequest(cycling())), undefined)
})

for (const [what, returned, order, rest] of [
  ["what did not arrive", [{ mode: "C" }], ["C", "D", "A", "B"], []],
  [
    "the first of several, and keeps the others",
    [{ mode: "D" }, { mode: "C", until: NOON + 1 }, { mode: "D" }],
    ["D", "A", "B", "C"],
    [{ mode: "C", until: NOON + 1 }, { mode: "D" }],
  ],
  ["what is to come again soon", [{ mode: "B", until: NOON + 1 }], ["B", "C", "D", "A"], []],
  [
    "the first that still counts, and drops those that do not",
    [
      { mode: "B", until: NOON },
      { mode: "GONE" },
      { mode: "D" },
      { mode: "B", until: NOON - 1 },
      { mode: "AT_NOON" },
      { mode: "A" },
    ],
    ["D", "A", "B", "C"],
    [{ mode: "A" }],
  ],
] as const) {
  test(`shows ${what}, and leaves the strategy where it is`, () => {
    const before = cycling({ returned: [...returned], memories: { cycle: { next: 1 } }, lastMode: "A" })
    const choice = chosen(strategic, before)!
    assert.equal([choice.modes, choice.taken], [order, order[0]])
    assert.equal(written(choice.device), written(changed(before, { returned: [...rest], lastMode: order[0] })))
  })
}

for (const [what, returned] of [
  [
    "came back and is too late",
    [
      { mode: "C", until: NOON },
      { mode: "D", until: 0 },
    ],
  ],
  ["came back and is no longer installed, or of the config", [{ mode: "GONE" }, { mode: "AT_NOON" }]],
] as const) {
  test(`goes on with the strategy when what ${what}, and forgets it`, () => {
    const choice = chosen(strategic, cycling({ returned: [...returned], memories: { cycle: { next: 1 } } }))!
    assert.equal(
      [choice.taken, choice.device!.get(RUNTIME).returned, memoriesOf(choice.device!)],
      ["B", [], { cycle: { next: 2 } }],
    )
  })
}

test("shows each mode that came back once", () => {
  let asking = cycling({ returned: [{ mode: "D" }, { mode: "C" }], memories: { cycle: { next: 1 } } })
  const shown: (string | undefined)[] = []
  for (let i = 0; i < 4; i++) {
    const { taken, device } = chosen(strategic, asking)!
    shown.push(taken)
    asking = device!
  }
  assert.equal(shown, ["D", "C", "B", "C"])
})

test("shows what came back also where the strategy is not installed", () => {
  assert.equal(shownBy(strategyMode(modes, catalog<Strategy>([])), cycling({ returned: [{ mode: "C" }] })), [
    "C",
    "D",
    "A",
    "B",
  ])
})

test.run()
