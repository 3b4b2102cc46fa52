import { setImmediate } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { LoopTurns } from "../../../kernel/work/loop-turns.js"

const test = suite("kernel/work/loop-turns")

/** Milliseconds pass as work is done. */
function setting(): { readonly turns: LoopTurns; readonly work: (ms: number, done: () => void) => Promise<void> } {
  let now = 0
  const turns = new LoopTurns(() => now)
  return {
    turns,
    work: (ms, done) =>
      turns.run(() => {
        now += ms
        done()
      }),
  }
}

async function withOthers(count: number, ms: number): Promise<readonly string[]> {
  const { work } = setting()
  const order: string[] = []
  const all = Array.from({ length: count }, (_, i) =>
    work(ms, () => {
      order.push(`work ${i}`)
    }),
  )
  const ended = new AbortController()
  const others = (async () => {
    while (!ended.signal.aborted) {
      await setImmediate()
      order.push("other")
    }
  })()
  await Promise.all(all)
  ended.abort()
  await others
  return order
}

test("answers others between pieces of work that are long, and keeps their order", async () => {
  const order = await withOthers(4, 20)
  assert.equal(
    order.filter((each) => each !== "other"),
    ["work 0", "work 1", "work 2", "work 3"],
  )
  for (let i = 2; i < 4; i++)
    assert.ok(
      order.slice(order.indexOf(`work ${i - 1}`), order.indexOf(`work ${i}`)).includes("other"),
      order.join(", "),
    )
})

test("lets short ones follow one another", async () => {
  const order = await withOthers(8, 1)
  assert.equal(
    order.slice(0, 8),
    Array.from({ length: 8 }, (_, i) => `work ${i}`),
  )
})

test("keeps nobody waiting who comes alone", async () => {
  const { turns } = setting()
  for (let i = 0; i < 3; i++) {
    let isIn = false
    const other = setImmediate().then(() => isIn)
    await turns.run(() => {})
    isIn = true
    assert.is(await other, true)
    await setImmediate()
  }
})

test.run()
