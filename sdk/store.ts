import type { z } from "./schema.js"

/** Values by key. Every change is atomic, also between processes. */
export interface Collection<T> {
  get(key: string): Promise<T | undefined>
  /** `ttl`: seconds until it is gone. */
  set(key: string, value: T, options?: { readonly ttl?: number }): Promise<void>
  /** True when there was one. */
  delete(key: string): Promise<boolean>
  /**
   * Reads, changes and writes as one: `change` gets the value and returns the new one (undefined deletes). It may run
   * again when another writer was faster, so it must be pure. Resolves to what was written.
   */
  update(
    key: string,
    change: (value: T | undefined) => T | undefined,
    options?: UpdateOptions<T>,
  ): Promise<T | undefined>
  /** In order of keys, those that begin with `prefix`, after the key `after`. `limit` 1 to 1,000, default 100. */
  list(options?: {
    readonly prefix?: string
    readonly after?: string
    readonly limit?: number
  }): Promise<readonly Entry<T>[]>
  /** How many keys begin with `prefix`: as long as it takes to pass over them all. */
  count(prefix?: string): Promise<number>
}

export interface UpdateOptions<T> {
  /** Seconds until it is gone, counted anew; without it what is changed stays for good, and what is not stays as it was. A function is asked with what `change` returned. */
  readonly ttl?: number | ((value: T) => number | undefined)
  /** What is written with it, in the same write; asked after each run of `change`, with what that returned. */
  with?(value: T | undefined): readonly Change[]
}

export interface Entry<T> {
  readonly key: string
  readonly value: T
}

/** Rows that are only added, newest first, bounded. */
export interface Journal<T> {
  /** `stream`: a device, a user: each has rows and a bound of its own. Resolves to the row's id. */
  append(stream: string, row: T): Promise<string>
  /** Newest first. `limit` 1 to 1,000, default 50; `offset` from 0. */
  list(
    stream: string,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<readonly JournalRow<T>[]>
  clear(stream: string): Promise<void>
}

export interface JournalRow<T> {
  readonly id: string
  /** Milliseconds since 1970 in UTC. */
  readonly time: number
  readonly row: T
}

/** What is kept. Each plugin has a namespace of its own. */
export interface Store {
  /** Values are checked by `schema` on the way in and out. `name`: ^[a-z][a-z0-9-]*$ */
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>
  /** Bounded by `keep` rows a stream, and by `days` if given. */
  journal<T>(name: string, schema: z.ZodType<T>, bound: { readonly keep: number; readonly days?: number }): Journal<T>
  /** All of it or nothing of it, in one write. */
  batch(changes: readonly Change[]): Promise<void>
}

/** One change of a batch: `put` and `append` make them. `ttl`: seconds until it is gone. */
export type Change =
  | {
      readonly collection: Collection<never>
      readonly key: string
      readonly value: unknown
      readonly ttl?: number | undefined
    }
  | {
      readonly journal: Journal<never>
      readonly stream: string
      readonly row: unknown
      readonly ttl?: number | undefined
    }

/** A value under its key, for a batch; undefined deletes. `ttl`: seconds until it is gone. */
export function put<T>(
  collection: Collection<T>,
  key: string,
  value: T | undefined,
  { ttl }: { readonly ttl?: number | undefined } = {},
): Change {
  return { collection: collection as never, key, value, ttl }
}

/** A row of a stream, for a batch. `ttl`: seconds until it is gone, if that is sooner than the journal's own days. */
export function append<T>(
  journal: Journal<T>,
  stream: string,
  row: T,
  { ttl }: { readonly ttl?: number | undefined } = {},
): Change {
  return { journal: journal as never, stream, row, ttl }
}

/** All that a collection holds under keys that begin with `prefix`, in their order, however much that is. `page`: read at once. */
export async function* entriesOf<T>(
  collection: Collection<T>,
  { prefix = "", page = 1000 }: { readonly prefix?: string; readonly page?: number } = {},
): AsyncGenerator<Entry<T>> {
  for (let after: string | undefined; ;) {
    const entries = await collection.list({ prefix, limit: page, ...(after !== undefined && { after }) })
    yield* entries
    after = entries.at(-1)?.key
    if (entries.length < page) return
  }
}
