import v8 from "node:v8"
import { keepCompact } from "../../kernel/compact-heap.js"
import { fakeClock } from "../testing/fakes.js"

// Fills the heap, lets go of most of it, and prints how many bytes of it are without use before it is kept compact, and after.
const collect = (globalThis as unknown as { gc(): void }).gc
let kept = Array.from({ length: 1_600_000 }, (_, i) => ({ a: i, b: i, c: { d: i } }))
collect()
kept = kept.filter((_, i) => i % 5 < 2)
/** Bytes without use after collections. */
const free = (): number => {
  for (let i = 0; i < 8; i++) collect()
  const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
  return whole - used
}
const before = free()
const clock = fakeClock()
const end = keepCompact(clock)
clock.advance(1_000)
clock.housekeep()
const after = free()
end()
process.stdout.write(JSON.stringify({ before, after, kept: kept.length }))
