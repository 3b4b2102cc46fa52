import { constants, PerformanceObserver } from "node:perf_hooks"
import { setImmediate as turn } from "node:timers/promises"
import v8 from "node:v8"
import { keepCompact } from "../../kernel/compact-heap.js"

// Lets go of most of a full heap, twice. Prints how many bytes of it are without use before the heap is kept compact, and after; and what V8 was told
// last once a second collection has ended, and once a third one has begun.
const collect = (globalThis as unknown as { gc(): void }).gc
/** Bytes without use after collections. */
const free = (): number => {
  for (let i = 0; i < 8; i++) collect()
  const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
  return whole - used
}
const loosened = (): readonly object[] => {
  const all = Array.from({ length: 1_600_000 }, (_, i) => ({ a: i, b: i, c: { d: i } }))
  collect()
  return all.filter((_, i) => i % 5 < 2)
}
const flags: string[] = []
const { setFlagsFromString } = v8
v8.setFlagsFromString = (flag) => {
  flags.push(flag)
  setFlagsFromString(flag)
}
/** Kinds of collections of the whole heap, as V8 tells of them a moment later. */
let told: number[] = []
const observer = new PerformanceObserver((list) => {
  const kinds = (list.getEntries() as unknown as { detail: { kind: number } }[]).map(({ detail }) => detail.kind)
  told.push(...kinds.filter((kind) => kind !== constants.NODE_PERFORMANCE_GC_MINOR))
})
observer.observe({ entryTypes: ["gc"] })
/** Does work until the last that V8 has told is of a kind. Returns the flag that it was given last. */
const until = async (kind: number, work: () => void): Promise<string | undefined> => {
  for (told = []; told.at(-1) !== kind; await turn()) work()
  return flags.at(-1)
}

const first = loosened()
const before = free()
keepCompact()
await until(constants.NODE_PERFORMANCE_GC_MAJOR, collect)
const after = free()
const second = loosened()
const loose = await until(constants.NODE_PERFORMANCE_GC_MAJOR, collect)
const held: object[] = []
const begun = await until(constants.NODE_PERFORMANCE_GC_INCREMENTAL, () => {
  for (let i = 0; i < 1_000; i++) held.push([i, { i }, Array.from({ length: 20 }, () => i)])
})
process.stdout.write(
  JSON.stringify({ before, after, flags: [loose, begun], kept: [first.length, second.length, held.length > 0] }),
)
