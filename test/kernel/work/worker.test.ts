import { setImmediate as turn } from "node:timers/promises"
import { fakeClock, fakeLog } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { WorkerError } from "platen/sdk"
import { Child, processorMs } from "../../../kernel/work/child.js"
import type { ChildOptions } from "../../../kernel/work/child.js"
import { expire, lapse, until } from "../../until.js"

const test = suite("kernel/work/worker")

interface Order {
  readonly does: string
  readonly value?: unknown
}
interface Answer {
  readonly value: unknown
  readonly pid: number
}
const [START_MS, WALL_MS, IDLE_MS] = [15_000, 1_500, 60_000]
/** How often the limit of wall time begins anew while a child computes. */
const ROUNDS = 4
type Tested = Child<Order, Answer>

async function withWorker(
  work: (worker: Tested, log: FakeLog, clock: FakeClock) => Promise<void>,
  options: Partial<ChildOptions> = {},
): Promise<void> {
  const [log, clock] = [fakeLog(), fakeClock()]
  const worker: Tested = new Child({
    name: "tested",
    module: new URL("./worker-child.js", import.meta.url),
    workMs: 300,
    wallMs: WALL_MS,
    idleMs: IDLE_MS,
    nice: 0,
    log,
    clock,
    ...options,
  })
  try {
    await work(worker, log, clock)
  } finally {
    await worker.close()
  }
}

const reason = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof WorkerError ? error.reason : (error as { code: string }).code),
  )
const echo = (worker: Tested, value: unknown): Promise<Answer> => worker.order({ does: "echo", value })

test("answers in a process of its own, which it keeps", () =>
  withWorker(async (worker) => {
    const [first, second] = [await echo(worker, { a: Uint8Array.of(1, 2) }), await echo(worker, 2)]
    assert.equal([first.value, second.value], [{ a: Uint8Array.of(1, 2) }, 2])
    assert.is.not(first.pid, process.pid)
    assert.equal([second.pid, await worker.pid()], [first.pid, first.pid])
  }))

test("hands over long arrays as they are, in the order and in its objects", () =>
  withWorker(async (worker) => {
    const long = Uint8Array.from({ length: 3_000_001 }, (_, i) => (i * i) % 251)
    const short = long.subarray(0, 70_000)
    const part = long.subarray(5, 100_005)
    const deep = { c: Buffer.from(long) }
    const sent = { a: long, b: Buffer.from(long), part, deep, few: long.subarray(0, 9), list: [short], none: null }
    const { a, b, part: same, deep: below, ...rest } = (await echo(worker, sent)).value as typeof sent
    assert.ok([a, b, below.c].every((each) => Buffer.from(each).equals(long)))
    assert.equal([a, b, below.c].map(Buffer.isBuffer), [false, true, true])
    assert.equal(same, part)
    assert.equal(rest, { few: long.subarray(0, 9), list: [short], none: null })
    assert.equal((await echo(worker, short)).value, short)
    assert.equal((await echo(worker, "next")).value, "next")
  }))

test("copies no long array before the event loop turns", () =>
  withWorker(
    async (worker) => {
      await echo(worker, "first")
      const order = { does: "measure", value: new Uint8Array(96 << 20) }
      const before = process.memoryUsage().rss
      const answer = worker.order(order)
      await turn()
      const taken = process.memoryUsage().rss - before
      assert.ok(taken < 32 << 20, `${taken} bytes more`)
      assert.is((await answer).value, 96 << 20)
    },
    { workMs: 20_000 },
  ))

test("leaves nothing of a long array to the next child when one ends before it has read it", () =>
  withWorker(async (worker) => {
    const long = new Uint8Array(20 << 20).fill(7)
    const first = await echo(worker, 1)
    const over = reason(echo(worker, long))
    process.kill(first.pid, "SIGKILL")
    assert.is(await over, "ended")
    const short = Uint8Array.from({ length: 100_000 }, (_, i) => i % 5)
    const next = await echo(worker, short)
    assert.equal([next.value, next.pid === first.pid], [short, false])
  }))

for (const [does, expected] of [
  ["spin", "time"],
  ["sleep", "late"],
  ["fill", "memory"],
  ["end", "ended"],
] as const) {
  test(`says of an order that would ${does} that it is ${expected}, and does the next`, () =>
    withWorker(
      async (worker, _, clock) => {
        if (expected === "late") await echo(worker, "first")
        const over = reason(worker.order({ does }))
        const stop = expected === "late" ? lapse(clock, WALL_MS) : () => {}
        assert.is(await over, expected)
        stop()
        assert.is((await echo(worker, "next")).value, "next")
      },
      does === "fill" ? { maxHeapMb: 40, workMs: 20_000 } : {},
    ))
}

for (const [which, options] of [
  ["its first order", {}],
  ["the first order of a module", { loads: "file:///module.js" }],
] as const) {
  test(`gives ${which} as long as its start, since it loads code: a busy machine would end it each time it began anew`, () =>
    withWorker(async (worker, _, clock) => {
      if ("loads" in options) await echo(worker, "other code")
      const over = reason(worker.order({ does: "sleep" }, options))
      // The start has a timer of its own.
      await worker.pid()
      const stop = lapse(clock, START_MS)
      assert.is(await over, "late")
      stop()
    }))
}

test("is patient with an order that computes, for a busy machine, but not for ever", () =>
  withWorker(
    async (worker, _, clock) => {
      await echo(worker, "first")
      let isOver = false
      const over = reason(worker.order({ does: "spin" })).finally(() => (isOver = true))
      const pid = await worker.pid()
      for (let round = 1; round <= ROUNDS; round++) {
        const before = processorMs(pid)!
        await until(() => processorMs(pid)! > before, "the order does not begin")
        assert.not(isOver, `in round ${round}`)
        await expire(clock, WALL_MS)
      }
      assert.is(await over, "late")
    },
    { workMs: 60_000 },
  ))

test("mends itself after a start that failed", async () => {
  const log = fakeLog()
  let module = new URL("./no-such-module.js", import.meta.url)
  const worker: Tested = new Child({
    name: "tested",
    get module() {
      return module
    },
    workMs: 300,
    wallMs: WALL_MS,
    idleMs: IDLE_MS,
    nice: 0,
    log,
    clock: fakeClock(),
  })
  for (let i = 0; i < 2; i++) assert.is(await reason(echo(worker, 1)), "draw-busy")
  assert.equal(
    [await worker.pid(), log.lines.map(({ event }) => event)],
    [undefined, ["tested.start-failed", "tested.start-failed"]],
  )
  module = new URL("./worker-child.js", import.meta.url)
  assert.is((await echo(worker, "well")).value, "well")
  await worker.close()
})

test("ends its process when nothing comes, without a line in the log", () =>
  withWorker(async (worker, log, clock) => {
    const { pid } = await echo(worker, 1)
    clock.advance(IDLE_MS - 1)
    clock.housekeep()
    assert.is((await echo(worker, 2)).pid, pid)
    clock.advance(IDLE_MS)
    clock.housekeep()
    assert.is.not((await echo(worker, 3)).pid, pid)
    assert.equal(log.lines, [])
  }))

test("does nothing more once it is closed", () =>
  withWorker(async (worker) => {
    await worker.close()
    assert.is(await reason(echo(worker, 1)), "unavailable")
  }))

test.run()
