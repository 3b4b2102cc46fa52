import { Unavailable } from "platen/sdk"
import { onAbort, recentCosts } from "platen/sdk/kit"
import type { RecentCosts } from "platen/sdk/kit"

/** The lines of calls to the world: for addresses of people, for sources that the operator has set up, and ahead of wakes. None waits for another. */
export type Lane = "people" | "operator" | "ahead"

/** Calls at once in each lane, 32 in all. */
const LANES: Readonly<Record<Lane, number>> = { people: 16, operator: 12, ahead: 4 }
/** Calls at once of one caller in all lanes, and ahead of the wakes of one owner's devices. */
const OF_CALLER = 8
const OF_CALLER_AHEAD = 2
/** Calls at once to one host from a lane; of one caller one fewer where people choose the host, so that others get through. */
const TO_HOST = 4
/** Waiting calls in all, and of one caller. */
const MAX_WAITING = 512
const MAX_WAITING_OF_CALLER = 96
/** Bytes of answers in each lane that are being received, or are held by reads: 38 MB in all. */
const MAX_BYTES: Readonly<Record<Lane, number>> = { people: 20 << 20, operator: 12 << 20, ahead: 6 << 20 }
/** A place costs a caller its milliseconds, one more for so many bytes, and so much while it is taken. */
const BYTES_PER_MS = 16 << 10
const TAKEN_MS = 500
/** Retry-After in seconds when the queue is full. */
const RETRY_S = 5

/** Who reads a source: in which lane, on whose behalf, until when. */
export interface Reader {
  readonly lane: Lane
  readonly caller: string
  readonly deadline: AbortSignal
}

/** One read of a source: its calls take places in the queue, and the bytes of their answers count until it ends. */
export interface Reading {
  /** Makes a call in its turn. `maxBytes`: of its answer. Rejects with Unavailable when the queue is full, and with the reason of the deadline. */
  call<T extends { readonly bytes: Uint8Array }>(host: string, maxBytes: number, work: () => Promise<T>): Promise<T>
  /** Lets go of one answer before its end. */
  release(answer: object): void
  end(): void
}

/** Answers that one read holds, with their bytes. */
type Held = Map<object, number>

/** A call that wants a place. */
interface Wanted {
  readonly reader: Reader
  readonly places: Places
  readonly maxBytes: number
  /** What its read holds already, and may free only by going on. */
  readonly held: Held
}

interface Waiting extends Wanted {
  start(): void
  refuse(error: Error): void
}

/** What a running call takes a place of, by name. */
interface Places {
  readonly all: "all"
  readonly lane: Lane
  readonly caller: string
  readonly callerInLane: string
  readonly host: string
  readonly callerAtHost: string
}

/**
 * The one queue of calls to the world: bounded in all, for each caller, for each host, and in bytes. Whoever has cost least of late comes first, so
 * that slow hosts and large answers of one caller delay that caller.
 */
export class WorldQueue {
  readonly #ticks: () => number
  readonly #costs: RecentCosts
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Counts()
  readonly #bytes: Record<Lane, number> = { people: 0, operator: 0, ahead: 0 }
  /** The answers of the one read in a lane that may go beyond its bytes: two that hold some and want more would wait for each other for ever. */
  readonly #passing = new Map<Lane, Held>()

  /** `ticks`: a clock in milliseconds that never goes back. */
  constructor(ticks: () => number) {
    this.#ticks = ticks
    this.#costs = recentCosts(ticks)
  }

  /** Calls that run, that wait, and bytes of answers. */
  get size(): { readonly running: number; readonly waiting: number; readonly bytes: number } {
    return { running: this.#running.of("all"), waiting: this.#waitingInAll(), bytes: sum(Object.values(this.#bytes)) }
  }

  reading(reader: Reader): Reading {
    const held: Held = new Map()
    let ended = false
    return {
      call: async (host, maxBytes, work) => {
        const wanted: Wanted = { reader, places: placesOf(reader, host), maxBytes, held }
        reader.deadline.throwIfAborted()
        // Who arrives never overtakes those who wait in vain for bytes.
        if (this.#waiting.size > 0 || this.#obstacle(wanted)) await this.#wait(wanted)
        else this.#take(wanted)
        const start = this.#ticks()
        let bytes = 0
        try {
          const answer = await work()
          bytes = answer.bytes.length
          if (!ended && bytes > 0) this.#hold(wanted, answer, bytes)
          return answer
        } finally {
          this.#costs.add(reader.caller, this.#ticks() - start + bytes / BYTES_PER_MS)
          this.#bytes[reader.lane] -= maxBytes
          this.#running.add(wanted.places, -1)
          this.#startNext()
        }
      },
      release: (answer) => this.#release(reader.lane, held, [answer]),
      end: () => {
        ended = true
        this.#release(reader.lane, held, [...held.keys()])
      },
    }
  }

  #hold({ reader, held }: Wanted, answer: object, bytes: number): void {
    held.set(answer, bytes)
    this.#bytes[reader.lane] += bytes
  }

  #release(lane: Lane, held: Held, answers: readonly object[]): void {
    for (const each of answers) {
      this.#bytes[lane] -= held.get(each) ?? 0
      held.delete(each)
    }
    if (this.#passing.get(lane) === held && held.size === 0) this.#passing.delete(lane)
    this.#startNext()
  }

  #take(wanted: Wanted): void {
    const { places, maxBytes, held } = wanted
    if (!this.#hasRoom(wanted)) this.#passing.set(places.lane, held)
    this.#bytes[places.lane] += maxBytes
    this.#running.add(places, 1)
  }

  /** An answer that is larger than all bytes of its lane comes alone. */
  #hasRoom({ places: { lane }, maxBytes }: Wanted): boolean {
    return this.#bytes[lane] === 0 || this.#bytes[lane] + maxBytes <= MAX_BYTES[lane]
  }

  /** Why a call may not start yet; undefined when it may. */
  #obstacle(wanted: Wanted): "places" | "bytes" | undefined {
    const { places, held } = wanted
    const { lane } = places
    const running = this.#running
    if (
      running.of(lane) >= LANES[lane] ||
      running.of(places.caller) >= OF_CALLER ||
      running.of(places.callerInLane) >= (lane === "ahead" ? OF_CALLER_AHEAD : OF_CALLER) ||
      running.of(places.host) >= TO_HOST ||
      running.of(places.callerAtHost) >= (lane === "people" ? TO_HOST - 1 : TO_HOST)
    )
      return "places"
    const passing = this.#passing.get(lane) ?? held
    return this.#hasRoom(wanted) || (held.size > 0 && passing === held) ? undefined : "bytes"
  }

  #wait(wanted: Wanted): Promise<void> {
    const { caller, deadline } = wanted.reader
    this.#makeRoom(caller)
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        end()
        this.#remove(caller, mine)
        how()
      }
      const mine: Waiting = {
        ...wanted,
        start: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      }
      const end = onAbort(deadline, () => mine.refuse(deadline.reason as Error))
      const list = this.#waiting.get(caller)
      if (list) list.push(mine)
      else this.#waiting.set(caller, [mine])
      this.#startNext()
    })
  }

  /** Makes room in a full queue: the newest call of whoever has most goes. Throws Unavailable when that is the caller itself. */
  #makeRoom(caller: string): void {
    const own = this.#waiting.get(caller)?.length ?? 0
    if (own >= MAX_WAITING_OF_CALLER) throw busy()
    if (this.#waitingInAll() < MAX_WAITING) return
    const largest = [...this.#waiting.values()].reduce((most, each) => (each.length > most.length ? each : most))
    if (largest.length <= own + 1) throw busy()
    largest.at(-1)!.refuse(busy())
  }

  #remove(caller: string, one: Waiting): void {
    const list = this.#waiting.get(caller)
    const at = list?.indexOf(one) ?? -1
    if (at >= 0) list!.splice(at, 1)
    if (list?.length === 0) this.#waiting.delete(caller)
  }

  /** Starts all that may start, the callers that have cost least first. Whoever is next and waits for bytes is overtaken only by reads that hold some. */
  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#take(next)
      next.start()
    }
  }

  #next(): Waiting | undefined {
    const ranked = [...this.#waiting].map(([caller, list]) => [this.#rank(caller), list] as const)
    const waitForBytes = new Set<Lane>()
    for (const [, list] of ranked.toSorted(([a], [b]) => a - b)) {
      for (const each of list) {
        const obstacle = this.#obstacle(each)
        if (!obstacle && (!waitForBytes.has(each.reader.lane) || each.held.size > 0)) return each
        if (obstacle === "bytes") waitForBytes.add(each.reader.lane)
      }
    }
    return undefined
  }

  #rank(caller: string): number {
    return this.#costs.of(caller) + this.#running.of(callerPlace(caller)) * TAKEN_MS
  }

  #waitingInAll(): number {
    return sum([...this.#waiting.values()].map((list) => list.length))
  }
}

/** How many calls run, by what they take a place of. */
class Counts {
  readonly #all = new Map<string, number>()

  of(key: string): number {
    return this.#all.get(key) ?? 0
  }

  add(places: Places, by: number): void {
    for (const key of Object.values(places) as string[]) {
      const sum = this.of(key) + by
      if (sum === 0) this.#all.delete(key)
      else this.#all.set(key, sum)
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

function placesOf({ lane, caller }: Reader, host: string): Places {
  return {
    all: "all",
    lane,
    caller: callerPlace(caller),
    callerInLane: `${lane} ${callerPlace(caller)}`,
    host: `${lane} host ${host}`,
    callerAtHost: `${lane} host ${host} ${callerPlace(caller)}`,
  }
}

function callerPlace(caller: string): string {
  return `caller ${caller}`
}

function busy(): Unavailable {
  return new Unavailable("Too much is being fetched from other servers at once: try again in a few seconds.", {
    code: "source-busy",
    retryAfter: RETRY_S,
  })
}
