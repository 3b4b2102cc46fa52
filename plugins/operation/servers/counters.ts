import { countersInMemory } from "platen/sdk/servers"
import type { Clock, Log } from "platen/sdk"
import type { Counted, Counters, CounterStore } from "platen/sdk/servers"

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
  let isAway = false
  const aside = (key: string, windowMs: number, by: number): Counted => {
    const { count, leftMs } = own.add(key, windowMs, by)
    return { count: count * servers(), leftMs }
  }
  const shared = async (at: CounterStore, key: string, windowMs: number, by: number): Promise<Counted> => {
    try {
      const counted = await at.add(key, windowMs, by)
      if (isAway) log.info({ store: at.id }, "counts.joined")
      isAway = false
      return counted
    } catch (error) {
      if (!isAway) log.warn({ store: at.id, err: error }, "counts.parted")
      isAway = true
      return aside(key, windowMs, by)
    }
  }
  return {
    add: (key, windowMs, by = 1) => {
      const at = store()
      return at ? shared(at, key, windowMs, by) : own.add(key, windowMs, by)
    },
  }
}
