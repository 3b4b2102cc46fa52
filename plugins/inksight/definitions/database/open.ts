import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import sqlite3 from "sqlite3"
import { Conflict, Invalid, PlatenError, TooLarge } from "platen/sdk"

/** Bytes of a database: no household's is as large. */
const MAX_BYTES = 2 * 2 ** 30
/** Bytes up to which a database is checked whole before it is read: the check reads all of it. */
const CHECKED = 128 << 20
/** Milliseconds that a query waits for a lock. */
const BUSY_MS = 1_000
/** The first bytes of every SQLite 3 database. Source: the file format, https://www.sqlite.org/fileformat2.html, 1.3. */
const MAGIC = "SQLite format 3\0"
/** The place of the byte that says which version reads the file: 2 for one with a write-ahead log. */
const READ_VERSION = 19

/** Runs one statement. `parameters`: of its question marks. Rejects with a PlatenError that names the file. */
export type Query = (sql: string, ...parameters: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/** Whether a file is a SQLite database, by its first bytes. False for one that cannot be read, and for a folder. */
export function isDatabase(file: string): boolean {
  try {
    return headOf(file).toString("latin1").startsWith(MAGIC)
  } catch {
    return false
  }
}

function headOf(file: string): Buffer {
  const handle = openSync(file, "r")
  try {
    const head = Buffer.alloc(MAGIC.length + 4)
    return head.subarray(0, readSync(handle, head, 0, head.length, 0))
  } finally {
    closeSync(handle)
  }
}

/**
 * Opens a database for reading, gives `work` its queries, and closes it. The file and its folder stay as they are: a database with a write-ahead log
 * or a rollback journal is read from a copy in `scratch`, a private folder. Rejects with Conflict for one that is in use, TooLarge for a huge one,
 * and Invalid for a damaged one.
 */
export async function withDatabase<T>(file: string, scratch: string, work: (query: Query) => Promise<T>): Promise<T> {
  if (statSync(file).size > MAX_BYTES)
    throw new TooLarge(`${file} is larger than 2 GiB: delete the rows of its table render_logs and run VACUUM on it.`)
  const sides = ["-wal", "-journal"].filter((side) => existsSync(file + side) && statSync(file + side).size > 0)
  if (sides.length === 0) return reading(file, await opened(file, sourceOf(file)), work)
  const folder = mkdtempSync(path.join(scratch, "import-"))
  try {
    const copy = path.join(folder, "copy.db")
    copyWhole(file, copy, sides)
    return await reading(file, await opened(file, { name: copy, mode: sqlite3.OPEN_READWRITE }), work)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Source {
  readonly name: string
  readonly mode: number
}

/** How a file without side files is opened. One that had a write-ahead log gets no new one: nobody has it open. */
function sourceOf(file: string): Source {
  return headOf(file)[READ_VERSION] === 2
    ? { name: `${pathToFileURL(file).href}?immutable=1`, mode: sqlite3.OPEN_READONLY | sqlite3.OPEN_URI }
    : { name: path.resolve(file), mode: sqlite3.OPEN_READONLY }
}

/** Copies a database with its side files. Throws Conflict when somebody writes them meanwhile. */
function copyWhole(file: string, copy: string, sides: readonly string[]): void {
  const stamp = (): string =>
    JSON.stringify(["", ...sides].map((side) => statSync(file + side, { throwIfNoEntry: false })?.mtimeMs))
  const before = stamp()
  for (const side of ["", ...sides]) copyFileSync(file + side, copy + side)
  if (stamp() !== before) throw inUse(file)
}

async function opened(file: string, { name, mode }: Source): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database: sqlite3.Database = new sqlite3.Database(name, mode, (error) => {
      if (error) reject(failure(error, file))
      else {
        database.configure("busyTimeout", BUSY_MS)
        resolve(database)
      }
    })
  })
}

async function reading<T>(file: string, database: sqlite3.Database, work: (query: Query) => Promise<T>): Promise<T> {
  const query: Query = (sql, ...parameters) =>
    new Promise((resolve, reject) => {
      database.all<Record<string, unknown>>(sql, parameters, (error, rows) => {
        if (error) reject(failure(error, file))
        else resolve(rows)
      })
    })
  try {
    await query("PRAGMA query_only = ON")
    await query("PRAGMA trusted_schema = OFF")
    if (statSync(file).size <= CHECKED) await checkWhole(query, file)
    return await work(query)
  } finally {
    await new Promise<void>((resolve) => {
      database.close(() => resolve())
    })
  }
}

async function checkWhole(query: Query, file: string): Promise<void> {
  const [check] = await query("PRAGMA quick_check(1)")
  if (check?.quick_check !== "ok") throw damaged(file, String(check?.quick_check))
}

function failure(error: Error, file: string): PlatenError {
  const { code = "" } = error as { readonly code?: string }
  if (code === "SQLITE_BUSY" || code === "SQLITE_LOCKED") return inUse(file)
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return damaged(file, error.message)
  return new Invalid(`${file} cannot be read (${inOneLine(error.message)}): check its permissions.`, { cause: error })
}

function inUse(file: string): Conflict {
  return new Conflict(`${file} is in use: stop InkSight's server, then import again.`)
}

function damaged(file: string, how: string): Invalid {
  return new Invalid(`${file} is damaged (${inOneLine(how)}): import a backup of it.`)
}

function inOneLine(words: string): string {
  return words
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .slice(0, 200)
}
