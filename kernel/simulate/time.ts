/** Where a sleeper leaves what wakes it before its time. */
export interface Sleeper {
  wake?: (() => void) | undefined
}

/** Milliseconds as simulated devices live through them. */
export interface Time {
  /** Since some moment. */
  now(): number
  sleep(milliseconds: number, sleeper?: Sleeper): Promise<void>
}

/** As on the wall, so many times as fast. `ticks`: monotonic milliseconds. */
export function realTime(ticks: () => number, speed = 1): Time {
  return {
    now: () => ticks() * speed,
    sleep: (milliseconds, sleeper = {}) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          sleeper.wake = undefined
          resolve()
        }
        const timer = setTimeout(done, milliseconds / speed)
        sleeper.wake = done
      }),
  }
}
