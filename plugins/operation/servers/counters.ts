import { countersInMemory } from "platen/sdk/servers"
import type { Clock, Log } from "platen/sdk"
import type { Counted, Counters, CounterStore } from "platen/sdk/servers"

/** Milliseconds for which a store that failed is left alone. */
const REST_MS = 1_000

interface Needs {
  /** Where the servers count together; undefined: each for itself. */
  store(): CounterStore | undefined
  /** The number of servers. */
  servers(): number
  readonly clock: Clock
  readonly log: Log
}

/**
 * Counts in the store that servers share. While it is away this server counts its own, times the number of servers: so each allows its part of a limit,
 * and all together what they allowed before.
 */
export function countersOver({ store, servers, clock, log }: Needs): Counters {
  const own = countersInMemory(clock)
  /** Until when a store that failed is left alone: each call would wait for it. 0: it is there. */
  let awayUntil = 0
  const aside = (key: string, windowMs: number, by: number): Counted => {
    const { count, leftMs } = own.add(key, windowMs, by)
    return { count: count * servers(), leftMs }
  }
  const shared = async (at: CounterStore, key: string, windowMs: number, by: number): Promise<Counted> => {
    try {
      const counted = await at.add(key, windowMs, by)
      if (awayUntil > 0) log.info({ store: at.id }, "counts.joined")
      awayUntil = 0
      return counted
    } catch (error) {
      if (awayUntil === 0) log.warn({ store: at.id, err: error }, "counts.parted")
      awayUntil = clock.now() + REST_MS
      return aside(key, windowMs, by)
    }
  }
  const isResting = (): boolean => {
    const left = awayUntil - clock.now()
    return left > 0 && left <= REST_MS
  }
  return {
    areShared: () => store() !== undefined && awayUntil === 0,
    add: (key, windowMs, by = 1) => {
      const at = store()
      if (!at) return own.add(key, windowMs, by)
      return isResting() ? aside(key, windowMs, by) : shared(at, key, windowMs, by)
    },
  }
}
