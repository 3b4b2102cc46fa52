import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock } from "../../../../kernel/testing/fakes.js"
import { engineContract } from "../contract.js"
import { ENGINES, rejection } from "../setting.js"

engineContract("memory", ENGINES["memory"]!)

const test = suite("memory engine")

test("says that it cannot be backed up", async () => {
  const engine = await ENGINES["memory"]!(fakeClock())
  assert.match((await rejection(engine.backup("copy.db"))).message, /memory cannot be backed up/)
})

test("is empty once it is closed", async () => {
  const engine = await ENGINES["memory"]!(fakeClock())
  await engine.write([{ key: "a", value: "1", expires: 0 }])
  await engine.close()
  assert.is(await engine.get("a"), undefined)
})

test.run()
