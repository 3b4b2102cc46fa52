import { definePlugin } from "platen/sdk"
import type { Engine, Plugin } from "platen/sdk"
import { fakeClock } from "platen/testing"
import type { FakeClock, StageOptions } from "platen/testing"
import { folderWith } from "../../../folder.js"
import { memoryEngine } from "../../../testing/memory-engine.js"

/** Options of stages that use one store in memory at once, each as a server of it. */
export interface SharedStore {
  readonly clock: FakeClock
  readonly engine: Engine
  readonly storage: NonNullable<StageOptions["storage"]>
  readonly dataFolder: string
  readonly plugins: readonly Plugin[]
}

/** `broken`: whether the store fails now. */
export function sharedStore(broken: () => boolean = () => false): SharedStore {
  const clock = fakeClock()
  const engine = memoryEngine(clock)
  const failing = Object.fromEntries(
    Object.entries(engine).map(([name, call]) => [
      name,
      async (...given: readonly unknown[]) => {
        if (broken()) throw new Error("The store is away.")
        return (call as (...all: readonly unknown[]) => unknown)(...given)
      },
    ]),
  ) as unknown as typeof engine
  const plugin = definePlugin({
    id: "storage-shared",
    engines: [
      {
        id: "shared",
        isShared: true,
        open: async () => ({ ...failing, close: async () => {} }),
        backUp: async () => {},
        restore: async () => undefined,
      },
    ],
    setup: () => [],
  })
  // Servers of one store have one key.
  const dataFolder = folderWith({ "secrets.key": `${Buffer.alloc(32, "k").toString("base64")}\n` })
  return { clock, engine, dataFolder, storage: { engine: "shared" }, plugins: [plugin] }
}
