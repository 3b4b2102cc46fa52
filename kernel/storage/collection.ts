import { Unavailable } from "platen/sdk"
import type { Clock, Collection, UpdateOptions, z } from "platen/sdk"
import { writesOf, written } from "./changes.js"
import { fromText, toText } from "./checked.js"
import type { Engine } from "platen/sdk"
import { recentTexts } from "./recent.js"

/** Attempts to update a value that other processes change at the same time. */
const MAX_ATTEMPTS = 200
const MAX_KEY = 512

/** The last pending update of each key. */
export type Queues = Map<string, Promise<unknown>>

/** A collection with the internals that a batch needs. */
export interface CollectionInside<T> extends Collection<T> {
  readonly engine: Engine
  fullKey(key: string): string
  encode(fullKey: string, value: T): string
  expires(ttl: number | undefined): number
}

export interface CollectionOptions<T> {
  readonly engine: Engine
  readonly clock: Clock
  /** Ends with a separator. */
  readonly prefix: string
  readonly schema: z.ZodType<T>
  /** Shared by all collections that can change the same keys. */
  readonly queues: Queues
}

/** Collection of values by key. Updates of one key run in sequence within the process; between processes, compare-and-swap decides. */
export function collection<T>({ engine, clock, prefix, schema, queues }: CollectionOptions<T>): CollectionInside<T> {
  const decode = (full: string, text: string): T => fromText(schema, full, text)
  const encode = (full: string, value: T): string => toText(schema, full, value)
  const fullKey = (key: string): string => {
    if (key === "" || key.length > MAX_KEY || key.includes("\0") || !key.isWellFormed()) {
      throw new RangeError(`a key has 1 to ${MAX_KEY} characters, without NUL and lone surrogates`)
    }
    return prefix + key
  }
  const recent = recentTexts()
  const expires = (ttl: number | undefined): number => (ttl === undefined ? 0 : clock.now() + ttl * 1000)
  const swap = async (
    full: string,
    change: (value: T | undefined) => T | undefined,
    { ttl, with: others }: UpdateOptions<T> = {},
  ): Promise<T | undefined> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // The cached text may be stale: then the write fails, and the next attempt reads the store.
      const remembered = attempt === 0 ? recent.get(full) : undefined
      const before = remembered ?? (await engine.get(full))
      let after: T | undefined
      try {
        after = change(before === undefined ? undefined : decode(full, before))
      } catch (error) {
        if (remembered !== undefined) continue
        throw error
      }
      const text = after === undefined ? undefined : encode(full, after)
      const along = others?.(after) ?? []
      const seconds = typeof ttl === "function" ? (after === undefined ? undefined : ttl(after)) : ttl
      const kept = text === before && seconds === undefined && along.length === 0
      if (kept && remembered !== undefined) continue
      if (
        !kept &&
        !(await engine.write(
          [{ key: full, value: text, expires: expires(seconds) }, ...writesOf(along)],
          [{ key: full, value: before }],
        ))
      )
        continue
      recent.set(full, text)
      await written(along)
      return text === undefined ? undefined : decode(full, text)
    }
    throw new Unavailable(`"${full}" is updated too often at the same time: try again.`, {
      code: "store-busy",
      retryAfter: 1,
    })
  }
  return {
    engine,
    fullKey,
    encode,
    expires,
    get: async (key) => {
      const full = fullKey(key)
      const text = await engine.get(full)
      recent.set(full, text)
      return text === undefined ? undefined : decode(full, text)
    },
    set: async (key, value, options) => {
      const full = fullKey(key)
      const text = encode(full, value)
      await engine.write([{ key: full, value: text, expires: expires(options?.ttl) }])
      recent.set(full, text)
    },
    delete: async (key) => {
      const full = fullKey(key)
      for (;;) {
        const before = await engine.get(full)
        if (before === undefined) return false
        if (await engine.write([{ key: full, value: undefined, expires: 0 }], [{ key: full, value: before }]))
          return true
      }
    },
    update: async (key, change, options) => inTurn(queues, fullKey(key), (full) => swap(full, change, options)),
    count: (begin = "") => engine.count(prefix + begin),
    list: async ({ prefix: begin = "", after, limit = 100 } = {}) => {
      const rows = await engine.scan({
        prefix: prefix + begin,
        after: after === undefined ? undefined : prefix + after,
        limit: Math.min(1000, Math.max(1, limit)),
      })
      return rows.map(({ key, value }) => ({ key: key.slice(prefix.length), value: decode(key, value) }))
    },
  }
}

/** Runs the work of one key in sequence. */
function inTurn<R>(queues: Queues, key: string, work: (key: string) => Promise<R>): Promise<R> {
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(
    () => work(key),
    () => work(key),
  )
  queues.set(key, mine)
  const done = (): void => {
    if (queues.get(key) === mine) queues.delete(key)
  }
  mine.then(done, done)
  return mine
}
