import type { FakeClock } from "platen/testing"
import type { Time } from "../../plugins/tools/simulator/time.js"

/** A clock that stands still while a task works, and jumps to the earliest end of a sleep when every task sleeps. */
export interface VirtualTime extends Time {
  /** Starts a task that sleeps on this clock. When the task rejects, `play` rejects with its error. */
  start(task: () => Promise<void>): void
  /** Runs the clock until `work` has ended. */
  play<T>(work: () => Promise<T>): Promise<T>
}

interface Sleeping {
  readonly at: number
  wake(): void
}

/** A virtual clock that advances `clock`. `settle` resolves when the server's background work has ended; the clock waits for it before each jump. */
export function virtualTime(clock: FakeClock, settle: () => Promise<void> = () => Promise.resolve()): VirtualTime {
  const sleeping: Sleeping[] = []
  let awake = 0
  let moving = false
  let playing = false
  let fail: (error: unknown) => void = () => {}
  const jump = (): void => {
    if (awake > 0 || moving || !playing || sleeping.length === 0) return
    moving = true
    settle().then(() => {
      moving = false
      // A press or a stop may have woken a task meanwhile.
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
    jump()
  }
  return {
    now: () => clock.now(),
    sleep: (milliseconds, handle = {}) =>
      new Promise((resolve) => {
        const entry: Sleeping = {
          at: clock.now() + milliseconds,
          wake: () => {
            if (!sleeping.includes(entry)) return
            sleeping.splice(sleeping.indexOf(entry), 1)
            handle.wake = undefined
            awaken()
            resolve()
          },
        }
        sleeping.push(entry)
        handle.wake = () => entry.wake()
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
        /* The race below reports it, unless `play` has already ended. */
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
