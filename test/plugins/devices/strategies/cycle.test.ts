import type { StrategyContext } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { cycle } from "../../../../plugins/devices/strategies/cycle.js"

const test = suite("strategies/cycle")

const context: StrategyContext = {
  now: localTime(0, "UTC"),
  random: () => {
    throw new Error("it asked for chance")
  },
  windows: [],
  suits: () => undefined,
}

/** What is taken in so many turns, and what is remembered then. */
function taken(
  modes: readonly string[],
  turns: number,
  before?: unknown,
): { readonly shown: string[]; readonly memory: unknown } {
  let memory = before
  const shown: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    const next = cycle.next(modes, memory, context)
    shown.push(next.mode)
    memory = cycle.memory.parse(JSON.parse(JSON.stringify(next.memory)))
  }
  return { shown, memory }
}

test("takes one after the other, in the order of the config, and begins again", () => {
  assert.equal(taken(["C", "A", "B"], 7).shown, ["C", "A", "B", "C", "A", "B", "C"])
})

test("takes the only mode every time", () => {
  assert.equal(taken(["A"], 3).shown, ["A", "A", "A"])
})

for (const [what, turns, changed, next] of [
  ["a longer list", 2, ["A", "B", "C", "D"], ["C", "D", "A"]],
  ["a list that was through and has grown", 3, ["A", "B", "C", "D"], ["D", "A"]],
  ["a shorter list", 1, ["A", "B"], ["B", "A"]],
  ["a list that has become too short", 3, ["A", "B"], ["B", "A", "B"]],
  ["a list of one", 2, ["C"], ["C", "C"]],
  ["another order", 1, ["C", "B", "A"], ["B", "A", "C"]],
] as const) {
  test(`goes on from its place in ${what}`, () => {
    const { memory } = taken(["A", "B", "C"], turns)
    assert.equal(taken(changed, next.length, memory).shown, next)
  })
}

test("goes on behind the mode that somebody went to by hand", () => {
  const modes = ["A", "B", "C"]
  for (const [mode, next] of [
    ["A", ["B", "C", "A"]],
    ["B", ["C", "A", "B"]],
    ["C", ["A", "B", "C"]],
  ] as const) {
    for (const before of [undefined, taken(modes, 2).memory]) {
      const memory = cycle.jump!(modes, before, mode)
      assert.equal(taken(modes, 3, cycle.memory.parse(memory)).shown, next)
    }
  }
})

test("begins with the first after a jump to a mode that is not of the list", () => {
  assert.is(cycle.next(["A", "B"], cycle.jump!(["A", "B"], undefined, "X"), context).mode, "A")
})

test("changes nothing that it is given", () => {
  const [modes, memory] = [Object.freeze(["A", "B"]), Object.freeze({ next: 1 })]
  assert.is(cycle.next(modes, memory, context).mode, "B")
  assert.equal([cycle.jump!(modes, memory, "A"), memory], [{ next: 1 }, { next: 1 }])
})

test("knows what is no memory of its own", () => {
  for (const wrong of [
    undefined,
    null,
    3,
    "3",
    {},
    { next: -1 },
    { next: 1.5 },
    { next: "1" },
    { next: null },
    { of: ["A"], left: [] },
  ]) {
    assert.not.ok(cycle.memory.safeParse(wrong).success, JSON.stringify(wrong))
  }
})

test.run()
