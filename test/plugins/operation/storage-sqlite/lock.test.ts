import { statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SetupError } from "platen/sdk"
import { lockFolder } from "../../../../plugins/operation/storage-sqlite/lock.js"
import { child, emptyFolder, rejection } from "../../../kernel/storage/setting.js"

const test = suite("lock")
const refusal = (folder: string): string =>
  `Another server uses the data folder ${folder}: stop it, or give this one another folder with PLATEN_DATA.`

test("makes the folder, for nobody else to read", async () => {
  const folder = path.join(emptyFolder(), "a", "b")
  await (
    await lockFolder(folder)
  )()
  writeFileSync(path.join(folder, "there"), "")
  assert.is(statSync(folder).mode & 0o777, 0o700)
})

test("refuses a second server, and lets it in after the first has closed", async () => {
  const folder = emptyFolder()
  const release = await lockFolder(folder)
  const error = await rejection<SetupError>(lockFolder(folder))
  assert.instance(error, SetupError)
  assert.is(error.code, "data-locked")
  assert.is(error.message, refusal(folder))
  await release()
  await (
    await lockFolder(folder)
  )()
})

test("refuses a second server in a process of its own", async () => {
  const folder = emptyFolder()
  const release = await lockFolder(folder)
  const second = child("child-lock", [folder])
  assert.is(await second.ended, 1)
  assert.equal(second.lines, [refusal(folder)])
  await release()
})

test("is free at once after a kill -9 of who held it", async () => {
  const folder = emptyFolder()
  const holder = child("child-lock", [folder])
  await holder.printed(1)
  assert.equal(holder.lines, ["locked"])
  assert.is((await rejection(lockFolder(folder))).message, refusal(folder))
  holder.process.kill("SIGKILL")
  assert.is(await holder.ended, null)
  await (
    await lockFolder(folder)
  )()
})

test("lets in one of many that start at once", async () => {
  const folder = emptyFolder()
  const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)))
  const inside = attempts.filter((each) => each.status === "fulfilled")
  assert.is(inside.length, 1)
  await inside[0]!.value()
})

test("leaves other folders free", async () => {
  const releases = [await lockFolder(emptyFolder()), await lockFolder(emptyFolder())]
  for (const release of releases) await release()
})

test("says that a folder cannot be used, and does not blame another server", async () => {
  const file = path.join(emptyFolder(), "file")
  writeFileSync(file, "")
  const damaged = emptyFolder()
  writeFileSync(path.join(damaged, "server.lock"), "no database ".repeat(1_000))
  for (const folder of [file, path.join(file, "below"), damaged]) {
    const error = await rejection<SetupError>(lockFolder(folder))
    assert.instance(error, SetupError)
    assert.is(error.code, "store-unopened")
    assert.ok(error.message.startsWith(`The data folder ${folder} cannot be locked (`), error.message)
    assert.match(error.message, "correct PLATEN_DATA, or the permissions of the folder and its server.lock")
  }
})

test.run()
