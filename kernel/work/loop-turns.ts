/** Milliseconds of consecutive jobs before the event loop gets a turn. */
const SPELL_MS = 10

/**
 * Runs short CPU-bound jobs without starving the event loop: jobs run consecutively for a short time slice, then the
 * event loop turns, and the next jobs continue in order of arrival. A single job runs at once.
 */
export class LoopTurns {
  /** Monotonic milliseconds. */
  readonly #ticks: () => number
  /** Start of the current time slice, and a promise for the next turn of the event loop. */
  #spell: { readonly began: number; readonly over: Promise<void> } | undefined

  constructor(ticks: () => number) {
    this.#ticks = ticks
  }

  async run<T>(work: () => T): Promise<T> {
    while (this.#spell && this.#ticks() - this.#spell.began > SPELL_MS) await this.#spell.over
    this.#spell ??= {
      began: this.#ticks(),
      over: new Promise((resolve) => {
        setImmediate(() => {
          this.#spell = undefined
          resolve()
        })
      }),
    }
    return work()
  }
}
