import { orAborted } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"

/** The clock of the system, and its timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, work, { idle = false } = {}) => {
    const timer = setTimeout(work, milliseconds)
    if (idle) timer.unref()
    return () => clearTimeout(timer)
  },
  pause: (milliseconds, signal) => {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
    return signal ? orAborted(over, signal).finally(() => clearTimeout(timer)) : over
  },
}
