/**
 * Lets pieces of work that keep the thread busy for milliseconds each run one in a turn of the event loop, in the order in which they come:
 * between two of them everybody else is answered. What comes alone does not wait.
 */
export class LoopTurns {
  #last: Promise<void> | undefined

  /** Resolves when it is the caller's turn. */
  async next(): Promise<void> {
    const before = this.#last
    const mine = (before ?? Promise.resolve()).then(() => new Promise<void>((resolve) => { setImmediate(resolve) }))
    this.#last = mine
    void mine.then(() => { if (this.#last === mine) this.#last = undefined })
    await before
  }
}
