import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** Concurrent token requests per device: each waits for the previous write of the device. */
const MAX_CONCURRENT = 32
/** Tokens per minute that the server stores for callers of one place without a credential. */
const MAX_PER_MINUTE = 600
const MINUTE_MS = 60_000
const MAX_PLACES = 10_000

/** Bounds the cost of token requests, which are never refused: an unauthenticated caller can repeat them without end. */
export interface TokenBounds {
  /**
   * Begins a request; returns the function that ends it. Undefined above the bounds: the token must not be stored, so the server rejects its
   * first use, and the device requests another.
   */
  begin(device: string, place: string): (() => void) | undefined
}

export function tokenBoundsOf(
  clock: Clock,
  { concurrent = MAX_CONCURRENT, perMinute = MAX_PER_MINUTE } = {},
): TokenBounds {
  const running = new Map<string, number>()
  const places = new Map<string, { readonly until: number; count: number }>()
  const isTooMany = (place: string): boolean => {
    const now = clock.now()
    const known = places.get(place)
    // After the clock is set back, a window must not block the place for more than a minute.
    const open =
      known && known.until > now && known.until <= now + MINUTE_MS ? known : { until: now + MINUTE_MS, count: 0 }
    if (open !== known) lruSet(places, place, open, MAX_PLACES)
    return ++open.count > perMinute
  }
  return {
    begin: (device, place) => {
      const others = running.get(device) ?? 0
      if (others >= concurrent || isTooMany(place)) return undefined
      running.set(device, others + 1)
      return () => {
        const left = running.get(device)! - 1
        if (left > 0) running.set(device, left)
        else running.delete(device)
      }
    },
  }
}
