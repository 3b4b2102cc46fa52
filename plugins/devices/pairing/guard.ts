import { z } from "platen/sdk"
import type { Clock, Store } from "platen/sdk"

/** Wrong short codes within an hour, over all accounts and addresses. */
export const MAX_WRONG = 100
const HOUR_MS = 60 * 60_000

/**
 * Global bound on wrong short codes, against attackers with many accounts and addresses: five attempts each would eventually find a code of six
 * digits. After MAX_WRONG wrong codes the server accepts short codes only from the device's owner, and screens show codes of eight characters. A person
 * in front of the screen presses its button and types the long code, so the bound locks no one out. Within an hour the chance of guessing
 * a code of six digits is one in ten thousand for each screen that shows one.
 */
export interface Guard {
  /** True: short codes are not accepted. */
  readonly isClosed: boolean
  /** Counts an attempt before its outcome is known. Resolves to the function that uncounts it; undefined when the guard is closed. */
  take(): Promise<(() => Promise<void>) | undefined>
}

const isRecent = (clock: Clock) => (at: number) => at > clock.now() - HOUR_MS

/** A guard that counts in memory: no caller can restart the process. */
export function guardBy(clock: Clock): Guard {
  let wrong: { readonly at: number }[] = []
  const recent = (): typeof wrong => (wrong = wrong.filter(({ at }) => isRecent(clock)(at)))
  return {
    get isClosed() {
      return recent().length >= MAX_WRONG
    },
    take: async () => {
      if (recent().length >= MAX_WRONG) return undefined
      const one = { at: clock.now() }
      wrong.push(one)
      return async () => {
        wrong = wrong.filter((each) => each !== one)
      }
    },
  }
}

/** A guard of several servers of one store, which count together. `look`: reads what others have counted; until then `isClosed` goes by what this one knows. */
export function sharedGuard(store: Store, clock: Clock): Guard & { look(): Promise<void> } {
  const all = store.collection("wrong-codes", z.object({ times: z.array(z.number()) }))
  let known: readonly number[] = []
  const recent = (times: readonly number[] = []): number[] => times.filter(isRecent(clock))
  const changed = async (change: (times: number[]) => number[]): Promise<void> => {
    const row = await all.update("all", (before) => ({ times: change(recent(before?.times)) }), { ttl: HOUR_MS / 1000 })
    known = row?.times ?? []
  }
  return {
    get isClosed() {
      return recent(known).length >= MAX_WRONG
    },
    take: async () => {
      const at = clock.now()
      let isTaken = false
      await changed((times) => {
        isTaken = times.length < MAX_WRONG
        return isTaken ? [...times, at] : times
      })
      if (!isTaken) return undefined
      let isBack = false
      return async () => {
        if (isBack) return
        isBack = true
        await changed((times) => times.toSpliced(times.lastIndexOf(at), times.includes(at) ? 1 : 0))
      }
    },
    look: async () => {
      known = (await all.get("all"))?.times ?? []
    },
  }
}
