import type { FakeClock } from "platen/testing"
import type { Time } from "../../kernel/simulate/time.js"

/** Time that stands still while anything is being done, and then leaps to the next moment for which somebody waits. */
export interface VirtualTime extends Time {
  /** Somebody who sleeps by this time; what it rejects with, `play` rejects with. */
  start(task: () => Promise<void>): void
  /** Time passes until `work` has ended. */
  play<T>(work: () => Promise<T>): Promise<T>
}

interface Sleeping {
  readonly at: number
  wake(): void
}

/** `clock` is moved along. `settle`: what a server does behind its answers is done before time passes. */
export function virtualTime(clock: FakeClock, settle: () => Promise<void> = () => Promise.resolve()): VirtualTime {
  const sleeping: Sleeping[] = []
  let awake = 0
  let moving = false
  let playing = false
  let fail: (error: unknown) => void = () => {}
  const rest = (): void => {
    if (awake > 0 || moving || !playing || sleeping.length === 0) return
    moving = true
    settle().then(() => {
      moving = false
      // Somebody may have been woken meanwhile.
      if (awake > 0 || !playing) return
      const next = sleeping.reduce((first, each) => (each.at < first.at ? each : first))
      clock.advance(Math.max(0, next.at - clock.now()))
      next.wake()
    }, fail)
  }
  const awaken = (): void => {
    awake++
  }
  const leave = (): void => {
    awake--
    rest()
  }
  return {
    now: () => clock.now(),
    sleep: (milliseconds, sleeper = {}) =>
      new Promise((resolve) => {
        const mine: Sleeping = {
          at: clock.now() + milliseconds,
          wake: () => {
            if (!sleeping.includes(mine)) return
            sleeping.splice(sleeping.indexOf(mine), 1)
            sleeper.wake = undefined
            awaken()
            resolve()
          },
        }
        sleeping.push(mine)
        sleeper.wake = () => mine.wake()
        leave()
      }),
    start: (task) => {
      awaken()
      task()
        .catch((error: unknown) => fail(error))
        .finally(leave)
    },
    play: async (work) => {
      const failed = new Promise<never>((_, reject) => {
        fail = reject
      })
      failed.catch(() => {
        /* told by the race, or nobody listens any more */
      })
      playing = true
      awaken()
      try {
        return await Promise.race([work(), failed])
      } finally {
        playing = false
        awake--
      }
    },
  }
}
