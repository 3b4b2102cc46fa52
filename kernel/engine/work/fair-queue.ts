import { Unavailable } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Turn } from "platen/sdk/mode"

export interface QueueBounds {
  /** Pieces of work that run at once. Default 1. */
  readonly atOnce?: number
  /** Pieces of work that may wait. */
  readonly maxWaiting: number
  /** Milliseconds that each may wait. */
  readonly waitMs: number
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

/** Seconds after which a caller who found no room may try again. */
const RETRY_SECONDS = 5
/** Callers of whom it is known when they were served. */
const MAX_SERVED = 1_000
/** Whose turn work without a caller takes. */
const NOBODY = ""

/**
 * Work that waits for a scarce worker. Callers take turns: whoever was served longest ago comes first, so that a caller with one piece of
 * work waits for at most one piece of each other caller, however many they have. When it is full, the newest piece of the caller with most of them gives way to a caller with fewer.
 */
export class FairQueue {
  readonly #bounds: QueueBounds
  /** By caller, in the order in which they came; no list is empty. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  /** By caller, when work of theirs began last; others had none for long. */
  readonly #served = new Map<string, number>()
  #begun = 0

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
  }

  /** How many wait. */
  get waiting(): number {
    let sum = 0
    for (const list of this.#waiting.values()) sum += list.length
    return sum
  }

  /** Runs `work` when it is its turn. Rejects with Unavailable when there is no room, when it has waited too long, and when its caller has gone. */
  async run<T>(turn: Turn | undefined, work: () => Promise<T>): Promise<T> {
    if (turn?.signal?.aborted) throw gone()
    if (this.#running >= (this.#bounds.atOnce ?? 1)) await this.#wait(turn)
    else {
      this.#running++
      this.#serve(turn?.caller ?? NOBODY)
    }
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /** Refuses all that waits. */
  clear(error: Error): void {
    for (const each of [...this.#waiting.values()].flat()) each.refuse(error)
  }

  #wait({ caller = NOBODY, signal, waitMs = Infinity }: Partial<Turn> = {}): Promise<void> {
    this.#makeRoom(caller)
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", left)
        this.#remove(caller, mine)
        how()
      }
      const mine: Waiting = { start: () => settle(resolve), refuse: (error) => settle(() => reject(error)) }
      const left = (): void => mine.refuse(gone())
      const timer = setTimeout(() => mine.refuse(busy()), Math.min(waitMs, this.#bounds.waitMs))
      signal?.addEventListener("abort", left, { once: true })
      const list = this.#waiting.get(caller)
      if (list) list.push(mine)
      else this.#waiting.set(caller, [mine])
    })
  }

  /** Throws Unavailable when the caller has as many as anybody. */
  #makeRoom(caller: string): void {
    if (this.waiting < this.#bounds.maxWaiting) return
    const [, largest] = [...this.#waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (largest.length <= (this.#waiting.get(caller)?.length ?? 0) + 1) throw busy()
    largest.at(-1)!.refuse(busy())
  }

  #remove(caller: string, one: Waiting): void {
    const list = this.#waiting.get(caller)
    const at = list?.indexOf(one) ?? -1
    if (at >= 0) list!.splice(at, 1)
    if (list?.length === 0) this.#waiting.delete(caller)
  }

  /** The oldest work of the caller starts who has waited longest since their last. */
  #next(): void {
    let first: readonly [string, Waiting[]] | undefined
    for (const each of this.#waiting) if (!first || this.#lastOf(each[0]) < this.#lastOf(first[0])) first = each
    if (!first) {
      this.#running--
      return
    }
    this.#serve(first[0])
    first[1][0]!.start()
  }

  #serve(caller: string): void {
    lruSet(this.#served, caller, ++this.#begun, MAX_SERVED)
  }

  #lastOf(caller: string): number {
    return this.#served.get(caller) ?? 0
  }
}

/** For whoever finds no room, or waits too long. */
export function busy(): Unavailable {
  return new Unavailable("The server draws for others at this moment: try again in a few seconds.", {
    code: "draw-busy",
    retryAfter: RETRY_SECONDS,
  })
}

function gone(): Unavailable {
  return new Unavailable("The caller has gone: nothing is drawn for it.", { code: "caller-gone" })
}
