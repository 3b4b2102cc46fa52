import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { ask } from "../http/ask.js"

const test = suite("platen device")

test("works beside a server, on its data: what it revokes and forgets counts at once", async () => {
  const cwd = folderWith()
  const stage = await openStage({ dataFolder: `${cwd}/data` })
  const port = await stage.app.listen()
  const mac = "0A:BB:CC:DD:EE:FF"
  const { token } = (await ask(port, `/api/device/${mac}/token`, { method: "POST" })).json() as { token: string }
  const beat = async (shown: string): Promise<number> =>
    (await ask(port, `/api/device/${mac}/heartbeat`, { method: "POST", headers: { "x-device-token": shown } })).status
  assert.is(await beat(token), 200)
  const list = await platen(["device", "list"], { cwd })
  assert.match(list.stdout, new RegExp(`^MAC .*\\n${mac} +- +- +2026-11-21 09:05 .*\\n$`))
  assert.equal(await platen(["device", "token", mac], { cwd }), { code: 0, stdout: `${token}\n`, stderr: "" })
  const rotated = (await platen(["device", "token", mac, "--rotate"], { cwd })).stdout.trim()
  assert.equal([await beat(token), await beat(rotated)], [401, 200])
  assert.is((await platen(["device", "forget", mac, "--yes"], { cwd })).code, 0)
  assert.is(await beat(rotated), 401)
  assert.equal(await platen(["device", "forget", mac, "--yes"], { cwd }), {
    code: 1,
    stdout: "",
    stderr: `platen device: unknown device ${mac}: platen device list shows all devices.\n`,
  })
  await stage.close()
})

test.run()
