import { suite } from "uvu"
import * as assert from "uvu/assert"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { reachedBy } from "./reach.js"
import { longestFirst } from "./times.js"
import { runAll } from "./workers.js"

const test = suite("runner")

const all = readdirSync(fileURLToPath(new URL("../", import.meta.url)), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.js"))
  .sort()
const sample = (name: string): string => `runner/samples/${name}.js`

/** Runs the work, and what it prints. */
async function printed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly text: string }> {
  const { write } = process.stdout
  let text = ""
  process.stdout.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof write
  try {
    return { result: await work(), text }
  } finally {
    process.stdout.write = write
  }
}

test("fails the file that fails, ends its process, waits for nothing or has no test, and goes on", async () => {
  const names = ["exits", "mixed", "waits", "empty", "mixed"].map(sample)
  const { result, text } = await printed(() => runAll(names, 1))
  assert.equal(
    result.map(({ passed, failed, skipped }) => [passed, failed, skipped]),
    [
      [0, 1, 0],
      [2, 1, 1],
      [0, 1, 0],
      [0, 1, 0],
      [2, 1, 1],
    ],
  )
  for (const said of ["ended its process with 3", "nothing was left to wait for", "No test ran.", "FAIL"])
    assert.ok(text.includes(said), said)
})

test("begins with what takes longest", () => {
  assert.equal(longestFirst(["a", "b", "new", "c"], { a: 1, b: 30, c: 8 }), ["b", "c", "new", "a"])
})

test("finds the tests that a change reaches", () => {
  const of = (...changes: readonly string[]): ReturnType<typeof reachedBy> => reachedBy(changes, all)
  const has = (names: readonly string[], ...wanted: readonly string[]): void => {
    for (const each of wanted) assert.ok(names.includes(`${each}.test.js`), each)
  }
  const mode = of("modes/air/words/de.json")
  has(mode.names, "modes/air", "pictures/atlas-1", "conformance", "boundaries")
  assert.equal(mode.modes, ["AIR"])
  assert.not.ok(mode.names.some((name) => /^(editions|devices|hostile|kernel)\//.test(name)))

  const plugin = of("plugins/sources/feed/parse.ts")
  has(plugin.names, "plugins/sources/feed/source", "boundaries")
  assert.is(plugin.modes, undefined)
  assert.ok(plugin.names.length < all.length / 4, String(plugin.names.length))

  const imported = of("test/pictures/golden.ts")
  has(imported.names, "pictures/golden", "pictures/marks", "pictures/modes")
  assert.not.ok(imported.names.includes("pictures/dates.test.js"))
  has(of("test/sdk/timers.test.ts").names, "sdk/timers")
  has(of("docs/errors.md").names, "docs", "readme")
  has(of("sdk/timers.ts").names, "sdk/timers", "kernel/outbound/fetch", "devices/life")

  const unknown = of("modes/air/words/de.json", "tsconfig.base.json")
  assert.equal([unknown.names, unknown.unmapped], [all, "tsconfig.base.json"])
})

test.run()
