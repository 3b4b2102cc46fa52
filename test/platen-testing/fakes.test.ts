import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Upstream, z } from "platen/sdk"
import { fakeClock, fakeFetch, fakeFiles, fakeLog, fakeStore } from "../testing/index.js"

const test = suite("fakes")

async function failure(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  return assert.unreachable("it did not fail") as never
}

test("clock stands still until it is moved on", () => {
  const clock = fakeClock("2026-03-01T00:00:00Z")
  assert.is(clock.now(), Date.parse("2026-03-01T00:00:00Z"))
  clock.advance(1500)
  assert.is(clock.now(), Date.parse("2026-03-01T00:00:01.500Z"))
  assert.is(fakeClock(5).now(), 5)
  assert.is(
    new Date(fakeClock().now()).toISOString(),
    "2026-11-21T09:05:00.000Z",
    "unless told, a moment that everyone knows",
  )
})

test("log keeps every line in order", () => {
  const log = fakeLog()
  log.info({ a: 1 }, "one")
  log.error({}, "two")
  log.debug({}, "three")
  log.warn({}, "four")
  assert.equal(
    log.lines.map(({ level, event }) => `${level} ${event}`),
    ["info one", "error two", "debug three", "warn four"],
  )
  assert.equal(log.lines[0]!.fields, { a: 1 })
})

test("store keeps, checks and forgets as the real one does", async () => {
  const clock = fakeClock()
  const store = fakeStore(clock)
  const words = store.collection("words", z.string().min(2))
  await words.set("a", "first", { ttl: 60 })
  await words.update("b", (old) => `${old ?? ""}second`)
  assert.equal(
    (await words.list()).map(({ key, value }) => `${key} ${value}`),
    ["a first", "b second"],
  )
  await failure(() => words.set("c", "x"))
  clock.advance(60_000)
  assert.equal(
    [await words.get("a"), await words.get("b"), await words.delete("b"), await words.get("b")],
    [undefined, "second", true, undefined],
  )
})

test("stores are apart from one another", async () => {
  const [one, other] = [fakeStore(), fakeStore()].map((store) => store.collection("words", z.string()))
  await one!.set("a", "x")
  assert.is(await other!.get("a"), undefined)
})

test("fetch answers with what it was given, and writes down each call", async () => {
  const fetch = fakeFetch({
    "http://a/text": '{"n":1}',
    "http://a/bytes": new Uint8Array([1, 255]),
    "http://a/gone": 404,
  })
  const text = await fetch("http://a/text", { headers: { accept: "x" } })
  assert.equal([text.status, text.text(), text.json(), text.url], [200, '{"n":1}', { n: 1 }, "http://a/text"])
  assert.equal([...(await fetch(new URL("http://a/bytes"))).bytes], [1, 255])
  const gone = await fetch("http://a/gone")
  assert.equal([gone.status, gone.bytes.length], [404, 0])
  assert.equal(
    fetch.calls.map(({ url }) => url),
    ["http://a/text", "http://a/bytes", "http://a/gone"],
  )
  assert.equal(fetch.calls[0]!.options, { headers: { accept: "x" } })
})

test("fetch throws what it was given to throw, and knows no other address", async () => {
  const down = new Error("down")
  const fetch = fakeFetch({ "http://a/": down })
  assert.is(await failure(() => fetch("http://a/")), down)
  const unknown = await failure(() => fetch("http://b/"))
  assert.instance(unknown, Upstream)
  assert.match(unknown.message, /http:\/\/b\//)
})

test("files are read by their whole address and listed by folder", async () => {
  const files = fakeFiles({
    "file:///m/b.json": "{}",
    "file:///m/a.json": "é",
    "file:///m/deep/c.json": "",
    "file:///m/deep/er/d.json": "",
    "file:///other": "",
  })
  assert.equal(await files.list(new URL("file:///m/")), ["a.json", "b.json", "deep/"])
  assert.equal(await files.list(new URL("file:///none/")), [])
  assert.is(await files.text(new URL("file:///m/a.json")), "é")
  assert.equal([...(await files.bytes(new URL("file:///m/a.json")))], [0xc3, 0xa9])
  assert.is(((await failure(() => files.text(new URL("file:///m/none")))) as NodeJS.ErrnoException).code, "ENOENT")
})

test.run()
