import { TooMany, z } from "platen/sdk"
import type { Clock, Store } from "platen/sdk"

const MOST_WRONG = 5
const WAIT_MS = 15 * 60_000

/** Wrong codes, by account and by address; never by device, or anybody could lock an owner out. */
export interface Tries {
  /** Throws TooMany. */
  check(whose: readonly string[]): Promise<void>
  wrong(whose: readonly string[]): Promise<void>
}

export function triesIn(store: Store, clock: Clock): Tries {
  const all = store.collection("tries", z.object({ count: z.number(), last: z.number() }))
  return {
    check: async (whose) => {
      for (const each of whose) {
        const found = await all.get(each)
        const left = found && found.count >= MOST_WRONG ? found.last + WAIT_MS - clock.now() : 0
        if (left > 0) throw new TooMany("Too many wrong codes: wait a quarter of an hour, then take the code that the screen shows.", { retryAfter: Math.ceil(left / 1000) })
      }
    },
    wrong: async (whose) => {
      for (const each of whose) {
        await all.update(each, (found) => {
          const recent = found && clock.now() - found.last < WAIT_MS
          return { count: recent ? found.count + 1 : 1, last: clock.now() }
        }, { ttl: (2 * WAIT_MS) / 1000 })
      }
    },
  }
}
