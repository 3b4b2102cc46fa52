import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Clock } from "platen/sdk"
import type { Engine, Expectation, Scan, Write } from "../../../sdk/storage/engine.js"
import { fakeClock } from "../../testing/fakes.js"
import type { FakeClock } from "../../testing/fakes.js"

const put = (key: string, value = `value of ${key}`, expires = 0): Write => ({ key, value, expires })
const drop = (key: string): Write => ({ key, value: undefined, expires: 0 })
const keysOf = async (engine: Engine, scan: Partial<Scan> = {}): Promise<string[]> =>
  (await engine.scan({ prefix: "", limit: 10_000, ...scan })).map(({ key }) => key)

/** The text at a key. */
const textAt = async (engine: Engine, key: string): Promise<string | undefined> => (await engine.get(key))?.value
/** Expects a key as it is now. */
const asIs = async (engine: Engine, key: string): Promise<Expectation> => ({
  key,
  revision: (await engine.get(key))?.revision ?? 0,
})
const none = (key: string): Expectation => ({ key, revision: 0 })

/** What every engine keeps to. `open`: gives an empty one. */
export function engineContract(name: string, open: (clock: Clock) => Promise<Engine>): void {
  const test = suite<{ clock: FakeClock; engine: Engine }>(`engine ${name}`)
  test.before.each(async (context) => {
    context.clock = fakeClock()
    context.engine = await open(context.clock)
  })
  test.after.each(({ engine }) => engine.close())

  test("moves keys from one beginning to another, with their values and expiries, and over none that is there", async ({
    engine,
    clock,
  }) => {
    const later = clock.now() + 1_000
    await engine.write([put("old/a"), put("old/b", "b", later), put("old/c"), put("new/c", "own"), put("older/d")])
    await engine.move("old/", "new/")
    assert.equal(await engine.scan({ prefix: "new/", limit: 10 }), [
      { key: "new/a", value: "value of old/a" },
      { key: "new/b", value: "b" },
      { key: "new/c", value: "own" },
    ])
    assert.equal([await textAt(engine, "old/a"), await textAt(engine, "older/d")], [undefined, "value of older/d"])
    clock.advance(1_001)
    assert.is(await textAt(engine, "new/b"), undefined, "its expiry moved along")
    await engine.move("old/", "new/")
    assert.is(await textAt(engine, "new/c"), "own")
  })

  test("knows nothing of a key that was never written", async ({ engine }) => {
    assert.is(await textAt(engine, "nowhere"), undefined)
    assert.equal(await engine.scan({ prefix: "", limit: 10 }), [])
  })

  for (const text of [
    "",
    " ",
    "0",
    "17 4",
    " leading",
    '{"a":"b c"}',
    "null",
    "line\nline\r\n",
    "'\"\\%_",
    "纸墨 é e\u0301",
    "😀👩‍👩‍👧",
    "x".repeat(300_000),
  ]) {
    test(`gives back ${JSON.stringify(text.slice(0, 20))} as it was`, async ({ engine }) => {
      await engine.write([put("k", text)])
      assert.is(await textAt(engine, "k"), text)
      assert.equal(await engine.scan({ prefix: "k", limit: 1 }), [{ key: "k", value: text }])
      assert.ok(
        await engine.write([put("k", "next")], [await asIs(engine, "k")]),
        "and knows it again in an expectation",
      )
    })
  }

  const scans: readonly [string, Omit<Scan, "prefix">, string][] = [
    ["up", { limit: 10 }, "abcdef"],
    ["up to a limit", { limit: 2 }, "ab"],
    ["up from an offset", { limit: 2, offset: 3 }, "de"],
    ["up after a key", { limit: 2, after: "k/b" }, "cd"],
    ["up after a key that is not there", { limit: 2, after: "k/bb" }, "cd"],
    ["up after a key, from an offset", { limit: 2, after: "k/b", offset: 1 }, "de"],
    ["up after the last", { limit: 2, after: "k/f" }, ""],
    ["up after a key below the prefix", { limit: 2, after: "a" }, "ab"],
    ["up beyond the end", { limit: 5, offset: 6 }, ""],
    ["down", { limit: 10, direction: "down" }, "fedcba"],
    ["down to a limit", { limit: 2, direction: "down" }, "fe"],
    ["down from an offset", { limit: 2, offset: 3, direction: "down" }, "cb"],
    ["down after a key", { limit: 2, after: "k/e", direction: "down" }, "dc"],
    ["down after a key that is not there", { limit: 2, after: "k/dd", direction: "down" }, "dc"],
    ["down after a key, from an offset", { limit: 2, after: "k/e", offset: 1, direction: "down" }, "cb"],
    ["down after the first", { limit: 2, after: "k/a", direction: "down" }, ""],
    ["nothing for a limit of 0", { limit: 0 }, ""],
  ]
  for (const [what, scan, expected] of scans) {
    test(`scans ${what}`, async ({ engine }) => {
      await engine.write(["j/z", "k", "k/c", "k/a", "k/f", "k/e", "k/b", "k/d", "k0", "l/a"].map((key) => put(key)))
      const rows = await engine.scan({ prefix: "k/", ...scan })
      assert.equal(
        rows,
        [...expected].map((letter) => ({ key: `k/${letter}`, value: `value of k/${letter}` })),
      )
    })
  }

  const odd = [
    "a",
    "a/",
    "a/1",
    "a%",
    "a%b",
    "a_",
    "a_b",
    "aXb",
    "A/1",
    "a\\",
    "a'b",
    'a"b',
    "a b",
    "a?",
    "a*",
    "a[b]",
    "a-b",
    "a.b",
    "b",
    "é",
    "é/1",
    "e\u0301",
    "😀",
    "😀/1",
    "😁",
    "👩‍👩‍👧",
    "\uffff",
    "￮",
    "\u{10ffff}",
    "a\u{10ffff}",
    "a\u{10ffff}b",
    "ключ",
    "墨",
    "墨水",
  ]
  for (const prefix of ["", ...odd, "ab", "a/%", "%", "_"]) {
    test(`finds what begins with ${JSON.stringify(prefix)} and nothing else`, async ({ engine }) => {
      await engine.write(odd.map((key) => put(key)))
      const expected = odd
        .filter((key) => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      assert.equal(await keysOf(engine, { prefix }), expected)
      assert.equal(await keysOf(engine, { prefix, direction: "down" }), expected.toReversed())
      assert.is(await engine.count(prefix), expected.length)
      for (const key of expected) assert.is(await textAt(engine, key), `value of ${key}`)
    })
  }

  test("dumps all that is there in the order of keys, each as it was written", async ({ engine, clock }) => {
    const rows = [put("a"), put("b", "0 5", clock.now() + 1_000), put("b/c", "c", clock.now() + 10), put("é", "")]
    await engine.write([...rows, put("d")])
    await engine.write([drop("d")])
    assert.equal([...(await engine.dump(undefined, 2)), ...(await engine.dump("b", 9))], rows)
    assert.equal(await engine.dump("é", 9), [])
    clock.advance(10)
    assert.equal(
      (await engine.dump(undefined, 9)).map(({ key }) => key),
      ["a", "b", "é"],
    )
  })

  test("writes a batch of thousands", async ({ engine }) => {
    const keys = Array.from({ length: 5_000 }, (_, i) => `n/${String(i).padStart(4, "0")}`)
    assert.ok(await engine.write(keys.map((key) => put(key))))
    assert.equal(await keysOf(engine, { prefix: "n/" }), keys)
  })

  test("counts what is there, neither deleted nor expired", async ({ engine, clock }) => {
    await engine.write([put("k/a"), put("k/b"), put("k/c", "soon", clock.now() + 1000), put("l/a")])
    assert.is(await engine.count("k/"), 3)
    await engine.write([drop("k/a")])
    clock.advance(1000)
    assert.equal([await engine.count("k/"), await engine.count(""), await engine.count("m/")], [1, 2, 0])
  })

  test("writes when every expectation holds", async ({ engine }) => {
    await engine.write([put("a", "1"), put("b", "2")])
    const revision = await engine.write(
      [put("a", "3"), drop("b"), put("c", "4")],
      [await asIs(engine, "a"), await asIs(engine, "b"), none("none")],
    )
    assert.ok(revision)
    assert.is((await engine.get("a"))?.revision, revision)
    assert.is((await engine.get("c"))?.revision, revision)
    assert.equal(await engine.scan({ prefix: "", limit: 9 }), [
      { key: "a", value: "3" },
      { key: "c", value: "4" },
    ])
  })

  const broken: readonly [string, (engine: Engine) => Promise<Expectation>][] = [
    ["another revision", async (engine) => ({ key: "a", revision: (await asIs(engine, "a")).revision + 1 })],
    [
      "the revision before the last write of the same text",
      async (engine) => {
        const before = await asIs(engine, "a")
        await engine.write([put("a", "1")])
        return before
      },
    ],
    [
      "the revision of a key that was deleted and written again",
      async (engine) => {
        const before = await asIs(engine, "a")
        await engine.write([drop("a")])
        await engine.sweep()
        await engine.write([put("a", "1")])
        return before
      },
    ],
    ["nothing where something is", async () => none("a")],
    ["something where nothing is", async () => ({ key: "none", revision: 1 })],
  ]
  for (const [what, wrong] of broken) {
    test(`writes nothing at all when one expects ${what}`, async ({ engine }) => {
      await engine.write([put("a", "1"), put("b", "2")])
      const expectations = [await asIs(engine, "b"), await wrong(engine)]
      assert.is(await engine.write([put("a", "3"), drop("b"), put("c", "4")], expectations), undefined)
      assert.equal(await engine.scan({ prefix: "", limit: 9 }), [
        { key: "a", value: "1" },
        { key: "b", value: "2" },
      ])
    })
  }

  test("expects nothing where a row was deleted or has expired", async ({ engine, clock }) => {
    await engine.write([put("deleted"), put("expired", "old", clock.now() + 10)])
    await engine.write([drop("deleted")])
    const old = await asIs(engine, "expired")
    clock.advance(10)
    assert.is(await engine.write([put("x", "no")], [old]), undefined)
    assert.ok(await engine.write([put("x", "yes")], [none("deleted"), none("expired")]))
    assert.is(await textAt(engine, "x"), "yes")
  })

  test("lets one of many writers with the same expectation win", async ({ engine }) => {
    await engine.write([put("a", "free")])
    const free = await asIs(engine, "a")
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, i) => engine.write([put("a", `taken by ${i}`)], [free])),
    )
    assert.is(won.filter(Boolean).length, 1)
    assert.is(await textAt(engine, "a"), `taken by ${won.findIndex(Boolean)}`)
  })

  test("takes the last of two writes of a key in a batch", async ({ engine }) => {
    await engine.write([put("a", "1"), put("a", "2"), put("b", "1"), drop("b"), drop("c"), put("c", "2")])
    assert.equal(await engine.scan({ prefix: "", limit: 9 }), [
      { key: "a", value: "2" },
      { key: "c", value: "2" },
    ])
  })

  test("deletes in a batch, what is there and what is not", async ({ engine }) => {
    await engine.write([put("a"), put("b"), put("c")])
    assert.ok(await engine.write([drop("a"), drop("none"), drop("b")]))
    assert.is(await textAt(engine, "a"), undefined)
    assert.equal(await keysOf(engine), ["c"])
    await engine.sweep()
    await engine.write([put("a", "again")])
    assert.is(await textAt(engine, "a"), "again")
    assert.equal(await keysOf(engine), ["a", "c"])
  })

  test("shows a row until it expires and never after", async ({ engine, clock }) => {
    await engine.write([put("a"), put("b", "short", clock.now() + 1_000), put("c", "long", clock.now() + 2_000)])
    clock.advance(999)
    assert.is(await textAt(engine, "b"), "short")
    assert.equal(await keysOf(engine), ["a", "b", "c"])
    clock.advance(1)
    assert.is(await textAt(engine, "b"), undefined)
    assert.equal(await keysOf(engine), ["a", "c"])
    assert.equal(await keysOf(engine, { limit: 1, offset: 1 }), ["c"], "not counted by limit and offset")
    assert.equal(await keysOf(engine, { direction: "down" }), ["c", "a"])
  })

  test("gives a row the expiry of its last write", async ({ engine, clock }) => {
    await engine.write([put("longer", "1", clock.now() + 10), put("never", "1", clock.now() + 10), put("sooner", "1")])
    await engine.write([put("longer", "2", clock.now() + 20), put("never", "2"), put("sooner", "2", clock.now() + 5)])
    clock.advance(10)
    await engine.sweep()
    assert.equal(await keysOf(engine), ["longer", "never"])
  })

  test("sweeps what has expired and nothing else", async ({ engine, clock }) => {
    await engine.write([
      put("a"),
      put("b", "1", clock.now() + 10),
      put("c", "1", clock.now() + 11),
      put("d", "99 bottles"),
    ])
    clock.advance(10)
    await engine.sweep()
    clock.advance(-10)
    assert.equal(await keysOf(engine), ["a", "c", "d"], "b would be seen again were it still there")
  })

  for (const [keep, left] of [
    [0, ""],
    [1, "e"],
    [3, "cde"],
    [5, "abcde"],
    [9, "abcde"],
  ] as const) {
    test(`trims to the ${keep} highest keys of a prefix`, async ({ engine }) => {
      await engine.write(["j/a", "k", "k/b", "k/a", "k/e", "k/d", "k/c", "k0", "k%/a"].map((key) => put(key)))
      await engine.trim("k/", keep)
      assert.equal(
        await keysOf(engine, { prefix: "k/" }),
        [...left].map((letter) => `k/${letter}`),
      )
      assert.equal(
        (await keysOf(engine)).filter((key) => !key.startsWith("k/")),
        ["j/a", "k", "k%/a", "k0"],
      )
    })
  }

  test("misses nothing in a listing while rows are deleted", async ({ engine }) => {
    const keys = Array.from({ length: 100 }, (_, i) => `n/${String(i).padStart(3, "0")}`)
    await engine.write(keys.map((key) => put(key)))
    const seen: string[] = []
    for (let page = await keysOf(engine, { prefix: "n/", limit: 7 }); page.length > 0;) {
      seen.push(...page)
      await engine.write(page.map(drop))
      await engine.sweep()
      page = await keysOf(engine, { prefix: "n/", limit: 7, after: page.at(-1)! })
    }
    assert.equal(seen, keys)
    assert.equal(await keysOf(engine), [])
  })

  test("writes batches that come at once each whole or not at all, by its own expectations", async ({ engine }) => {
    await engine.write([put("a", "1"), put("b", "1")])
    const [a, b] = [await asIs(engine, "a"), await asIs(engine, "b")]
    const outcomes = await Promise.all([
      engine.write([put("x")]),
      ...Array.from({ length: 100 }, (_, i) =>
        engine.write([put(`r${i}`), put(`s${i}`)], [i % 3 === 0 ? (i % 2 === 0 ? a : b) : none("a")]),
      ),
      engine.write([put("a", "2")], [a]),
      engine.write([put("a", "3")], [a]),
      engine.write([put("a", "4")]),
    ])
    assert.equal(
      outcomes.map((revision) => revision !== undefined),
      [true, ...Array.from({ length: 100 }, (_, i) => i % 3 === 0), true, false, true],
    )
    const expected = Array.from({ length: 100 }, (_, i) => i)
      .filter((i) => i % 3 === 0)
      .map(String)
      .sort()
    for (const letter of ["r", "s"])
      assert.equal(
        (await keysOf(engine, { prefix: letter })).map((key) => key.slice(1)),
        expected,
      )
    assert.is(await textAt(engine, "a"), "4")
  })

  test("reads at once what was written, each key its own", async ({ engine }) => {
    await engine.write(Array.from({ length: 200 }, (_, i) => put(`k${i}`, String(i))))
    const read = await Promise.all(Array.from({ length: 300 }, (_, i) => textAt(engine, `k${i}`)))
    assert.equal(
      read,
      Array.from({ length: 300 }, (_, i) => (i < 200 ? String(i) : undefined)),
    )
  })

  test("keeps what was written during an upgrade once it is kept", async ({ engine }) => {
    await engine.write([put("a", "1")])
    const keep = await engine.upgrade(2)
    await engine.write([put("a", "2"), put("b", "1")], [await asIs(engine, "a")])
    assert.equal([await textAt(engine, "a"), await textAt(engine, "b")], ["2", "1"], "its own writes can be read")
    await keep()
    assert.equal([await textAt(engine, "a"), await textAt(engine, "b")], ["2", "1"])
  })

  test.run()
}
