import { suite } from "uvu"
import * as assert from "uvu/assert"
import { append, at, definePlugin, SetupError, z } from "platen/sdk"
import type { Change, Collection, Journal, Migration, Store } from "platen/sdk"
import type { Engine, Write } from "../../../sdk/storage/engine.js"
import { Migrations, STORE_VERSION, storeOf } from "../../../kernel/storage/store.js"
import { fakeClock, fakeLog } from "../../testing/fakes.js"
import type { FakeClock } from "../../testing/fakes.js"
import { ENGINES, rejection } from "./setting.js"

const put = (collection: Collection<number>, key: string, value: unknown, ttl?: number): Change => ({
  collection: collection as unknown as Collection<never>,
  key,
  value,
  ...(ttl !== undefined && { ttl }),
})
const add = (journal: Journal<number>, stream: string, row: unknown): Change => ({
  journal: journal as unknown as Journal<never>,
  stream,
  row,
})
const plugin = (id: string, migrations: readonly Migration[]): ReturnType<typeof definePlugin> =>
  definePlugin({ id, migrations, setup: () => [] })

for (const [name, open] of Object.entries(ENGINES)) {
  const test = suite<{
    clock: FakeClock
    engine: Engine
    store: Store
    a: Collection<number>
    b: Collection<number>
    rows: Journal<number>
  }>(`store in ${name}`)
  test.before.each(async (context) => {
    const clock = fakeClock()
    const engine = await open(clock)
    const store = storeOf(engine, clock, "test")
    Object.assign(context, {
      clock,
      engine,
      store,
      a: store.collection("a", z.number()),
      b: store.collection("b", z.number()),
      rows: store.journal("rows", z.number(), { keep: 3 }),
    })
  })
  test.after.each(({ engine }) => engine.close())

  test("keeps the values of two plugins apart", async ({ engine, clock }) => {
    const owners = ["clock", "clock-a", "c"]
    const parts = owners.map((owner) => {
      const store = storeOf(engine, clock, owner)
      return {
        values: store.collection("a", z.string()),
        more: store.collection("a-b", z.string()),
        rows: store.journal("a", z.string(), { keep: 9 }),
      }
    })
    for (const [i, { values, more, rows }] of parts.entries()) {
      await values.set("k", `value of ${owners[i]}`)
      await more.set("k", `more of ${owners[i]}`)
      await rows.append("k", `row of ${owners[i]}`)
    }
    for (const [i, { values, more, rows }] of parts.entries()) {
      assert.equal(await values.list(), [{ key: "k", value: `value of ${owners[i]}` }])
      assert.equal(await more.list(), [{ key: "k", value: `more of ${owners[i]}` }])
      assert.equal(
        (await rows.list("k")).map(({ row }) => row),
        [`row of ${owners[i]}`],
      )
    }
    await parts[0]!.values.delete("k")
    await parts[0]!.rows.clear("k")
    assert.is(await parts[1]!.values.get("k"), "value of clock-a")
    assert.is((await parts[1]!.rows.list("k")).length, 1)
  })

  test("cannot be led into another's part by a key", async ({ engine, clock, a, rows }) => {
    for (const key of ["../b/k", "/../../other/a/k", "c/other/a/k", "k/../../../j/test/rows/s"]) {
      await a.set(key, 1)
      await rows.append(key, 1)
    }
    assert.equal(await storeOf(engine, clock, "other").collection("a", z.number()).list(), [])
    assert.equal(
      (await engine.scan({ prefix: "", limit: 99 })).filter(
        ({ key }) => !key.startsWith("c/test/a/") && !key.startsWith("j/test/rows/"),
      ),
      [],
    )
  })

  for (const bad of ["", "A", "a_b", "a/b", "1a", "-a", "é", "a b", "a\n", "../a"]) {
    test(`refuses the name ${JSON.stringify(bad)}`, async ({ store }) => {
      for (const [kind, ask] of [
        ["collection", () => store.collection(bad, z.number())],
        ["journal", () => store.journal(bad, z.number(), { keep: 1 })],
      ] as const) {
        assert.throws(
          ask,
          (error: Error) =>
            error instanceof SetupError &&
            error.message.startsWith(`Plugin "test" opens the ${kind} "${bad}": its name must match `),
        )
      }
    })
  }

  test("writes a batch of values, deletions and rows", async ({ store, a, b, rows, clock }) => {
    await b.set("old", 1)
    await store.batch([
      put(a, "k", 1),
      put(b, "old", undefined),
      put(b, "short", 2, 10),
      add(rows, "s", 1),
      add(rows, "s", 2),
      add(rows, "t", 3),
    ])
    assert.is(await a.get("k"), 1)
    assert.equal(await b.list(), [{ key: "short", value: 2 }])
    assert.equal(
      (await rows.list("s")).map(({ row }) => row),
      [2, 1],
    )
    assert.equal(
      (await rows.list("t")).map(({ row }) => row),
      [3],
    )
    clock.advance(10_000)
    assert.is(await b.get("short"), undefined)
  })

  const faults: readonly [string, (of: { a: Collection<number>; rows: Journal<number> }) => Change][] = [
    ["a value", ({ a }) => put(a, "bad", "text")],
    ["a key", ({ a }) => put(a, "", 1)],
    ["a row", ({ rows }) => add(rows, "s", "text")],
  ]
  for (const [what, fault] of faults) {
    test(`writes nothing of a batch in which ${what} is wrong`, async ({ store, engine, a, b, rows }) => {
      await b.set("old", 1)
      const before = await engine.scan({ prefix: "", limit: 99 })
      await rejection(
        store.batch([put(a, "k", 1), put(b, "old", undefined), add(rows, "s", 1), fault({ a, rows }), put(a, "l", 1)]),
      )
      assert.equal(await engine.scan({ prefix: "", limit: 99 }), before)
    })
  }

  test("takes an empty batch", async ({ store, engine }) => {
    await store.batch([])
    assert.equal(await engine.scan({ prefix: "", limit: 9 }), [])
  })

  test("bounds a journal that is only written in batches", async ({ store, engine, rows }) => {
    for (let i = 0; i < 10; i++) await store.batch([add(rows, "s", i), add(rows, "s", i + 100)])
    assert.equal(
      (await rows.list("s")).map(({ row }) => row),
      [109, 9, 108],
    )
    assert.is((await engine.scan({ prefix: "j/test/rows/", limit: 99 })).length, 3)
  })

  test("loses no update while batches write the same key", async ({ store, a }) => {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        i % 2 ? a.update("sum", (sum = 0) => sum + 1) : store.batch([put(a, `k${i}`, i)]),
      ),
    )
    assert.is(await a.get("sum"), 50)
    assert.is((await a.list({ prefix: "k" })).length, 50)
  })

  test("updates values of several collections as one", async ({ store, a, b, rows }) => {
    await a.set("k", 1)
    const refs = [at(a, "k"), at(b, "k")] as const
    const after = await store.update(refs, ([x, y]) => [(x ?? 0) + 1, (y ?? 10) + 1], {
      with: ([x]) => [append(rows, "s", x ?? 0)],
    })
    assert.equal(after, [2, 11])
    assert.equal([await a.get("k"), await b.get("k")], [2, 11])
    assert.equal(
      (await rows.list("s")).map(({ row }) => row),
      [2],
    )
    assert.equal(await store.update(refs, ([x]) => [x, undefined]), [2, undefined])
    assert.equal([await a.get("k"), await b.get("k")], [2, undefined])
  })

  test("writes of several values those that changed, and reads them all from one moment", async ({ engine, clock }) => {
    const writes: Write[][] = []
    const seen: Engine = {
      ...engine,
      write: (changed, expectations) => {
        writes.push([...changed])
        return engine.write(changed, expectations)
      },
    }
    const store = storeOf(seen, clock, "test")
    const [a, b] = [store.collection("a", z.number()), store.collection("b", z.number())]
    await store.update([at(a, "k"), at(b, "k")], () => [1, 1])
    await store.update([at(a, "k"), at(b, "k")], ([x, y]) => [x, y! + 1])
    assert.equal(
      writes.map((changed) => changed.map(({ key }) => key)),
      [["c/test/a/k", "c/test/b/k"], ["c/test/b/k"]],
    )
    // Another process changes the first value while the second is updated by what the first was.
    const elsewhere = storeOf(engine, clock, "test").collection("a", z.number())
    let runs = 0
    await store.update([at(a, "k"), at(b, "k")], ([x, y]) => {
      runs++
      if (runs === 1) void elsewhere.set("k", 7)
      return [x, x! + y!]
    })
    assert.equal([runs, await b.get("k")], [2, 9])
  })

  test("gives each of several values an expiry of its own, counted from its own writes", async ({
    store,
    a,
    b,
    clock,
  }) => {
    const refs = [at(a, "k", (value) => value), at(b, "k", () => undefined)] as const
    await store.update(refs, () => [60, 1])
    clock.advance(50_000)
    await store.update(refs, ([x, y]) => [x, y! + 1])
    clock.advance(10_000)
    assert.equal([await a.get("k"), await b.get("k")], [undefined, 2])
  })

  test("notes its version in a new store and accepts it again", async ({ engine, clock }) => {
    for (let i = 0; i < 2; i++) assert.is(await new Migrations(engine, clock).begin(false), undefined)
    assert.is((await engine.get("c/platen/versions/store"))?.value, String(STORE_VERSION))
  })

  test("converts a store of an earlier server when all is done, and not for a command", async ({ engine, clock }) => {
    const version = async (): Promise<string | undefined> => (await engine.get("c/platen/versions/store"))?.value
    await engine.write([{ key: "c/platen/versions/store", value: "1", expires: 0 }])
    const error = await rejection<SetupError>(new Migrations(engine, clock).begin(true))
    assert.is(error.code, "store-older")
    const keep = await new Migrations(engine, clock).begin(false)
    assert.is(await version(), "1")
    await keep!()
    assert.is(await version(), String(STORE_VERSION))
    assert.is(await new Migrations(engine, clock).begin(true), undefined)
  })

  test("refuses a store of a newer server, and leaves it as it is", async ({ engine, clock }) => {
    await engine.write([{ key: "c/platen/versions/store", value: String(STORE_VERSION + 1), expires: 0 }])
    const error = await rejection<SetupError>(new Migrations(engine, clock).begin(false))
    assert.instance(error, SetupError)
    assert.is(error.code, "store-newer")
    assert.match(
      error.message,
      /was written by a newer server \(store version 3, this server supports 2\): install that server again, or restore an older backup\.$/,
    )
    assert.is((await engine.get("c/platen/versions/store"))?.value, String(STORE_VERSION + 1))
  })

  test("logs how far a migration is once it takes ten seconds, and again after ten more", async ({
    engine,
    clock,
    store,
  }) => {
    const log = fakeLog()
    const slow: Migration = {
      version: 1,
      up: async (_, __, progress) => {
        for (const [seconds, done] of [
          [9, 90],
          [1, 100],
          [5, 150],
          [5, 200],
        ] as const) {
          clock.advance(seconds * 1_000)
          progress(done)
        }
      },
    }
    await new Migrations(engine, clock).run(plugin("test", [slow]), store, log)
    assert.equal(
      log.lines.map(({ event, fields }) => [event, fields]),
      [
        ["migration.continued", { version: 1, done: 100 }],
        ["migration.continued", { version: 1, done: 200 }],
      ],
    )
  })

  test("runs migrations in order of their versions, once", async ({ engine, clock, store, a }) => {
    const ran: number[] = []
    const step = (version: number): Migration => ({
      version,
      up: async (given) => {
        ran.push(version)
        await given.collection("a", z.number()).update("k", (value = 0) => value * 10 + version)
      },
    })
    const migrations = new Migrations(engine, clock)
    await migrations.run(plugin("p", [step(3), step(1), step(2)]), store, fakeLog())
    assert.equal(ran, [1, 2, 3])
    assert.is(await a.get("k"), 123)
    await migrations.run(plugin("p", [step(1), step(2), step(3)]), store, fakeLog())
    await new Migrations(engine, clock).run(plugin("p", [step(1), step(2), step(3), step(4)]), store, fakeLog())
    assert.equal(ran, [1, 2, 3, 4])
    await migrations.run(plugin("q", [step(1)]), store, fakeLog())
    assert.equal(ran, [1, 2, 3, 4, 1], "each plugin has a count of its own")
  })

  test("takes up again where a migration failed", async ({ engine, clock, store }) => {
    const ran: number[] = []
    let broken = true
    const step = (version: number): Migration => ({
      version,
      up: async () => {
        if (version === 2 && broken) throw new Error("not now")
        ran.push(version)
      },
    })
    const three = plugin("p", [step(1), step(2), step(3)])
    assert.is((await rejection(new Migrations(engine, clock).run(three, store, fakeLog()))).message, "not now")
    broken = false
    await new Migrations(engine, clock).run(three, store, fakeLog())
    assert.equal(ran, [1, 2, 3])
  })

  for (const [versions, wrong, due] of [
    [[2], 2, 1],
    [[1, 3], 3, 2],
    [[1, 1], 1, 2],
    [[0, 1], 0, 1],
    [[1, 2, 4, 5], 4, 3],
  ] as const) {
    test(`refuses the migrations ${versions.join(", ")} and runs none`, async ({ engine, clock, store }) => {
      let ran = 0
      const error = await rejection<SetupError>(
        new Migrations(engine, clock).run(
          plugin(
            "p",
            versions.map((version) => ({
              version,
              up: async () => {
                ran++
              },
            })),
          ),
          store,
          fakeLog(),
        ),
      )
      assert.instance(error, SetupError)
      assert.is(
        error.message,
        `Plugin "p" has the migration ${wrong} where ${due} is expected: number them from 1 without gaps.`,
      )
      assert.is(ran, 0)
    })
  }

  test("refuses the values of a newer plugin", async ({ engine, clock, store }) => {
    const step = (version: number): Migration => ({ version, up: async () => {} })
    const migrations = new Migrations(engine, clock)
    await migrations.run(plugin("p", [step(1), step(2)]), store, fakeLog())
    for (const older of [plugin("p", [step(1)]), plugin("p", [])]) {
      const error = await rejection<SetupError>(migrations.run(older, store, fakeLog()))
      assert.instance(error, SetupError)
      assert.is(error.code, "store-newer")
      assert.match(
        error.message,
        /^The values of plugin "p" were written by a newer version of it \(2, this one supports [01]\): install that version again\.$/,
      )
    }
  })

  test("gives a plugin the collections that the server kept itself before, once", async ({ engine, clock }) => {
    const before = storeOf(engine, clock, "platen").collection("pictures", z.string())
    await before.set("kept-1", "one")
    await before.set("kept-2", "two", { ttl: 60 })
    const adopting = definePlugin({ id: "gallery", adopts: ["pictures", "lists"], setup: () => [] })
    const store = storeOf(engine, clock, "gallery")
    const migrations = new Migrations(engine, clock)
    for (let start = 0; start < 2; start++) await migrations.run(adopting, store, fakeLog())
    const after = store.collection("pictures", z.string())
    assert.equal(
      [await after.get("kept-1"), await after.get("kept-2"), await before.get("kept-1")],
      ["one", "two", undefined],
    )
    clock.advance(61_000)
    assert.is(await after.get("kept-2"), undefined)
  })

  test.run()
}
