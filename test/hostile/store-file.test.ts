import { chmodSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../platen.js"
import { folderWith } from "../folder.js"
import { ask } from "../kernel/http/ask.js"
import { calls, codeOf } from "../plugins/people/accounts/calls.js"
import { served } from "../served.js"
import { until } from "../until.js"

/** Attack A12.1 to 3: a bad disk empties the store's file, somebody removes it, others read it. */
const test = suite("hostile/store file")

test("that a power cut has emptied is damage, not an empty store", async () => {
  const cwd = folderWith({ "data/server.lock": "", "data/platen.db": "" })
  for (const command of [["serve"], ["user", "list"]]) {
    const { code, stdout, stderr } = await platen(command, { cwd, env: { PORT: "0", HOST: "127.0.0.1" } })
    assert.is(code, 1)
    assert.match(stderr, /platen\.db is damaged \(the file is empty\): nothing was changed; /)
    assert.not.match(stdout, "setup-code.issued")
  }
  assert.is(statSync(path.join(cwd, "data/platen.db")).size, 0)
})

test("that is damaged is named in one line", async () => {
  const cwd = folderWith({ "data/platen.db": "x".repeat(9_000) })
  const { code, stderr } = await platen(["serve"], { cwd, env: { PORT: "0", HOST: "127.0.0.1" } })
  assert.is(code, 1)
  assert.match(stderr, /^platen cannot start: [^\n]*is damaged[^\n]*\n$/)
})

test("that is removed is noticed: an error is logged, and nothing is acknowledged until it is back", async () => {
  const cwd = folderWith()
  const server = await served(cwd)
  const here = calls(server.port)
  assert.is((await here.register("anna")).status, 200)
  renameSync(path.join(cwd, "data"), path.join(cwd, "elsewhere"))
  await logged(server.log, "store-file.removed")
  assert.equal(
    server.log.filter(({ msg }) => msg === "store-file.removed").map(({ level }) => level),
    [50],
  )
  const refused = await here.register("bert")
  assert.equal([refused.status, codeOf(refused)], [503, "store-failed"])
  assert.is((await ask(server.port, "/api/health")).status, 200)
  renameSync(path.join(cwd, "elsewhere"), path.join(cwd, "data"))
  await logged(server.log, "store-file.returned")
  assert.is((await here.register("bert")).status, 200)
  await server.stop()
})

function logged(log: readonly Readonly<Record<string, unknown>>[], event: string): Promise<void> {
  return until(() => log.some(({ msg }) => msg === event), `${event} is not logged`)
}

test("is nobody else's to read, in whatever folder it is", async () => {
  const cwd = folderWith()
  const data = path.join(cwd, "data")
  mkdirSync(data)
  chmodSync(data, 0o755)
  const first = await served(cwd)
  await first.stop()
  chmodSync(path.join(data, "platen.db"), 0o644)
  const second = await served(cwd)
  const modes = readdirSync(data).map((name) => `${name} ${(statSync(path.join(data, name)).mode & 0o777).toString(8)}`)
  assert.equal(modes.sort(), ["platen.db 600", "platen.db-shm 600", "platen.db-wal 600", "server.lock 600"])
  await second.stop()
  writeFileSync(path.join(data, "own.txt"), "")
  assert.is(statSync(path.join(data, "own.txt")).mode & 0o044, 0o044, "this process makes files that others read")
})

test.run()
