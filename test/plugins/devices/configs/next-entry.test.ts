import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../../testing/index.js"

const test = suite("configs: next=1")

test("goes on behind the page that is shown also where another client has changed the modes of a playlist", async () => {
  const stage = await openStage()
  const anna = await stage.person("anna")
  const screen = await stage.device()
  await screen.pair(anna)
  const headers = { ...anna, "content-type": "application/json" }
  const playlist = ["STOIC", "POETRY", "ZEN", "DAILY"].map((mode) => ({ mode }))
  const body = JSON.stringify({ playlist, strategy: "cycle" })
  assert.is((await stage.call(`/api/device/${screen.mac}/playlist`, { method: "PUT", headers, body })).status, 200)
  const shown = async (query: string): Promise<string> => String((await screen.render(query)).headers["x-mode-id"])
  assert.equal([await shown(""), await shown("next=1")], ["STOIC", "POETRY"])
  await screen.configure({ modes: ["STOIC", "POETRY", "ZEN"] }, anna)
  assert.equal([await shown("next=1"), await shown("next=1"), await shown("next=1")], ["ZEN", "STOIC", "POETRY"])
  await stage.close()
})

test.run()
