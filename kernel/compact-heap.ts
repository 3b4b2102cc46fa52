import { constants, PerformanceObserver } from "node:perf_hooks"
import v8 from "node:v8"

const { NODE_PERFORMANCE_GC_INCREMENTAL: BEGINS, NODE_PERFORMANCE_GC_MAJOR: ENDS } = constants
/** Bytes without use after a collection of the whole heap, beyond which the next one compacts it. */
const LOOSE = 40 << 20

/**
 * Keeps the heap compact from now on. By itself V8 gives up a page only when 70 % of it are free, and the heap of a busy server became half as large
 * again as what it held; told to prefer size, it collects a full heap in one piece, for 160 ms: so it is told until the next collection has begun.
 */
export function keepCompact(): void {
  const observer = new PerformanceObserver((collections) => {
    const entries = collections.getEntries() as unknown as readonly { readonly detail: { readonly kind: number } }[]
    const last = entries.map(({ detail }) => detail.kind).findLast((kind) => kind === BEGINS || kind === ENDS)
    if (last === undefined) return
    const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
    v8.setFlagsFromString(`--${last === ENDS && whole - used > LOOSE ? "" : "no-"}optimize-for-size`)
  })
  observer.observe({ entryTypes: ["gc"] })
}
