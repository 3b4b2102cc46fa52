import { mkdirSync } from "node:fs"
import path from "node:path"
import { fakeClock } from "platen/testing"
import { sqliteEngine } from "../plugins/operation/storage-sqlite/sqlite.js"

/** A working folder with the empty store that a server's first start makes. Returns the folder. */
export async function storeIn(cwd: string): Promise<string> {
  const data = path.join(cwd, "data")
  mkdirSync(data, { mode: 0o700 })
  await (await sqliteEngine(path.join(data, "platen.db"), fakeClock())).close()
  return cwd
}
