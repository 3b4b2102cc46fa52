import type { Clock, Collection, Engine, z } from "platen/sdk"
import { fromText, toText } from "./checked.js"
import type { Checked } from "./checked.js"
import { recentValues } from "./recent.js"
import { swap } from "./swap.js"
import type { Queues, Target } from "./swap.js"

const MAX_KEY = 512

/** A decoded value with its revision. Undefined, revision 0: nothing stored. */
export interface Known<T> {
  readonly value: T | undefined
  readonly revision: number
}

/** A collection with the internals that a batch needs. */
export interface CollectionInside<T> extends Collection<T> {
  readonly engine: Engine
  fullKey(key: string): string
  encode(fullKey: string, value: T): Checked<T>
  expires(ttl: number | undefined): number
  /** The value last read or written in this process; another process may have changed it. */
  recent(fullKey: string): Known<T> | undefined
  read(fullKey: string): Promise<Known<T>>
  /** Remembers what was written. */
  written(fullKey: string, revision: number, checked: Checked<T> | undefined): void
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

/** Collection of values by key. Each value is decoded once for each of its revisions, and frozen. */
export function collection<T>({ engine, clock, prefix, schema, queues }: CollectionOptions<T>): CollectionInside<T> {
  const fullKey = (key: string): string => {
    if (key === "" || key.length > MAX_KEY || key.includes("\0") || !key.isWellFormed()) {
      throw new RangeError(`a key has 1 to ${MAX_KEY} characters, without NUL and lone surrogates`)
    }
    return prefix + key
  }
  const recent = recentValues<T>()
  const read = async (full: string): Promise<Known<T>> => {
    const stored = await engine.get(full)
    if (!stored) {
      recent.delete(full)
      return { value: undefined, revision: 0 }
    }
    const known = recent.get(full)
    if (known?.revision === stored.revision) return known
    const value = fromText(schema, full, stored.value)
    return recent.set(full, { value, revision: stored.revision }, stored.value.length)
  }
  const inside: CollectionInside<T> = {
    engine,
    fullKey,
    read,
    encode: (full, value) => toText(schema, full, value),
    expires: (ttl) => (ttl === undefined ? 0 : clock.now() + ttl * 1000),
    recent: (full) => recent.get(full),
    written: (full, revision, checked) => {
      if (checked) recent.set(full, { value: checked.value, revision }, checked.text.length)
      else recent.delete(full)
    },
    get: async (key) => (await read(fullKey(key))).value,
    set: async (key, value, options) => {
      const full = fullKey(key)
      const checked = toText(schema, full, value)
      const expires = inside.expires(options?.ttl)
      inside.written(full, (await engine.write([{ key: full, value: checked.text, expires }]))!, checked)
    },
    delete: async (key) => deleted(engine, fullKey(key)),
    update: async (key, change, { ttl, with: others } = {}) => {
      const target: Target = { inside: inside as never, full: fullKey(key), ttl: ttl as never, renews: true }
      const own = { change: ([value]: never[]) => [change(value)], others: ([value]: never[]) => others?.(value) ?? [] }
      return (await swap(queues, [target], own as never))[0] as T | undefined
    },
    count: (begin = "") => engine.count(prefix + begin),
    list: async ({ prefix: begin = "", after, limit = 100 } = {}) => {
      const [most, from] = [Math.min(1000, Math.max(1, limit)), after === undefined ? undefined : prefix + after]
      const rows = await engine.scan({ prefix: prefix + begin, after: from, limit: most })
      return rows.map(({ key, value }) => ({ key: key.slice(prefix.length), value: fromText(schema, key, value) }))
    },
  }
  return inside
}

/** Deletes a key. Resolves to true when there was a value, for one of several callers. */
async function deleted(engine: Engine, key: string): Promise<boolean> {
  for (;;) {
    const stored = await engine.get(key)
    if (!stored) return false
    const { revision } = stored
    if (await engine.write([{ key, value: undefined, expires: 0 }], [{ key, revision }])) return true
  }
}
