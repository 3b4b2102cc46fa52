import { writeFile } from "node:fs/promises"
import { setImmediate } from "node:timers/promises"
import { definePlugin, NotFound } from "platen/sdk"
import type { Engine, Plugin, StorePlace } from "platen/sdk"
import { memoryEngine } from "./memory-engine.js"

const nothing = (): Promise<never> =>
  Promise.reject(new NotFound('A store in memory has no file: open the stage with storage: { engine: "sqlite" }.'))

/** The store of a stage is gone with the stage: so is what a backup would keep of it. */
const empty = async (_: StorePlace, file: string): Promise<void> => writeFile(file, "", { flag: "wx", mode: 0o600 })

/** The storage of a stage without a data folder: it is gone with the stage. Each call takes a turn of the event loop, as one to a file does. */
export function memoryStorage(): Plugin {
  return definePlugin({
    id: "storage-memory",
    engines: [
      { id: "memory", open: async ({ clock }) => inTurns(memoryEngine(clock)), backUp: empty, restore: nothing },
    ],
    setup: () => [],
  })
}

function inTurns(engine: Engine): Engine {
  const later = Object.entries(engine).map(([name, call]) => [
    name,
    async (...given: readonly unknown[]) => {
      await setImmediate()
      return (call as (...all: readonly unknown[]) => unknown)(...given)
    },
  ])
  return Object.fromEntries(later) as Engine
}
