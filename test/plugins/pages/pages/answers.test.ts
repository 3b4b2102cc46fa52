import path from "node:path"
import { Upstream, z } from "platen/sdk"
import type { OutboundFetch } from "platen/sdk"
import type { Source } from "platen/sdk/mode"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import type { KeyvStoreAdapter } from "keyv"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { byteCache } from "../../../../kernel/engine/text/cache.js"
import { Answers, answerStore } from "../../../../plugins/pages/pages/sources/answers.js"
import { ANSWER_BYTES, SharedFetch } from "../../../../plugins/pages/pages/sources/shared-fetch.js"
import { SOURCE_BYTES, SourceReader } from "../../../../plugins/pages/pages/sources/source-reader.js"
import { TakingTurns } from "../../../../plugins/pages/pages/sources/taking-turns.js"
import { countersInMemory } from "platen/sdk/servers"
import { folderWith } from "../../../folder.js"

const test = suite("answers")

const HOUR = 3_600
const WHERE = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 25, weekday: 3 } } as const
const OFFLINE: OutboundFetch = () => Promise.reject(new Upstream("The network is gone."))
const ONLINE: OutboundFetch = async (url) => ({
  status: 200,
  url: String(url),
  headers: {},
  bytes: Buffer.from("sunny"),
  text: () => "sunny",
  json: () => "sunny",
})

/** A source that asks one address, and answers with a number that counts its reads. */
function weather(parts: Partial<Source> = {}): Source & { readonly reads: () => number } {
  let n = 0
  return {
    name: "weather",
    parameters: z.object({ town: z.string().default("Springfield") }),
    result: z.unknown(),
    cacheFor: HOUR,
    staleFor: 24 * HOUR,
    reads: () => n,
    read: async (_, { fetch }) => {
      await fetch("https://weather.example/now")
      return { n: ++n }
    },
    ...parts,
  }
}

interface Server {
  readonly log: FakeLog
  read(town?: string): Promise<{ readonly data: unknown; readonly isOld: boolean }>
  stop(): Promise<void>
}

/** One process: what it keeps in memory goes with it. */
function server(
  source: Source,
  store: KeyvStoreAdapter | undefined,
  {
    clock = fakeClock(),
    fetch = ONLINE,
    maxBytes,
  }: { clock?: FakeClock; fetch?: OutboundFetch; maxBytes?: number } = {},
): Server {
  const log = fakeLog()
  const answers = new Answers({
    clock,
    log,
    memory: byteCache(SOURCE_BYTES),
    store: () => store,
    key: () => Promise.resolve("the server's secret"),
    ...(maxBytes !== undefined && { maxBytes }),
  })
  answers.begin()
  const reader = new SourceReader({
    turns: new TakingTurns(clock, countersInMemory(clock)),
    clock,
    log,
    service: { defaults: { language: "en", mode: "DAILY", timeZone: "UTC" } },
    sources: { get: () => source, list: () => [source] },
    answers,
    fetching: new SharedFetch({ fetch, clock, ticks: clock.now, random: () => 0, answers: byteCache(ANSWER_BYTES) }),
  })
  return {
    log,
    read: (town = "Springfield") => reader.read(source.name, { town }, WHERE, { caller: "user/anna" }),
    stop: () => answers.close(),
  }
}

const fault = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => (error as Error).message,
  )

/** Waits until a store in memory has been written to. */
const written = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(() => setImmediate(resolve)))
  })

/** A store in memory, with what stands in it. */
function mapStore(): KeyvStoreAdapter & { readonly rows: Map<string, string> } {
  const rows = new Map<string, string>()
  const store = {
    opts: { dialect: "redis" },
    rows,
    on: () => store,
    get: async (key: string) => rows.get(key),
    set: async (key: string, value: string) => void rows.set(key, value),
    delete: async (key: string) => rows.delete(key),
    clear: async () => rows.clear(),
    disconnect: async () => {},
    iterator: async function* () {
      for (const each of rows) yield each
    },
  }
  return store as unknown as ReturnType<typeof mapStore>
}

test("shows what an earlier process has kept at once, though the network is gone", async () => {
  const folder = folderWith()
  const clock = fakeClock()
  const sqlite = (): Promise<KeyvStoreAdapter | undefined> => answerStore({ store: "sqlite" }, folder)
  const first = server(weather(), await sqlite(), { clock })
  assert.equal((await first.read()).data, { n: 1 })
  await first.stop()

  clock.advance(10 * 60_000)
  const second = server(weather(), await sqlite(), { clock, fetch: OFFLINE })
  const fresh = await second.read()
  assert.equal([fresh.data, fresh.isOld], [{ n: 1 }, false], "still fresh: nothing is asked")
  await second.stop()

  clock.advance(2 * HOUR * 1000)
  const third = server(weather(), await sqlite(), { clock, fetch: OFFLINE })
  const old = await third.read()
  assert.equal([old.data, old.isOld], [{ n: 1 }, true], "old, and said so")
  await third.stop()

  clock.advance(24 * HOUR * 1000)
  const fourth = server(weather(), await sqlite(), { clock, fetch: OFFLINE })
  assert.match(await fault(fourth.read()), "gone")
  await fourth.stop()
})

test("asks anew for what is old, after it has been shown", async () => {
  const [store, clock, source] = [mapStore(), fakeClock(), weather()]
  await server(source, store, { clock }).read()
  await written()
  clock.advance(2 * HOUR * 1000)
  const next = server(source, store, { clock })
  assert.equal((await next.read()).data, { n: 1 })
  await written()
  assert.equal((await next.read()).data, { n: 2 })
  assert.is(source.reads(), 2)
})

test("takes nothing from the store that the source would not answer today", async () => {
  const [store, clock] = [mapStore(), fakeClock()]
  await server(weather(), store, { clock }).read()
  await written()
  const other = weather({ result: z.object({ degrees: z.number() }), read: async () => ({ degrees: 7 }) })
  assert.equal((await server(other, store, { clock }).read()).data, { degrees: 7 })
})

test("keeps neither words of people nor what a connection or a person has asked for", async () => {
  const store = mapStore()
  await server(weather(), store).read("Springfield")
  await written()
  const [[key, text] = ["", ""]] = store.rows
  assert.is(store.rows.size, 1)
  assert.not.match(key + text, /weather|Springfield/)

  const connection = { origin: "https://weather.example", headers: { authorization: "secret" } }
  const privates: readonly Partial<Source>[] = [
    { fetchesUserUrls: true },
    { dependsOn: ["user"] },
    {
      read: async (_, { fetch }) => {
        await fetch("https://weather.example/now", { connection })
        return "private"
      },
    },
  ]
  for (const parts of privates) {
    const empty = mapStore()
    await server(weather(parts), empty).read()
    await written()
    assert.is(empty.rows.size, 0, Object.keys(parts).join())
  }
})

test("goes on without a store that fails or hangs, and says so once", async () => {
  const failing = {
    ...mapStore(),
    get: () => Promise.reject(new Error("no space")),
    set: () => Promise.reject(new Error("no space")),
  }
  const one = server(weather(), failing as unknown as KeyvStoreAdapter)
  for (const town of ["a", "b", "c"]) assert.equal(((await one.read(town)).data as { n: number }).n > 0, true)
  await written()
  assert.is(one.log.lines.filter(({ event }) => event === "answer-store.failed").length, 1)

  const clock = fakeClock()
  const hanging = { ...mapStore(), get: () => new Promise(() => {}), set: () => new Promise(() => {}) }
  const other = server(weather(), hanging as unknown as KeyvStoreAdapter, { clock })
  const reading = other.read()
  await written()
  clock.advance(1_000)
  assert.equal((await reading).data, { n: 1 })
})

test("bounds the store, and forgets the oldest first, those of earlier processes too", async () => {
  const [store, clock] = [mapStore(), fakeClock()]
  const large = weather({ read: async () => "x".repeat(1_000) })
  const first = server(large, store, { clock, maxBytes: 10_000 })
  for (let i = 0; i < 30; i++) {
    await first.read(`town ${i}`)
    await written()
  }
  const bytes = [...store.rows.values()].reduce((sum, text) => sum + text.length, 0)
  assert.ok(bytes > 5_000 && bytes < 11_000, String(bytes))
  const answers = new Answers({
    clock,
    log: fakeLog(),
    memory: byteCache(1_000),
    store: () => store,
    key: () => Promise.resolve("key"),
    maxBytes: 3_000,
  })
  answers.begin()
  await answers.sweep()
  assert.ok(store.rows.size <= 3 && store.rows.size > 0, String(store.rows.size))
  clock.advance(2 * HOUR * 1000)
  await answers.sweep()
  assert.ok(store.rows.size > 0, "a screen that wakes two hours after a restart still finds its answer")
  clock.advance(23 * HOUR * 1000)
  await answers.sweep()
  assert.is(store.rows.size, 0, "what nobody has asked for goes")
  await answers.close()
})

test("refuses a store that cannot be used, and names the remedy", async () => {
  const sentence = await fault(answerStore({ store: "keyv-of-nobody" }, path.sep))
  assert.match(sentence, /answers\.store in platen\.yaml names "keyv-of-nobody".*memory or sqlite/s)
})

test("repeats none of its options when a store refuses them", async () => {
  const sentence = await fault(
    answerStore({ store: "node:url", options: "redis://anna:s3cret@cache.example" }, path.sep),
  )
  assert.match(sentence, /answers\.store in platen\.yaml names "node:url".*refuses answers\.options/s)
  assert.not.match(sentence, /s3cret/)
})

test.run()
