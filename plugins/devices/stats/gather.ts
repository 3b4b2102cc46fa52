/** A write buffer for bursts. Items that arrive during a write go into the next one. */
export interface Gathering<T> {
  add(item: T): void
  /** Resolves once all earlier items are written or their write has failed. */
  settled(): Promise<void>
}

interface Options<T> {
  /** Maximum number of waiting items; more are dropped, to bound the memory. */
  readonly max: number
  /** Minimum milliseconds between writes; `settled` does not wait for it. */
  readonly pause: number
  now(): number
  write(items: readonly T[]): Promise<void>
  failed(error: unknown): void
}

export function gathering<T>({ max, pause, now, write, failed }: Options<T>): Gathering<T> {
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
      if (waiting.length < max) waiting.push(item)
      due()
    },
    settled: async () => {
      await running
      await flush()
    },
  }
}
