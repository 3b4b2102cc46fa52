import { Unavailable } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** Milliseconds in which a store answers, and after which it is asked again: however many ask, the store is asked once meanwhile. */
const [ANSWERS_MS, HOLDS_MS] = [2_000, 1_000] as const
/** Milliseconds for which a good answer stands while the next is awaited: a store has a queue, and one that is busy is not broken. */
const STANDS_MS = HOLDS_MS + ANSWERS_MS

/** Makes the check that resolves while the store can be used. It rejects with Unavailable while the store fails or does not answer, and once a newer server has converted it. */
export function storeCheck(isConverted: () => Promise<boolean>, clock: Clock): () => Promise<void> {
  let asked: { readonly at: number; readonly done: Promise<void> } | undefined
  let goodAt = -Infinity
  const ask = async (at: number): Promise<void> => {
    try {
      if (await withTimeout(clock, isConverted(), ANSWERS_MS, silent)) {
        const message = "A newer server has converted the store: stop this one, and install that version."
        throw new Unavailable(message, { code: "store-converted" })
      }
      goodAt = at
    } catch (error) {
      goodAt = -Infinity
      throw error
    }
  }
  return async () => {
    const now = clock.now()
    if (!asked || now - asked.at >= HOLDS_MS) {
      asked = { at: now, done: ask(now) }
      // Whoever asks next hears of it.
      asked.done.catch(() => {})
    }
    if (now - goodAt >= STANDS_MS) await asked.done
  }
}

function silent(): Unavailable {
  const message = "The store does not answer: check that it runs, and that it is not overloaded."
  return new Unavailable(message, { code: "store-silent", retryAfter: 5 })
}
