import { LRUCache } from "lru-cache"

/** LRU cache bounded in bytes. */
export interface KeyedCache<V, K extends string | number = string> {
  get(key: K): V | undefined
  /** `bytes`: approximate size of the value, at least 1. */
  set(key: K, value: V, bytes: number): void
  /** Deletes every key with the prefix. */
  deleteBelow(prefix: string): void
  /** Current size in bytes. */
  readonly size: number
}

/** Creates an LRU cache. `maxBytes`: its capacity. A larger value is not cached. */
export function byteCache<V extends object | string, K extends string | number = string>(
  maxBytes: number,
): KeyedCache<V, K> {
  const cache = new LRUCache<K, V>({ maxSize: maxBytes, maxEntrySize: maxBytes })
  return {
    get: (key) => cache.get(key),
    set: (key, value, bytes) => void cache.set(key, value, { size: Math.max(1, Math.ceil(bytes)) }),
    deleteBelow: (prefix) => {
      for (const key of [...cache.keys()].filter((each) => String(each).startsWith(prefix))) cache.delete(key)
    },
    get size() {
      return cache.calculatedSize
    },
  }
}
