import { randomBytes } from "node:crypto"
import { SECRETS } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../../../folder.js"
import { refused } from "../../../refused.js"
import { sharedStore } from "../../operation/servers/stages.js"

const test = suite("secrets: a key that servers share")
const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64")
const on = (dataFolder: string, own?: string) =>
  openStage({ dataFolder, ...(own !== undefined && { config: { secrets: { key: own } } }) })

test("is that of the config, and every server of the store needs the same", async () => {
  const dataFolder = folderWith()
  const first = await on(dataFolder, key(1))
  const sealed = first.app.get(SECRETS).seal("a link")
  await first.close()
  const second = await on(dataFolder, key(1))
  assert.is(second.app.get(SECRETS).open(sealed), "a link")
  await second.close()
  await refused(() => on(dataFolder, key(2)), "another key", "plugins.secrets.key")
  await refused(() => on(dataFolder), "share a key", "plugins.secrets.key")
})

test("may be the one that a data folder had", async () => {
  const own = randomBytes(32).toString("base64")
  const dataFolder = folderWith({ "secrets.key": `${own}\n` })
  const alone = await on(dataFolder)
  const sealed = alone.app.get(SECRETS).seal("a link")
  await alone.close()
  const shared = await on(dataFolder, own)
  assert.is(shared.app.get(SECRETS).open(sealed), "a link")
  await shared.close()
  const again = await on(dataFolder)
  assert.is(again.app.get(SECRETS).open(sealed), "a link", "the same key, whoever names it")
  await again.close()
})

test("is one for all servers of a store, also where each would make its own", async () => {
  const store = sharedStore()
  const first = await openStage(store)
  await refused(() => openStage({ ...store, dataFolder: folderWith() }), "share a key", "plugins.secrets.key")
  const second = await openStage(store)
  for (const stage of [first, second]) await stage.close()
})

test("is refused where it is none", async () => {
  await refused(() => on(folderWith(), "short"), "plugins.secrets.key in platen.yaml", "32 bytes in base64")
})

test.run()
