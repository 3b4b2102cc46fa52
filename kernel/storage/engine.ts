/** A write: a value, or nothing in its place. `expires`: milliseconds since 1970 in UTC, 0 for never. */
export interface Write {
  readonly key: string
  readonly value: string | undefined
  readonly expires: number
}

/** What must still be so for a batch to be written. */
export interface Expectation {
  readonly key: string
  /** The stored text; undefined: nothing stored. */
  readonly value: string | undefined
}

export interface Row {
  readonly key: string
  readonly value: string
}

export interface Scan {
  readonly prefix: string
  /** Keys after this one in the order of the scan. */
  readonly after?: string | undefined
  readonly limit: number
  readonly offset?: number
  /** Default "up": ascending. */
  readonly direction?: "up" | "down"
}

/**
 * Where everything is kept. Each call is one statement, so it is atomic, also between processes. Expired rows are
 * never seen. Rejects with Unavailable when the medium fails.
 */
export interface Engine {
  get(key: string): Promise<string | undefined>
  scan(scan: Scan): Promise<readonly Row[]>
  /** How many keys begin with `prefix`. */
  count(prefix: string): Promise<number>
  /** Writes all of it if every expectation holds, else nothing. True when it was written. */
  write(writes: readonly Write[], expectations?: readonly Expectation[]): Promise<boolean>
  /** Removes what begins with `prefix` beyond the `keep` highest keys; expired rows may count until they are swept. */
  trim(prefix: string, keep: number): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
  /** A consistent copy of everything, while others read and write. `file`: must not exist. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
