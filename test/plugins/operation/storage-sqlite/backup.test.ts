import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { z } from "platen/sdk"
import type { Engine } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { backUp, restore } from "../../../../plugins/operation/storage-sqlite/backup.js"
import { sqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import { lockFolder } from "../../../../plugins/operation/storage-sqlite/lock.js"
import { Migrations, STORE_VERSION, storeOf } from "../../../../kernel/storage/store.js"
import { fakeClock } from "../../../testing/fakes.js"
import { openStage } from "../../../testing/index.js"
import { platen } from "../../../platen.js"
import { child, emptyFolder, placeIn, rejection } from "../../../kernel/storage/setting.js"

const test = suite("storage/backup")
const clock = fakeClock()
const MAC = "AA:BB:CC:DD:EE:FF"
const readable = (kept: Engine): Promise<void> => new Migrations(kept, clock).checkBackup()
const CONFIG = { "edition-core": { mount: "/core" } }

/** A data folder in which a server has kept one device of that name. */
async function folderOf(name: string): Promise<string> {
  const folder = emptyFolder()
  await keep(folder, name)
  return folder
}

async function keep(folder: string, name: string): Promise<void> {
  const stage = await openStage({ dataFolder: folder, config: CONFIG })
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ mac: MAC, nickname: name })
  assert.is((await stage.call("/core/api/config", { method: "POST", headers, body })).status, 200)
  await stage.close()
}

async function kept(folder: string): Promise<string | undefined> {
  const stage = await openStage({ dataFolder: folder, config: CONFIG })
  const found = (await stage.call(`/core/api/config/${MAC}`)).json() as { nickname?: string }
  await stage.close()
  return found.nickname
}

test("brings everything back, and keeps what was there before", async () => {
  const folder = await folderOf("ONE")
  const file = path.join(emptyFolder(), "monday.db")
  await backUp(placeIn(folder, clock), file)
  assert.is(statSync(file).mode & 0o777, 0o600)
  await keep(folder, "TWO")
  const before = await restore(placeIn(folder, clock), file, readable)
  assert.is(await kept(folder), "ONE")
  assert.is(path.dirname(before!), folder)
  const again = emptyFolder()
  assert.is(await restore(placeIn(again, clock), before!, readable), undefined)
  assert.is(await kept(again), "TWO", "what was there before is a backup, too")
  assert.equal(
    readdirSync(folder).filter((name) => /restoring|unfinished/.test(name)),
    [],
  )
})

test("copies one moment of a store that is written to all the while", async () => {
  const folder = await folderOf("ONE")
  const storm = child("child-storm", [path.join(folder, "platen.db"), "r"])
  for (const round of [1, 2, 3]) {
    await storm.printed(round * 200)
    const file = path.join(emptyFolder(), "now.db")
    await backUp(placeIn(folder, clock), file)
    const engine = await sqliteEngine(file, clock)
    const [a, b] = await Promise.all(
      ["a", "b"].map(async (kind) =>
        (await engine.scan({ prefix: `r/${kind}/`, limit: 100_000 })).map(({ key }) => key.slice(4)),
      ),
    )
    await engine.close()
    assert.ok(a!.length >= round * 200, `${a!.length}`)
    assert.equal(a, b, "half a batch")
  }
  storm.process.kill("SIGKILL")
  await storm.ended
})

test("writes over no file", async () => {
  const folder = await folderOf("ONE")
  const file = path.join(emptyFolder(), "mine.txt")
  writeFileSync(file, "mine")
  assert.match((await rejection(backUp(placeIn(folder, clock), file))).message, /already exists: name another file/)
  assert.is(readFileSync(file, "utf8"), "mine")
})

test("makes no backup of nothing", async () => {
  const [folder, file] = [emptyFolder(), path.join(emptyFolder(), "b.db")]
  assert.match((await rejection(backUp(placeIn(folder, clock), file))).message, /There is no store in /)
  assert.equal([readdirSync(folder), existsSync(file)], [[], false])
})

test("leaves no half a backup behind when the disk is full", async () => {
  const folder = await folderOf("ONE")
  const engine = await sqliteEngine(path.join(folder, "platen.db"), clock)
  for (let i = 0; i < 100; i++) await engine.write([{ key: `k${i}`, value: "x".repeat(20_000), expires: 0 }])
  await engine.close()
  const target = emptyFolder()
  const writer = child("child-backup", [folder, path.join(target, "b.db")], { fileLimit: 512 << 10 })
  await writer.ended
  assert.equal(writer.lines, ["disk-full"])
  assert.equal(readdirSync(target), [])
})

test("refuses while a server holds the folder, and changes nothing", async () => {
  const folder = await folderOf("ONE")
  const file = path.join(emptyFolder(), "b.db")
  await backUp(placeIn(folder, clock), file)
  await keep(folder, "TWO")
  const release = await lockFolder(folder)
  assert.match(
    (await rejection(restore(placeIn(folder, clock), file, readable))).message,
    /^Another server uses the data folder /,
  )
  await release()
  assert.is(await kept(folder), "TWO")
})

async function storeWithout(version: number | undefined): Promise<string> {
  const file = path.join(emptyFolder(), "other.db")
  const engine = await sqliteEngine(file, clock)
  if (version !== undefined) {
    await new Migrations(engine, clock).begin(false)
    await storeOf(engine, clock, "platen").collection("versions", z.number()).set("store", version)
  }
  await engine.close()
  return file
}

const text = path.join(emptyFolder(), "notes.txt")
writeFileSync(text, "no store at all ".repeat(1000))
for (const [what, file, said] of [
  ["a text", async () => text, /is not a readable backup/],
  [
    "an empty file",
    async () => {
      const empty = path.join(emptyFolder(), "empty")
      writeFileSync(empty, "")
      return empty
    },
    /is not a backup of Platen/,
  ],
  ["another program's database", () => storeWithout(undefined), /is not a backup of Platen/],
  ["a newer server's backup", () => storeWithout(STORE_VERSION + 1), /written by a newer server/],
  ["no file", async () => path.join(emptyFolder(), "gone.db"), /There is no file /],
] as const) {
  test(`takes ${what} for no backup, and changes nothing`, async () => {
    const folder = await folderOf("ONE")
    const before = readdirSync(folder)
    assert.match((await rejection(restore(placeIn(folder, clock), await file(), readable))).message, said)
    assert.equal(readdirSync(folder), before)
    assert.is(await kept(folder), "ONE")
  })
}

test("takes the place of a store that is damaged", async () => {
  const folder = await folderOf("ONE")
  const file = path.join(emptyFolder(), "b.db")
  await backUp(placeIn(folder, clock), file)
  const damaged = Buffer.alloc(8_192, "not a store")
  writeFileSync(path.join(folder, "platen.db"), damaged)
  const before = await restore(placeIn(folder, clock), file, readable)
  assert.is(await kept(folder), "ONE")
  assert.equal(readFileSync(before!), damaged)
})

test("are commands of the shell", async () => {
  const data = await folderOf("ONE")
  const cwd = emptyFolder()
  const env = { PLATEN_DATA: data }
  const made = await platen(["backup", "b.db"], { cwd, env })
  assert.equal([made.code, made.stdout, made.stderr], [0, "Backup written to b.db.\n", ""])
  const back = await platen(["restore", "b.db"], { cwd, env })
  assert.is(back.code, 0, back.stderr)
  assert.match(back.stdout, /Restored b\.db into .*\. The previous store is in .* need the secrets\.key of the server/)
  for (const command of ["backup", "restore"]) {
    const refused = await platen([command], { cwd, env })
    assert.is(refused.code, 2)
    assert.match(refused.stderr, new RegExp(`expected exactly one file: platen ${command} FILE`))
  }
})

test.run()
