import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** Requests for a token of one device that are under way at once: each waits for the one before. */
const MAX_AT_ONCE = 32
/** Tokens a minute that are kept for callers of one place without a credential. */
const MAX_A_MINUTE = 600
const MINUTE_MS = 60_000
const MAX_PLACES = 10_000

/** Bounds what requests for tokens cost: nobody is refused one, so that anybody may ask without end. */
export interface Asks {
  /** Begins one; returns what ends it. Undefined when the token that the caller gets is not to be kept: it is refused at its first use, and the device asks again. */
  begin(device: string, place: string): (() => void) | undefined
}

export function asksOf(clock: Clock, { atOnce = MAX_AT_ONCE, aMinute = MAX_A_MINUTE } = {}): Asks {
  const underWay = new Map<string, number>()
  const places = new Map<string, { readonly until: number; count: number }>()
  const isTooMany = (place: string): boolean => {
    const now = clock.now()
    const known = places.get(place)
    // A clock that was set back must not keep a place out for as long.
    const open =
      known && known.until > now && known.until <= now + MINUTE_MS ? known : { until: now + MINUTE_MS, count: 0 }
    if (open !== known) lruSet(places, place, open, MAX_PLACES)
    return ++open.count > aMinute
  }
  return {
    begin: (device, place) => {
      const others = underWay.get(device) ?? 0
      if (others >= atOnce || isTooMany(place)) return undefined
      underWay.set(device, others + 1)
      return () => {
        const left = underWay.get(device)! - 1
        if (left > 0) underWay.set(device, left)
        else underWay.delete(device)
      }
    },
  }
}
