import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

/** How often two secrets are compared in constant time while `work` runs. */
export async function comparisons(work: () => unknown): Promise<number> {
  const { timingSafeEqual } = crypto
  let count = 0
  const counting: typeof timingSafeEqual = (a, b) => {
    count++
    return timingSafeEqual(a, b)
  }
  Object.assign(crypto, { timingSafeEqual: counting })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(crypto, { timingSafeEqual })
    syncBuiltinESMExports()
  }
  return count
}
