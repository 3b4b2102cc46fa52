import { Unavailable } from "platen/sdk"
import type { Clock, Collection, z } from "platen/sdk"
import type { Engine } from "./engine.js"

/** Tries to change a value before giving up: others were faster each time. */
const MOST_TRIES = 200
const MOST_KEY = 512

/** What a batch needs to know of a collection. */
export interface CollectionInside<T> extends Collection<T> {
  readonly engine: Engine
  fullKey(key: string): string
  encode(value: T): string
  expires(ttl: number | undefined): number
}

export interface CollectionOptions<T> {
  readonly engine: Engine
  readonly clock: Clock
  /** Ends with a separator. */
  readonly prefix: string
  readonly schema: z.ZodType<T>
}

/** Values by key. Changes of one key queue up within the process; between processes a swap decides. */
export function collection<T>({ engine, clock, prefix, schema }: CollectionOptions<T>): CollectionInside<T> {
  const queues = new Map<string, Promise<unknown>>()
  const decode = (key: string, text: string): T => {
    const checked = schema.safeParse(JSON.parse(text))
    if (checked.success) return checked.data
    throw new Unavailable(`What is stored under "${key}" no longer fits its schema (${checked.error.issues[0]?.path.join(".")}: ${checked.error.issues[0]?.message}): a migration is missing.`, { code: "store-mismatch" })
  }
  const encode = (value: T): string => JSON.stringify(schema.parse(value))
  const fullKey = (key: string): string => {
    if (key === "" || key.length > MOST_KEY) throw new RangeError(`a key has 1 to ${MOST_KEY} characters`)
    return prefix + key
  }
  const expires = (ttl: number | undefined): number => ttl === undefined ? 0 : clock.now() + ttl * 1000
  const swap = async (key: string, change: (value: T | undefined) => T | undefined): Promise<T | undefined> => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = await engine.get(key)
      const after = change(before === undefined ? undefined : decode(key, before))
      const text = after === undefined ? undefined : encode(after)
      if (text === before || await engine.write([{ key, value: text, expires: 0 }], [{ key, value: before }])) return after
    }
    throw new Unavailable(`"${key}" changes so fast that this change found no place: try again.`, { code: "store-busy", retryAfter: 1 })
  }
  return {
    engine,
    fullKey,
    encode,
    expires,
    get: async (key) => {
      const full = fullKey(key)
      const text = await engine.get(full)
      return text === undefined ? undefined : decode(full, text)
    },
    set: async (key, value, options) => { await engine.write([{ key: fullKey(key), value: encode(value), expires: expires(options?.ttl) }]) },
    delete: async (key) => {
      const full = fullKey(key)
      for (;;) {
        const before = await engine.get(full)
        if (before === undefined) return false
        if (await engine.write([{ key: full, value: undefined, expires: 0 }], [{ key: full, value: before }])) return true
      }
    },
    update: (key, change) => inTurn(queues, fullKey(key), (full) => swap(full, change)),
    list: async ({ prefix: begin = "", after, limit = 100 } = {}) => {
      const rows = await engine.scan({ prefix: prefix + begin, after: after === undefined ? undefined : prefix + after, limit: Math.min(1000, Math.max(1, limit)) })
      return rows.map(({ key, value }) => ({ key: key.slice(prefix.length), value: decode(key, value) }))
    },
  }
}

/** Runs work of one key one after the other. */
function inTurn<R>(queues: Map<string, Promise<unknown>>, key: string, work: (key: string) => Promise<R>): Promise<R> {
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(() => work(key), () => work(key))
  queues.set(key, mine)
  const done = (): void => { if (queues.get(key) === mine) queues.delete(key) }
  mine.then(done, done)
  return mine
}
