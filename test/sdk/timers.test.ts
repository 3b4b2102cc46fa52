import { getEventListeners } from "node:events"
import { deadlineIn, every, onAbort, orAborted, unless, withTimeout } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { systemClock } from "../../kernel/clock.js"
import { fakeClock } from "../testing/index.js"

const test = suite("timers")

const never = (): Promise<never> => new Promise(() => {})
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => (error as Error).message,
  )
const waiters = (signal: AbortSignal): number => getEventListeners(signal, "abort").length

test("limits what takes long, and leaves no timer behind what does not", async () => {
  const clock = fakeClock()
  const late = (): Error => new Error("late")
  assert.is(await withTimeout(clock, Promise.resolve(1), 500, late), 1)
  assert.is(await outcome(withTimeout(clock, Promise.reject(new Error("own")), 500, late)), "own")
  await Promise.resolve()
  assert.equal(clock.waits, [])
  const slow = outcome(withTimeout(clock, never(), 500, late))
  assert.equal(clock.waits, [500])
  clock.advance(500)
  assert.is(await slow, "late")
})

test("ends with a signal, and leaves nothing on it", async () => {
  const controller = new AbortController()
  const { signal } = controller
  assert.is(await orAborted(Promise.resolve(1), signal), 1)
  assert.is(await outcome(orAborted(Promise.reject(new Error("own")), signal)), "own")
  await Promise.resolve()
  const [plain, named] = [
    outcome(orAborted(never(), signal)),
    outcome(orAborted(never(), signal, () => new Error("named"))),
  ]
  assert.is(waiters(signal), 1, "however many wait for it")
  controller.abort(new Error("gone"))
  assert.equal(await Promise.all([plain, named]), ["gone", "named"])
  assert.is(await outcome(orAborted(never(), signal)), "gone", "one that has aborted before")
})

test("calls all that wait for a signal, and none that no longer does", () => {
  const controller = new AbortController()
  const called: number[] = []
  const ends = Array.from({ length: 40 }, (_, i) => onAbort(controller.signal, () => called.push(i)))
  for (const end of ends.slice(2)) end()
  assert.is(waiters(controller.signal), 1)
  controller.abort()
  assert.equal(called, [0, 1])
})

test("sets a deadline by the clock, or with another signal", () => {
  const clock = fakeClock()
  const other = new AbortController()
  const [first, second, cleared] = [
    deadlineIn(clock, 500, other.signal),
    deadlineIn(clock, 900, other.signal),
    deadlineIn(clock, 100, other.signal),
  ]
  cleared.clear()
  clock.advance(500)
  assert.equal(
    [first, second, cleared].map(({ signal }) => signal.aborted),
    [true, false, false],
  )
  assert.is((first.signal.reason as Error).name, "TimeoutError")
  other.abort("gone")
  assert.equal([second.signal.reason, cleared.signal.aborted], ["gone", false])
  first.clear()
  second.clear()
  assert.equal([clock.waits, waiters(other.signal)], [[], 1])
  assert.is(deadlineIn(clock, 100, other.signal).signal.reason, "gone")
})

test("gives up what another thing comes before, whichever way that ends", async () => {
  assert.is(await unless(Promise.resolve(1), never()), 1)
  assert.is(await outcome(unless(Promise.reject(new Error("own")), never())), "own")
  assert.is(await unless(never(), Promise.resolve(1)), undefined)
  assert.is(await unless(never(), Promise.reject(new Error("other"))), undefined)
})

test("does a thing again and again, until it is stopped, as idle work", () => {
  const clock = fakeClock()
  let times = 0
  const stop = every(clock, 1_000, () => times++)
  for (const ms of [999, 1, 500, 500]) {
    clock.advance(ms)
    clock.housekeep()
  }
  assert.equal([times, clock.waits], [2, []])
  stop()
  clock.advance(5_000)
  clock.housekeep()
  assert.is(times, 2)
})

test("counts the time of the system", async () => {
  const order: string[] = []
  const before = systemClock.now()
  systemClock.after(1, () => order.push("cancelled"))()
  systemClock.after(1, () => order.push("idle"), { idle: true })
  systemClock.after(1, () => order.push("after"))
  await systemClock.pause(5)
  assert.equal(order, ["idle", "after"])
  assert.ok(systemClock.now() >= before)
  const controller = new AbortController()
  const paused = outcome(systemClock.pause(60_000, controller.signal))
  controller.abort(new Error("gone"))
  assert.is(await paused, "gone")
})

test.run()
