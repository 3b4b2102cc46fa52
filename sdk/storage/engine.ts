import type { z } from "../schema.js"
import type { Clock, Log } from "../services.js"

/** One write: a value, or undefined to delete the key. `expires`: milliseconds since 1970 in UTC, 0 for never. */
export interface Write {
  readonly key: string
  readonly value: string | undefined
  readonly expires: number
}

/** A condition of a batch: nothing is written unless it holds. */
export interface Expectation {
  readonly key: string
  /** Of what is stored; 0: nothing stored. */
  readonly revision: number
}

/** A stored text. `revision`: a positive number; no other write of any text ever had it, in this process or another. */
export interface Stored {
  readonly value: string
  readonly revision: number
}

/** A key with its stored text. */
export type Row = Readonly<Record<"key" | "value", string>>

/** A range of keys to read, in ascending or descending order. */
export interface Scan {
  readonly prefix: string
  /** Keys after this one in the order of the scan. */
  readonly after?: string | undefined
  readonly limit: number
  readonly offset?: number
  /** Default "up": ascending. */
  readonly direction?: "up" | "down"
}

/** A kind of storage. The operator chooses one by its id, `storage.engine` in platen.yaml. */
export interface StorageEngine {
  /** "sqlite": `storage.engine` in platen.yaml. */
  readonly id: string
  /** Schema of what stands beside `engine` under `storage` in platen.yaml. Default: nothing does. */
  readonly config?: z.ZodType
  /** True: several servers may use one store at once. */
  readonly isShared?: boolean
  /** Opens the store of a data folder. Throws SetupError with a remedy when another server uses the folder, when the folder cannot be used, and when the store is damaged. */
  open(options: OpenOptions): Promise<Engine>
  /** Writes a consistent copy of the store to a new file, also while a server writes. Throws Conflict when the file exists and NotFound when there is no store. */
  backUp(place: StorePlace, file: string): Promise<void>
  /**
   * Replaces the store by a backup. `check`: throws for a store that this server cannot read. Resolves to the file to which the earlier store
   * was moved; undefined when there was none. Throws SetupError while a server runs, Invalid for a file that is no backup, NotFound for no file;
   * then nothing has changed.
   */
  restore(place: StorePlace, file: string, check: (engine: Engine) => Promise<void>): Promise<string | undefined>
}

/** Where the store of a server is. `config`: as the schema of the engine reads it. */
export interface StorePlace {
  /** The data folder, absolute. */
  readonly folder: string
  readonly config: unknown
  readonly clock: Clock
}

/** Options with which the kernel opens a store. `isOffline`: true: a command uses the store, also while a server runs: take no lock. */
export interface OpenOptions extends StorePlace {
  readonly log: Log
  readonly isOffline: boolean
}

/** An open store of text by keys. Each call is one statement, so it is atomic, also between processes. Expired rows are never returned. Rejects with Unavailable when the medium fails. */
export interface Engine {
  get(key: string): Promise<Stored | undefined>
  scan(scan: Scan): Promise<readonly Row[]>
  /** Rows behind a key, from the lowest on, each as the write that makes it: what a copy of the whole store reads. */
  dump(after: string | undefined, limit: number): Promise<readonly Write[]>
  /** How many keys begin with `prefix`. */
  count(prefix: string): Promise<number>
  /** Writes all of it if every expectation holds, else nothing. Resolves to the revision of what was written; undefined when nothing was. */
  write(writes: readonly Write[], expectations?: readonly Expectation[]): Promise<number | undefined>
  /** Removes what begins with `prefix` beyond the `keep` highest keys; expired rows may count until they are swept. */
  trim(prefix: string, keep: number): Promise<void>
  /** Gives every key that begins with `from` the beginning `to`, where no key has it yet; values and expiries stay. */
  move(from: string, to: string): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
  /**
   * Begins a change of the whole store for a version of its layout: copies it beside itself, then holds back all writes until the function that it
   * resolves to is called. Without that call the store stays as it was. Rejects with SetupError when there is less free space than twice its size.
   */
  upgrade(version: number): Promise<() => Promise<void>>
  close(): Promise<void>
}
