import { Unavailable } from "platen/sdk"
import { orAborted } from "platen/sdk/kit"

/** Calls that wait, at most. */
const MAX_WAITING = 24

/** A call that waits for its turn. */
interface Waiting {
  readonly caller: string
  go(): void
}

/** The way out to models: so many calls at once, and of one caller at most half of them. Others wait, each caller's in turn. */
export class Lane {
  readonly #atOnce: number
  readonly #running = new Map<string, number>()
  readonly #waiting: Waiting[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Runs `work` when its turn comes. Rejects with Unavailable when too many wait, and when the signal aborts before. */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (!this.#hasRoom(caller)) {
      if (this.#waiting.length >= MAX_WAITING)
        throw new Unavailable("Too many calls wait for a text model: try again in a minute.", {
          code: "model-busy",
          retryAfter: 60,
        })
      await this.#turn(caller, signal)
    } else this.#count(caller, 1)
    try {
      return await work()
    } finally {
      this.#count(caller, -1)
      this.#next()
    }
  }

  /** Resolves when the caller's turn has come, and counts it. */
  async #turn(caller: string, signal: AbortSignal): Promise<void> {
    const entry: Waiting = { caller, go: () => {} }
    const turn = new Promise<void>((resolve) => (entry.go = resolve))
    this.#waiting.push(entry)
    try {
      await orAborted(turn, signal)
    } catch (error) {
      const at = this.#waiting.indexOf(entry)
      // It may have been its turn at the same moment.
      if (at === -1) {
        this.#count(caller, -1)
        this.#next()
      } else this.#waiting.splice(at, 1)
      throw error
    }
  }

  #hasRoom(caller: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0)
    return all < this.#atOnce && (this.#running.get(caller) ?? 0) < Math.max(1, this.#atOnce >> 1)
  }

  #next(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ caller }) => this.#hasRoom(caller))
      const [next] = at === -1 ? [] : this.#waiting.splice(at, 1)
      if (!next) return
      this.#count(next.caller, 1)
      next.go()
    }
  }

  #count(caller: string, by: number): void {
    const count = (this.#running.get(caller) ?? 0) + by
    if (count === 0) this.#running.delete(caller)
    else this.#running.set(caller, count)
  }
}
