import { constants, PerformanceObserver } from "node:perf_hooks"
import v8 from "node:v8"

/** Bytes without use after a collection of the whole heap, beyond which another one compacts it. */
const LOOSE = 52 << 20
const FILLER = Array.from({ length: 1_000 }, Number)

/** Keeps the heap compact from now on: V8 gives up a page only when 70 % of it are free. It prefers size only until the collection has begun: later it would collect a full heap in one piece. */
export function keepCompact(): void {
  new PerformanceObserver((collections) => {
    const entries = collections.getEntries() as unknown as readonly { readonly detail: { readonly kind: number } }[]
    if (!entries.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
    const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
    if (whole - used <= LOOSE) return
    const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")!.space_size
    v8.setFlagsFromString("--optimize-for-size --stress-incremental-marking")
    // V8 reads both after a collection of young objects, which have two halves and use one.
    for (let bytes = 0; bytes < young / 2; bytes += FILLER.length * 8) FILLER.slice()
    v8.setFlagsFromString("--no-optimize-for-size --no-stress-incremental-marking")
  }).observe({ entryTypes: ["gc"] })
}
