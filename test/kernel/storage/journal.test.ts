import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Unavailable, z } from "platen/sdk"
import type { Engine } from "../../../sdk/storage/engine.js"
import { journal } from "../../../kernel/storage/journal.js"
import type { JournalInside } from "../../../kernel/storage/journal.js"
import { fakeClock } from "../../testing/fakes.js"
import type { FakeClock } from "../../testing/fakes.js"
import { ENGINES, rejection } from "./setting.js"

const PREFIX = "j/test/beats/"
const DAY_MS = 86_400_000
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

for (const [name, open] of Object.entries(ENGINES)) {
  const test = suite<{ clock: FakeClock; engine: Engine; beats(keep: number, days?: number): JournalInside<number> }>(
    `journal in ${name}`,
  )
  test.before.each(async (context) => {
    const clock = fakeClock()
    const engine = await open(clock)
    const beats = (keep: number, days?: number): JournalInside<number> =>
      journal({ engine, clock, prefix: PREFIX, schema: z.number(), keep, days })
    Object.assign(context, { clock, engine, beats })
  })
  test.after.each(({ engine }) => engine.close())
  const stored = async (engine: Engine): Promise<number> =>
    (await engine.scan({ prefix: PREFIX, limit: 10_000 })).length
  const listed = async (
    of: JournalInside<number>,
    stream = "s",
    options: { limit?: number; offset?: number } = { limit: 1_000 },
  ): Promise<number[]> => (await of.list(stream, options)).map(({ row }) => row)

  test("lists the newest first, with their ids and times", async ({ beats, clock }) => {
    const journal = beats(10)
    const first = await journal.append("s", 1)
    clock.advance(1_500)
    const second = await journal.append("s", 2)
    assert.equal(await journal.list("s"), [
      { id: second, time: clock.now(), row: 2 },
      { id: first, time: clock.now() - 1_500, row: 1 },
    ])
    assert.equal(await journal.list("nobody"), [])
  })

  test("keeps the order of rows of one millisecond", async ({ beats }) => {
    const journal = beats(100)
    for (const i of upTo(60)) await journal.append("s", i)
    assert.equal(await listed(journal), upTo(60).reverse())
  })

  test("keeps the order of rows that are appended at once, and loses none", async ({ beats }) => {
    const journal = beats(1_000)
    const ids = await Promise.all(upTo(300).map((i) => journal.append("s", i)))
    assert.equal(await listed(journal), upTo(300).reverse())
    assert.equal(
      (await journal.list("s", { limit: 1_000 })).map(({ id }) => id),
      ids.reverse(),
    )
  })

  test("pages with limit and offset", async ({ beats }) => {
    const journal = beats(2_000)
    for (const i of upTo(120)) await journal.append("s", i)
    const newest = upTo(120).reverse()
    assert.equal(await listed(journal, "s", {}), newest.slice(0, 50), "50 unless told")
    assert.equal(await listed(journal, "s", { limit: 7 }), newest.slice(0, 7))
    assert.equal(await listed(journal, "s", { limit: 7, offset: 7 }), newest.slice(7, 14))
    assert.equal(await listed(journal, "s", { limit: 7, offset: 117 }), newest.slice(117))
    assert.equal(await listed(journal, "s", { limit: 7, offset: 120 }), [])
    assert.equal(await listed(journal, "s", { limit: 0 }), newest.slice(0, 1), "at least 1")
  })

  test("lists 1,000 at most", async ({ beats, engine }) => {
    const journal = beats(2_000)
    await engine.write(upTo(1_100).map((i) => journal.write("s", i)))
    assert.equal(await listed(journal, "s", { limit: 5_000 }), upTo(1_100).reverse().slice(0, 1_000))
  })

  for (const keep of [1, 3, 10, 50]) {
    test(`never lists more than ${keep} when it keeps ${keep}, and trims what is stored`, async ({ beats, engine }) => {
      const journal = beats(keep)
      const slack = Math.max(1, Math.floor(keep / 10))
      for (const i of upTo(keep * 2 + 5)) {
        await journal.append("s", i)
        assert.equal(
          await listed(journal),
          upTo(i + 1)
            .reverse()
            .slice(0, keep),
        )
        assert.ok((await stored(engine)) < keep + slack, `${await stored(engine)} rows after ${i + 1}`)
      }
      assert.equal(await listed(journal, "s", { limit: 10, offset: keep }), [])
      assert.equal(await listed(journal, "s", { limit: 10, offset: keep - 1 }), [keep + 5])
    })
  }

  test("trims to a smaller bound at its first row", async ({ beats, engine }) => {
    const before = beats(100)
    for (const i of upTo(100)) await before.append("s", i)
    const journal = beats(20)
    assert.equal(await listed(journal), upTo(100).reverse().slice(0, 20))
    await journal.append("s", 100)
    assert.is(await stored(engine), 20)
  })

  test("trims every stream, of however many", async ({ beats, engine }) => {
    const journal = beats(2)
    for (const i of upTo(4)) for (const stream of upTo(30)) await journal.append(`s${stream}`, i)
    assert.is(await stored(engine), 60)
    for (const stream of upTo(30)) assert.equal(await listed(journal, `s${stream}`), [3, 2])
  })

  test("forgets rows after their days", async ({ beats, clock, engine }) => {
    const journal = beats(100, 2)
    await journal.append("s", 1)
    clock.advance(DAY_MS)
    await journal.append("s", 2)
    clock.advance(DAY_MS - 1)
    assert.equal(await listed(journal), [2, 1])
    clock.advance(1)
    assert.equal(await listed(journal), [2])
    await engine.sweep()
    clock.advance(-1)
    assert.equal(await listed(journal), [2], "swept")
  })

  test("keeps streams apart, whatever they are called", async ({ beats }) => {
    const journal = beats(2)
    const streams = ["a", "a/", "a/b", "a%2Fb", "a%", "_", "", "..", "AA:BB:CC:00:11:22", "😀", "😀/", "é", "e\u0301"]
    for (const i of upTo(3)) for (const [at, stream] of streams.entries()) await journal.append(stream, at * 10 + i)
    for (const [at, stream] of streams.entries())
      assert.equal(await listed(journal, stream), [at * 10 + 2, at * 10 + 1], stream)
  })

  test("clears one stream and no other", async ({ beats }) => {
    const journal = beats(10)
    for (const stream of ["a", "a/b", "b"]) for (const i of upTo(3)) await journal.append(stream, i)
    await journal.clear("a")
    assert.equal(await listed(journal, "a"), [])
    assert.equal(await listed(journal, "a/b"), [2, 1, 0])
    assert.equal(await listed(journal, "b"), [2, 1, 0])
    await journal.append("a", 9)
    assert.equal(await listed(journal, "a"), [9])
    await journal.clear("nobody")
  })

  test("makes 100,000 ids of one millisecond that differ and sort", async ({ beats }) => {
    const journal = beats(10)
    const keys = upTo(100_000).map((i) => journal.write("s", i).key)
    assert.is(new Set(keys).size, keys.length)
    assert.is(
      keys.findIndex((key, i) => i > 0 && key <= keys[i - 1]!),
      -1,
    )
  })

  test("makes ids that sort when the clock goes on, stands, and goes back", async ({ beats, clock }) => {
    const journal = beats(100)
    for (const [i, step] of [0, 1, 1, 0, 0, -60_000, 1, 0, 120_000, -1].entries()) {
      clock.advance(step)
      await journal.append("s", i)
    }
    assert.equal(await listed(journal), upTo(10).reverse())
  })

  test("makes ids that still sort when the time takes one more digit of the clock", async ({ beats, clock }) => {
    const journal = beats(100)
    clock.advance(Date.parse("2059-05-25T17:38:27Z") - clock.now())
    for (const i of upTo(4)) {
      await journal.append("s", i)
      clock.advance(500)
    }
    assert.equal(
      (await journal.list("s")).map(({ row, time }) => [row, time - clock.now()]),
      [
        [3, -500],
        [2, -1_000],
        [1, -1_500],
        [0, -2_000],
      ],
    )
  })

  test("refuses a row that does not fit, and stores nothing", async ({ beats, engine }) => {
    const error = await rejection(beats(10).append("s", "one" as unknown as number))
    assert.instance(error, TypeError)
    assert.match(error.message, `${PREFIX}s/`)
    assert.match(error.message, "does not match its schema (value: ")
    assert.is(await stored(engine), 0)
  })

  test("says that a migration is missing when a row no longer fits", async ({ beats, engine, clock }) => {
    await journal({ engine, clock, prefix: PREFIX, schema: z.string(), keep: 10, days: undefined }).append("s", "old")
    const error = await rejection<Unavailable>(beats(10).list("s"))
    assert.instance(error, Unavailable)
    assert.is(error.code, "store-mismatch")
    assert.match(error.message, "the plugin needs a migration")
  })

  test.run()
}
