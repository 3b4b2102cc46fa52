import fc from "fast-check"
import { seededRandom } from "platen/sdk/kit"
import type { StrategyContext } from "platen/sdk/device"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { strategyMode } from "../../../../plugins/devices/configs/choosers.js"
import { random } from "../../../../plugins/devices/strategies/random.js"
import { catalog, chooseRequest, deviceWith, modeCatalog, modeOf } from "../configs/catalogs.js"

const test = suite("strategies/random")

const context = (chance: () => number): StrategyContext => ({
  now: localTime(0, "UTC"),
  random: chance,
  windows: [],
  suits: () => undefined,
})

/** What is taken in so many turns, and what is remembered then, as it comes out of the store. */
function taken(
  modes: readonly string[],
  turns: number,
  chance: () => number,
  before?: unknown,
): { readonly shown: string[]; readonly memory: unknown } {
  let memory = before
  const shown: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    const next = random.next(modes, memory, context(chance))
    shown.push(next.mode)
    memory = random.memory.parse(JSON.parse(JSON.stringify(next.memory)))
  }
  return { shown, memory }
}

const repeats = (shown: readonly string[]): number => shown.filter((mode, i) => i > 0 && mode === shown[i - 1]).length
const list = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 9 })
/** Chance that is any number it may be, also always the same. */
const chances = fc.oneof(
  fc.string().map((seed) => seededRandom(seed)),
  fc.constantFrom(0, 0.5, 1 - Number.EPSILON / 2).map((always) => () => always),
)

test("shows each once before any comes again, and none twice in a row", () => {
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 6 }), chances, (modes, rounds, chance) => {
      const { shown } = taken(modes, modes.length * rounds, chance)
      for (let round = 0; round < rounds; round++)
        assert.equal(shown.slice(round * modes.length, (round + 1) * modes.length).sort(), [...modes].sort())
      if (modes.length > 1) assert.is(repeats(shown), 0)
    }),
  )
})

test("shows none twice in a row when the list changes, and then each of the new list once", () => {
  fc.assert(
    fc.property(
      list,
      fc.nat(12),
      list.filter(({ length }) => length > 1),
      chances,
      (modes, turns, changed, chance) => {
        const first = taken(modes, turns, chance)
        const second = taken(changed, changed.length, chance, first.memory)
        assert.equal([...second.shown].sort(), [...changed].sort())
        assert.is(repeats([...first.shown.slice(-1), ...second.shown]), 0)
      },
    ),
  )
})

test("takes another order for another chance, and any order that there is", () => {
  const orders = new Map<string, number>()
  const chance = seededRandom("orders")
  for (let i = 0; i < 6_000; i++) {
    const order = taken(["A", "B", "C"], 3, chance).shown.join("")
    orders.set(order, (orders.get(order) ?? 0) + 1)
  }
  assert.equal([...orders.keys()].sort(), ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"])
  for (const [order, count] of orders) assert.ok(count > 850 && count < 1_150, `${order} came ${count} times of 6,000`)
})

test("begins a round with any but the last mode of the round before", () => {
  const firsts: Record<string, number> = {}
  const places: Record<string, number> = {}
  const chance = seededRandom("rounds")
  for (let i = 0; i < 6_000; i++) {
    const { shown } = taken(["A", "B", "C", "D"], 4, chance, { of: ["A", "B", "C", "D"], left: [], last: "A" })
    firsts[shown[0]!] = (firsts[shown[0]!] ?? 0) + 1
    places[shown.indexOf("A")] = (places[shown.indexOf("A")] ?? 0) + 1
  }
  assert.equal(
    [Object.keys(firsts).sort(), Object.keys(places)],
    [
      ["B", "C", "D"],
      ["1", "2", "3"],
    ],
  )
  for (const [what, count] of [...Object.entries(firsts), ...Object.entries(places)])
    assert.ok(count > 1_800 && count < 2_200, `${what} came ${count} times of 6,000`)
})

for (const changed of [
  ["A", "B", "C", "D"],
  ["A", "B"],
  ["B", "A", "C"],
  ["A", "B", "D"],
]) {
  test(`begins a round of ${changed.join(", ")} at once when the list was A, B, C`, () => {
    const { memory } = taken(["A", "B", "C"], 1, seededRandom("x"))
    for (const seed of ["x", "y", "z"])
      assert.equal(taken(changed, changed.length, seededRandom(seed), memory).shown.sort(), [...changed].sort())
  })
}

test("gives the same order for the same chance", () => {
  const modes = ["A", "B", "C", "D", "E", "F", "G", "H"]
  const [one, same, other] = ["x", "x", "y"].map((seed) => taken(modes, 40, seededRandom(seed)).shown)
  assert.equal(one, same)
  assert.not.equal(one, other)
})

test("asks for chance only when a round begins", () => {
  const { memory } = taken(["A", "B", "C"], 1, seededRandom("x"))
  assert.is(
    taken(
      ["A", "B", "C"],
      2,
      () => {
        throw new Error("it asked for chance")
      },
      memory,
    ).shown.length,
    2,
  )
})

test("shows the only mode every time", () => {
  assert.equal(taken(["A"], 4, seededRandom("x")).shown, ["A", "A", "A", "A"])
})

test("changes nothing that it is given", () => {
  const [modes, memory] = [
    Object.freeze(["A", "B", "C"]),
    Object.freeze({ of: Object.freeze(["A", "B", "C"]), left: Object.freeze(["C", "B"]), last: "A" }),
  ]
  assert.equal(
    random.next(
      modes,
      memory,
      context(() => 0),
    ),
    { mode: "C", memory: { of: ["A", "B", "C"], left: ["B"], last: "C" } },
  )
  random.next(
    modes,
    undefined,
    context(() => 0),
  )
  assert.equal(modes, ["A", "B", "C"])
})

for (const wrong of [
  null,
  7,
  "A",
  [],
  {},
  { next: 1 },
  { of: ["A", "B", "C"] },
  { of: ["A", "B", "C"], left: "C" },
  { of: ["A", "B", "C"], left: [3] },
  { of: ["A", "B", "C"], left: ["C"], last: 1 },
]) {
  test(`begins anew when what is remembered is ${JSON.stringify(wrong)}`, () => {
    const modes = ["A", "B", "C"]
    const chooser = strategyMode(modeCatalog(modes.map((id) => modeOf(id))), catalog([random]))
    const choiceOf = (memories: Record<string, unknown>): unknown =>
      chooser.choose(chooseRequest(deviceWith({ modes }, { memories }), { random: seededRandom("x") }))
    assert.equal(choiceOf({ random: wrong }), choiceOf({}))
  })
}

test.run()
