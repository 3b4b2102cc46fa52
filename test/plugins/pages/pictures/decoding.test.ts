import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BadInput } from "platen/sdk"
import { Decoding } from "../../../../plugins/pages/pictures/decoding.js"
import type { DecodingOptions } from "../../../../plugins/pages/pictures/decoding.js"
import { fakeClock, fakeLog } from "../../../testing/index.js"
import type { FakeClock, FakeLog } from "../../../testing/index.js"
import { lapse } from "../../../until.js"
import { refused } from "../../../refused.js"
import { fakePicture } from "./fake-pictures.js"
import { Workers } from "../../../../kernel/work/workers.js"
import type { WorkerSpec } from "platen/sdk"

const workersOf = (log: FakeLog, clock = fakeClock()) => {
  const workers = new Workers({ log, clock, nice: 0 })
  return (spec: WorkerSpec) => workers.start(spec)
}

const test = suite("decoding")
const DECODER = { id: "fake", module: new URL("./fake-reader.js", import.meta.url) }

async function withDecoding(
  work: (decoding: Decoding, log: FakeLog, clock: FakeClock) => Promise<void>,
  options?: DecodingOptions,
): Promise<void> {
  const [log, clock] = [fakeLog(), fakeClock()]
  const decoding = new Decoding(workersOf(log, clock), options)
  try {
    await work(decoding, log, clock)
  } finally {
    await decoding.close()
  }
}

test("reads a head, and then the pixels", () =>
  withDecoding(async (decoding, log) => {
    const reader = decoding.reader(DECODER)
    assert.equal(await reader.probe(fakePicture(4, 3)), { width: 4, height: 3 })
    assert.is(await reader.probe(Buffer.from("Hello")), undefined)
    const { width, height, data } = await reader.decode(fakePicture(4, 3), 12)
    assert.equal([width, height, data instanceof Uint8Array, data.length], [4, 3, true, 36])
    assert.equal(log.lines, [])
  }))

test("answers each who asks at the same time with his own", () =>
  withDecoding(async (decoding) => {
    const reader = decoding.reader(DECODER)
    const sizes = Array.from({ length: 12 }, (_, i) => [i + 1, 20 - i] as const)
    const rasters = await Promise.all(sizes.map(([width, height]) => reader.decode(fakePicture(width, height), 400)))
    assert.equal(
      rasters.map(({ width, height }) => [width, height]),
      sizes.map((size) => [...size]),
    )
  }))

test("says that a file is broken, and reads the next", () =>
  withDecoding(async (decoding) => {
    const reader = decoding.reader(DECODER)
    const error = await refused(() => reader.decode(fakePicture(4, 3, "broken"), 12), "file is damaged")
    assert.instance(error, BadInput)
    assert.equal([error.code, (error.cause as Error).message], ["picture-broken", "it is broken"])
    assert.is((await reader.decode(fakePicture(4, 3), 12)).width, 4)
  }))

test("outlives a file that ends its process, and those who wait behind it", () =>
  withDecoding(async (decoding, log) => {
    const reader = decoding.reader(DECODER)
    const [crash, next] = await Promise.allSettled([
      reader.decode(fakePicture(4, 3, "crash"), 12),
      reader.decode(fakePicture(5, 3), 15),
    ])
    assert.is(crash!.status, "rejected")
    assert.is((crash as PromiseRejectedResult).reason.code, "picture-broken")
    assert.is((next as PromiseFulfilledResult<{ width: number }>).value.width, 5)
    assert.ok(log.lines.some(({ level, event }) => level === "warn" && event === "decoding.ended"))
  }))

test("gives up a file that is never read, and reads the next", () =>
  withDecoding(async (decoding, _, clock) => {
    const reader = decoding.reader(DECODER)
    await reader.probe(fakePicture(4, 3))
    const given = refused(() => reader.decode(fakePicture(4, 3, "hang"), 12), "takes more than 8 seconds to read")
    // The time begins anew while the process does something, such as to begin.
    const stop = lapse(clock, 8_000)
    assert.is((await given).code, "picture-slow")
    stop()
    assert.is((await reader.decode(fakePicture(4, 3), 12)).width, 4)
  }))

test("starts anew after it had nothing to do", () =>
  withDecoding(async (decoding, log, clock) => {
    const reader = decoding.reader(DECODER)
    const processOf = async (): Promise<number> => (await reader.probe(fakePicture(1, 1, "whose")))!.width
    const first = await processOf()
    assert.is.not(first, process.pid)
    clock.advance(20_000)
    clock.housekeep()
    assert.is.not(await processOf(), first)
    assert.equal(log.lines, [], "an end that was meant is no news")
  }))

test("stays for the next while there is something to do", () =>
  withDecoding(async (decoding) => {
    const reader = decoding.reader(DECODER)
    const widths = await Promise.all([1, 2, 3].map(async () => (await reader.probe(fakePicture(1, 1, "whose")))!.width))
    assert.is(new Set(widths).size, 1)
  }))

test("says of a module that is not there that the picture cannot be read", () =>
  withDecoding(async (decoding) => {
    const reader = decoding.reader({ id: "gone", module: new URL("./no-such-module.js", import.meta.url) })
    await refused(() => reader.probe(fakePicture(4, 3)), "cannot be read")
  }))

test("reads nothing more once it is closed", async () => {
  const decoding = new Decoding(workersOf(fakeLog()))
  const reader = decoding.reader(DECODER)
  const [last, late] = [
    reader.decode(fakePicture(4, 3), 12),
    decoding.close().then(() => reader.decode(fakePicture(4, 3), 12)),
  ]
  const after = (await Promise.allSettled([last, late])).map(({ status }) => status)
  assert.is(after[1], "rejected")
  assert.is((await refused(() => reader.probe(fakePicture(4, 3)), "stopping")).status, 503)
  await decoding.close()
})

test.run()
