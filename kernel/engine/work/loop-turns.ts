/** Milliseconds for which pieces of work follow one another before others are answered. */
const SPELL_MS = 10

/**
 * Runs pieces of work that keep the thread busy for milliseconds each without keeping everybody else waiting: those that come at once run for a
 * short spell, then the event loop turns, and the next go on in the order in which they came. What comes alone runs at once.
 */
export class LoopTurns {
  /** Monotonic milliseconds. */
  readonly #ticks: () => number
  /** When the spell began, and what resolves once the loop has turned. */
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
