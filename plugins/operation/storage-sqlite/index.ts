import path from "node:path"
import { definePlugin } from "platen/sdk"
import type { Engine, OpenOptions } from "platen/sdk"
import { backUp, restore } from "./backup.js"
import { lockFolder } from "./lock.js"
import { sqliteEngine, STORE_FILE } from "./sqlite.js"
import { watchedEngine } from "./watched.js"

/** Plugin of the SQLite storage engine: one file in the data folder. */
export default definePlugin({
  id: "storage-sqlite",
  engines: [{ id: "sqlite", open, backUp, restore }],
  setup: () => [],
})

/** Opens the engine. The lock is held while it is open. */
async function open({ folder, clock, log, isOffline }: OpenOptions): Promise<Engine> {
  const file = path.join(folder, STORE_FILE)
  if (isOffline) return sqliteEngine(file, clock)
  const release = await lockFolder(folder)
  try {
    const engine = watchedEngine(await sqliteEngine(file, clock), file, { log, clock })
    return {
      ...engine,
      close: async () => {
        await engine.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
