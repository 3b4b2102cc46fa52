import type { PoolClient } from "pg"
import type { Engine, Expectation, Row, Scan, Stored, Write } from "platen/sdk"
import { failed, isLost, LONG_MS } from "./connection.js"
import type { Connection, Query, Rows, Values } from "./connection.js"
import { LaneQueue } from "./lanes.js"
import { locked, MAX_KEYS, nowOr } from "./layout.js"
import { prepare } from "./prepare.js"

/** Keys that one statement reads at most. */
const MAX_READ = 200
/** Runs of reads, and of writes, at once: together fewer than there are connections, so that a scan gets one, too. */
const LANES = 4
/** Rows that one statement of a sweep removes: no device waits until a million rows are gone. */
const SWEPT = 2_000

/** Writes that succeed or fail as one. */
interface Batch {
  readonly writes: readonly Write[]
  readonly expectations: readonly Expectation[]
}

export interface PostgresOptions {
  readonly connection: Connection
  /** Milliseconds since 1970 in UTC by which rows expire; undefined for the database's own. */
  readonly now: () => number | undefined
}

/** A storage engine on PostgreSQL: one table of keys and texts. Whatever it has acknowledged is committed. */
export async function postgresEngine(options: PostgresOptions): Promise<Engine> {
  await prepare(options.connection)
  return new PostgresEngine(options)
}

class PostgresEngine implements Engine {
  readonly #connection: Connection
  readonly #now: () => number | undefined
  readonly #reads: LaneQueue<string, Stored | undefined>
  readonly #writes: LaneQueue<Batch, number | undefined>
  /** The connection that converts the store, until that is kept: all else waits for it. */
  #converting: PoolClient | undefined

  constructor({ connection, now }: PostgresOptions) {
    this.#connection = connection
    this.#now = now
    this.#reads = new LaneQueue({
      count: LANES,
      most: MAX_READ,
      didNothing: () => false,
      run: (keys) => this.#readAll(keys),
    })
    this.#writes = new LaneQueue({
      count: LANES,
      most: MAX_KEYS,
      touches: (batch) => [...new Set([...batch.writes, ...batch.expectations].map(({ key }) => key))],
      didNothing: (error) => !isLost((error as Error).cause),
      run: (batches) => this.#writeAll(batches),
    })
  }

  get(key: string): Promise<Stored | undefined> {
    return this.#reads.do(key)
  }

  async scan(scan: Scan): Promise<readonly Row[]> {
    return (await this.#query(...scanQuery(scan, this.#now()), "again")).map(rowOf)
  }

  async dump(after: string | undefined, limit: number): Promise<readonly Write[]> {
    const rows = await this.#query(
      `SELECT key, value, expires FROM platen WHERE key > $1 AND ${isLive("$2")} ORDER BY key LIMIT $3`,
      [after ?? "", this.#now(), limit],
      "again",
    )
    return rows.map((row) => ({ ...rowOf(row), expires: Number(row.expires) }))
  }

  async count(prefix: string): Promise<number> {
    const [row] = await this.#query(
      `SELECT count(*) AS n FROM platen WHERE ${begins("$1", "$2")} AND ${isLive("$3")}`,
      [prefix, endOf(prefix), this.#now()],
      "again",
    )
    return Number(row!.n)
  }

  async write(writes: readonly Write[], expectations: readonly Expectation[] = []): Promise<number | undefined> {
    if (writes.length > 0) return this.#writes.do({ writes, expectations })
    const [row] = await this.#query("SELECT nextval('platen_revision') AS own")
    return Number(row!.own)
  }

  async trim(prefix: string, keep: number): Promise<void> {
    await this.#change(
      `DELETE FROM platen WHERE ${begins("$1", "$2")} AND key <= (
        SELECT key FROM platen WHERE ${begins("$1", "$2")} ORDER BY key DESC LIMIT 1 OFFSET $3)`,
      [prefix, endOf(prefix), keep],
    )
  }

  async move(from: string, to: string): Promise<void> {
    await this.#change(
      `UPDATE platen SET key = $3 || substr(key, length($1) + 1) WHERE ${begins("$1", "$2")}
        AND NOT EXISTS (SELECT FROM platen other WHERE other.key = $3 || substr(platen.key, length($1) + 1))`,
      [from, endOf(from), to],
      "alone",
    )
  }

  async sweep(): Promise<void> {
    // Said twice: a row that is written anew between the two stays.
    const isGone = `expires > 0 AND expires <= ${nowOr("$1")}`
    const sql = `DELETE FROM platen WHERE ${isGone} AND key IN (SELECT key FROM platen WHERE ${isGone} LIMIT ${SWEPT}) RETURNING 1`
    while ((await this.#change(sql, [this.#now()])).length === SWEPT);
  }

  async upgrade(version: number): Promise<() => Promise<void>> {
    const client = await this.#connection.client()
    try {
      await client.query("BEGIN")
      await client.query(`SELECT ${locked("writes")}`)
      await client.query(`CREATE TABLE platen_before_${version} AS TABLE platen`)
    } catch (error) {
      client.release(true)
      throw failed(error)
    }
    this.#converting = client
    return async () => {
      await client.query("COMMIT")
      this.#converting = undefined
      client.release()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.idle(), this.#writes.idle()])
    // What was not kept is undone.
    this.#converting?.release(true)
    await this.#connection.close()
  }

  async #query(sql: string, values: Values = [], again?: "again"): Promise<Rows> {
    if (!this.#converting) return this.#connection.query(sql, values, again)
    try {
      return (await this.#converting.query<Record<string, unknown>>(sql, [...values])).rows
    } catch (error) {
      throw failed(error)
    }
  }

  /** A change beside `platen_write`. An upgrade holds it back as it does writes; `alone`: it holds back all writes. */
  async #change(sql: string, values: Values, how: "alone" | "shared" = "shared"): Promise<Rows> {
    if (this.#converting) return this.#query(sql, values)
    const work = async (query: Query): Promise<Rows> => {
      await query(`SELECT ${locked("writes", how)}`)
      return query(sql, values)
    }
    return how === "alone" ? this.#connection.transaction(work, LONG_MS) : this.#connection.transaction(work)
  }

  async #readAll(keys: readonly string[]): Promise<readonly (Stored | undefined)[]> {
    const sql = `SELECT key, value, revision FROM platen WHERE key = ANY ($1) AND ${isLive("$2")}`
    const found = await this.#query(sql, [keys, this.#now()], "again")
    const values = new Map(found.map((row) => [row.key, storedOf(row)]))
    return keys.map((key) => values.get(key))
  }

  async #writeAll(batches: readonly Batch[]): Promise<readonly (number | undefined)[]> {
    const sql = "SELECT own, broken FROM platen_write($1, $2, $3, $4, $5, $6, $7, $8)"
    const [answer] = await this.#query(sql, writeValues(batches, this.#now()))
    const broken = new Set(answer!.broken as readonly number[])
    return batches.map((_, i) => (broken.has(i) ? undefined : Number(answer!.own)))
  }
}

const isLive = (moment: string): string => `(expires = 0 OR expires > ${nowOr(moment)})`
/** Keys that begin so: from the prefix on, and below the first key behind all of them. */
const begins = (prefix: string, end: string): string => `key >= ${prefix} AND (${end}::text IS NULL OR key < ${end})`

const LAST = 0x10_ffff
const SURROGATES = { first: 0xd800, behind: 0xe000 } as const

/** The first text behind all that begin with a prefix, in the order of code points; null where all texts do, or none is behind them. */
export function endOf(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!)
  while (points.at(-1) === LAST) points.pop()
  const last = points.pop()
  if (last === undefined) return null
  const next = last + 1 === SURROGATES.first ? SURROGATES.behind : last + 1
  return String.fromCodePoint(...points, next)
}

function scanQuery(
  { prefix, after, limit, offset = 0, direction = "up" }: Scan,
  now: number | undefined,
): [string, Values] {
  const [order, beyond] = direction === "up" ? ["ASC", ">"] : ["DESC", "<"]
  const from = after === undefined ? "" : ` AND key ${beyond} $6`
  const sql = `SELECT key, value FROM platen WHERE ${begins("$1", "$2")} AND ${isLive("$3")}${from} ORDER BY key ${order} LIMIT $4 OFFSET $5`
  const values = [prefix, endOf(prefix), now, limit, offset]
  return [sql, after === undefined ? values : [...values, after]]
}

function writeValues(batches: readonly Batch[], now: number | undefined): Values {
  const writes = batches.flatMap((batch, i) => batch.writes.map((write) => ({ ...write, i })))
  const expected = batches.flatMap((batch, i) => batch.expectations.map((each) => ({ ...each, i })))
  return [
    writes.map(({ i }) => i),
    writes.map(({ key }) => key),
    writes.map(({ value }) => value ?? null),
    writes.map(({ expires }) => Math.round(expires)),
    expected.map(({ i }) => i),
    expected.map(({ key }) => key),
    expected.map(({ revision }) => revision),
    now,
  ]
}

function rowOf({ key, value }: Rows[number]): Row {
  return { key: key as string, value: value as string }
}

function storedOf({ value, revision }: Rows[number]): Stored {
  return { value: value as string, revision: Number(revision) }
}
