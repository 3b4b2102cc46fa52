import { TooLarge } from "platen/sdk"
import type { Query } from "./open.js"

/** Rows of a table that are read: no server of a household has more devices, modes, favorites or marks. */
const MAX_ROWS = 100_000
/** Characters of a value. */
const MAX_TEXT = 1 << 20

/** A row. Without a value: the table has no such column, or it is NULL, bytes, or too long. */
export type Row = Readonly<Record<string, string | number | undefined>>

/** The tables of a database. */
export interface Tables {
  readonly names: ReadonlySet<string>
  /** The columns of a table; none where there is no such table. */
  columns(table: string): Promise<ReadonlySet<string>>
  /** Rows in order of `id`, else of when they were added. `where`: a condition on a column that is compared with 1; undefined where there is no such column. Throws TooLarge. */
  rows(table: string, columns: readonly string[], where?: string): Promise<readonly Row[]>
  count(table: string): Promise<number>
}

export async function tablesOf(query: Query): Promise<Tables> {
  const listed = await query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  const names = new Set(listed.map(({ name }) => String(name)))
  const columns: Tables["columns"] = async (table) =>
    new Set(
      names.has(table) ? (await query(`PRAGMA table_info(${quoted(table)})`)).map(({ name }) => String(name)) : [],
    )
  return {
    names,
    columns,
    rows: async (table, wanted, where) => {
      const has = await columns(table)
      const read = wanted.filter((column) => has.has(column))
      if (read.length === 0 || (where !== undefined && !has.has(where))) return []
      const condition = where === undefined ? "" : ` WHERE ${quoted(where)} = 1`
      const found = await query(
        `SELECT ${read.map(bounded).join(", ")} FROM ${quoted(table)}${condition} ORDER BY ${has.has("id") ? "id" : "rowid"} LIMIT ?`,
        MAX_ROWS + 1,
      )
      if (found.length > MAX_ROWS)
        throw new TooLarge(`The table ${table} has more than ${MAX_ROWS} rows: delete those that you do not need.`)
      return found.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, valueOf(value)])))
    },
    count: async (table) => Number((await query(`SELECT count(*) AS n FROM ${quoted(table)}`))[0]?.n),
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A column whose long values and bytes are NULL, so that no row needs much memory. */
function bounded(column: string): string {
  const name = quoted(column)
  return `CASE WHEN typeof(${name}) <> 'blob' AND length(${name}) <= ${MAX_TEXT} THEN ${name} END AS ${name}`
}

function valueOf(value: unknown): string | number | undefined {
  return typeof value === "string" || typeof value === "number" ? value : undefined
}

/** A column as text without spaces round it; "" where it has no value. */
export function text(row: Row, column: string): string {
  const value = row[column]
  return value === undefined ? "" : String(value).trim()
}

/** A column as a number; undefined where it is none. */
export function number(row: Row, column: string): number | undefined {
  const value = row[column]
  if (value === undefined || value === "") return undefined
  return Number.isFinite(Number(value)) ? Number(value) : undefined
}

/** The JSON of a column; undefined where it does not parse. Nobody's prototype is among it. */
export function json(row: Row, column: string): unknown {
  try {
    return JSON.parse(text(row, column), (key, value: unknown) => (key === "__proto__" ? undefined : value))
  } catch {
    return undefined
  }
}

/** A time, in milliseconds since 1970: the database has none of a zone, so it is read as UTC; undefined where it is none. */
export function time(row: Row, column: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)/.exec(text(row, column))
  const at = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
