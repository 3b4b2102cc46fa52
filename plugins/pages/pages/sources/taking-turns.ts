import type { Clock } from "platen/sdk"
import type { Counters } from "platen/sdk/servers"

/** Milliseconds between two looks whether another server has an answer, and that one waits for it in all. */
const LOOK_MS = 150
const WAIT_MS = 3_000
/** Milliseconds after which a turn is free again whose server has gone. */
const TURN_MS = 20_000

/** A question to the world. */
interface Question<T> {
  readonly key: string
  /** The answer that another server has kept by now. */
  found(): Promise<T | undefined>
  ask(): Promise<T>
  /** Resolves once the answer is kept that was asked for. */
  kept(): Promise<void>
}

/** Of servers that count together, one at a time asks the same question; the others wait for what it keeps. */
export class TakingTurns {
  readonly #clock: Pick<Clock, "now" | "after">
  readonly #counters: Counters

  constructor(clock: Pick<Clock, "now" | "after">, counters: Counters) {
    this.#clock = clock
    this.#counters = counters
  }

  /** Nobody waits for longer than three seconds: who has waited asks for itself. */
  async of<T>({ key, found, ask, kept }: Question<T>): Promise<T> {
    const begun = this.#clock.now()
    while (this.#counters.areShared() && this.#clock.now() - begun < WAIT_MS) {
      const isMine = await this.#take(key)
      const answer = await found()
      const end = (): void => void kept().then(async () => this.#counters.add(`turn ${key}`, TURN_MS, -1))
      if (answer !== undefined) {
        if (isMine) end()
        return answer
      }
      if (isMine) return ask().finally(end)
      await new Promise<void>((resolve) => void this.#clock.after(LOOK_MS, resolve))
    }
    return ask()
  }

  async #take(key: string): Promise<boolean> {
    const { count } = await this.#counters.add(`turn ${key}`, TURN_MS)
    // A store that went away meanwhile counts for all servers.
    if (count === 1 || !this.#counters.areShared()) return true
    await this.#counters.add(`turn ${key}`, TURN_MS, -1)
    return false
  }
}
