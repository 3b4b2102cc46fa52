import { setTimeout as pause } from "node:timers/promises"
import type { Clock } from "platen/sdk"

/** The clock of the system, and its timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work, { idle = false } = {}) => {
    const timer = setTimeout(work, milliseconds)
    if (idle) timer.unref()
    return () => clearTimeout(timer)
  },
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted()),
}
