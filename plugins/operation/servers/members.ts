import { z } from "platen/sdk"
import { entriesOf, every } from "platen/sdk/kit"
import type { Clock, Log, Store } from "platen/sdk"
import type { Servers } from "platen/sdk/servers"

/** What a server knows of itself. */
export type Self = Pick<Servers, "id" | "isAlone">

/** Milliseconds between two words of a server that it runs, and until its last one no longer counts. */
const SAID_EVERY_MS = 10_000
const LIVES_MS = 30_000

const row = z.object({ at: z.number() })

interface Needs {
  readonly self: Self
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** The servers of a store, each with a row that it renews. */
export function membersIn({ self, store, clock, log }: Needs): {
  readonly count: () => number
  begin(): Promise<void>
  end(): Promise<void>
} {
  const all = store.collection("servers", row)
  let count = 1
  let stop: (() => void) | undefined
  const say = async (): Promise<void> => {
    await all.set(self.id, { at: clock.now() }, { ttl: LIVES_MS / 1000 })
    let found = 0
    for await (const _ of entriesOf(all)) found++
    count = Math.max(1, found)
  }
  return {
    count: () => count,
    begin: async () => {
      await say()
      stop = every(clock, SAID_EVERY_MS, () => {
        say().catch((error: unknown) => log.warn({ err: error }, "server-row.failed"))
      })
    },
    end: async () => {
      if (!stop) return
      stop()
      // A store that is away loses nothing: the row expires.
      await all.delete(self.id).catch(() => false)
    },
  }
}
