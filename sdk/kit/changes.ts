import type { Change, Collection, Journal, Ref } from "../storage/store.js"

/** The ref of a value. */
export function at<T>(collection: Collection<T>, key: string, ttl?: (value: T) => number | undefined): Ref<T> {
  return { collection, key, ...(ttl && { ttl }) }
}

/** A change of a batch that writes a value under its key; undefined deletes it. `ttl`: seconds until it expires. */
export function put<T>(
  collection: Collection<T>,
  key: string,
  value: T | undefined,
  { ttl }: { readonly ttl?: number | undefined } = {},
): Change {
  return { collection: collection as never, key, value, ttl }
}

/** A change of a batch that adds a row to a stream. `ttl`: seconds until it expires, if that is sooner than the journal's own days. */
export function append<T>(
  journal: Journal<T>,
  stream: string,
  row: T,
  { ttl }: { readonly ttl?: number | undefined } = {},
): Change {
  return { journal: journal as never, stream, row, ttl }
}
