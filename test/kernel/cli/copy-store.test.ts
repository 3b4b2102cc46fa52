import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Engine, Write } from "platen/sdk"
import { copyStore } from "../../../kernel/cli/copy-store.js"
import { Migrations, VERSION_KEY } from "../../../kernel/storage/store.js"
import { fakeClock } from "../../testing/fakes.js"
import { memoryEngine } from "../../testing/memory-engine.js"
import { folderWith } from "../../folder.js"
import { platen } from "../../platen.js"
import { refused } from "../../refused.js"

const test = suite("copy-store")
const clock = fakeClock()
const put = (key: string, expires = 0): Write => ({ key, value: `value of ${key}`, expires })
const version: Write = { key: VERSION_KEY, value: "2", expires: 0 }
const ROWS = Array.from({ length: 1_234 }, (_, i) => put(`c/a/${String(i).padStart(4, "0")}`))

async function filled(...writes: readonly Write[]): Promise<Engine> {
  const engine = memoryEngine(clock)
  if (writes.length > 0) await engine.write(writes)
  return engine
}
const whole = (engine: Engine): Promise<readonly Write[]> => engine.dump(undefined, 10_000)

test("copies every row with its expiry", async () => {
  const from = await filled(version, ...ROWS, put("j/a/b/1", clock.now() + 60_000), put("j/gone", clock.now() - 1))
  const to = await filled()
  assert.is(await copyStore(from, to), ROWS.length + 2)
  assert.equal(await whole(to), await whole(from))
})

test("lets no server start on a copy that was interrupted, and begins it anew", async () => {
  const from = await filled(version, ...ROWS)
  const to = await filled()
  let left = 2
  const breaking: Engine = {
    ...to,
    write: (...given) => (left-- > 0 ? to.write(...given) : Promise.reject(new Error("the cable"))),
  }
  await copyStore(from, breaking).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, "the cable"),
  )
  assert.is(await to.count("c/a/"), 500, "a part of it is there")
  await refused(() => new Migrations(to, clock).begin(false), "interrupted", "platen copy-store again")
  await to.write([put("c/a/9999")])
  await copyStore(from, to)
  assert.equal(await whole(to), await whole(from), "without what the copy before had left")
  assert.is(await new Migrations(to, clock).begin(true), undefined)
})

test("changes nothing of a store that is in use, and takes no empty one", async () => {
  const [from, to] = [await filled(version, ...ROWS), await filled(version, put("c/b"))]
  await refused(() => copyStore(from, to), "is not empty")
  assert.is(await to.count(""), 2)
  await refused(async () => copyStore(await filled(put("c/a")), await filled()), "There is nothing to copy")
})

test("says so when rows are missing in the end", async () => {
  const from = await filled(version, ...ROWS)
  const to = await filled()
  const losing: Engine = { ...to, write: (writes) => to.write(writes.slice(0, 400)) }
  await refused(() => copyStore(from, losing), "were copied", "run the command again")
  await refused(() => new Migrations(to, clock).begin(false), "interrupted")
})

test("says what to type", async () => {
  const cwd = folderWith({ "platen.yaml": "storage: { engine: sqlite }" })
  const run = async (...args: readonly string[]): Promise<string> =>
    (await platen(["copy-store", ...args], { cwd })).stderr
  assert.match(await run(), /copy-store --from ENGINE/)
  assert.match(await run("--from", "sqlite"), /the stores are the same/)
  assert.match(await run("--from", "papyrus"), /use one of/)
  assert.match(await run("--from", "postgres"), /storage\.url/)
  assert.match(await run("--from", "postgres", "--from-config", "[]"), /must be a JSON object/)
})

test.run()
