/** What comes in bursts, written in few writes: what comes while one is written goes with the next. */
export interface Gathering<T> {
  add(item: T): void
  /** Resolves once all that came before is written, or has failed to be. */
  settled(): Promise<void>
}

interface Options<T> {
  /** Items beyond so many that wait are dropped: whoever sends them faster than they are written must not fill the memory. */
  readonly most: number
  /** Milliseconds from one write to the next, unless somebody waits for it. */
  readonly pause: number
  now(): number
  write(items: readonly T[]): Promise<void>
  failed(error: unknown): void
}

export function gathering<T>({ most, pause, now, write, failed }: Options<T>): Gathering<T> {
  let waiting: T[] = []
  let running: Promise<void> | undefined
  let begun = -Infinity
  const flush = (): Promise<void> => {
    if (running) return running
    if (waiting.length === 0) return Promise.resolve()
    const items = waiting
    waiting = []
    begun = now()
    running = write(items)
      .catch(failed)
      .finally(() => {
        running = undefined
        due()
      })
    return running
  }
  const due = (): void => {
    if (!running && waiting.length > 0 && now() - begun >= pause) void flush()
  }
  return {
    add: (item) => {
      if (waiting.length < most) waiting.push(item)
      due()
    },
    settled: async () => {
      await running
      await flush()
    },
  }
}
