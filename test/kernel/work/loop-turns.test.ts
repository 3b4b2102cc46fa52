import { setImmediate } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { LoopTurns } from "../../../kernel/work/loop-turns.js"

const test = suite("kernel/work/loop-turns")

test("lets one run in each turn of the event loop, in order, and others between them", async () => {
  const turns = new LoopTurns()
  const order: string[] = []
  const work = Array.from({ length: 4 }, (_, i) => turns.next().then(() => { order.push(`work ${i}`) }))
  const ended = new AbortController()
  const others = (async () => { while (!ended.signal.aborted) { await setImmediate(); order.push("other") } })()
  await Promise.all(work)
  ended.abort()
  await others
  assert.equal(order.filter((each) => each !== "other"), ["work 0", "work 1", "work 2", "work 3"])
  for (let i = 1; i < 4; i++) assert.ok(order.slice(order.indexOf(`work ${i - 1}`), order.indexOf(`work ${i}`)).includes("other"), order.join(", "))
})

test("keeps nobody waiting who comes alone", async () => {
  const turns = new LoopTurns()
  for (let i = 0; i < 3; i++) {
    let isIn = false
    const other = setImmediate().then(() => isIn)
    await turns.next()
    isIn = true
    assert.is(await other, true)
    await setImmediate()
  }
})

test.run()
