import { existsSync } from "node:fs"
import { definePlugin, onReady, STORE, z } from "platen/sdk"
import type { StorageEngine } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { engineOf } from "../../../kernel/storage/engines.js"
import { fakeClock } from "../../testing/fakes.js"
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
  const chosen = (id: string, all = plugins) =>
    engineOf(all, { storage: { engine: id }, dataFolder: "/data" }, fakeClock())
  assert.is(chosen("two").engine, two)
  await refused(() => chosen("three"), 'names "three"', "one, two")
  await refused(() => chosen("one", []), "storage-sqlite")
  await refused(() => chosen("two", [...plugins, found("third", two)]), '"second" and "third"', "turn one off")
})

test("take what stands beside their name, and nothing else", async () => {
  const config = z.strictObject({ url: z.string().min(5, "is too short"), size: z.number().default(3) })
  const plugins = [found("far", { ...engine("far"), config }), found("near", engine("near"))]
  const placeOf = (storage: { readonly engine: string; readonly [field: string]: unknown }) =>
    engineOf(plugins, { storage, dataFolder: "/data" }, fakeClock()).place
  assert.equal(placeOf({ engine: "far", url: "db://there" }).config, { url: "db://there", size: 3 })
  await refused(() => placeOf({ engine: "far", url: "db" }), "storage.url in platen.yaml: is too short.")
  await refused(
    () => placeOf({ engine: "far", url: "db://there", urls: 1 }),
    'Unknown field "urls" in storage of platen.yaml',
    'the engine "far" has the fields "url", "size"',
  )
  await refused(() => placeOf({ engine: "near", url: "x" }), 'Unknown field "url"', 'the engine "near" has no fields')
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
  assert.match(
    stderr,
    /^platen cannot start: storage\.engine in platen\.yaml names "papyrus".*use one of postgres, sqlite\.\n$/,
  )
})

test.run()
