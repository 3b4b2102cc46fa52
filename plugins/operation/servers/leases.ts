import { z } from "platen/sdk"
import type { Clock, Store } from "platen/sdk"
import type { Leases } from "platen/sdk/servers"
import type { Self } from "./members.js"

/** Milliseconds for which a job is held. It is renewed once half of them are over. */
const LEASE_MS = 30_000

const lease = z.object({ self: z.string(), until: z.number() })

interface Needs {
  readonly self: Self
  readonly store: Store
  readonly clock: Clock
}

/** Jobs as rows: of several servers that want one, the revision of its row lets one have it. A server that is alone holds all. */
export function leasesIn({ self, store, clock }: Needs): Leases & { end(): Promise<void> } {
  const all = store.collection("leases", lease)
  /** Until when this server holds a job. */
  const held = new Map<string, number>()
  const take = async (job: string): Promise<boolean> => {
    const now = clock.now()
    const row = await all.update(job, (known) =>
      // A lease in the far future was written by a clock that ran ahead.
      known && known.self !== self.id && known.until > now && known.until <= now + 2 * LEASE_MS
        ? known
        : { self: self.id, until: now + LEASE_MS },
    )
    if (row?.self !== self.id) return false
    held.set(job, row.until)
    return true
  }
  return {
    holds: async (job) => {
      if (self.isAlone) return true
      const until = held.get(job) ?? 0
      const left = until - clock.now()
      if (left > LEASE_MS / 2 && left <= LEASE_MS) return true
      held.delete(job)
      return take(job)
    },
    // Another server need not wait for the end of a lease whose server has stopped.
    end: async () => {
      const free = [...held.keys()].map(async (job) =>
        all.update(job, (known) => (known?.self === self.id ? undefined : known)).catch(() => undefined),
      )
      held.clear()
      await Promise.all(free)
    },
  }
}
