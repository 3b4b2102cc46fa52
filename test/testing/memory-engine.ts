import type { Clock, Engine, Row, Stored } from "platen/sdk"

/** In-memory storage engine, for tests and previews of plugins. */
export function memoryEngine(clock: Clock): Engine {
  const rows = new Map<string, Stored & { readonly expires: number }>()
  /** All keys, in order. */
  let keys: string[] = []
  let revision = 0
  const live = (key: string): Stored | undefined => {
    const row = rows.get(key)
    return row && (row.expires === 0 || row.expires > clock.now()) ? row : undefined
  }
  const insert = (key: string): void => {
    if (!rows.has(key)) keys.splice(placeOf(keys, key), 0, key)
  }
  const remove = (key: string): void => {
    if (rows.delete(key)) keys.splice(placeOf(keys, key), 1)
  }
  const keysUnder = (prefix: string): string[] => {
    const from = placeOf(keys, prefix)
    let to = from
    while (to < keys.length && keys[to]!.startsWith(prefix)) to++
    return keys.slice(from, to).filter((key) => live(key) !== undefined)
  }
  return {
    get: async (key) => {
      const row = live(key)
      return row && { value: row.value, revision: row.revision }
    },
    scan: async ({ prefix, after, limit, offset = 0, direction = "up" }) => {
      const found = direction === "up" ? keysUnder(prefix) : keysUnder(prefix).reverse()
      const later = (key: string): boolean =>
        after === undefined || (direction === "up" ? byCodePoint(key, after) > 0 : byCodePoint(key, after) < 0)
      return found
        .filter(later)
        .slice(offset, offset + limit)
        .map((key): Row => ({ key, value: live(key)!.value }))
    },
    dump: async (after, limit) =>
      keysUnder("")
        .filter((key) => after === undefined || byCodePoint(key, after) > 0)
        .slice(0, limit)
        .map((key) => ({ key, value: rows.get(key)!.value, expires: rows.get(key)!.expires })),
    count: async (prefix) => keysUnder(prefix).length,
    write: async (writes, expectations = []) => {
      if (expectations.some((expected) => (live(expected.key)?.revision ?? 0) !== expected.revision)) return undefined
      revision++
      for (const { key, value, expires } of writes) {
        if (value === undefined) remove(key)
        else {
          insert(key)
          rows.set(key, { value, expires, revision })
        }
      }
      return revision
    },
    trim: async (prefix, keep) => {
      for (const key of keysUnder(prefix).reverse().slice(keep)) remove(key)
    },
    move: async (from, to) => {
      for (const key of keys.filter((each) => each.startsWith(from))) {
        const moved = to + key.slice(from.length)
        if (rows.has(moved)) continue
        const row = rows.get(key)!
        insert(moved)
        rows.set(moved, row)
        remove(key)
      }
    },
    sweep: async () => {
      for (const key of keys.slice()) if (live(key) === undefined) remove(key)
    },
    upgrade: async () => async () => {},
    close: async () => {
      rows.clear()
      keys = []
    },
  }
}

/** The first place at which a key may stand in a sorted list. */
function placeOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byCodePoint(keys[middle]!, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** What UTF-16 orders otherwise than UTF-8. */
const BEYOND = /[\ud800-\uffff]/

/** Compares texts by their UTF-8 bytes, as SQLite does. */
function byCodePoint(a: string, b: string): number {
  if (BEYOND.test(a) || BEYOND.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a === b ? 0 : a < b ? -1 : 1
}
