import { constants, PerformanceObserver } from "node:perf_hooks"
import v8 from "node:v8"

/** Bytes without use after a collection of the whole heap, beyond which the next one compacts it. */
const LOOSE = 52 << 20

/** Keeps the heap compact from now on: V8 gives up a page only when 70 % of it are free, and that of a busy server became half as large again as what it held. */
export function keepCompact(): void {
  new PerformanceObserver((collections) => {
    const entries = collections.getEntries() as unknown as readonly { readonly detail: { readonly kind: number } }[]
    const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
    const isOver = entries.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    if (isOver && whole - used > LOOSE) compact()
  }).observe({ entryTypes: ["gc"] })
}

const FILLER = Array.from({ length: 1_000 }, Number)

/** Has V8 begin a collection that compacts the heap: it reads the flags after one of young objects. Later it must not prefer size: it would collect a full heap in one piece. */
function compact(): void {
  const young = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")!
  for (const flag of ["optimize-for-size", "stress-incremental-marking"]) v8.setFlagsFromString(`--${flag}`)
  // Young objects have two halves, of which one is in use.
  for (let bytes = 0; bytes < young.space_size / 2; bytes += FILLER.length * 8) FILLER.slice()
  for (const flag of ["stress-incremental-marking", "optimize-for-size"]) v8.setFlagsFromString(`--no-${flag}`)
}
