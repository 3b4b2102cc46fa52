import { Unavailable } from "platen/sdk"
import { orAborted } from "platen/sdk/kit"

/** Calls of one caller that wait, at most, and those of all. */
const MAX_WAITING = 3
const MAX_WAITING_OF_ALL = 240
/** Calls at once by keys of people or to their addresses, and those of one person: they cost the operator little. */
const PEOPLES = 16
const PEOPLES_OF_ONE = 2

/** Who has calls here. `turn`: the number of the last turn that they had; 0 before the first. */
interface Caller {
  running: number
  waiting: number
  turn: number
}

/** A call that waits for its turn. */
interface Waiting {
  readonly caller: Caller
  go(): void
}

/**
 * The way out to models: so many calls at once. The next place is for the caller who has fewest, then for who has waited
 * since the earliest turn. So a caller has a second place only while nobody without one waits; the last place is for
 * somebody who has none.
 */
export class Lane {
  readonly #atOnce: number
  readonly #ofOne: number
  readonly #callers = new Map<string, Caller>()
  readonly #waiting: Waiting[] = []
  #running = 0
  #turns = 0

  /** `ofOne`: calls of one caller at once, at most. */
  constructor(atOnce: number, ofOne = Math.max(1, atOnce >> 1)) {
    this.#atOnce = atOnce
    this.#ofOne = ofOne
  }

  /** Runs `work` when its turn comes. Rejects with Unavailable ("model-busy") when too many calls of the caller wait, and with the signal's reason when it aborts before. */
  async run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const caller = this.#callers.get(name) ?? { running: 0, waiting: 0, turn: 0 }
    this.#callers.set(name, caller)
    try {
      await this.#turn(caller, signal)
      try {
        return await work()
      } finally {
        this.#leave(caller)
      }
    } finally {
      if (caller.running + caller.waiting === 0) this.#callers.delete(name)
    }
  }

  /** Resolves when the caller's turn has come, and counts it. */
  async #turn(caller: Caller, signal: AbortSignal): Promise<void> {
    const entry: Waiting = { caller, go: () => {} }
    const turn = new Promise<void>((resolve) => (entry.go = resolve))
    this.#waiting.push(entry)
    caller.waiting++
    this.#next()
    try {
      if (caller.waiting > MAX_WAITING || this.#waiting.length > MAX_WAITING_OF_ALL) throw busy()
      await orAborted(turn, signal)
    } catch (error) {
      // It may have been its turn at the same moment.
      if (!this.#remove(entry)) this.#leave(caller)
      throw error
    }
  }

  #leave(caller: Caller): void {
    caller.running--
    this.#running--
    this.#next()
  }

  #next(): void {
    for (;;) {
      const free = this.#atOnce - this.#running
      const [next] = this.#waiting.toSorted(({ caller: a }, { caller: b }) => a.running - b.running || a.turn - b.turn)
      if (!next || free < 1) return
      const { caller, go } = next
      if (caller.running > 0 && (caller.running >= this.#ofOne || free < 2)) return
      this.#remove(next)
      caller.running++
      caller.turn = ++this.#turns
      this.#running++
      go()
    }
  }

  /** Whether a call was still waiting. */
  #remove(entry: Waiting): boolean {
    const at = this.#waiting.indexOf(entry)
    if (at === -1) return false
    this.#waiting.splice(at, 1)
    entry.caller.waiting--
    return true
  }
}

const busy = (): Unavailable =>
  new Unavailable("Too many calls wait for a text model: try again in a minute.", {
    code: "model-busy",
    retryAfter: 60,
  })

/** The lanes of calls, none of which keeps another waiting: of texts and pictures at the operator's expense, and of all that people pay for themselves. */
export interface Lanes {
  readonly text: Lane
  readonly picture: Lane
  readonly people: Lane
}

export const lanesOf = (atOnce: number): Lanes => ({
  text: new Lane(atOnce),
  picture: new Lane(atOnce),
  people: new Lane(PEOPLES, PEOPLES_OF_ONE),
})
