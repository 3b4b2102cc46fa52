import { readFileSync, truncateSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { SetupError } from "platen/sdk"
import type { Engine } from "../../../sdk/storage/engine.js"
import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock } from "../../testing/fakes.js"
import { child, emptyFolder, rejection } from "./setting.js"

const test = suite("durability")
const KIB = 1024

async function keysUnder(engine: Engine, prefix: string): Promise<string[]> {
  return (await engine.scan({ prefix, limit: 100_000 })).map(({ key }) => key.slice(prefix.length))
}

/** Everything that a round of the storm has acknowledged is there, and every batch is there whole. */
async function checkRound(engine: Engine, round: string, acknowledged: readonly string[]): Promise<void> {
  const [a, b, last] = await Promise.all(["a", "b", "last"].map((kind) => keysUnder(engine, `${round}/${kind}/`)))
  const there = new Set(a)
  assert.equal(
    acknowledged.filter((key) => !there.has(key)),
    [],
    "missing",
  )
  assert.equal(a, b, "half a batch")
  for (const row of await engine.scan({ prefix: `${round}/`, limit: 100_000 }))
    assert.is(row.value, row.key.slice(round.length + 1).repeat(100))
  for (const writer of [0, 1, 2, 3]) {
    const batches = a!.filter((key) => key.startsWith(`${writer}/`)).length
    assert.equal(
      last!.filter((key) => key.startsWith(`${writer}/`)),
      batches > 0 ? [`${writer}/${batches - 1}`] : [],
    )
  }
}

test("keeps every acknowledged write through a kill -9 in a storm of writes, again and again", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const rounds: [string, readonly string[]][] = []
  for (const killedAfter of [1, 40, 333, 2_000]) {
    const round = `after ${killedAfter}`
    const storm = child("child-storm", [file, round])
    await storm.printed(killedAfter)
    storm.process.kill("SIGKILL")
    assert.is(await storm.ended, null)
    assert.ok(storm.lines.length >= killedAfter)
    rounds.push([round, storm.lines])
    const engine = await sqliteEngine(file, fakeClock())
    for (const [each, acknowledged] of rounds) await checkRound(engine, each, acknowledged)
    await engine.close()
  }
})

test("goes on for others when one of two writers is killed", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const engine = await sqliteEngine(file, fakeClock())
  const storm = child("child-storm", [file, "theirs"])
  await storm.printed(1)
  const mine: string[] = []
  const write = async (): Promise<void> => {
    await engine.write([{ key: `mine/${mine.length}`, value: "1", expires: 0 }])
    mine.push(String(mine.length))
  }
  for (let i = 0; i < 50; i++) await write()
  storm.process.kill("SIGKILL")
  for (let i = 0; i < 50; i++) await write()
  await storm.ended
  assert.equal(await keysUnder(engine, "mine/"), mine.sort())
  await checkRound(engine, "theirs", storm.lines)
  await engine.close()
})

// Below and above the size at which SQLite moves its log into the file of the store.
for (const limit of [256 * KIB, 5_000 * KIB]) {
  test(`refuses writes on a full disk (${limit / KIB} KiB a file), loses nothing and goes on reading`, async () => {
    const file = path.join(emptyFolder(), "platen.db")
    const filler = child("child-fill", [file], { fileLimit: limit })
    assert.is(await filler.ended, 0)
    const steps = filler.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const written = steps.filter((step) => "written" in step).length
    assert.ok(written > 5, "some writes came before")
    const failed = {
      name: "Unavailable",
      code: "disk-full",
      status: 503,
      message: "The store platen.db cannot be used: the disk is full: free space; no acknowledged write is lost.",
    }
    assert.equal(steps.slice(written), [{ failed }, { intact: written, listed: written }, { failed }])
    const engine = await sqliteEngine(file, fakeClock())
    for (let i = 0; i < written; i++) assert.is((await engine.get(`k${i}`))?.value, String(i).padStart(20_000, "-"))
    await engine.write([{ key: "room", value: "again", expires: 0 }])
    assert.is((await engine.get("room"))?.value, "again")
    await engine.close()
  })
}

test("says at the start that there is no room at all", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const filler = child("child-fill", [file], { fileLimit: 0 })
  assert.is(await filler.ended, 0)
  assert.is(filler.lines.length, 1)
  const { failed } = JSON.parse(filler.lines[0]!) as { failed: { name: string; code: string; message: string } }
  assert.is(failed.name, "SetupError")
  assert.is(failed.code, "store-unopened")
  assert.ok(
    failed.message.startsWith(`The store ${file} cannot be opened (`) &&
      failed.message.includes("the free space of its folder"),
    failed.message,
  )
})

/** A store of some megabytes, closed. */
async function filled(file: string): Promise<void> {
  const engine = await sqliteEngine(file, fakeClock())
  await engine.write(
    Array.from({ length: 5_000 }, (_, i) => ({ key: `k/${i}`, value: "v".repeat(i % 1_000), expires: 0 })),
  )
  await engine.close()
}

/** The same, as a backup was put back. */
async function restored(file: string): Promise<void> {
  const engine = await sqliteEngine(`${file}.old`, fakeClock())
  await engine.write(
    Array.from({ length: 5_000 }, (_, i) => ({ key: `k/${i}`, value: "v".repeat(i % 1_000), expires: 0 })),
  )
  await engine.backup(file)
  await engine.close()
}

const garbage = (file: string, from: number, length: number): void => {
  const bytes = readFileSync(file)
  bytes.fill("garbage ", from, from + length)
  writeFileSync(file, bytes)
}
const middle = (file: string): number => Math.floor(readFileSync(file).length / 8192) * 4096

const damages: readonly [string, (file: string) => Promise<void>, (file: string) => void][] = [
  ["garbage at its head", filled, (file) => garbage(file, 0, 4096)],
  ["garbage behind its first 100 bytes", filled, (file) => garbage(file, 100, 3996)],
  ["garbage in the middle", filled, (file) => garbage(file, middle(file), 4 * 4096)],
  ["garbage in the middle, put back from a backup", restored, (file) => garbage(file, middle(file), 4 * 4096)],
  ["half of it missing", filled, (file) => truncateSync(file, middle(file))],
  [
    "something else in its place",
    async () => {},
    (file) => writeFileSync(file, "Shopping list: milk, paper, ink. ".repeat(500)),
  ],
]
for (const [what, fill, damage] of damages) {
  test(`refuses a store with ${what}, and leaves it as it is`, async () => {
    const file = path.join(emptyFolder(), "platen.db")
    await fill(file)
    damage(file)
    const before = readFileSync(file)
    const error = await rejection<SetupError>(sqliteEngine(file, fakeClock()))
    assert.instance(error, SetupError)
    assert.is(error.code, "store-damaged")
    assert.ok(error.message.startsWith(`The store ${file} is damaged (`), error.message)
    assert.match(
      error.message,
      "nothing was changed; move it away, with its -wal and -shm if they exist, then restore a backup or start with an empty store.",
    )
    assert.ok(readFileSync(file).equals(before), "the file was changed")
  })
}

test.run()
