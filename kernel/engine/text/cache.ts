import { LRUCache } from "lru-cache"

/** A cache bounded in bytes, the least recently used first to go. */
export interface KeyedCache<V, K extends string | number = string> {
  get(key: K): V | undefined
  /** `bytes`: about what the value holds on to, at least 1. */
  set(key: K, value: V, bytes: number): void
  /** Drops every key that begins with that. */
  deleteBelow(prefix: string): void
  clear(): void
  /** Bytes held now. */
  readonly size: number
}

/** `maxBytes`: what it may hold. A value larger than that is not kept. */
export function byteCache<V extends object | string, K extends string | number = string>(
  maxBytes: number,
): KeyedCache<V, K> {
  const cache = new LRUCache<K, V>({ maxSize: maxBytes, maxEntrySize: maxBytes })
  return {
    get: (key) => cache.get(key),
    set: (key, value, bytes) => {
      cache.set(key, value, { size: Math.max(1, Math.ceil(bytes)) })
    },
    deleteBelow: (prefix) => {
      for (const key of [...cache.keys()].filter((each) => String(each).startsWith(prefix))) cache.delete(key)
    },
    clear: () => cache.clear(),
    get size() {
      return cache.calculatedSize
    },
  }
}
