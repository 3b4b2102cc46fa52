import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, statSync } from "node:fs"
import path from "node:path"
import { setTimeout } from "node:timers/promises"
import { KeyvSqlite } from "@keyv/sqlite"
import { SetupError, Unavailable } from "platen/sdk"
import type { Clock } from "platen/sdk"
import type { Engine, Expectation, Row, Scan, Stored, Write } from "platen/sdk"
import { createWhole } from "./create.js"
import { LOCK_FILE } from "./lock.js"
import { makePrivate } from "./private.js"
import { grouped } from "./grouped.js"
import { beginUpgrade } from "./upgrade.js"

/** File name in the data folder. */
export const STORE_FILE = "platen.db"

const TABLE = "platen"
/** Maximum number of calls grouped into one statement. */
const MAX_TOGETHER = 64
/** Characters of values that are written in one statement, of which there are several copies until it has run. */
const MAX_CHARACTERS = 1 << 20
const CACHE_KIB = 32 * 1_024
/** Bytes of a page of a new store: a change of one row writes a whole page, and rows of devices are small. */
const PAGE_BYTES = 2_048
const LOG_PAGES = 4_000
/** Rows that one statement of a sweep removes. */
const SWEPT = 2_000
/** Bytes up to which a store is checked whole when it is opened: the check reads all of it. */
const CHECKED = 128 << 20
const BUSY_MS = 10_000
const BUSY_STEP_MS = 20
const EMPTY_MS = 500
/** Condition for rows that are neither deleted nor expired. `now`: name of the parameter with the time. */
const isLive = (now: string): string =>
  `value IS NOT NULL AND (CAST(value AS INTEGER) = 0 OR CAST(value AS INTEGER) > ${now})`
/** Condition for keys with the prefix ?1: the byte FF never occurs in UTF-8. */
const BEGINS = "key >= ?1 AND key < ?1 || CAST(X'FF' AS TEXT)"

export interface SqliteEngine extends Engine {
  /** Writes a consistent copy while others read and write. `file` must not exist. */
  backup(file: string): Promise<void>
}

/**
 * SQLite storage engine through keyv's adapter: one table of keys and texts. A row's text is its expiry, a space, and the
 * value; NULL for a row that was deleted in a batch and awaits the sweep. Each write gives its rows a revision of its own. WAL and synchronous=NORMAL: acknowledged writes
 * survive a killed process; a power cut may lose the last moments.
 * Throws SetupError when the file is not a database or cannot be written.
 */
export async function sqliteEngine(file: string, clock: Clock): Promise<SqliteEngine> {
  const adapter = await opened(file)
  const query = async (sql: string, ...parameters: unknown[]): Promise<Record<string, string | number | null>[]> => {
    try {
      return (await adapter.query(sql, ...parameters)) as Record<string, string | number | null>[]
    } catch (cause) {
      throw failure(cause, file, !sql.startsWith("SELECT"))
    }
  }
  const reads = grouped<string, Stored | undefined>({
    most: MAX_TOGETHER,
    run: async (keys) => {
      const found = await query(
        `SELECT key, value, revision FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`,
        JSON.stringify(keys),
      )
      const values = new Map(found.map((row) => [String(row.key), live(row, clock.now())]))
      return keys.map((key) => values.get(key))
    },
  })
  let revision = firstRevision()
  const writes = grouped<Batch, number | undefined>({
    most: MAX_TOGETHER,
    sizes: { most: MAX_CHARACTERS, of: ({ writes: changed }) => sizeOf(changed) },
    touches: ({ writes: changed, expectations }) => [...changed, ...expectations].map(({ key }) => key),
    run: async (batches) => {
      const own = ++revision
      const written = new Set((await query(...writeSql(batches, clock.now(), own))).map(({ key }) => String(key)))
      return batches.map(({ writes: [first] }) => (written.has(first!.key) ? own : undefined))
    },
  })
  return {
    get: (key) => reads.do(key),
    scan: async (scan) => rows(await query(...scanSql(scan, clock.now()))),
    dump: async (after = "", limit) =>
      (
        await query(
          `SELECT key, value FROM ${TABLE} WHERE key > ?1 AND ${isLive("?2")} ORDER BY key LIMIT ?3`,
          after,
          clock.now(),
          limit,
        )
      ).map(({ key, value }) => writeOf(String(key), String(value))),
    count: async (prefix) =>
      Number(
        (await query(`SELECT count(*) AS n FROM ${TABLE} WHERE ${BEGINS} AND ${isLive("?2")}`, prefix, clock.now()))[0]
          ?.n,
      ),
    write: (changed, expectations = []) =>
      changed.length === 0 ? Promise.resolve(revision) : writes.do({ writes: changed, expectations }),
    trim: async (prefix, keep) => {
      await query(
        `DELETE FROM ${TABLE} WHERE ${BEGINS} AND key <= (SELECT key FROM ${TABLE} WHERE ${BEGINS} ORDER BY key DESC LIMIT 1 OFFSET ?2)`,
        prefix,
        keep,
      )
    },
    move: async (from, to) => {
      await query(`UPDATE OR IGNORE ${TABLE} SET key = ?2 || substr(key, length(?1) + 1) WHERE ${BEGINS}`, from, to)
    },
    sweep: async () => {
      for (const gone of ["value IS NULL", "CAST(value AS INTEGER) > 0 AND CAST(value AS INTEGER) <= ?1"]) {
        const sql = `DELETE FROM ${TABLE} WHERE key IN (SELECT key FROM ${TABLE} WHERE ${gone} LIMIT ${SWEPT}) RETURNING 1`
        // In parts: a device must not wait until a million rows are gone.
        while ((await query(sql, ...(gone.includes("?1") ? [clock.now()] : []))).length === SWEPT);
      }
    },
    upgrade: (version) => beginUpgrade(query, file, version),
    backup: async (target) => {
      await query("VACUUM INTO ?", target)
    },
    close: async () => {
      await Promise.all([reads.idle(), writes.idle()])
      await adapter.disconnect()
    },
  }
}

function sizeOf(writes: readonly Write[]): number {
  return writes.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
}

/** Writes that are applied atomically. */
interface Batch {
  readonly writes: readonly Write[]
  readonly expectations: readonly Expectation[]
}

async function opened(file: string): Promise<KeyvSqlite> {
  let adapter: KeyvSqlite | undefined
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    await createWhole(file, async (unfinished) => {
      const first = connect(unfinished)
      await first.query(`PRAGMA page_size = ${PAGE_BYTES}`)
      await first.query("VACUUM")
      await writeAhead(first)
      await first.disconnect()
    })
    if (await isEmptied(file)) throw Object.assign(new Error("the file is empty"), { code: "SQLITE_CORRUPT" })
    adapter = connect(file)
    await checkWhole(adapter, file)
    // The write-ahead log inherits the permissions of the file.
    makePrivate(file, `${file}-wal`, `${file}-shm`)
    await writeAhead(adapter)
    await adapter.query("PRAGMA synchronous = NORMAL")
    // Temporary tables stay in memory; page cache (KiB) and log size (pages) suit many devices.
    await adapter.query("PRAGMA temp_store = MEMORY")
    await adapter.query(`PRAGMA cache_size = -${CACHE_KIB}`)
    await adapter.query(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
    await adapter.query(
      `CREATE INDEX IF NOT EXISTS ${TABLE}_expiry ON ${TABLE}(CAST(value AS INTEGER)) WHERE CAST(value AS INTEGER) > 0`,
    )
    await withRevisions(adapter)
    await adapter.query(`CREATE INDEX IF NOT EXISTS ${TABLE}_deleted ON ${TABLE}(key) WHERE value IS NULL`)
    return adapter
  } catch (cause) {
    await adapter?.disconnect().catch(() => {})
    throw cannotOpen(cause, file)
  }
}

function connect(file: string): KeyvSqlite {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: TABLE, keySize: 65_535, busyTimeout: BUSY_MS })
  adapter.on("error", () => {
    /* every query rejects with it as well */
  })
  return adapter
}

/** Throws for a damaged store. A large one is only checked where it is read. */
async function checkWhole(adapter: KeyvSqlite, file: string): Promise<void> {
  if (existsSync(file) && statSync(file).size > CHECKED) return
  const [check] = (await adapter.query("PRAGMA quick_check(1)")) as { quick_check: string }[]
  if (check?.quick_check !== "ok")
    throw Object.assign(new Error(check?.quick_check ?? "no answer"), { code: "SQLITE_CORRUPT" })
}

/** Adds the column of revisions to a table of an earlier version, whose rows get the revision 1. */
async function withRevisions(adapter: KeyvSqlite): Promise<void> {
  const columns = (await adapter.query(`PRAGMA table_info(${TABLE})`)) as { name: string }[]
  if (columns.some(({ name }) => name === "revision")) return
  try {
    await adapter.query(`ALTER TABLE ${TABLE} ADD COLUMN revision INTEGER NOT NULL DEFAULT 1`)
  } catch (error) {
    // Another process was faster.
    if (!(error as Error).message.includes("duplicate column name")) throw error
  }
}

/** A random beginning of at most 50 bits: no two processes ever count through the same numbers. */
function firstRevision(): number {
  return 2 + Number(randomBytes(8).readBigUInt64BE() >> 14n)
}

/** Whether an existing store is empty, as after a power cut. A store that is just being created is empty for an instant. */
async function isEmptied(file: string): Promise<boolean> {
  if (!existsSync(path.join(path.dirname(file), LOCK_FILE))) return false
  for (let waited = 0; ; waited += BUSY_STEP_MS) {
    if (!existsSync(file) || statSync(file).size > 0) return false
    if (waited >= EMPTY_MS) return true
    await setTimeout(BUSY_STEP_MS)
  }
}

/** Turns WAL on. Retries, because two processes that create a file at once collide here, which SQLite's busy timeout does not cover. */
async function writeAhead(adapter: KeyvSqlite): Promise<void> {
  for (let waited = 0; ; waited += BUSY_STEP_MS) {
    try {
      await adapter.query("PRAGMA journal_mode = WAL")
      return
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY" || waited >= BUSY_MS) throw error
      await setTimeout(BUSY_STEP_MS)
    }
  }
}

function cannotOpen(cause: unknown, file: string): SetupError {
  const { code = "" } = cause as { code?: string }
  const message = inOneLine(cause)
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return new SetupError(
      `The store ${file} is damaged (${message}): nothing was changed; move it away, with its -wal and -shm if they exist, then restore a backup or start with an empty store.`,
      { code: "store-damaged", cause },
    )
  }
  return new SetupError(
    `The store ${file} cannot be opened (${message}): correct PLATEN_DATA, or the permissions and the free space of its folder.`,
    { code: "store-unopened", cause },
  )
}

function failure(cause: unknown, file: string, writing: boolean): Unavailable {
  const { code = "" } = cause as { code?: string }
  const message = inOneLine(cause)
  const full = code === "SQLITE_FULL" || (code === "SQLITE_IOERR" && writing)
  const remedy = full
    ? "the disk is full: free space; no acknowledged write is lost"
    : `${message}: check the disk and the permissions of the file`
  return new Unavailable(`The store ${path.basename(file)} cannot be used: ${remedy}.`, {
    code: full ? "disk-full" : "store-failed",
    cause,
  })
}

function inOneLine(cause: unknown): string {
  return (cause as Error).message.trim().replaceAll(/\s*\n\s*/g, " ")
}

function scanSql({ prefix, after, limit, offset = 0, direction = "up" }: Scan, now: number): [string, ...unknown[]] {
  const up = direction === "up"
  const bound = after === undefined ? "" : up ? " AND key > ?5" : " AND key < ?5"
  const sql = `SELECT key, value FROM ${TABLE} WHERE ${BEGINS} AND ${isLive("?4")}${bound} ORDER BY key ${up ? "ASC" : "DESC"} LIMIT ?2 OFFSET ?3`
  const parameters = [prefix, limit, offset, now]
  return [sql, ...(after === undefined ? parameters : [...parameters, after])]
}

/** One INSERT from JSON, because SQLite runs a statement atomically. Batches share no key; a batch whose expectations fail is left out. */
function writeSql(batches: readonly Batch[], now: number, revision: number): [string, ...unknown[]] {
  const rowsJson = JSON.stringify(
    batches.flatMap(({ writes }, i) =>
      writes.map(({ key, value, expires }) => [i, key, value === undefined ? null : `${expires} ${value}`]),
    ),
  )
  const expected = batches.flatMap(({ expectations }, i) =>
    expectations.map((expectation) => [i, expectation.key, expectation.revision]),
  )
  const insert = `INSERT INTO ${TABLE}(key, value, revision) SELECT r.value ->> 1, r.value ->> 2, ?2 FROM json_each(?1) r`
  const upsert = " ON CONFLICT(key) DO UPDATE SET value = excluded.value, revision = excluded.revision RETURNING key"
  if (expected.length === 0) return [`${insert} WHERE true${upsert}`, rowsJson, revision]
  const stored = `(SELECT t.revision FROM ${TABLE} t WHERE t.key = e.value ->> 1 AND t.value IS NOT NULL AND CAST(t.value AS INTEGER) NOT BETWEEN 1 AND ?4)`
  const failed = `SELECT e.value ->> 0 FROM json_each(?3) e WHERE coalesce(${stored}, 0) <> e.value ->> 2`
  return [
    `${insert} WHERE r.value ->> 0 NOT IN (${failed})${upsert}`,
    rowsJson,
    revision,
    JSON.stringify(expected),
    now,
  ]
}

function rows(found: readonly Record<string, string | number | null>[]): Row[] {
  return found.map(({ key, value }) => ({ key: String(key), value: valueOf(String(value)) }))
}

function live({ value, revision }: Record<string, string | number | null>, now: number): Stored | undefined {
  if (value === null) return undefined
  const stored = String(value)
  const expires = Number.parseInt(stored, 10)
  return expires > 0 && expires <= now ? undefined : { value: valueOf(stored), revision: Number(revision) }
}

function writeOf(key: string, stored: string): Write {
  return { key, value: valueOf(stored), expires: Number.parseInt(stored, 10) }
}

function valueOf(stored: string): string {
  return stored.slice(stored.indexOf(" ") + 1)
}
