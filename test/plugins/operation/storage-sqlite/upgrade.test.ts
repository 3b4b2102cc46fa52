import { existsSync, readdirSync } from "node:fs"
import path from "node:path"
import { SetupError } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { sqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import type { SqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import { beginUpgrade } from "../../../../plugins/operation/storage-sqlite/upgrade.js"
import { emptyFolder, rejection } from "../../../kernel/storage/setting.js"

const test = suite("storage-sqlite/upgrade")

async function opened(): Promise<{ readonly file: string; readonly engine: SqliteEngine }> {
  const file = path.join(emptyFolder(), "platen.db")
  const engine = await sqliteEngine(file, fakeClock())
  await engine.write([{ key: "a", value: "before", expires: 0 }])
  return { file, engine }
}
const textIn = async (file: string): Promise<string | undefined> => {
  const engine = await sqliteEngine(file, fakeClock())
  const found = await engine.get("a")
  await engine.close()
  return found?.value
}

test("keeps a change once it is kept, and the store before it beside it", async () => {
  const { file, engine } = await opened()
  const keep = await engine.upgrade(2)
  await engine.write([{ key: "a", value: "after", expires: 0 }])
  await keep()
  await engine.close()
  assert.is(await textIn(file), "after")
  assert.is(await textIn(`${file}.before-2`), "before")
})

test("leaves the store as it was when nobody keeps the change", async () => {
  const { file, engine } = await opened()
  await engine.upgrade(2)
  await engine.write([{ key: "a", value: "after", expires: 0 }])
  await engine.close()
  assert.is(await textIn(file), "before")
})

test("never writes over the copy of an earlier conversion", async () => {
  const { file, engine } = await opened()
  await (
    await engine.upgrade(2)
  )()
  await engine.write([{ key: "a", value: "later", expires: 0 }])
  await (
    await engine.upgrade(2)
  )()
  await engine.close()
  assert.equal([await textIn(`${file}.before-2`), await textIn(`${file}.before-2.2`)], ["before", "later"])
})

test("asks for twice its size in free space first, and changes nothing without it", async () => {
  const { file, engine } = await opened()
  const asked: string[] = []
  const query = async (sql: string): Promise<unknown> => asked.push(sql)
  const error = await rejection<SetupError>(beginUpgrade(query, file, 2, async () => 4_096))
  assert.instance(error, SetupError)
  assert.is(error.code, "disk-space-missing")
  assert.match(
    error.message,
    /needs \d+ MB of free space in .+, and 1 MB are free: free space and start again; nothing was changed\.$/,
  )
  assert.equal(asked, [])
  assert.equal(
    readdirSync(path.dirname(file)).filter((name) => name.includes("before")),
    [],
  )
  assert.ok(existsSync(file))
  await engine.close()
})

test.run()
