import v8 from "node:v8"
import { every } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** Bytes of the heap without use: from the first on it is compacted, until there are fewer than the second. */
const [LOOSE, TIGHT] = [40 << 20, 24 << 20]
const LOOK_MS = 1_000

/**
 * Keeps the heap compact, and returns a function that ends it. By itself V8 gives up a page only when 70 % of it are free, unless it is told to prefer
 * size, which costs calls when it holds for ever: the heap of a busy server became half as large again as what it held.
 */
export function keepCompact(clock: Clock): () => void {
  let prefersSize = false
  return every(clock, LOOK_MS, () => {
    const { total_heap_size: whole, used_heap_size: used } = v8.getHeapStatistics()
    const isLoose = whole - used > (prefersSize ? TIGHT : LOOSE)
    if (isLoose !== prefersSize) v8.setFlagsFromString(isLoose ? "--optimize-for-size" : "--no-optimize-for-size")
    prefersSize = isLoose
  })
}
