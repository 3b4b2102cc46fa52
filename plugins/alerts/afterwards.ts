import type { Log } from "platen/sdk"

/** Work that an answer does not wait for, and the end of the server does. */
export interface Afterwards {
  after(mac: string, work: Promise<void>): void
  settled(): Promise<void>
}

export function afterwards(log: Log): Afterwards {
  const running = new Set<Promise<void>>()
  return {
    after: (mac, work) => {
      const done = work.catch((error: unknown) => log.error({ mac, err: error }, "alert.not-returned")).finally(() => running.delete(done))
      running.add(done)
    },
    settled: async () => { await Promise.all(running) },
  }
}
