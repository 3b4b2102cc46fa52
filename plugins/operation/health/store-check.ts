import { Unavailable } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** Milliseconds in which a store answers, and for which its answer holds: however many ask, the store is asked once meanwhile. */
const [ANSWERS_MS, HOLDS_MS] = [2_000, 1_000] as const

/** Makes the check that resolves while the store can be used. It rejects with Unavailable while the store fails or does not answer, and once a newer server has converted it. */
export function storeCheck(isConverted: () => Promise<boolean>, clock: Clock): () => Promise<void> {
  let last: { readonly at: number; readonly done: Promise<void> } | undefined
  const ask = async (): Promise<void> => {
    if (await withTimeout(clock, isConverted(), ANSWERS_MS, silent)) {
      const message = "A newer server has converted the store: stop this one, and install that version."
      throw new Unavailable(message, { code: "store-converted" })
    }
  }
  return () => {
    const now = clock.now()
    if (!last || now - last.at >= HOLDS_MS) last = { at: now, done: ask() }
    return last.done
  }
}

function silent(): Unavailable {
  const message = "The store does not answer: check that it runs, and that it is not overloaded."
  return new Unavailable(message, { code: "store-silent", retryAfter: 5 })
}
