import { Unavailable } from "platen/sdk"
import { recentCosts } from "platen/sdk/kit"
import type { RecentCosts } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Turn } from "platen/sdk/mode"

export interface QueueBounds {
  readonly clock: Pick<Clock, "after" | "now">
  /** Number of jobs that run at once. Default 1. */
  readonly atOnce?: number
  /** Maximum number of waiting jobs. */
  readonly maxWaiting: number
  /** Maximum wait of a job in milliseconds. */
  readonly waitMs: number
}

interface Waiting {
  start(): void
  refuse(error: Error): void
}

const RETRY_SECONDS = 5
/** Caller of jobs without a caller. */
const NOBODY = ""

/** What a turn costs besides what the job spends: callers whose jobs cost nothing take turns. */
const TURN = 0.001

/**
 * Fair queue for a scarce worker. The caller whose jobs have cost least of late comes first, so that costly jobs delay
 * whoever sends them. When the queue is full, the newest job of the caller with the most jobs is
 * dropped in favour of a caller with fewer.
 */
export class FairQueue {
  readonly #bounds: QueueBounds
  /** Waiting jobs by caller, in order of arrival; no list is empty. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  readonly #costs: RecentCosts

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds
    this.#costs = recentCosts(bounds.clock.now)
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    let sum = 0
    for (const list of this.#waiting.values()) sum += list.length
    return sum
  }

  /** Runs `work` in its turn. `spend`: what it costs its caller, such as milliseconds of processor time. Rejects with Unavailable when the queue is full, the wait is too long, or the caller disconnects. */
  async run<T>(turn: Turn | undefined, work: (spend: (cost: number) => void) => Promise<T>): Promise<T> {
    if (turn?.signal?.aborted) throw gone()
    const caller = turn?.caller ?? NOBODY
    if (this.#running >= (this.#bounds.atOnce ?? 1)) await this.#wait(turn)
    else this.#running++
    this.#costs.add(caller, TURN)
    try {
      return await work((cost) => this.#costs.add(caller, cost))
    } finally {
      this.#next()
    }
  }

  /** Rejects all waiting jobs. */
  clear(error: Error): void {
    for (const each of [...this.#waiting.values()].flat()) each.refuse(error)
  }

  #wait({ caller = NOBODY, signal, waitMs = Infinity }: Partial<Turn> = {}): Promise<void> {
    this.#makeRoom(caller)
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        cancel()
        signal?.removeEventListener("abort", left)
        this.#remove(caller, mine)
        how()
      }
      const mine: Waiting = { start: () => settle(resolve), refuse: (error) => settle(() => reject(error)) }
      const left = (): void => mine.refuse(gone())
      const cancel = this.#bounds.clock.after(Math.min(waitMs, this.#bounds.waitMs), () => mine.refuse(busy()))
      signal?.addEventListener("abort", left, { once: true })
      const list = this.#waiting.get(caller)
      if (list) list.push(mine)
      else this.#waiting.set(caller, [mine])
    })
  }

  /** Makes room in a full queue. Throws Unavailable when no other caller has more jobs. */
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

  /** Starts the oldest job of the caller that has cost least. */
  #next(): void {
    const costs = this.#costs
    let first: readonly [string, Waiting[]] | undefined
    for (const each of this.#waiting) if (!first || costs.of(each[0]) < costs.of(first[0])) first = each
    if (first) first[1][0]!.start()
    else this.#running--
  }
}

/** Error of a full queue, of a wait that is too long, or of a process that does not start. */
export function busy(
  message = "The server is busy drawing for others: try again in a few seconds.",
  cause?: unknown,
): Unavailable {
  return new Unavailable(message, { code: "draw-busy", retryAfter: RETRY_SECONDS, cause })
}

function gone(): Unavailable {
  return new Unavailable("The caller has gone: nothing is drawn for it.", { code: "caller-gone" })
}
