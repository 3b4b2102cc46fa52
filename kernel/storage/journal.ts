import { randomBytes } from "node:crypto"
import type { Clock, Engine, Journal, Write, z } from "platen/sdk"
import { fromText, toText } from "./checked.js"

/** A journal with the internals that a batch needs. */
export interface JournalInside<T> extends Journal<T> {
  /** `ttl`: seconds until the row expires, if that is sooner than the journal's `days`. */
  write(stream: string, row: T, ttl?: number): Write
  /** Called after a batch that appended. */
  appended(stream: string): Promise<void>
}

export interface JournalOptions<T> {
  readonly engine: Engine
  readonly clock: Clock
  /** Ends with a separator. */
  readonly prefix: string
  readonly schema: z.ZodType<T>
  readonly keep: number
  readonly days: number | undefined
}

const DAY_MS = 86_400_000

/** Append-only journal. A row's id begins with its time, so that key order is row order. */
export function journal<T>({ engine, clock, prefix, schema, keep, days }: JournalOptions<T>): JournalInside<T> {
  const nextId = ids(clock)
  const since = new Map<string, number>()
  const slack = Math.max(1, Math.floor(keep / 10))
  const streamPrefix = (stream: string): string => `${prefix}${encodeURIComponent(stream)}/`
  const write = (stream: string, row: T, ttl?: number): Write => {
    const key = streamPrefix(stream) + nextId()
    const life = Math.min(days === undefined ? Infinity : days * DAY_MS, ttl === undefined ? Infinity : ttl * 1000)
    return { key, value: toText(schema, key, row).text, expires: life === Infinity ? 0 : clock.now() + life }
  }
  const appended = async (stream: string): Promise<void> => {
    const count = (since.get(stream) ?? slack) + 1
    since.set(stream, count >= slack ? 0 : count)
    if (since.size > 10_000) since.clear()
    if (count >= slack) await engine.trim(streamPrefix(stream), keep)
  }
  return {
    write,
    appended,
    append: async (stream, row) => {
      const one = write(stream, row)
      await engine.write([one])
      await appended(stream)
      return one.key.slice(streamPrefix(stream).length)
    },
    list: async (stream, { limit = 50, offset = 0 } = {}) => {
      const room = Math.min(1000, Math.max(1, limit), Math.max(0, keep - offset))
      if (room <= 0) return []
      const rows = await engine.scan({ prefix: streamPrefix(stream), limit: room, offset, direction: "down" })
      return rows.map(({ key, value }) => {
        const id = key.slice(streamPrefix(stream).length)
        return { id, time: Number.parseInt(id.slice(0, 9), 36), row: fromText(schema, key, value) }
      })
    },
    clear: async (stream) => {
      await engine.trim(streamPrefix(stream), 0)
    },
  }
}

/** Generator of ids that sort by time, then by order within the process: 9 digits of milliseconds, 3 of a counter, 4 of the process, base 36. */
function ids(clock: Clock): () => string {
  const own = randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, "0").slice(-4)
  let last = 0
  let count = 0
  return () => {
    const now = Math.max(clock.now(), last)
    count = now === last ? count + 1 : 0
    last = count > 46_655 ? now + 1 : now
    if (count > 46_655) count = 0
    return last.toString(36).padStart(9, "0") + count.toString(36).padStart(3, "0") + own
  }
}
