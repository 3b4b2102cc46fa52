import { setImmediate as turn } from "node:timers/promises"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Lane } from "../../../plugins/models/models/lane.js"

const test = suite("models: the lane")

/** A lane whose calls last until they are ended by name. A call is named by its caller and a number: "a1". */
function laneOf(atOnce: number, ofOne?: number) {
  const lane = new Lane(atOnce, ofOne)
  const running = new Map<string, () => void>()
  const outcomes = new Map<string, string>()
  const call = async (name: string, signal = new AbortController().signal): Promise<void> => {
    const work = (): Promise<void> => new Promise((resolve) => running.set(name, resolve))
    void lane
      .run(name[0]!, signal, work)
      .then(() => "done")
      .catch((error: { code?: string; name: string }) => error.code ?? error.name)
      .then((outcome) => outcomes.set(name, outcome))
    await turn()
  }
  const end = async (name: string): Promise<void> => {
    running.get(name)!()
    running.delete(name)
    await turn()
  }
  return { call, end, outcomes, now: () => [...running.keys()].join(" ") }
}

test("gives a caller at most half, and keeps the last place for somebody else", async () => {
  const { call, end, now } = laneOf(4)
  for (const name of ["a1", "a2", "a3", "b1", "b2"]) await call(name)
  assert.is(now(), "a1 a2 b1")
  await call("c1")
  assert.is(now(), "a1 a2 b1 c1")
  await end("c1")
  assert.is(now(), "a1 a2 b1")
  await end("a1")
  assert.is(now(), "a2 b1 a3", "the last turn of a was earlier")
})

test("gives the next place to who has none", async () => {
  const { call, end, now } = laneOf(2)
  for (const name of ["a1", "b1", "a2", "a3", "b2", "c1"]) await call(name)
  await end("a1")
  assert.is(now(), "b1 c1", "c came last")
  await end("b1")
  assert.is(now(), "c1 a2")
  await end("c1")
  assert.is(now(), "a2 b2")
})

test("has one caller after the other where there is one place", async () => {
  const { call, end, now } = laneOf(1)
  for (const name of ["a1", "a2", "b1"]) await call(name)
  assert.is(now(), "a1")
  await end("a1")
  assert.is(now(), "b1", "it has had no turn yet")
  await end("b1")
  assert.is(now(), "a2")
})

test("lets three calls of a caller wait, whoever else does", async () => {
  const { call, now, outcomes } = laneOf(2)
  for (const name of ["a1", "b1", "a2", "a3", "a4", "a5", "c1"]) await call(name)
  assert.is(now(), "a1 b1")
  assert.equal([...outcomes], [["a5", "model-busy"]])
})

test("forgets a caller who has gone, also in its very turn", async () => {
  const { call, end, now, outcomes } = laneOf(1)
  const [waits, late] = [new AbortController(), new AbortController()]
  await call("a1")
  await call("b1", waits.signal)
  await call("c1", late.signal)
  await call("d1")
  waits.abort()
  const ended = end("a1")
  late.abort()
  await ended
  await turn()
  assert.equal([now(), [...outcomes.keys()].toSorted()], ["d1", ["a1", "b1", "c1"]])
  await call("e1", AbortSignal.abort())
  await end("d1")
  await call("f1")
  assert.is(now(), "f1")
})

test.run()
