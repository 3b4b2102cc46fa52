import { DatabaseError, Pool } from "pg"
import type { ClientBase, PoolClient } from "pg"
import { SetupError, Unavailable } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"

/** Milliseconds that a call waits for a connection, and for the answer to a statement: a device waits for 10 seconds in all. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 5_000
/** The same for a statement that changes the whole store. */
export const LONG_MS = 3_600_000
/** Milliseconds that closing waits: a connection to a server that was killed may never end. */
const END_MS = 2_000

export type Values = readonly unknown[]
export type Rows = readonly Readonly<Record<string, unknown>>[]

/** Runs one statement. */
export type Query = (sql: string, values?: Values) => Promise<Rows>

/** A pool of connections to one database. */
export interface Connection {
  /** Runs one statement. `again`: once more on another connection where the first was lost: for what only reads. */
  query(sql: string, values?: Values, again?: "again"): Promise<Rows>
  /** Runs statements as one transaction, on one connection. `milliseconds`: that it waits for the answer to each. */
  transaction<T>(work: (query: Query) => Promise<T>, milliseconds?: number): Promise<T>
  /** A connection of its own, until it is released. */
  client(): Promise<PoolClient>
  close(): Promise<void>
}

/** `size`: connections at most. */
export function connectionTo(
  { url, size }: { readonly url: string; readonly size: number },
  { log, clock }: { readonly log: Pick<Log, "warn">; readonly clock: Pick<Clock, "after"> },
): Connection {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: "platen",
  })
  // A connection that is lost between two statements of a transaction says so to nobody else, and would end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  // A connection that waits for work was lost: the next call opens another.
  pool.on("error", (err) => log.warn({ err: { message: err.message } }, "store-connection.failed"))
  return {
    query: async (sql, values, again) => {
      try {
        return await run(pool, sql, values).catch((error: unknown) => {
          if (again && isLost(error)) return run(pool, sql, values)
          throw error
        })
      } catch (error) {
        throw failed(error)
      }
    },
    transaction: (work, milliseconds) => transaction(pool, work, milliseconds),
    client: () => connected(pool),
    close: async () => {
      await withTimeout(clock, pool.end(), END_MS, () => new Error("its connections do not end")).catch((err: Error) =>
        log.warn({ err }, "store-connection.failed"),
      )
    },
  }
}

async function run(
  client: Pick<ClientBase, "query">,
  text: string,
  values: Values = [],
  milliseconds = STATEMENT_MS,
): Promise<Rows> {
  const statement = { text, values: [...values], query_timeout: milliseconds }
  return (await client.query<Record<string, unknown>>(statement)).rows
}

async function transaction<T>(pool: Pool, work: (query: Query) => Promise<T>, milliseconds?: number): Promise<T> {
  const client = await connected(pool)
  try {
    await run(client, "BEGIN")
    const result = await work((sql, values) => run(client, sql, values, milliseconds))
    await run(client, "COMMIT")
    client.release()
    return result
  } catch (error) {
    // What a broken connection had begun is undone with it.
    await run(client, "ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    )
    throw failed(error)
  }
}

function connected(pool: Pool): Promise<PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw failed(error)
  })
}

/** Whether a statement failed because its connection was lost or could not be made, rather than by the database's own answer. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true
  // The server ends its connections, or does not take any yet: class 57P of PostgreSQL, and 08.
  return /^(57P|08)/.test(error.code ?? "")
}

/** An error of the store, in one sentence. Anybody may read it: what the database said, and where it is, is the cause alone. */
export function failed(cause: unknown): Error {
  if (cause instanceof Unavailable || cause instanceof SetupError) return cause
  const isFull = (cause as { code?: string }).code === "53100"
  const remedy = isFull ? "its disk is full: free space" : "check that it runs and can be reached"
  return new Unavailable(`The database cannot be used: ${remedy}.`, {
    code: isFull ? "disk-full" : "store-failed",
    retryAfter: 5,
    cause,
  })
}

/** What the database said, for the operator, in one line. */
export function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown }
  const { message = "", code = "" } = cause as { message?: string; code?: string }
  return (message || code || "it does not answer").replaceAll(/\s+/g, " ").trim()
}
