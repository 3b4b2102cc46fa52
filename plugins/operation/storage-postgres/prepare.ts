import { SetupError } from "platen/sdk"
import type { Connection } from "./connection.js"
import { reasonOf } from "./connection.js"
import { LAYOUT, locked, STATEMENTS } from "./layout.js"

/** Makes the table and the functions where they are not there: one of several servers that start at once. Throws SetupError for those of a newer server. */
export async function prepare(connection: Connection): Promise<void> {
  try {
    await connection.transaction(async (query) => {
      await query(`SELECT ${locked("layout")}`)
      await query("CREATE TABLE IF NOT EXISTS platen_layout (version int NOT NULL)")
      const [row] = await query("SELECT max(version) AS version FROM platen_layout")
      const version = Number(row?.version ?? 0)
      if (version > LAYOUT)
        throw new SetupError(
          `The tables in the database were made by a newer server (layout ${version}, this server knows ${LAYOUT}): install that server again.`,
          { code: "store-newer" },
        )
      if (version === LAYOUT) return
      for (const statement of STATEMENTS) await query(statement)
      await query("INSERT INTO platen_layout (version) VALUES ($1)", [LAYOUT])
    })
  } catch (cause) {
    if (cause instanceof SetupError) throw cause
    throw new SetupError(
      `The store cannot be opened (${reasonOf(cause)}): correct storage.url in platen.yaml, start the database, or give its user the right to create tables.`,
      { code: "store-unopened", cause },
    )
  }
}
