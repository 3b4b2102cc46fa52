import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { createWhole } from "../../../../plugins/operation/storage-sqlite/create.js"
import { sqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock } from "../../../testing/fakes.js"
import { emptyFolder, rejection } from "../../../kernel/storage/setting.js"

const test = suite("sqlite: a new store")
/** No process has it: the largest that Linux gives is 4,194,304. */
const DEAD = 4_194_305

test("is there whole or not at all, whenever its maker stops", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const error = await rejection(
    createWhole(file, async (unfinished) => {
      writeFileSync(unfinished, "half")
      await Promise.reject(new Error("stopped"))
    }),
  )
  assert.is((error as Error).message, "stopped")
  assert.equal(readdirSync(path.dirname(file)), [])
})

test("takes nobody's place who was quicker", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  await createWhole(file, async (unfinished) => {
    writeFileSync(unfinished, "mine")
    writeFileSync(file, "theirs")
    await Promise.resolve()
  })
  assert.is(readFileSync(file, "utf8"), "theirs")
  assert.equal(readdirSync(path.dirname(file)), ["platen.db"])
})

test("clears away what a killed process had begun, and lets others go on", async () => {
  const folder = emptyFolder()
  const file = path.join(folder, "platen.db")
  const [dead, alive] = [`platen.db.new-${DEAD}`, `platen.db.new-${process.ppid}`]
  for (const name of [dead, `${dead}-wal`, alive]) writeFileSync(path.join(folder, name), "")
  const engine = await sqliteEngine(file, fakeClock())
  await engine.write([{ key: "a", value: "1", expires: 0 }])
  assert.equal(
    [dead, `${dead}-wal`, alive].map((name) => existsSync(path.join(folder, name))),
    [false, false, true],
  )
  await engine.close()
})

test.run()
