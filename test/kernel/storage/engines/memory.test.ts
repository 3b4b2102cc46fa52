import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock } from "../../../testing/fakes.js"
import { engineContract } from "../contract.js"
import { ENGINES } from "../setting.js"

engineContract("memory", ENGINES["memory"]!)

const test = suite("memory engine")

test("is empty once it is closed", async () => {
  const engine = await ENGINES["memory"]!(fakeClock())
  await engine.write([{ key: "a", value: "1", expires: 0 }])
  await engine.close()
  assert.is(await engine.get("a"), undefined)
})

test.run()
