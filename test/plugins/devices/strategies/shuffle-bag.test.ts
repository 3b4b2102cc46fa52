import fc from "fast-check"
import { seededRandom } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { jumped, shuffleBag, turn } from "../../../../plugins/devices/strategies/shuffle-bag.js"
import type { ShuffleBag } from "../../../../plugins/devices/strategies/shuffle-bag.js"

const test = suite("strategies/rounds")

interface Shown {
  readonly shown: string[]
  readonly memory: ShuffleBag | undefined
}

/** What is taken of these sets in turn, and what is remembered, as it comes out of the store. */
function taken(sets: readonly (readonly string[])[], chance: () => number, before?: ShuffleBag): Shown {
  let memory = before
  const shown: string[] = []
  for (const set of sets) {
    const next = turn(set, memory, chance)
    shown.push(next.mode)
    memory = shuffleBag.parse(JSON.parse(JSON.stringify(next.memory)))
  }
  return { shown, memory }
}

const set = fc.uniqueArray(fc.constantFrom<string>("A", "B", "C", "D", "E"), { minLength: 1, maxLength: 5 })
const chances = fc.oneof(
  fc.string().map((seed) => seededRandom(seed)),
  fc.constantFrom(0, 0.5, 1 - Number.EPSILON / 2).map((always) => () => always),
)

test("takes one of the set, and none twice in a row where there is another", () => {
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 60 }), chances, (sets, chance) => {
      const { shown } = taken(sets, chance)
      for (const [i, mode] of shown.entries()) {
        assert.ok(sets[i]!.includes(mode))
        if (i > 0 && sets[i]!.length > 1) assert.is.not(mode, shown[i - 1])
      }
    }),
  )
})

test("takes each of a set once before any comes again", () => {
  fc.assert(
    fc.property(set, fc.integer({ min: 1, max: 5 }), chances, (one, times, chance) => {
      const { shown } = taken(
        Array.from({ length: one.length * times }, () => one),
        chance,
      )
      for (let round = 0; round < times; round++)
        assert.equal(shown.slice(round * one.length, (round + 1) * one.length).sort(), [...one].sort())
    }),
  )
})

test("goes on where it was when it comes back to a set: nothing comes twice before each has come", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 12, maxLength: 40 }), chances, (turns, chance) => {
      const sets = [
        ["A", "B", "C"],
        ["D", "E"],
      ]
      const { shown } = taken(
        turns.map((i) => sets[i]!),
        chance,
      )
      for (const one of sets) {
        const mine = shown.filter((mode) => one.includes(mode))
        for (let i = 0; i + one.length <= mine.length; i += one.length)
          assert.equal(mine.slice(i, i + one.length).sort(), one, mine.join(""))
      }
    }),
  )
})

test("counts a mode that two sets have for both", () => {
  const { memory } = taken([["A", "B", "C"]], () => 0, undefined)
  const [first] = memory!.rounds
  const next = first!.left[0]!
  const { memory: after } = taken([[next]], () => 0, memory)
  assert.not.ok(after!.rounds.some(({ left }) => left.includes(next)))
})

test("remembers no more than 16 sets, those that were turned to last", () => {
  const sets = Array.from({ length: 40 }, (_, i) => ["A", `M${i}`])
  const { memory } = taken(sets, seededRandom("x"))
  assert.equal(
    memory!.rounds.map(({ of }) => of[1]),
    sets
      .slice(-16)
      .toReversed()
      .map(([, mode]) => mode),
  )
})

test("gives a mode that somebody went to by hand its turn in every set", () => {
  const { memory } = taken(
    [
      ["A", "B", "C"],
      ["C", "D"],
    ],
    () => 0,
  )
  for (const mode of ["A", "B", "C", "D"]) {
    const after = jumped(memory, mode)
    assert.is(after.last, mode)
    assert.not.ok(after.rounds.some(({ left }) => left.includes(mode)))
    assert.is.not(turn(["C", "D", "A"], after, () => 0).mode, mode)
  }
  assert.equal(jumped(undefined, "A"), { rounds: [], last: "A" })
})

test("begins any round with any but the last, and puts the last in any other place", () => {
  const places: Record<string, number> = {}
  const chance = seededRandom("rounds")
  for (let i = 0; i < 3_000; i++) {
    const { shown } = taken(
      Array.from({ length: 4 }, () => ["A", "B", "C", "D"]),
      chance,
      { rounds: [], last: "A" },
    )
    places[shown.indexOf("A")] = (places[shown.indexOf("A")] ?? 0) + 1
  }
  assert.equal(Object.keys(places), ["1", "2", "3"])
  for (const count of Object.values(places)) assert.ok(count > 850 && count < 1_150, String(count))
})

test("changes nothing that it is given", () => {
  const memory = Object.freeze({
    rounds: Object.freeze([Object.freeze({ of: Object.freeze(["A", "B"]), left: Object.freeze(["B"]) })]),
    last: "A",
  }) as unknown as ShuffleBag
  assert.is(turn(Object.freeze(["A", "B"]), memory, () => 0).mode, "B")
  assert.equal(jumped(memory, "B").rounds, [{ of: ["A", "B"], left: [] }])
  assert.equal(memory.rounds[0]!.left, ["B"])
})

test.run()
