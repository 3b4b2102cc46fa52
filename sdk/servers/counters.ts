import { extensionPoint } from "../kit/define-plugin.js"
import { lruSet } from "../kit/lru-set.js"
import type { Clock } from "../services.js"
import { token } from "../token.js"

/** Counted in a window. */
export interface Counted {
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly leftMs: number
}

/** Counts of calls, over all servers of the store. */
export interface Counters {
  /** Whether several servers count together now. */
  areShared(): boolean
  /** Adds `by` (default 1; -1 takes one back) to a count, whose window begins with its first and lasts `windowMs` milliseconds. Never rejects. */
  add(key: string, windowMs: number, by?: number): Counted | Promise<Counted>
}

/** A store in which several servers count together. */
export interface CounterStore {
  /** "redis": for the log. */
  readonly id: string
  /** As `Counters.add`. Rejects while it is away. */
  add(key: string, windowMs: number, by: number): Promise<Counted>
}

/** A store in which several servers keep what sources have answered. */
export interface AnswerStore {
  /** "redis": for the log. */
  readonly id: string
  /** Of Keyv 5. Its calls reject while it is away. */
  readonly adapter: object
}

/** Counts over all servers. */
export const COUNTERS = token<Counters>("platen.counters")
/** Stores of counts: one at most. The plugin `servers` opens the point; without one each server counts for itself. */
export const COUNTER_STORES = extensionPoint<CounterStore>("platen.counter-stores", { combine: "one" })

/** Stores of answers: one at most. It is used where `answers.store` names none. */
export const ANSWER_STORES = extensionPoint<AnswerStore>("platen.answer-stores", { combine: "one" })

/** Windows in memory at the same time; beyond them the least recently counted is dropped. */
const MAX_WINDOWS = 50_000

/** Counts in the memory of one server. */
export function countersInMemory(clock: Pick<Clock, "now">): {
  areShared(): boolean
  add(key: string, windowMs: number, by?: number): Counted
} {
  const windows = new Map<string, { readonly until: number; count: number }>()
  return {
    areShared: () => false,
    add: (key, windowMs, by = 1) => {
      const now = clock.now()
      const known = windows.get(key)
      // A clock that is set back must not keep a window open for that long.
      const open =
        known && known.until > now && known.until <= now + windowMs ? known : { until: now + windowMs, count: 0 }
      if (open !== known) lruSet(windows, key, open, MAX_WINDOWS)
      open.count = Math.max(0, open.count + by)
      return { count: open.count, leftMs: open.until - now }
    },
  }
}
