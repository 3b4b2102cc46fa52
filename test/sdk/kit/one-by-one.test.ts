import { suite } from "uvu"
import * as assert from "uvu/assert"
import { oneByOne } from "platen/sdk/kit"

const test = suite("sdk/one-by-one")

test("work begins when the work before it has ended, and an error reaches only whoever asked", async () => {
  const inTurn = oneByOne()
  const seen: string[] = []
  const work =
    (name: string, fails = false) =>
    (): Promise<string> => {
      seen.push(`${name} begins`)
      return Promise.resolve().then(() => {
        seen.push(`${name} ends`)
        if (fails) throw new Error("the disk is full")
        return name
      })
    }
  const all = await Promise.allSettled([inTurn(work("a")), inTurn(work("b", true)), inTurn(work("c"))])
  assert.equal(seen, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
  assert.equal(
    all.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message)),
    ["a", "the disk is full", "c"],
  )
})

test.run()
