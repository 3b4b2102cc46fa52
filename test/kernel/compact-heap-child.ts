import { constants, PerformanceObserver } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import v8 from "node:v8"
import { keepCompact } from "../../kernel/compact-heap.js"

// Lets go of most of a full heap. Prints how many bytes of it are without use before it is kept compact, and after; what V8 was told meanwhile, and
// what collections it told of.
const collect = (globalThis as unknown as { gc(): void }).gc
const unused = (): number => {
  const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
  return whole - used
}
let kept = Array.from({ length: 2_400_000 }, (_, i) => ({ a: i, b: i, c: { d: i } }))
collect()
// Half of each page: V8 by itself moves what lies in pages with much less.
kept = kept.filter((_, i) => i % 2 === 0)
for (let i = 0; i < 3; i++) collect()
const before = unused()

const flags: string[] = []
const { setFlagsFromString } = v8
v8.setFlagsFromString = (flag) => {
  flags.push(flag)
  setFlagsFromString(flag)
}
const kinds: number[] = []
new PerformanceObserver((list) => {
  const told = list.getEntries() as unknown as { detail: { kind: number } }[]
  kinds.push(...told.map(({ detail }) => detail.kind).filter((kind) => kind !== constants.NODE_PERFORMANCE_GC_MINOR))
}).observe({ entryTypes: ["gc"] })
keepCompact()
collect()
// The first has found that much is without use, and the second compacts: whatever is done meanwhile, V8 goes on with it.
const hasCompacted = (): boolean => kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_MAJOR).length > 1
for (let turns = 0; !hasCompacted() && turns < 50_000; turns++) {
  Array.from({ length: 2_000 }, (_, i) => ({ i }))
  await turn()
}
const after = unused()
process.stdout.write(JSON.stringify({ before, after, flags, kinds, kept: kept.length }))
