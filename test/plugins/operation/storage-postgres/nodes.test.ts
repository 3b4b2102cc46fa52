import { readFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Client } from "pg"
import { Unavailable } from "platen/sdk"
import type { Engine } from "platen/sdk"
import { fakeClock, openStage } from "platen/testing"
import { fakeLog } from "../../../testing/fakes.js"
import { folderWith } from "../../../folder.js"
import { platen } from "../../../platen.js"
import { refused } from "../../../refused.js"
import { until } from "../../../until.js"
import { connectionTo } from "../../../../plugins/operation/storage-postgres/connection.js"
import { endOf, postgresEngine } from "../../../../plugins/operation/storage-postgres/engine.js"
import { POSTGRES, postgresServer, WITHOUT } from "./server.js"
import type { PostgresServer } from "./server.js"

const test = suite("storage-postgres")
let server: PostgresServer
const inPostgres = (name: string, work: () => Promise<void>): void =>
  POSTGRES ? test(name, work) : test.skip(`${name}: ${WITHOUT}`, work)

test.before(async () => {
  if (POSTGRES) server = await postgresServer()
})
test.after(async () => {
  if (POSTGRES) await server.stop()
})

/** A database of its own. */
let databases = 0
async function newUrl(): Promise<string> {
  const name = `store${++databases}`
  await server.ask(`CREATE DATABASE ${name}`)
  return server.url.replace(/[^/]+$/, name)
}
const nodeOn = (url: string): Promise<Engine> => {
  const clock = fakeClock()
  return postgresEngine({
    connection: connectionTo({ url, size: 10 }, { log: fakeLog(), clock }),
    now: clock.now,
  })
}
const closed = (...engines: readonly Engine[]): Promise<unknown> => Promise.all(engines.map((each) => each.close()))

inPostgres("is made once by servers that start at once", async () => {
  const url = await newUrl()
  const nodes = await Promise.all(Array.from({ length: 6 }, () => nodeOn(url)))
  await nodes[0]!.write([{ key: "a", value: "1", expires: 0 }])
  for (const node of nodes) assert.is((await node.get("a"))?.value, "1")
  await closed(...nodes)
})

inPostgres(
  "loses no update of nodes that change the same keys in any order, and none waits for another for ever",
  async () => {
    const url = await newUrl()
    const nodes = await Promise.all([nodeOn(url), nodeOn(url), nodeOn(url)])
    const keys = ["a", "b", "c", "d", "e"]
    const [rounds, writers] = [25, 4]
    let turn = 0
    const add = async (node: Engine): Promise<void> => {
      // Two of the keys, in another order each time.
      const [one, two] = [keys[turn % 5]!, keys[(turn * 3 + 1) % 5]!]
      turn++
      const chosen = one === two ? [one] : turn % 2 ? [one, two] : [two, one]
      for (;;) {
        const before = await Promise.all(chosen.map((key) => node.get(key)))
        const writes = chosen.map((key, i) => ({ key, value: String(Number(before[i]?.value ?? 0) + 1), expires: 0 }))
        const expected = chosen.map((key, i) => ({ key, revision: before[i]?.revision ?? 0 }))
        if (await node.write(writes, expected)) return void (sum += chosen.length)
      }
    }
    let sum = 0
    await Promise.all(
      nodes.flatMap((node) =>
        Array.from({ length: writers }, async () => {
          for (let i = 0; i < rounds; i++) await add(node)
        }),
      ),
    )
    const counted = await Promise.all(keys.map(async (key) => Number((await nodes[0]!.get(key))!.value)))
    assert.is(
      counted.reduce((all, each) => all + each, 0),
      sum,
    )
    await closed(...nodes)
  },
)

inPostgres("is used again once the database is back, and says meanwhile that it cannot be", async () => {
  const url = await newUrl()
  const node = await nodeOn(url)
  const put = (value: string): Promise<number | undefined> => node.write([{ key: "a", value, expires: 0 }])
  await put("before")
  await server.kill()
  const failure = await put("lost").then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.instance(failure, Unavailable)
  assert.match((failure as Error).message, /^The database cannot be used: check that it runs and can be reached\.$/)
  assert.not.match((failure as Error).message, /postgres:\/\//)
  await server.start()
  assert.is((await node.get("a"))?.value, "before")
  await until(() => put("after").then(Boolean, () => false), "it is never written again")
  // The connections that waited are gone; one call finds out, and the next has another.
  await server.restart()
  assert.is((await node.get("a"))?.value, "after", "a read is asked once more")
  await node.close()
})

inPostgres("survives a connection that is lost between two statements of a transaction", async () => {
  const connection = connectionTo({ url: await newUrl(), size: 1 }, { log: fakeLog(), clock: fakeClock() })
  let failure: unknown
  await connection
    .transaction(async (query) => {
      await query("SELECT 1")
      await server.restart()
      await query("SELECT 1")
    })
    .catch((error: unknown) => (failure = error))
  assert.instance(failure, Unavailable)
  assert.equal(await connection.query("SELECT 1 AS one"), [{ one: 1 }])
  await connection.close()
})

inPostgres("costs callers an error that tells nothing of it while it is away", async () => {
  const [{ now }] = (await server.ask("SELECT extract(epoch FROM now()) * 1000 AS now")) as [{ now: string }]
  const stage = await openStage({
    clock: fakeClock(Number(now)),
    storage: { engine: "postgres", url: await newUrl() },
  })
  try {
    const headers = await stage.person("anna")
    const statuses = async (): Promise<readonly number[]> => [
      (await stage.call("/api/auth/me", { headers })).status,
      (await stage.call("/api/preview?persona=STOIC")).status,
    ]
    assert.equal(await statuses(), [200, 200])
    await server.kill()
    assert.equal(await statuses(), [503, 200], "a page that belongs to nobody needs no store")
    const { text } = await stage.call("/api/auth/me", { headers })
    assert.match(text(), /The database cannot be used: check that it runs/)
    assert.not.match(text(), /127\.0\.0\.1|ECONN|postgres:/)
    await server.start()
    assert.equal(await statuses(), [200, 200])
  } finally {
    await stage.close()
  }
})

inPostgres(
  "fails the health check while the database is away or answers nothing, and once a newer server has converted it",
  async () => {
    const url = await newUrl()
    const [{ now }] = (await server.ask("SELECT extract(epoch FROM now()) * 1000 AS now")) as [{ now: string }]
    const clock = fakeClock(Number(now))
    const stage = await openStage({ clock, storage: { engine: "postgres", url } })
    // A good answer of the store stands for three seconds.
    const health = async (): Promise<string> => {
      clock.advance(3_000)
      const { status, json } = await stage.call("/api/health")
      const { code = "" } = json() as { code?: string }
      return `${status} ${code}`.trim()
    }
    try {
      assert.is(await health(), "200")
      await server.kill()
      assert.is((await stage.call("/api/health")).status, 200, "the store is asked once a second at most")
      assert.is(await health(), "503 store-failed")
      await server.start()
      assert.is(await health(), "200")

      const blocker = new Client({ connectionString: url })
      blocker.on("error", () => {})
      await blocker.connect()
      await blocker.query("BEGIN")
      await blocker.query("LOCK TABLE platen IN ACCESS EXCLUSIVE MODE")
      const waiting = health()
      await until(() => clock.waits.includes(2_000), "the health check waits without a bound")
      clock.advance(2_000)
      assert.is(await waiting, "503 store-silent")
      await blocker.query("ROLLBACK")
      assert.is(await health(), "200")

      await blocker.query("UPDATE platen SET value = '9' WHERE key = 'c/platen/versions/store'")
      assert.is(await health(), "503 store-converted")
      await blocker.end()
    } finally {
      await stage.close()
    }
  },
)

inPostgres("stops the start by one sentence where there is no database, without its password", async () => {
  const cwd = folderWith({ "platen.yaml": "storage: { engine: postgres, url: { env: DATABASE_URL } }" })
  const env = { DATABASE_URL: "postgres://platen:very-secret@127.0.0.1:1/store" }
  const { code, stderr } = await platen(["serve"], { cwd, env })
  assert.is(code, 1)
  assert.match(
    stderr,
    /^platen cannot start: The store cannot be opened \(connect ECONNREFUSED .*\): correct storage\.url in platen\.yaml/,
  )
  assert.not.match(stderr, /very-secret/)
})

inPostgres("is backed up by its own tools, as the commands say", async () => {
  const cwd = folderWith({ "platen.yaml": `storage: { engine: postgres, url: "${await newUrl()}" }` })
  for (const command of ["backup", "restore"]) {
    const { code, stderr } = await platen([command, "store.db"], { cwd })
    assert.is(code, 1)
    assert.match(stderr, command === "backup" ? /pg_dump/ : /pg_restore/)
  }
})

inPostgres("keeps a server's accounts and screens, which come over from SQLite", async () => {
  // The database has a clock of its own, by which its rows expire.
  const [{ now }] = (await server.ask("SELECT extract(epoch FROM now()) * 1000 AS now")) as [{ now: string }]
  const clock = fakeClock(Number(now))
  const dataFolder = folderWith()
  const first = await openStage({ dataFolder, clock })
  const headers = await first.person("anna")
  const device = await first.device()
  await first.close()

  const url = await newUrl()
  const cwd = folderWith({ "platen.yaml": `storage: { engine: postgres, url: "${url}" }` })
  const command = (...args: readonly string[]) =>
    platen(["copy-store", "--from", "sqlite", ...args], { cwd, clock, env: { PLATEN_DATA: dataFolder } })
  const counted = await command("--dry-run")
  assert.match(counted.stdout, /^\d+ rows would be copied\.\n$/)
  const copied = await command()
  assert.is(copied.stdout, counted.stdout.replace("would be", "were"), copied.stderr)
  assert.match((await command()).stderr, /is not empty/)

  const storage = { engine: "postgres", url }
  const one = await openStage({ dataFolder, clock, storage })
  await refused(() => openStage({ dataFolder: folderWith(), clock, storage }), "share a key")
  const key = readFileSync(path.join(dataFolder, "secrets.key"), "utf8")
  const two = await openStage({ dataFolder: folderWith({ "secrets.key": key }), clock, storage })
  try {
    for (const node of [one, two]) {
      const me = await node.call("/api/auth/me", { headers })
      assert.equal([me.status, (me.json() as { username: string }).username], [200, "anna"])
      const page = await node.call(`/api/render?v=4.0&mac=${device.mac}&w=400&h=300`, { headers: device.headers })
      assert.is(page.status, 200)
    }
  } finally {
    await one.close()
    await two.close()
  }
})

test("finds what begins with a prefix below the first text behind it", () => {
  assert.equal(["", "a", "a\ud7ff", "a\u{10ffff}", "\u{10ffff}", "c/b/"].map(endOf), [
    null,
    "b",
    "a\ue000",
    "b",
    null,
    "c/b0",
  ])
})

test.run()
