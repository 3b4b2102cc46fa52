import type { Clock } from "platen/sdk"

/** Wrong short codes within an hour, of all accounts and addresses together. */
export const MAX_WRONG = 100
const HOUR_MS = 60 * 60_000

/**
 * What whoever has many accounts and addresses may guess. Five tries each would find a code of six digits in the end; after these
 * many wrong ones no short code is looked at for others than a device's owner, and screens draw codes of eight letters, which
 * nobody guesses: who has the screen in sight presses its button and types that. So nobody is locked out, and in an
 * hour a code of six digits is found with a chance of one in ten thousand for each screen that shows one.
 */
export interface Guard {
  /** True: short codes are no longer looked at. */
  readonly shut: boolean
  /** Counts a guess before it is known how it ends. Resolves to what takes it back; undefined when it is shut. */
  take(): (() => void) | undefined
}

/** Counted in this process: no caller can restart it. */
export function guardBy(clock: Clock): Guard {
  let wrong: { readonly at: number }[] = []
  const lately = (): typeof wrong => (wrong = wrong.filter(({ at }) => at > clock.now() - HOUR_MS))
  return {
    get shut() {
      return lately().length >= MAX_WRONG
    },
    take: () => {
      if (lately().length >= MAX_WRONG) return undefined
      const one = { at: clock.now() }
      wrong.push(one)
      return () => {
        wrong = wrong.filter((each) => each !== one)
      }
    },
  }
}
