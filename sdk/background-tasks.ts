/** Work that an answer does not wait for, and the end of the server does. */
export interface BackgroundTasks {
  /** `about`: what is said beside the error of work that fails. */
  after(work: Promise<unknown>, about: object): void
  /** Resolves once all of it is done, or has failed. */
  settled(): Promise<void>
}

/** `failed`: told of work that fails, as a log is: `err` is why. */
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
