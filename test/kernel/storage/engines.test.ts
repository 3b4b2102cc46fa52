import { existsSync } from "node:fs"
import { definePlugin, onReady, STORE, z } from "platen/sdk"
import type { StorageEngine } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { engineOf } from "../../../kernel/storage/engines.js"
import { memoryEngine } from "../../testing/memory-engine.js"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"

const test = suite("storage engines")

const engine = (id: string): StorageEngine => ({
  id,
  open: ({ clock }) => Promise.resolve(memoryEngine(clock)),
  backUp: () => Promise.reject(new Error("not asked")),
  restore: () => Promise.reject(new Error("not asked")),
})
const found = (id: string, ...engines: readonly StorageEngine[]) => ({
  plugin: definePlugin({ id, engines, setup: () => [] }),
  origin: `./${id}`,
  config: undefined,
})

test("are chosen by their name in the config", async () => {
  const [one, two] = [engine("one"), engine("two")]
  const plugins = [found("first", one), found("second", two)]
  assert.is(engineOf(plugins, { storage: { engine: "two" } }), two)
  await refused(() => engineOf(plugins, { storage: { engine: "three" } }), 'names "three"', "one, two")
  await refused(() => engineOf([], { storage: { engine: "one" } }), "storage-sqlite")
  await refused(
    () => engineOf([...plugins, found("third", two)], { storage: { engine: "two" } }),
    '"second" and "third"',
    "turn one off",
  )
})

test("keep what plugins store, whichever plugin brings the engine", async () => {
  let read: unknown
  const opened: string[] = []
  const own: StorageEngine = {
    ...engine("shelf"),
    open: ({ folder, clock, isOffline }) => {
      opened.push(`${folder} ${isOffline}`)
      return Promise.resolve(memoryEngine(clock))
    },
  }
  const dataFolder = folderWith()
  const stage = await openStage({
    dataFolder,
    storage: { engine: "shelf" },
    plugins: [
      definePlugin({
        id: "keeper",
        engines: [own],
        needs: { store: STORE },
        setup: ({ store }) => [
          onReady(async () => {
            const values = store.collection("values", z.number())
            await values.set("a", 1)
            read = await values.get("a")
          }),
        ],
      }),
    ],
  })
  await stage.close()
  assert.equal([read, opened, existsSync(`${dataFolder}/platen.db`)], [1, [`${dataFolder} false`], false])
})

test("stop the start by one sentence where the config names none that there is", async () => {
  const cwd = folderWith({ "platen.yaml": "storage: { engine: papyrus }" })
  const { code, stderr } = await platen(["serve"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, /^platen cannot start: storage\.engine in platen\.yaml names "papyrus".*use one of sqlite\.\n$/)
})

test.run()
