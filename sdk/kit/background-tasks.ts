/** Work for which no response waits, but the end of the server does. */
export interface BackgroundTasks {
  /** Adds a task. `about`: fields of the log line if it fails. */
  after(work: Promise<unknown>, about: object): void
  /** Resolves once all tasks are done or have failed. */
  settled(): Promise<void>
}

/** Starts without tasks. `failed`: gets the fields of a log line for work that fails; `err` is the error. */
export function backgroundTasks(failed: (fields: object) => void): BackgroundTasks {
  const running = new Set<Promise<unknown>>()
  return {
    after: (work, about) => {
      const done: Promise<unknown> = work
        .catch((err: unknown) => failed({ ...about, err }))
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: async () => {
      await Promise.all(running)
    },
  }
}
