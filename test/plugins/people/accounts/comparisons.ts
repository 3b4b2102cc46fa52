import crypto from "node:crypto"
import type { ScryptOptions } from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

/** How often two secrets are compared in constant time while `work` runs. */
export async function comparisons(work: () => unknown): Promise<number> {
  const { timingSafeEqual } = crypto
  let count = 0
  const counting: typeof timingSafeEqual = (a, b) => {
    count++
    return timingSafeEqual(a, b)
  }
  await instead({ timingSafeEqual: counting }, work)
  return count
}

/** What each hash costs that is derived while `work` runs, in order. */
export async function derivations(work: () => unknown): Promise<readonly ScryptOptions[]> {
  const { scrypt } = crypto
  const costs: ScryptOptions[] = []
  const noting = (...given: Parameters<typeof scrypt>): void => {
    costs.push(given[3])
    scrypt(...given)
  }
  await instead({ scrypt: noting }, work)
  return costs
}

/** Does the work with other functions in the place of node:crypto's. */
async function instead(others: object, work: () => unknown): Promise<void> {
  const own = Object.fromEntries(Object.keys(others).map((name) => [name, crypto[name as keyof typeof crypto]]))
  Object.assign(crypto, others)
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(crypto, own)
    syncBuiltinESMExports()
  }
}
