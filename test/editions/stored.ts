import path from "node:path"
import { fakeClock } from "platen/testing"
import { sqliteEngine } from "../../kernel/storage/engines/sqlite.js"

/** Everything that a server keeps in a folder, by key, as it stands there: to see whether a call has changed anything. */
export async function stored(folder: string): Promise<Readonly<Record<string, string>>> {
  // A clock before all time: what runs out is told, too.
  const engine = await sqliteEngine(path.join(folder, "platen.db"), fakeClock(1))
  const rows = await engine.scan({ prefix: "", limit: 100_000 })
  await engine.close()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
