import { setImmediate } from "node:timers/promises"
import { PlatenError } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { WorldQueue } from "../../../../plugins/pages/pages/sources/world-queue.js"
import type { Lane, Reading } from "../../../../plugins/pages/pages/sources/world-queue.js"

const test = suite("pages/world-queue")
/** A thirty-second of what may be in flight for people. */
const PART = (20 << 20) / 32

/** A queue whose calls end when they are told to. `started`: names of those that have begun. */
function scene() {
  const clock = fakeClock()
  const queue = new WorldQueue(clock.now)
  const started: string[] = []
  const ends = new Map<string, (bytes?: number) => void>()
  const refused: string[] = []
  const read = (caller: string, lane: Lane = "people", deadline = new AbortController().signal): Reading =>
    queue.reading({ lane, caller, deadline })
  const call = (reading: Reading, name: string, { host = name, maxBytes = PART } = {}): void => {
    reading
      .call(host, maxBytes, () => {
        started.push(name)
        return new Promise<{ bytes: Uint8Array }>((resolve) => {
          ends.set(name, (bytes = 0) => resolve({ bytes: new Uint8Array(bytes) }))
        })
      })
      .catch((error: unknown) => refused.push(error instanceof PlatenError ? error.code : (error as Error).message))
  }
  /** One call in a read of its own. */
  const one = (caller: string, name: string, options: { host?: string; lane?: Lane; maxBytes?: number } = {}): void =>
    call(read(caller, options.lane), name, options)
  const end = async (name: string, bytes = 0): Promise<void> => {
    ends.get(name)!(bytes)
    await setImmediate()
  }
  return { clock, queue, started, refused, read, call, one, end }
}

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

test("makes at most 8 calls at once for a caller, 16 for all people, and 32 in all lanes together", async () => {
  const { queue, started, one } = scene()
  for (const caller of ["anna", "ben", "carl", "dora", "emil"])
    for (const lane of ["people", "operator", "ahead"] as const)
      for (const i of many(20)) one(caller, `${lane} ${caller} ${i}`, { lane })
  await setImmediate()
  const count = (part: string): number => started.filter((name) => name.includes(part)).length
  assert.equal([count("people"), count("operator"), count("ahead"), queue.size.running], [16, 12, 4, 32])
  assert.ok(["anna", "ben", "carl", "dora", "emil"].every((caller) => count(caller) <= 8))
  assert.ok(count("ahead anna") <= 2, "ahead of wakes two for an owner")
})

test("starts a waiting call as soon as another ends, and counts nothing twice", async () => {
  const { queue, started, one, end } = scene()
  for (const i of many(10)) one("anna", `a${i}`)
  await setImmediate()
  assert.is(started.length, 8)
  await end("a0")
  assert.is(started.length, 9)
  for (const i of many(9)) await end(`a${i + 1}`)
  assert.equal([started.length, queue.size], [10, { running: 0, waiting: 0, bytes: 0 }])
})

test("leaves a place at every host to others, where people choose the hosts", async () => {
  const { started, one, end } = scene()
  for (const i of many(8)) one("anna", `a${i}`, { host: "slow.example" })
  await setImmediate()
  assert.is(started.length, 3)
  one("ben", "ben", { host: "slow.example" })
  await setImmediate()
  assert.equal(started, ["a0", "a1", "a2", "ben"])
  one("carl", "carl", { host: "slow.example" })
  one("carl", "elsewhere", { host: "other.example" })
  await setImmediate()
  assert.equal(started.slice(4), ["elsewhere"])
  await end("ben")
  assert.equal(started.slice(5), ["carl"], "not the five of anna that came before")
  // The operator's sources have a line of their own to the same host.
  one("anna", "weather", { host: "slow.example", lane: "operator" })
  await setImmediate()
  assert.is(started.at(-1), "weather")
})

test("serves whoever has cost least of late: slow hosts and large answers delay who asked for them", async () => {
  const { clock, started, one, end } = scene()
  for (const i of many(9)) one("anna", `a${i}`)
  for (const i of many(8)) one("carl", `c${i}`)
  await setImmediate()
  // Eight of each run: the lane is full.
  clock.advance(8_000)
  await end("a0")
  assert.is(started.at(-1), "a8", "carl has eight running")
  one("anna", "a9")
  one("ben", "ben")
  await end("a1")
  assert.is(started.at(-1), "ben", "though anna asked first")
})

test("forgets a cost within minutes", async () => {
  const { clock, started, one, end } = scene()
  one("anna", "a")
  await setImmediate()
  clock.advance(8_000)
  await end("a")
  clock.advance(20 * 60_000)
  for (const i of many(8)) one("x", `x${i}`)
  for (const i of many(8)) one("y", `y${i}`)
  await setImmediate()
  one("ben", "b")
  one("anna", "anna")
  await end("x0")
  await end("x1")
  assert.equal(started.slice(17).toSorted(), ["anna", "b"])
})

test("has at most 20 MB of people in flight, counts what a read holds until it ends, and lets such a read go on", async () => {
  const { queue, started, read, call, one, end } = scene()
  const readings = many(3).map((i) => read(`person${i}`))
  for (const [i, reading] of readings.entries()) call(reading, `p${i}`, { maxBytes: 10 * PART })
  await setImmediate()
  assert.equal([started.length, queue.size.bytes], [3, 30 * PART])
  one("late", "late", { maxBytes: 10 * PART })
  one("small", "small", { maxBytes: PART })
  await setImmediate()
  assert.is(started.length, 3, "who waits for bytes is not overtaken by small calls")
  await end("p0", 9 * PART)
  assert.equal([started.length, queue.size.bytes], [3, 29 * PART], "its answer is still held")
  call(readings[0]!, "second of p0", { maxBytes: 10 * PART })
  await setImmediate()
  assert.is(started.at(-1), "second of p0", "it frees its bytes only by ending")
  await end("second of p0", PART)
  readings[0]!.end()
  await setImmediate()
  assert.equal([started.slice(4), queue.size.bytes], [["late", "small"], 31 * PART])
  for (const [i, reading] of readings.entries()) {
    if (i > 0) await end(`p${i}`, 5 * PART)
    reading.end()
  }
  await end("late")
  await end("small")
  assert.equal(queue.size, { running: 0, waiting: 0, bytes: 0 })
})

test("lets one read alone go beyond the bytes, until it holds nothing", async () => {
  const { queue, started, read, call, end } = scene()
  const readings = many(3).map((i) => read(`person${i}`))
  for (const [i, reading] of readings.entries()) call(reading, `p${i}`, { maxBytes: 10 * PART })
  await setImmediate()
  for (const i of many(3)) await end(`p${i}`, 10 * PART)
  for (const [i, reading] of readings.entries()) call(reading, `second of p${i}`, { maxBytes: 10 * PART })
  await setImmediate()
  assert.equal([started.slice(3), queue.size.bytes], [["second of p0"], 40 * PART])
  await end("second of p0", 10 * PART)
  call(readings[0]!, "third of p0", { maxBytes: 10 * PART })
  await setImmediate()
  assert.is(started.at(-1), "third of p0")
  await end("third of p0", 10 * PART)
  readings[0]!.end()
  await setImmediate()
  assert.equal([started.slice(5), queue.size.bytes], [["second of p1", "second of p2"], 40 * PART])
})

test("takes an empty answer for none: who holds nothing does not go beyond the bytes", async () => {
  const { queue, started, read, call, end } = scene()
  const reading = read("anna")
  call(reading, "empty")
  await setImmediate()
  await end("empty")
  for (const i of many(3)) call(read(`person${i}`), `p${i}`, { maxBytes: 10 * PART })
  call(reading, "large", { maxBytes: 10 * PART })
  await setImmediate()
  assert.equal([started, queue.size.bytes], [["empty", "p0", "p1", "p2"], 30 * PART])
})

test("counts an answer until its read lets go of it, once", async () => {
  const { queue, started, read, one, end } = scene()
  const reading = read("anna")
  const answers: { readonly bytes: Uint8Array }[] = []
  for (const _ of many(3))
    answers.push(await reading.call("h", 10 * PART, async () => ({ bytes: new Uint8Array(10 * PART) })))
  one("ben", "ben", { maxBytes: 10 * PART })
  one("ben", "weather", { lane: "operator", maxBytes: 10 * PART })
  await setImmediate()
  assert.equal([started, queue.size.bytes], [["weather"], 40 * PART])
  reading.release(answers[0]!)
  reading.release(answers[0]!)
  reading.release({})
  await setImmediate()
  assert.equal([started, queue.size.bytes], [["weather", "ben"], 40 * PART])
  reading.end()
  reading.end()
  await end("ben")
  await end("weather")
  assert.equal(queue.size, { running: 0, waiting: 0, bytes: 0 })
})

test("counts nothing of an answer that comes after its read has ended", async () => {
  const { queue, read, call, end } = scene()
  const reading = read("anna")
  call(reading, "a", { maxBytes: 4 * PART })
  await setImmediate()
  reading.end()
  await end("a", 3 * PART)
  assert.equal(queue.size, { running: 0, waiting: 0, bytes: 0 })
})

test("lets one call go that is larger than all that may be in flight", async () => {
  const { started, one } = scene()
  one("anna", "a", { maxBytes: 100 * PART })
  await setImmediate()
  assert.equal(started, ["a"])
})

test("refuses whoever waits with too many, and drops those of the busiest for others", async () => {
  const { queue, refused, one } = scene()
  for (const i of many(8 + 96)) one("anna", `a${i}`)
  await setImmediate()
  assert.equal([queue.size.waiting, refused], [96, []])
  one("anna", "one more")
  await setImmediate()
  assert.equal(refused, ["source-busy"])
  for (const caller of ["b", "c", "d", "e", "f"]) for (const i of many(104)) one(caller, `${caller}${i}`)
  await setImmediate()
  assert.is(queue.size.waiting, 512)
  const before = refused.length
  one("guest", "guest")
  await setImmediate()
  assert.equal([queue.size.waiting, refused.length - before], [512, 1])
})

test("leaves the queue at its deadline, which counts from before the wait", async () => {
  const { queue, started, refused, read, call, one, end } = scene()
  for (const i of many(8)) one("anna", `a${i}`)
  const stop = new AbortController()
  const reading = read("anna", "people", stop.signal)
  call(reading, "late")
  await setImmediate()
  assert.is(queue.size.waiting, 1)
  stop.abort(new Error("too late"))
  await setImmediate()
  assert.equal([queue.size.waiting, refused], [0, ["too late"]])
  await end("a0")
  assert.not.ok(started.includes("late"))
  call(reading, "later")
  await setImmediate()
  assert.equal(refused, ["too late", "too late"])
})

test("frees the place of a call that fails", async () => {
  const { queue, read } = scene()
  await read("anna")
    .call("a.example", PART, () => Promise.reject(new Error("gone")))
    .then(assert.unreachable, () => {})
  assert.equal(queue.size, { running: 0, waiting: 0, bytes: 0 })
})

test.run()
