import type { Clock, Engine, Row, Stored } from "platen/sdk"

/** In-memory storage engine, for tests and previews of plugins. */
export function memoryEngine(clock: Clock): Engine {
  const rows = new Map<string, Stored & { readonly expires: number }>()
  let revision = 0
  const live = (key: string): Stored | undefined => {
    const row = rows.get(key)
    return row && (row.expires === 0 || row.expires > clock.now()) ? row : undefined
  }
  const keysUnder = (prefix: string): string[] =>
    [...rows.keys()].filter((key) => key.startsWith(prefix) && live(key) !== undefined).sort(byCodePoint)
  return {
    get: async (key) => {
      const row = live(key)
      return row && { value: row.value, revision: row.revision }
    },
    scan: async ({ prefix, after, limit, offset = 0, direction = "up" }) => {
      const keys = direction === "up" ? keysUnder(prefix) : keysUnder(prefix).reverse()
      const later = (key: string): boolean =>
        after === undefined || (direction === "up" ? byCodePoint(key, after) > 0 : byCodePoint(key, after) < 0)
      return keys
        .filter(later)
        .slice(offset, offset + limit)
        .map((key): Row => ({ key, value: live(key)!.value }))
    },
    count: async (prefix) => keysUnder(prefix).length,
    write: async (writes, expectations = []) => {
      if (expectations.some((expected) => (live(expected.key)?.revision ?? 0) !== expected.revision)) return undefined
      revision++
      for (const { key, value, expires } of writes) {
        if (value === undefined) rows.delete(key)
        else rows.set(key, { value, expires, revision })
      }
      return revision
    },
    trim: async (prefix, keep) => {
      for (const key of keysUnder(prefix).reverse().slice(keep)) rows.delete(key)
    },
    move: async (from, to) => {
      for (const key of [...rows.keys()].filter((each) => each.startsWith(from))) {
        const moved = to + key.slice(from.length)
        if (rows.has(moved)) continue
        rows.set(moved, rows.get(key)!)
        rows.delete(key)
      }
    },
    sweep: async () => {
      for (const key of rows.keys()) if (live(key) === undefined) rows.delete(key)
    },
    upgrade: async () => async () => {},
    close: async () => {
      rows.clear()
    },
  }
}

/** Compares texts by their UTF-8 bytes, as SQLite does. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
