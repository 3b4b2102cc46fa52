import { LRUCache } from "lru-cache"

/** A cache bounded in bytes, the least recently used first to go. */
export interface ByteCache<V> {
  get(key: string): V | undefined
  /** `bytes`: about what the value holds on to, at least 1. */
  set(key: string, value: V, bytes: number): void
  clear(): void
  /** Bytes held now. */
  readonly size: number
}

/** `maxBytes`: what it may hold. A value larger than that is not kept. */
export function byteCache<V extends object | string>(maxBytes: number): ByteCache<V> {
  const cache = new LRUCache<string, V>({ maxSize: maxBytes, maxEntrySize: maxBytes })
  return {
    get: (key) => cache.get(key),
    set: (key, value, bytes) => { cache.set(key, value, { size: Math.max(1, Math.ceil(bytes)) }) },
    clear: () => cache.clear(),
    get size() { return cache.calculatedSize },
  }
}
