import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Invalid } from "platen/sdk"
import { COMPILE } from "platen/sdk/mode"
import { convert } from "../../../../plugins/inksight/definitions/convert.js"
import { openStage } from "../../../testing/index.js"
import { SAMPLES } from "./samples.js"

const test = suite("inksight definitions: mangled")

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e300,
  "",
  "{",
  "{{ x }}",
  "{% for %}",
  "{a}{b}",
  "constructor",
  "__proto__",
  [],
  [[]],
  [null],
  {},
  { type: "text" },
  { type: "list", field: "stops" },
  "x".repeat(3000),
  "𓀀",
  ["a", { b: 1 }, [2]],
  { toString: 1 },
  "list",
  "text",
  "two_column",
  7,
]

/** A copy in which some values are others, are gone, or have another name. */
function mangled(value: unknown, random: () => number, rate: number): unknown {
  if (random() < rate) return ODD[Math.floor(random() * ODD.length)]
  if (Array.isArray(value)) return value.flatMap((each) => (random() < rate ? [] : [mangled(each, random, rate)]))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [random() < rate / 3 ? "field" : key, mangled(each, random, rate)]),
  )
}

test("throws nothing but Invalid for 500 mangled definitions, and what it converts compiles", async () => {
  const stage = await openStage()
  const compile = stage.app.get(COMPILE)
  const random = seeded(2026)
  const samples = Object.values(SAMPLES)
  const faults = new Set<string>()
  let made = 0
  for (let i = 0; i < 500; i++) {
    const sample = samples[i % samples.length]!
    const definition = {
      ...(mangled(sample, random, 0.02 + (i % 5) * 0.03) as object),
      ...(i % 3 === 0 && { layout: mangled(sample.layout, random, 0.1), content: sample.content }),
    }
    try {
      const converted = convert(definition)
      if (!converted) continue
      compile(converted.spec)
      made++
    } catch (error) {
      assert.instance(error, Invalid, JSON.stringify(definition))
      faults.add((error as Invalid).message)
    }
  }
  assert.equal([...faults], [])
  assert.ok(made > 200, `${made} were converted`)
  await stage.close()
})

test.run()
