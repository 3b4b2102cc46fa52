import { existsSync } from "node:fs"
import path from "node:path"
import { SetupError } from "platen/sdk"
import type { Engine, OpenOptions } from "platen/sdk"
import { lockFolder } from "./lock.js"
import { sqliteEngine, STORE_FILE } from "./sqlite.js"
import { watchedEngine } from "./watched.js"

/** Opens the engine. The lock is held while it is open. */
export async function openEngine({ folder, clock, log, isOffline }: OpenOptions): Promise<Engine> {
  const file = path.join(folder, STORE_FILE)
  // A command makes no store: its folder may be a wrong one.
  if (isOffline && !existsSync(file))
    throw new SetupError(`There is no store in ${folder}: correct PLATEN_DATA, or start the server once.`)
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
