import { suite } from "uvu"
import * as assert from "uvu/assert"
import { backgroundTasks } from "platen/sdk/kit"

const test = suite("sdk/backgroundTasks")

test("it waits for all that was begun, and tells of what failed", async () => {
  const failed: object[] = []
  const { after, settled } = backgroundTasks((fields) => failed.push(fields))
  let done = false
  const gone = new Error("the disk is full")
  after(
    Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => {
        done = true
      }),
    { mac: "a" },
  )
  after(Promise.reject(gone), { mac: "b" })
  assert.is(done, false)
  await settled()
  assert.equal([done, failed], [true, [{ mac: "b", err: gone }]])
  await settled()
})

test.run()
