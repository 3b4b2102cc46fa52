import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { byteCache } from "../../../../kernel/engine/text/cache.js"
import { blockOf, paragraphOf, style, typesetter } from "./set.js"

const test = suite("cache")

test("stays within its bytes and lets the least recently used go", () => {
  const cache = byteCache<string>(1_000)
  for (let i = 0; i < 500; i++) {
    cache.set(`k${i}`, `v${i}`, 100)
    assert.is(cache.get("k0"), "v0", "used all the time")
    assert.ok(cache.size <= 1_000)
  }
  assert.is(cache.size, 1_000)
  assert.is(cache.get("k490"), undefined)
  assert.is(cache.get("k499"), "v499")
})

test("does not keep what is larger than itself", () => {
  const cache = byteCache<string>(1_000)
  cache.set("small", "s", 0)
  assert.is(cache.size, 1, "at least one")
  cache.set("large", "l", 1_001)
  assert.is(cache.get("large"), undefined)
  assert.is(cache.get("small"), "s")
})

test("sets a text once as long as it is in use", () => {
  const first = paragraphOf("kept as long as it is in use")
  assert.is(paragraphOf("kept as long as it is in use"), first)
  assert.is(blockOf("kept"), blockOf("kept"))
  assert.is.not(blockOf("kept"), blockOf("kept", {}, { lineHeight: 19 }))
  assert.is.not(paragraphOf("kept"), paragraphOf("kept", { px: 13 }))
})

test("lets old texts go: 5,000 different ones leave no more behind than the caches may hold", () => {
  setFlagsFromString("--expose-gc")
  const gc = runInNewContext("gc") as () => void
  const held = (): number => {
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 2 ** 20
  }
  const page = (i: number): string =>
    `Text ${i}: ${"the quick brown fox jumps over the lazy dog 中文和英文 ".repeat(4)}${i}`
  const first = paragraphOf(page(0))
  for (let i = 0; i < 1_000; i++)
    typesetter.block(page(i), {
      style: style(),
      width: 300,
      lines: Infinity,
      lineHeight: 18,
      balance: false,
      align: "start",
      mark: "ellipsis",
      trim: "line",
    })
  const before = held()
  for (let i = 1_000; i < 5_000; i++)
    typesetter.block(page(i), {
      style: style(),
      width: 300,
      lines: Infinity,
      lineHeight: 18,
      balance: false,
      align: "start",
      mark: "ellipsis",
      trim: "line",
    })
  const after = held()
  assert.is.not(paragraphOf(page(0)), first, "the first has gone")
  assert.ok(after < before + 30, `${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`)
})

test("counts about as many bytes for a paragraph as it holds on to", () => {
  const gc = runInNewContext("gc") as () => void
  const text = (i: number): string => `${i} ${"lorem ipsum dolor sit amet 中文 ".repeat(20)}`
  gc()
  const before = process.memoryUsage()
  const kept = Array.from({ length: 400 }, (_, i) => paragraphOf(text(i), { px: 14 }))
  gc()
  const after = process.memoryUsage()
  const real = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  const counted = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  assert.ok(real < counted * 2.5, `holds ${real}, counts ${counted}`)
  assert.ok(real > counted * 0.2, `holds ${real}, counts ${counted}`)
})

test.run()
