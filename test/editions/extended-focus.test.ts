import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { listenerOf, memberOf } from "./listener.js"
import { configsOf, stateOf } from "./seen.js"
import { alertsKept } from "./stored.js"

/** Whether a device listens for alerts. */
const test = suite("editions/extended: listening")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

test("flips listening in the active config in place, and loses nothing of it", async () => {
  const device = await listenerOf(extended)
  const config = {
    mac: device.mac,
    modes: ["DAILY"],
    city: "Berlin",
    latitude: 52.5,
    longitude: 13.4,
    timezone: "Europe/Berlin",
    country: "Germany",
    llm_provider: "p",
    llm_model: "m",
    image_model: "i",
  }
  for (const memo of ["1", "2", "3", "4", "5"])
    await extended.post("/api/config", { ...config, memo_text: memo }, device.owner.headers)
  const history = async (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    ((await extended.at(`/api/config/${device.mac}/history`, { headers: device.headers })).json() as { configs: [] })
      .configs
  const before = await history()
  assert.is(before.length, 5)
  const [on, text] = [
    await listen(device, "true", device.owner.headers),
    await extended.at(`/api/config/${device.mac}`, { headers: device.headers }),
  ]
  assert.equal(on.json(), { ok: true, is_focus_listening: true, alert_token: device.agent["x-agent-token"] })
  assert.match(
    text.text(),
    /"focus_listening":1,"is_focus_listening":true,"always_active":1,"is_always_active":true/,
    "else the firmware turns Wi-Fi off after its first refresh",
  )
  assert.equal(await history(), [{ ...before[0], focus_listening: 1, is_focus_listening: true }, ...before.slice(1)])
  assert.equal((await listen(device, "0", device.owner.headers)).json(), {
    ok: true,
    is_focus_listening: false,
    alert_token: null,
  })
  assert.equal(await history(), before)
})

function listen(device: ExtendedDevice, enabled: string, headers: Headers): Promise<Answer> {
  return extended.at(`/api/config/${device.mac}/focus-listening?enabled=${enabled}`, { method: "PATCH", headers })
}

test("lets a device and a member flip listening, and tells them no token", async () => {
  const device = await listenerOf(extended)
  await extended.post("/api/config", { mac: device.mac, modes: ["DAILY"] }, device.owner.headers)
  for (const headers of [device.headers, (await memberOf(extended, device)).headers]) {
    assert.is((await listen(device, "1", headers)).text(), '{"ok":true,"is_focus_listening":true,"alert_token":null}')
  }
  assert.is(
    ((await listen(device, "1", extended.admin)).json() as { alert_token: string }).alert_token,
    device.agent["x-agent-token"],
  )
  for (const [headers, status] of [
    [{}, 401],
    [{ "x-device-token": "wrong" }, 401],
    [(await extended.person()).headers, 403],
    [device.agent, 401],
  ] as const) {
    assert.is((await listen(device, "0", headers)).status, status)
  }
  for (const enabled of ["", "perhaps", "2"])
    assert.equal(codeOf(await listen(device, enabled, device.headers)), "invalid", enabled)
  assert.is(
    (await extended.at(`/api/config/${device.mac}/focus-listening`, { method: "PATCH", headers: device.headers }))
      .status,
    422,
  )
  assert.is((await configsOf(extended, device))[0]!.is_focus_listening, true)
})

test("makes the alert token when an owner begins to listen, and answers 404 without a config", async () => {
  const device = await extended.owned()
  const none = await listen(device, "1", device.owner.headers)
  assert.equal([none.status, codeOf(none)], [404, "config-not-found"])
  assert.is((await alertsKept(extended, device)).token, false)
  await extended.post("/api/config", { mac: device.mac, modes: ["DAILY"] }, device.owner.headers)
  assert.is(((await listen(device, "0", device.owner.headers)).json() as { alert_token: null }).alert_token, null)
  const { alert_token: token } = (await listen(device, "1", device.owner.headers)).json() as { alert_token: string }
  assert.is((await device.post("alert", { sender: "Anna", message: "Hello" }, { "x-agent-token": token })).status, 200)
  assert.equal((await listen(await extended.device(), "1", extended.admin)).status, 404)
})

test("loses neither a save nor a flip when both come at once", async () => {
  const device = await extended.owned()
  await extended.post("/api/config", { mac: device.mac, modes: ["DAILY"] }, device.owner.headers)
  await Promise.all([
    listen(device, "1", device.owner.headers),
    ...Array.from({ length: 3 }, () => device.post("heartbeat", { battery_voltage: 3.9 })),
    listen(device, "1", device.owner.headers),
  ])
  const [configs, { battery }] = [await configsOf(extended, device), await stateOf(extended, device)]
  assert.equal([configs.length, configs[0]!.is_focus_listening, battery], [1, true, 3.9])
})

test.run()
