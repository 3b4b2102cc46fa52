import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { gathering } from "../../../../plugins/devices/stats/gather.js"
import type { Gathering } from "../../../../plugins/devices/stats/gather.js"
import { gate } from "../../../kernel/http/gate.js"
import type { Gate } from "../../../kernel/http/gate.js"

const test = suite("plugins/devices/stats/gather")

const clock = fakeClock()
let written: (readonly number[])[]
let failures: unknown[]
let hold: Gate | undefined
let broken: boolean
test.before.each(() => {
  written = []
  failures = []
  hold = undefined
  broken = false
})

function gatheringWith(pause = 0, max = 100): Gathering<number> {
  return gathering({
    max,
    pause,
    now: () => clock.now(),
    failed: (error) => failures.push(error),
    write: async (items) => {
      await hold?.opened
      if (broken) throw new Error("the disk is full")
      written.push(items)
    },
  })
}

test("writes the first at once, and what comes meanwhile in one go", async () => {
  const gathered = gatheringWith()
  hold = gate()
  for (const item of [1, 2, 3]) gathered.add(item)
  hold.open()
  await gathered.settled()
  assert.equal(written, [[1], [2, 3]])
})

test("waits between two writes, unless somebody waits for them", async () => {
  const gathered = gatheringWith(1_000)
  for (const item of [1, 2, 3]) gathered.add(item)
  await Promise.resolve()
  await Promise.resolve()
  assert.equal(written, [[1]])
  await gathered.settled()
  assert.equal(written, [[1], [2, 3]])
  clock.advance(999)
  gathered.add(4)
  clock.advance(1)
  gathered.add(5)
  await gathered.settled()
  assert.equal(written, [[1], [2, 3], [4, 5]])
})

test("drops what is more than may wait", async () => {
  const gathered = gatheringWith(1_000, 2)
  for (const item of [1, 2, 3, 4, 5]) gathered.add(item)
  await gathered.settled()
  assert.equal(written, [[1], [2, 3]])
})

test("tells of a write that fails, and goes on", async () => {
  const gathered = gatheringWith()
  broken = true
  gathered.add(1)
  await gathered.settled()
  broken = false
  gathered.add(2)
  await gathered.settled()
  assert.equal([written, (failures[0] as Error).message], [[[2]], "the disk is full"])
})

test("resolves at once when there is nothing to write", async () => {
  await gatheringWith().settled()
  assert.equal(written, [])
})

test.run()
