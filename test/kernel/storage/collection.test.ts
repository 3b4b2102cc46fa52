import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Unavailable, z } from "platen/sdk"
import { collection } from "../../../kernel/storage/collection.js"
import type { CollectionInside } from "../../../kernel/storage/collection.js"
import type { Engine } from "../../../sdk/storage/engine.js"
import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"
import { storeOf } from "../../../kernel/storage/store.js"
import { fakeClock } from "../../testing/fakes.js"
import type { FakeClock } from "../../testing/fakes.js"
import { child, emptyFolder, ENGINES, rejection } from "./setting.js"

const device = z.object({ name: z.string(), beats: z.number().int().min(0), tags: z.array(z.string()).default([]) })
type Device = z.infer<typeof device>
const kitchen: Device = { name: "Küche 😀", beats: 1, tags: ["a\u0000b"] }
const PREFIX = "c/test/devices/"

for (const [name, open] of Object.entries(ENGINES)) {
  const test = suite<{
    clock: FakeClock
    engine: Engine
    devices: CollectionInside<Device>
    numbers: CollectionInside<number>
  }>(`collection in ${name}`)
  test.before.each(async (context) => {
    const clock = fakeClock()
    const engine = await open(clock)
    const devices = collection({ engine, clock, prefix: PREFIX, schema: device, queues: new Map() })
    const numbers = collection({ engine, clock, prefix: "c/test/numbers/", schema: z.number(), queues: new Map() })
    Object.assign(context, { clock, engine, devices, numbers })
  })
  test.after.each(({ engine }) => engine.close())

  test("counts a time to live anew with every update that names one, and keeps what one without it changed", async ({
    clock,
    numbers,
  }) => {
    const add = (value: number | undefined): number => (value ?? 0) + 1
    await numbers.update("k", add, { ttl: 60 })
    clock.advance(50_000)
    assert.is(await numbers.update("k", add, { ttl: 60 }), 2)
    clock.advance(50_000)
    assert.is(await numbers.update("k", (value) => value, { ttl: 60 }), 2, "the same value, and yet counted anew")
    clock.advance(59_000)
    assert.is(await numbers.get("k"), 2)
    clock.advance(2_000)
    assert.is(await numbers.get("k"), undefined)
    await numbers.update("k", add, { ttl: 60 })
    await numbers.update("k", add)
    clock.advance(3_600_000)
    assert.is(await numbers.get("k"), 2)
  })

  test("gives back what was set, and nothing for another key", async ({ devices }) => {
    await devices.set("k", kitchen)
    assert.equal(await devices.get("k"), kitchen)
    assert.is(await devices.get("K"), undefined)
    assert.is(await devices.get("k/"), undefined)
  })

  for (const key of [
    "%",
    "_",
    "/",
    "a/../b",
    "纸",
    "😀",
    "\uffff",
    "\u{10ffff}",
    " ",
    "__proto__",
    "a'b",
    "line\nline",
    "x".repeat(512),
  ]) {
    test(`takes the key ${JSON.stringify(key.slice(0, 10))}`, async ({ devices }) => {
      await devices.set(key, kitchen)
      assert.equal(await devices.get(key), kitchen)
      assert.equal(await devices.list({ prefix: key }), [{ key, value: kitchen }])
      assert.equal(await devices.update(key, (value) => value && { ...value, beats: 2 }), { ...kitchen, beats: 2 })
      assert.is(await devices.delete(key), true)
      assert.equal(await devices.list(), [])
    })
  }

  for (const [what, key] of [
    ["an empty key", ""],
    ["a key of 513 characters", "x".repeat(513)],
    ["a key with a NUL", "a\u0000b"],
    ["half a pair of surrogates", "a\ud83d"],
  ] as const) {
    test(`refuses ${what}`, async ({ devices, engine }) => {
      for (const attempt of [
        () => devices.set(key, kitchen),
        () => devices.get(key),
        () => devices.delete(key),
        () => devices.update(key, () => kitchen),
      ]) {
        const error = await rejection(attempt())
        assert.instance(error, RangeError)
        assert.match(error.message, /a key has 1 to 512 characters/)
      }
      assert.equal(await engine.scan({ prefix: "", limit: 9 }), [])
    })
  }

  test("fills in the defaults of its schema", async ({ devices }) => {
    await devices.set("k", { name: "n", beats: 0 } as Device)
    assert.equal(await devices.get("k"), { name: "n", beats: 0, tags: [] })
    const written = await devices.update("u", () => ({ name: "n", beats: 0, unknown: 1 }) as unknown as Device)
    assert.equal(written, { name: "n", beats: 0, tags: [] }, "and an update resolves to what was written")
    assert.equal(await devices.get("u"), written)
  })

  test("hands out one frozen value, which neither its writer nor a reader can change", async ({ devices }) => {
    const mine = { ...kitchen, tags: ["one"] }
    const written = await devices.update("k", () => mine)
    mine.tags.push("two")
    const read = await devices.get("k")
    assert.is(read, written, "decoded once")
    assert.throws(() => read!.tags.push("three"), TypeError)
    assert.equal((await devices.get("k"))!.tags, ["one"])
  })

  test("refuses a value that does not fit, with its path, and keeps the old one", async ({ devices }) => {
    await devices.set("k", kitchen)
    for (const attempt of [
      () => devices.set("k", { ...kitchen, beats: -1 }),
      () => devices.update("k", (value) => ({ ...value!, beats: -1 })),
    ]) {
      const error = await rejection(attempt())
      assert.instance(error, TypeError)
      assert.match(error.message, `"${PREFIX}k" does not match its schema (beats: `)
    }
    assert.equal(await devices.get("k"), kitchen)
  })

  test("says that a migration is missing when what is stored no longer fits", async ({ devices, engine }) => {
    await engine.write([{ key: `${PREFIX}old`, value: '{"name":1,"beats":2}', expires: 0 }])
    for (const attempt of [
      () => devices.get("old"),
      () => devices.list(),
      () => devices.update("old", () => kitchen),
    ]) {
      const error = await rejection<Unavailable>(attempt())
      assert.instance(error, Unavailable)
      assert.is(error.code, "store-mismatch")
      assert.match(error.message, `"${PREFIX}old" does not match its schema (name: `)
      assert.match(error.message, "the plugin needs a migration")
    }
    await devices.set("old", kitchen)
    assert.equal(await devices.get("old"), kitchen, "and can be written over")
  })

  test("says that what is stored is damaged when it is no JSON", async ({ devices, engine }) => {
    await engine.write([{ key: `${PREFIX}bad`, value: '{"name":', expires: 0 }])
    const error = await rejection<Unavailable>(devices.get("bad"))
    assert.instance(error, Unavailable)
    assert.is(error.code, "store-failed")
    assert.match(error.message, `"${PREFIX}bad" is damaged`)
    assert.match(error.message, "restore a backup")
  })

  test("forgets a value after its time to live", async ({ devices, clock }) => {
    await devices.set("k", kitchen, { ttl: 60 })
    await devices.set("stays", kitchen)
    clock.advance(59_999)
    assert.equal(await devices.get("k"), kitchen)
    clock.advance(1)
    assert.is(await devices.get("k"), undefined)
    assert.equal(
      (await devices.list()).map(({ key }) => key),
      ["stays"],
    )
    assert.is(await devices.delete("k"), false)
    await devices.update("k", (value) => {
      assert.is(value, undefined)
      return kitchen
    })
    assert.equal(await devices.get("k"), kitchen)
  })

  test("lists in order of keys, by prefix, after a key, to a limit", async ({ numbers }) => {
    for (const [i, key] of ["b/2", "a/1", "b/1", "b/3", "b", "c"].entries()) await numbers.set(key, i)
    const keys = async (options?: { prefix?: string; after?: string; limit?: number }): Promise<string> =>
      (await numbers.list(options)).map(({ key }) => key).join(" ")
    assert.is(await keys(), "a/1 b b/1 b/2 b/3 c")
    assert.is(await keys({ prefix: "b/" }), "b/1 b/2 b/3")
    assert.is(await keys({ prefix: "b/", after: "b/1" }), "b/2 b/3")
    assert.is(await keys({ prefix: "b/", after: "b/1", limit: 1 }), "b/2")
    assert.is(await keys({ after: "b/3" }), "c")
    assert.is(await keys({ after: "c" }), "")
    assert.is(await keys({ prefix: "_" }), "")
    assert.equal(await numbers.list({ prefix: "c" }), [{ key: "c", value: 5 }])
  })

  test("lists 100 unless told, and between 1 and 1,000 whatever it is told", async ({ numbers, engine }) => {
    await engine.write(
      Array.from({ length: 1_100 }, (_, i) => ({
        key: numbers.fullKey(String(i).padStart(4, "0")),
        value: String(i),
        expires: 0,
      })),
    )
    assert.is((await numbers.list()).length, 100)
    assert.is((await numbers.list({ limit: 5_000 })).length, 1_000)
    assert.is((await numbers.list({ limit: -1 })).length, 1)
    assert.equal(
      (await numbers.list({ after: "1097" })).map(({ value }) => value),
      [1098, 1099],
    )
  })

  test("loses none of 1,000 updates of a key at once", async ({ numbers }) => {
    const written = await Promise.all(Array.from({ length: 1_000 }, () => numbers.update("sum", (sum = 0) => sum + 1)))
    assert.is(await numbers.get("sum"), 1_000)
    assert.equal(
      written,
      Array.from({ length: 1_000 }, (_, i) => i + 1),
    )
  })

  test("loses none of 1,000 updates through four collections of the same name", async ({ engine, clock }) => {
    const store = storeOf(engine, clock, "test")
    const four = Array.from({ length: 4 }, () => store.collection("sums", z.number()))
    await Promise.all(Array.from({ length: 1_000 }, (_, i) => four[i % 4]!.update("sum", (sum = 0) => sum + 1)))
    assert.is(await four[0]!.get("sum"), 1_000)
  })

  test("changes what another process has written since, not what it remembers", async ({ engine, clock, numbers }) => {
    const other = collection({ engine, clock, prefix: "c/test/numbers/", schema: z.number(), queues: new Map() })
    await numbers.set("k", 1)
    await other.set("k", 10)
    assert.is(await numbers.update("k", (value) => value! + 1), 11)
    await other.set("k", 20)
    assert.is(await numbers.update("k", (value) => value), 20, "also when it changes nothing")
    await other.set("k", 30)
    const refusing = (value: number | undefined): number => {
      if (value !== 30) throw new Error(`${value}`)
      return 31
    }
    assert.is(await numbers.update("k", refusing), 31, "also when the old value would have been refused")
    await other.delete("k")
    assert.is(await numbers.update("k", (value) => (value === undefined ? 1 : 2)), 1)
    await numbers.update("k", () => 5, { ttl: 60 })
    clock.advance(61_000)
    assert.is(await numbers.update("k", (value) => (value === undefined ? 1 : 2)), 1, "also when it has expired")
  })

  test("reads nothing before it changes what it has just read or written", async ({ engine, clock }) => {
    let reads = 0
    const counting: Engine = {
      ...engine,
      get: (key) => {
        reads++
        return engine.get(key)
      },
    }
    const own = collection({
      engine: counting,
      clock,
      prefix: "c/test/counted/",
      schema: z.number(),
      queues: new Map(),
    })
    await own.set("k", 1)
    for (let i = 0; i < 3; i++) await own.update("k", (value) => value! + 1)
    assert.equal([(await engine.get("c/test/counted/k"))?.value, reads], ["4", 0])
  })

  test("loses no update between sets and deletes of others", async ({ numbers }) => {
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        await numbers.set(`other/${i}`, i)
        await numbers.update("sum", (sum = 0) => sum + 1)
        await numbers.delete(`other/${i}`)
      }),
    )
    assert.equal(await numbers.list(), [{ key: "sum", value: 100 }])
  })

  test("deletes when an update returns undefined", async ({ numbers }) => {
    await numbers.set("k", 1)
    assert.is(await numbers.update("k", () => undefined), undefined)
    assert.is(await numbers.get("k"), undefined)
    assert.is(await numbers.update("k", (value) => value), undefined, "also when there was nothing")
  })

  test("goes on after an update that throws", async ({ numbers }) => {
    await numbers.set("k", 1)
    const [failed, next] = await Promise.allSettled([
      numbers.update("k", () => {
        throw new Error("no")
      }),
      numbers.update("k", (value) => value! + 1),
    ])
    assert.is(failed.status, "rejected")
    assert.equal(next, { status: "fulfilled", value: 2 })
  })

  test("gives up when others are faster each time", async ({ engine, clock }) => {
    let asked = 0
    const hasty: Engine = {
      ...engine,
      write: async () => {
        asked++
        return undefined
      },
    }
    const error = await rejection<Unavailable>(
      collection({ engine: hasty, clock, prefix: PREFIX, schema: z.number(), queues: new Map() }).update("k", () => 1),
    )
    assert.instance(error, Unavailable)
    assert.is(error.code, "store-busy")
    assert.is(error.retryAfter, 1)
    assert.ok(asked > 1)
  })

  test("says true once for a key that many delete at once", async ({ numbers }) => {
    await numbers.set("k", 1)
    const said = await Promise.all(Array.from({ length: 50 }, () => numbers.delete("k")))
    assert.is(said.filter(Boolean).length, 1)
    assert.is(await numbers.delete("k"), false)
    await numbers.set("k", 2)
    assert.is(await numbers.delete("k"), true, "and again for a new value")
  })

  test.run()
}

const between = suite("collection between processes")

between("loses no update of a key", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const clock = fakeClock()
  const children = [child("child-add", [file, "1000"]), child("child-add", [file, "1000"])]
  await Promise.all(children.map(({ printed }) => printed(1)))
  for (const { process } of children) process.stdin!.end("go\n")
  assert.equal(await Promise.all(children.map(({ ended }) => ended)), [0, 0])
  const engine = await sqliteEngine(file, clock)
  assert.is(await storeOf(engine, clock, "test").collection("numbers", z.number()).get("sum"), 2_000)
  await engine.close()
})

between("says true once for a key that two connections delete", async () => {
  const file = path.join(emptyFolder(), "platen.db")
  const clock = fakeClock()
  const engines = [await sqliteEngine(file, clock), await sqliteEngine(file, clock)]
  const both = engines.map((engine) =>
    collection({ engine, clock, prefix: PREFIX, schema: z.number(), queues: new Map() }),
  )
  for (let i = 0; i < 100; i++) {
    await both[0]!.set("k", i)
    const said = await Promise.all(both.map((each) => each.delete("k")))
    assert.is(said.filter(Boolean).length, 1)
  }
  for (const engine of engines) await engine.close()
})

between.run()
