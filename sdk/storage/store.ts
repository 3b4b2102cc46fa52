import type { z } from "../schema.js"

/** Values by key. Every change is atomic, also between processes. Values that it gives out are frozen: several readers share them. */
export interface Collection<T> {
  get(key: string): Promise<T | undefined>
  /** `ttl`: seconds until the value expires; default never. */
  set(key: string, value: T, options?: { readonly ttl?: number }): Promise<void>
  /** Resolves to true when there was a value. */
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
  /** The number of keys that begin with `prefix`. It reads them all. */
  count(prefix?: string): Promise<number>
}

/** Options of `Collection.update`. */
export interface UpdateOptions<T> {
  /** Seconds until the value expires, counted from now; without it a changed value never expires. A function gets the result of `change`. */
  readonly ttl?: number | ((value: T) => number | undefined)
  /** Changes of other keys and journals, in the same write. Called after each run of `change`, with its result. */
  with?(value: T | undefined): readonly Change[]
}

/** A key of a collection with its value. */
export interface Entry<T> {
  readonly key: string
  readonly value: T
}

/** Rows that are only added. Lists are newest first, and bounded. */
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

/** A row of a journal, with its id and the time at which it was added. */
export interface JournalRow<T> {
  readonly id: string
  /** Milliseconds since 1970 in UTC. */
  readonly time: number
  readonly row: T
}

/** A plugin's own storage: collections of values by key, and journals of rows. */
export interface Store {
  /** Values are checked by `schema` on the way in and out. `name`: ^[a-z][a-z0-9-]*$ */
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>
  /** Bounded by `keep` rows a stream, and by `days` if given. */
  journal<T>(name: string, schema: z.ZodType<T>, bound: { readonly keep: number; readonly days?: number }): Journal<T>
  /** All of it or nothing of it, in one write. */
  batch(changes: readonly Change[]): Promise<void>
  /**
   * Reads, changes and writes several values as one. `change` gets the values of the refs and returns the new ones, in the same order: the same
   * object writes nothing, undefined deletes. It may run again when another writer was faster, so it must be pure. Resolves to the new values.
   */
  update<V extends readonly unknown[] | []>(
    refs: { readonly [I in keyof V]: Ref<V[I]> },
    change: (values: Maybe<V>) => Maybe<V>,
    options?: { with?(values: Maybe<V>): readonly Change[] },
  ): Promise<Maybe<V>>
}

/** The values of refs; undefined where nothing is stored. */
type Maybe<V> = { readonly [I in keyof V]: V[I] | undefined }

/** A value of a collection, for `Store.update`. Made by `at`. `ttl`: seconds until a new value expires, counted from its write; undefined: never. */
export type Ref<T> = { readonly collection: Collection<T>; readonly key: string; ttl?(value: T): number | undefined }

/** One change of a batch. Made by `put` and `append`. `ttl`: seconds until it expires. */
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
