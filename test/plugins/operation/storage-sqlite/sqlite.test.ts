import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { KeyvSqlite } from "@keyv/sqlite"
import { SetupError, Unavailable } from "platen/sdk"
import type { Engine, Write } from "../../../../sdk/storage/engine.js"
import { sqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock } from "../../../testing/fakes.js"
import { engineContract } from "../../../kernel/storage/contract.js"
import { child, emptyFolder, ENGINES, rejection } from "../../../kernel/storage/setting.js"

engineContract("sqlite", ENGINES["sqlite"]!)

const test = suite("sqlite engine")
const put = (key: string, value = "1", expires = 0): Write => ({ key, value, expires })
const newFile = (): string => path.join(emptyFolder(), "platen.db")
const keysOf = async (engine: Engine): Promise<string[]> =>
  (await engine.scan({ prefix: "", limit: 10_000 })).map(({ key }) => key)

/** What a statement answers on a connection of its own. */
async function ask<T>(file: string, sql: string): Promise<T[]> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: "platen", busyTimeout: 1_000 })
  const answer = (await adapter.query(sql)) as T[]
  await adapter.disconnect()
  return answer
}

for (const name of ["a b", "100%20", "what?#x=1", "it's", "Küche 纸 😀", "a/new/folder"]) {
  test(`keeps everything in a folder called "${name}"`, async () => {
    const file = path.join(emptyFolder(), name, "platen.db")
    const engine = await sqliteEngine(file, fakeClock())
    await engine.write([put("a"), put("b", "2")])
    await engine.close()
    const again = await sqliteEngine(file, fakeClock())
    assert.equal(await again.scan({ prefix: "", limit: 9 }), [
      { key: "a", value: "1" },
      { key: "b", value: "2" },
    ])
    await again.close()
  })
}

test("writes ahead to a log", async () => {
  const file = newFile()
  const engine = await sqliteEngine(file, fakeClock())
  assert.equal(await ask(file, "PRAGMA journal_mode"), [{ journal_mode: "wal" }])
  await engine.close()
})

test("creates a store with small pages, and leaves an existing one as it is", async () => {
  const file = newFile()
  await (await sqliteEngine(file, fakeClock())).close()
  assert.equal(await ask(file, "PRAGMA page_size"), [{ page_size: 2_048 }])
  const earlier = newFile()
  await ask(earlier, "PRAGMA journal_mode = WAL")
  const engine = await sqliteEngine(earlier, fakeClock())
  await engine.write([put("a")])
  await engine.close()
  assert.equal(await ask(earlier, "PRAGMA page_size"), [{ page_size: 4_096 }])
})

test("removes the rows that it sweeps", async () => {
  const file = newFile()
  const clock = fakeClock()
  const engine = await sqliteEngine(file, clock)
  await engine.write([put("a"), put("b"), put("c", "1", clock.now() + 10), put("d", "1", clock.now() + 11)])
  await engine.write([{ key: "b", value: undefined, expires: 0 }])
  clock.advance(10)
  await engine.sweep()
  assert.equal(await ask(file, "SELECT key FROM platen ORDER BY key"), [{ key: "a" }, { key: "d" }])
  await engine.close()
})

test("lets many open a new file at once, in this process and others", async () => {
  const file = newFile()
  const children = Array.from({ length: 3 }, () => child("child-add", [file, "5"]))
  const engines = await Promise.all(Array.from({ length: 4 }, () => sqliteEngine(file, fakeClock())))
  await Promise.all(children.map(({ printed }) => printed(1)))
  await Promise.all(engines.map((engine, i) => engine.write([put(`k${i}`)])))
  for (const { process } of children) process.stdin!.end("go\n")
  assert.equal(await Promise.all(children.map(({ ended }) => ended)), [0, 0, 0])
  for (const engine of engines) assert.equal(await keysOf(engine), ["c/test/numbers/sum", "k0", "k1", "k2", "k3"])
  for (const engine of engines) await engine.close()
})

test("waits while another process still makes the file", async () => {
  const file = newFile()
  const other = new KeyvSqlite({ uri: `sqlite://${file}`, table: "platen" })
  await other.query("BEGIN IMMEDIATE")
  const opening = sqliteEngine(file, fakeClock())
  opening.catch(() => {})
  for (let i = 0; i < 300; i++) await other.query("SELECT 1")
  await other.query("COMMIT")
  const engine = await opening
  assert.ok(await engine.write([put("a")]))
  await engine.close()
  await other.disconnect()
})

test("makes a consistent copy while others write", async () => {
  const file = newFile()
  const engine = await sqliteEngine(file, fakeClock())
  await engine.write(Array.from({ length: 2_000 }, (_, i) => put(`n/${i}`, "x".repeat(200))))
  const done = new AbortController()
  const writing = (async () => {
    for (let i = 0; !done.signal.aborted; i++) await engine.write([put(`a/${i}`), put(`b/${i}`)])
  })()
  const other = await sqliteEngine(file, fakeClock())
  await other.backup(`${file}.copy`)
  done.abort()
  await writing
  const copy = await sqliteEngine(`${file}.copy`, fakeClock())
  const keys = async (prefix: string): Promise<string[]> =>
    (await copy.scan({ prefix, limit: 100_000 })).map(({ key }) => key.slice(2))
  assert.is((await keys("n/")).length, 2_000)
  assert.equal(await keys("a/"), await keys("b/"))
  for (const each of [engine, other, copy]) await each.close()
})

test("does not copy over a file that exists", async () => {
  const file = newFile()
  const engine = await sqliteEngine(file, fakeClock())
  writeFileSync(`${file}.copy`, "mine")
  const error = await rejection<Unavailable>(engine.backup(`${file}.copy`))
  assert.instance(error, Unavailable)
  assert.is(error.code, "store-failed")
  assert.is(readFileSync(`${file}.copy`, "utf8"), "mine")
  await engine.close()
})

test("finishes what was asked before it was closed, and refuses what comes after", async () => {
  const file = newFile()
  const engine = await sqliteEngine(file, fakeClock())
  const writes = Array.from({ length: 50 }, (_, i) => engine.write([put(`k${i}`)]))
  await Promise.all([...writes, engine.close()])
  for (const attempt of [
    () => engine.get("k0"),
    () => engine.write([put("late")]),
    () => engine.scan({ prefix: "", limit: 1 }),
  ]) {
    const error = await rejection<Unavailable>(attempt())
    assert.instance(error, Unavailable)
    assert.is(error.code, "store-failed")
    assert.match(error.message, /^The store platen\.db cannot be used: .*closed.*\.$/)
  }
  const again = await sqliteEngine(file, fakeClock())
  assert.is((await keysOf(again)).length, 50)
  await again.close()
})

test("says what to correct when the file cannot be opened", async () => {
  const folder = emptyFolder()
  mkdirSync(path.join(folder, "folder.db"))
  writeFileSync(path.join(folder, "file"), "")
  for (const file of [
    path.join(folder, "folder.db"),
    path.join(folder, "file", "platen.db"),
    path.join(folder, "file", "below", "platen.db"),
  ]) {
    const error = await rejection<SetupError>(sqliteEngine(file, fakeClock()))
    assert.instance(error, SetupError)
    assert.is(error.code, "store-unopened")
    assert.ok(error.message.startsWith(`The store ${file} cannot be opened (`), error.message)
    assert.match(error.message, "correct PLATEN_DATA")
  }
})

test.run()
