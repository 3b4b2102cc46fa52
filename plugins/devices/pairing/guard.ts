import type { Clock } from "platen/sdk"

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
  /** Counts an attempt before its outcome is known. Returns the function that uncounts it; undefined when the guard is closed. */
  take(): (() => void) | undefined
}

/** A guard that counts in memory: no caller can restart the process. */
export function guardBy(clock: Clock): Guard {
  let wrong: { readonly at: number }[] = []
  const recent = (): typeof wrong => (wrong = wrong.filter(({ at }) => at > clock.now() - HOUR_MS))
  return {
    get isClosed() {
      return recent().length >= MAX_WRONG
    },
    take: () => {
      if (recent().length >= MAX_WRONG) return undefined
      const one = { at: clock.now() }
      wrong.push(one)
      return () => {
        wrong = wrong.filter((each) => each !== one)
      }
    },
  }
}
