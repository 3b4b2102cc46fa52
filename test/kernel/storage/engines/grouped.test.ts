import { suite } from "uvu"
import * as assert from "uvu/assert"
import { grouped } from "../../../../plugins/operation/storage-sqlite/grouped.js"
import type { Grouped } from "../../../../plugins/operation/storage-sqlite/grouped.js"
import { rejection } from "../setting.js"

const test = suite("storage/engines/grouped")

/** Doubles numbers, fails for 13, and remembers what it was given together. `go`: lets one round end. */
function doubling(
  most: number,
  touches?: (item: number) => readonly string[],
  largest?: number,
): { readonly rounds: number[][]; readonly work: Grouped<number, number>; go(): Promise<void> } {
  const rounds: number[][] = []
  const doors: (() => void)[] = []
  const work = grouped<number, number>({
    most,
    ...(touches && { touches }),
    ...(largest !== undefined && { sizes: { most: largest, of: (item) => item } }),
    run: async (items) => {
      rounds.push([...items])
      await new Promise<void>((resolve) => {
        doors.push(resolve)
      })
      if (items.includes(13)) throw new Error("13")
      return items.map((item) => item * 2)
    },
  })
  return {
    rounds,
    work,
    go: async () => {
      doors.shift()!()
      for (let i = 0; i < 10; i++) await Promise.resolve()
    },
  }
}

test("does what comes alone at once, and what comes meanwhile together", async () => {
  const { rounds, work, go } = doubling(10)
  const all = [1, 2, 3].map((item) => work.do(item))
  assert.equal(rounds, [[1]])
  await go()
  assert.equal(rounds, [[1], [2, 3]])
  const late = work.do(4)
  await go()
  await go()
  assert.equal([await Promise.all(all), await late, rounds], [[2, 4, 6], 8, [[1], [2, 3], [4]]])
})

test("does no more at once than it may", async () => {
  const { rounds, work, go } = doubling(2)
  const all = [1, 2, 3, 4, 5, 6].map((item) => work.do(item))
  for (let i = 0; i < 4; i++) await go()
  assert.equal(
    [rounds, await Promise.all(all)],
    [
      [[1], [2, 3], [4, 5], [6]],
      [2, 4, 6, 8, 10, 12],
    ],
  )
})

test("does no more at once than is of the largest size, and alone what is larger", async () => {
  const { rounds, work, go } = doubling(10, undefined, 10)
  const all = [1, 6, 4, 3, 50, 7, 4].map((item) => work.do(item))
  for (let i = 0; i < 6; i++) await go()
  assert.equal(rounds, [[1], [6, 4], [3], [50], [7], [4]])
  assert.equal(await Promise.all(all), [2, 12, 8, 6, 100, 14, 8])
})

test("keeps apart what touches the same, in the order in which it came", async () => {
  const { rounds, work, go } = doubling(10, (item) => [String(item % 10)])
  for (const item of [1, 2, 12, 22, 3, 32]) void work.do(item)
  for (let i = 0; i < 5; i++) await go()
  assert.equal(rounds, [[1], [2, 3], [12], [22], [32]])
})

test("lets nothing overtake what waits for the same", async () => {
  const { rounds, work, go } = doubling(10, (item) => (item === 5 ? ["a", "b"] : item === 6 ? ["b"] : ["a"]))
  for (const item of [1, 4, 5, 6]) void work.do(item)
  for (let i = 0; i < 4; i++) await go()
  assert.equal(rounds, [[1], [4], [5], [6]], "6 waits for 5, which waits for 4")
})

test("fails for one alone", async () => {
  const { rounds, work, go } = doubling(10)
  const all = [1, 2, 13, 3].map((item) => work.do(item).catch((error: Error) => error.message))
  for (let i = 0; i < 5; i++) await go()
  assert.equal(
    [rounds, await Promise.all(all)],
    [
      [[1], [2, 13, 3], [2], [13], [3]],
      [2, 4, "13", 6],
    ],
  )
  const after = work.do(7)
  await go()
  assert.is(await after, 14)
  const failing = rejection(work.do(13))
  await go()
  assert.is((await failing).message, "13")
})

test("says when nothing is left", async () => {
  const { work, go } = doubling(1)
  await work.idle()
  void work.do(1)
  void work.do(2)
  let idle = false
  const waiting = work.idle().then(() => {
    idle = true
  })
  await go()
  assert.is(idle, false)
  await go()
  await waiting
  assert.is(idle, true)
})

test.run()
