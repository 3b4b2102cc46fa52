import { COMPILE } from "platen/sdk/mode"
import { openStage } from "platen/testing"
import { measure } from "./measure.js"
import type { Timing } from "./measure.js"

// Compiles definitions that are made to cost: each is refused. Prints one JSON object: the duration by what is wrong.

const text = (words: string): object => ({ type: "text", text: words })
const column = (children: readonly unknown[]): object => ({ type: "column", children })
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const named = <T>(count: number, name: string, make: (i: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (i) => [`${name}${i}`, make(i)]))
const within = (levels: number, round: (inner: unknown) => unknown): unknown => {
  let view: unknown = text("x")
  for (let i = 0; i < levels; i++) view = round(view)
  return view
}
const SCREENS = named(12, "s", (i) => ({ minWidth: i + 1 }))

const HOSTILE: Readonly<Record<string, object>> = {
  "components that multiply": {
    components: named(12, "C", (i) => column(many(10, () => (i === 11 ? text("x") : `C${i + 1}`)))),
    view: "C0",
  },
  "components in a circle": { components: named(60, "C", (i) => ({ type: `C${(i + 1) % 60}` })), view: "C0" },
  "slots in slots": {
    components: { S: { properties: ["x"], view: column([{ slot: "x" }, { slot: "x" }]) } },
    view: within(14, (x) => ({ type: "S", x })),
  },
  "values by screen, 5,000 deep": { view: within(5_000, (base) => ({ base })) },
  "many nodes": { view: column(many(5_000, () => text("x"))) },
  "many nodes on 13 screens": {
    screens: SCREENS,
    components: { R: column(many(40, () => text("{{ quote }}"))) },
    view: column(many(40, () => "R")),
  },
  "many screens and variants": {
    screens: SCREENS,
    variants: many(16, (i) => ({ when: { minWidth: i + 1 }, view: text("x") })),
    view: text("x"),
  },
  "nodes of one place that all differ": {
    screens: { tall: { maxAspect: 1 } },
    components: { P: text("x") },
    view: column(many(990, (i) => ({ type: "P", width: i + 1 }))),
  },
  "texts that multiply": {
    components: { Long: text("x".repeat(3_900)) },
    view: column(many(10, () => column(many(95, () => "Long")))),
  },
  "variables in a circle": { variables: named(64, "v", (i) => `{{ v${(i + 1) % 64} }}`), view: text("{{ v0 }}") },
  "styles in a circle": {
    styles: named(64, "a", (i) => ({ extends: `a${(i + 1) % 64}` })),
    view: { ...text("x"), style: "a0" },
  },
  "10,000 words": { words: { en: named(10_000, "w", () => "x") }, view: text("x") },
}

const stage = await openStage({})
const compile = stage.app.get(COMPILE)
const result: Record<string, Timing> = {}
for (const [name, parts] of Object.entries(HOSTILE)) {
  const spec = {
    spec: 1,
    id: "HOSTILE",
    title: { en: "Hostile" },
    fields: { quote: { type: "text" } },
    content: { pool: { en: [{ quote: "a" }] } },
    ...parts,
  }
  result[name] = await measure(20, () => {
    let isRefused = false
    try {
      compile(spec)
    } catch {
      isRefused = true
    }
    if (!isRefused) throw new Error(`${name} compiles`)
  })
}
await stage.close()
process.stdout.write(`${JSON.stringify(result)}\n`)
