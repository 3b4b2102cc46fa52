import { setImmediate } from "node:timers/promises"
import { PlatenError, Unavailable } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { FairQueue } from "../../../kernel/work/fair-queue.js"

const test = suite("kernel/work/fair-queue")

const WAIT_MS = 1_000

/** A queue whose work ends when it is told to; `order`: what has begun. */
function setting(maxWaiting = 20) {
  const clock = fakeClock()
  const queue = new FairQueue({ clock, maxWaiting, waitMs: WAIT_MS })
  const order: string[] = []
  const ends: (() => void)[] = []
  const refusals: string[] = []
  const ask = (name: string, signal?: AbortSignal): void => {
    queue
      .run({ caller: name.split(" ")[0]!, ...(signal && { signal }) }, () => {
        order.push(name)
        return new Promise<void>((resolve) => {
          ends.push(resolve)
        })
      })
      .catch((error: unknown) => {
        refusals.push(`${name}: ${(error as PlatenError).code}`)
      })
  }
  const finish = async (): Promise<void> => {
    while (ends.length > 0) {
      ends.shift()!()
      await setImmediate()
    }
  }
  return { clock, queue, order, refusals, ask, finish }
}

test("serves callers in turn, however many pieces of work one has", async () => {
  const { order, ask, finish } = setting()
  for (const name of ["anna 1", "anna 2", "anna 3", "anna 4", "otto 1", "otto 2", "ida 1"]) ask(name)
  await finish()
  assert.equal(order, ["anna 1", "otto 1", "ida 1", "anna 2", "otto 2", "anna 3", "anna 4"])
})

test("has whoever comes new wait for the work that runs alone, however soon others come again", async () => {
  const { order, ask, finish } = setting()
  for (const name of ["anna 1", "bert 1", "anna 2", "bert 2"]) ask(name)
  await finish()
  for (const name of ["anna 3", "anna 4", "bert 3", "ida 1"]) ask(name)
  await finish()
  assert.equal(order.slice(4), ["anna 3", "ida 1", "bert 3", "anna 4"])
})

test("runs one at a time, and goes on after one that fails", async () => {
  const queue = new FairQueue({ clock: fakeClock(), maxWaiting: 5, waitMs: WAIT_MS })
  let [running, most] = [0, 0]
  const work = async (fails: boolean): Promise<void> => {
    most = Math.max(most, ++running)
    await setImmediate()
    running--
    if (fails) throw new Error("it fails")
  }
  const settled = await Promise.allSettled(
    [true, false, true, false].map((fails) => queue.run(undefined, () => work(fails))),
  )
  assert.equal([settled.map(({ status }) => status), most], [["rejected", "fulfilled", "rejected", "fulfilled"], 1])
  assert.is(await queue.run({ caller: "anna" }, async () => "next"), "next")
})

test("has the caller with most of them give way when it is full", async () => {
  const { order, refusals, ask, finish } = setting(4)
  for (const name of ["anna 0", "anna 1", "anna 2", "anna 3", "anna 4", "otto 1", "ida 1", "anna 5"]) ask(name)
  await setImmediate()
  assert.equal(refusals.sort(), ["anna 3: draw-busy", "anna 4: draw-busy", "anna 5: draw-busy"])
  await finish()
  assert.equal(order, ["anna 0", "otto 1", "ida 1", "anna 1", "anna 2"])
})

test("tells a caller without room when to come again", async () => {
  const { queue, ask, finish } = setting(1)
  for (const name of ["anna 1", "anna 2"]) ask(name)
  const error = await queue
    .run({ caller: "anna" }, async () => "")
    .then(
      () => undefined,
      (failure: unknown) => failure,
    )
  assert.instance(error, Unavailable)
  assert.equal([(error as Unavailable).status, (error as Unavailable).retryAfter], [503, 5])
  await finish()
})

test("drops the work of a caller who has gone, before its turn and at once", async () => {
  const { queue, order, refusals, ask, finish } = setting()
  const left = new AbortController()
  for (const name of ["anna 1", "otto 1"]) ask(name)
  ask("ida 1", left.signal)
  left.abort()
  await setImmediate()
  assert.equal([refusals, queue.waiting], [["ida 1: caller-gone"], 1])
  ask("ida 2", left.signal)
  await finish()
  assert.equal(
    [order, refusals],
    [
      ["anna 1", "otto 1"],
      ["ida 1: caller-gone", "ida 2: caller-gone"],
    ],
  )
})

test("refuses what has waited too long", async () => {
  const { clock, queue, refusals, ask, finish } = setting()
  for (const name of ["anna 1", "otto 1"]) ask(name)
  clock.advance(WAIT_MS - 1)
  await setImmediate()
  assert.equal([queue.waiting, refusals], [1, []])
  clock.advance(1)
  await setImmediate()
  assert.equal([queue.waiting, refusals], [0, ["otto 1: draw-busy"]])
  await finish()
})

test.run()
