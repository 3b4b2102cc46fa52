/** A handle to end a sleep early. `wake` is defined while the sleep lasts. */
export interface SleepHandle {
  wake?: (() => void) | undefined
}

/** The clock of simulated devices, in milliseconds. */
export interface Time {
  /** Milliseconds since an arbitrary moment. */
  now(): number
  sleep(milliseconds: number, handle?: SleepHandle): Promise<void>
}

/** A clock that runs `speed` times as fast as real time. `ticks`: monotonic milliseconds. */
export function realTime(ticks: () => number, speed = 1): Time {
  return {
    now: () => ticks() * speed,
    sleep: (milliseconds, handle = {}) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          handle.wake = undefined
          resolve()
        }
        const timer = setTimeout(done, milliseconds / speed)
        handle.wake = done
      }),
  }
}
