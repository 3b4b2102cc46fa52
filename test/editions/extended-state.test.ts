import { suite } from "uvu"
import * as assert from "uvu/assert"
import { stateAnswer } from "../../plugins/devices/devices/state.js"
import { folderWith } from "../folder.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"

/** Decisions 21 and 23: what a device and its owners read of it. */
const test = suite("editions/extended: the state of a device")

const MINUTE = 60_000
let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

/** What the firmware makes of the text. Source: wire-contract 4.5. */
function firmware(text: string): { readonly refresh: boolean; readonly mode: boolean; readonly interval: boolean } {
  const has = (...parts: readonly string[]): boolean => parts.some((part) => text.includes(part))
  return {
    refresh: has('"pending_refresh":1', '"pending_refresh": 1', '"pending_refresh":true', '"pending_refresh": true'),
    mode: has('"pending_mode":"', '"pending_mode": "') && !has('"pending_mode":""', '"pending_mode": ""'),
    interval: has('"runtime_mode":"interval"', '"runtime_mode": "interval"'),
  }
}

const NOTHING = { refresh: false, mode: false, interval: true }

test("answers every field, compact", async () => {
  const screen = await extended.owned()
  await screen.post("heartbeat", { battery_voltage: 3.91, wifi_rssi: -42 })
  await screen.render("persona=STOIC&refresh_min=30&v=3.91&rssi=-42")
  const now = new Date(extended.clock.now()).toISOString()
  const answer = await screen.get("state")
  assert.is(answer.headers["content-type"], "application/json; charset=utf-8")
  assert.is(
    answer.text(),
    JSON.stringify({
      mac: screen.mac,
      pending_refresh: 0,
      pending_mode: "",
      runtime_mode: "interval",
      last_persona: (answer.json() as { last_persona: string }).last_persona,
      last_refresh_at: now,
      last_seen: now,
      last_state_poll_at: now,
      is_online: true,
      refresh_minutes: 60,
      expected_refresh_min: 30,
      battery: 3.91,
      rssi: -42,
      next_wake: new Date(extended.clock.now() + 60 * MINUTE).toISOString(),
    }),
  )
  assert.ok(stateAnswer.safeParse(answer.json()).success)
})

test("says null of what is not known yet", async () => {
  const screen = await extended.device()
  const state = await screen.state(extended.admin)
  assert.equal(
    [state.last_refresh_at, state.last_state_poll_at, state.next_wake, state.last_persona],
    [null, null, null, ""],
  )
  assert.ok(stateAnswer.safeParse(state).success)
})

test("shows no token, to the device, its owner and an admin", async () => {
  const screen = await extended.owned()
  for (const headers of [screen.headers, screen.owner.headers, extended.admin]) {
    const text = (await screen.get("state", headers)).text()
    for (const secret of [screen.token, screen.owner.token, "token"]) assert.not.match(text, secret)
  }
})

test("holds no words that somebody typed: no name can look like a flag to the firmware", async () => {
  const screen = await extended.owned()
  const trap = '"pending_refresh":1,"pending_mode"'
  const saved = await extended.post(
    "/api/config",
    {
      mac: screen.mac,
      nickname: trap.slice(0, 32),
      memo_text: `${trap}:"X","runtime_mode":"interval"`,
      modes: ["STOIC"],
    },
    screen.owner.headers,
  )
  assert.is(saved.status, 200)
  await extended.at(`/api/device/${screen.mac}/apply-preview?mode=${encodeURIComponent(trap)}`, {
    method: "POST",
    headers: screen.headers,
    body: ONE_PIXEL,
  })
  await screen.post("runtime", { mode: "active" })
  await screen.render()
  assert.equal(firmware((await screen.get("state")).text()), { ...NOTHING, interval: false })
})

test("tells the firmware of a pending refresh and a pending mode, until the next render", async () => {
  const screen = await extended.owned()
  await screen.render()
  assert.equal(firmware((await screen.get("state")).text()), NOTHING)
  await screen.post("refresh", {}, screen.owner.headers)
  assert.equal(firmware((await screen.get("state")).text()), { ...NOTHING, refresh: true })
  await screen.post("switch", { mode: "ZEN" }, screen.owner.headers)
  assert.equal(firmware((await screen.get("state")).text()), { ...NOTHING, refresh: true, mode: true })
  assert.is((await screen.render()).headers["x-pending-refresh"], "1")
  assert.equal(firmware((await screen.get("state")).text()), NOTHING)
})

type Deed = (
  screen: ExtendedDevice & { readonly owner: { readonly headers: Readonly<Record<string, string>> } },
) => Promise<{ readonly status: number }>
const save = (mac: string, modes: readonly string[], headers: Readonly<Record<string, string>>): ReturnType<Deed> =>
  extended.post("/api/config", { mac, modes }, headers)
const DEEDS: Readonly<Record<string, Deed>> = {
  "a refresh": (screen) => screen.post("refresh", {}, screen.owner.headers),
  "a switch": (screen) => screen.post("switch", { mode: "STOIC" }, screen.owner.headers),
  "a pushed picture": (screen) =>
    extended.at(`/api/device/${screen.mac}/apply-preview`, {
      method: "POST",
      headers: screen.owner.headers,
      body: ONE_PIXEL,
    }),
  "a config that is saved": (screen) => save(screen.mac, ["ZEN"], screen.owner.headers),
  "a config that the device saves": (screen) => save(screen.mac, ["ZEN"], screen.headers),
  "a config that is brought back": async (screen) => {
    await save(screen.mac, ["ZEN"], screen.owner.headers)
    await save(screen.mac, ["STOIC"], screen.owner.headers)
    await screen.render()
    assert.is((await screen.state()).pending_refresh, 0)
    return extended.at(`/api/config/${screen.mac}/activate/1`, { method: "PUT", headers: extended.admin })
  },
}
for (const [what, deed] of Object.entries(DEEDS)) {
  test(`has a refresh pending after ${what}, over any number of polls`, async () => {
    const screen = await extended.owned()
    await screen.render()
    assert.is((await screen.state()).pending_refresh, 0)
    assert.is((await deed(screen)).status, 200)
    for (let polls = 0; polls < 3; polls++) assert.is((await screen.state()).pending_refresh, 1)
  })
}

test("has a refresh pending once it is bound", async () => {
  const screen = await extended.device()
  await screen.render()
  assert.is((await screen.state()).pending_refresh, 0)
  const owner = await extended.person()
  await screen.post("claim-token", { pair_code: "737373" })
  await extended.post("/api/user/devices", { mac: screen.mac, code: "737373" }, owner.headers)
  assert.is((await screen.state()).pending_refresh, 1)
})

test("does not ask a device again and again for a picture that waits behind the pairing page", async () => {
  const screen = await extended.device()
  await extended.at(`/api/device/${screen.mac}/apply-preview`, {
    method: "POST",
    headers: extended.admin,
    body: ONE_PIXEL,
  })
  assert.is((await screen.state()).pending_refresh, 1)
  await screen.render()
  assert.is((await screen.state()).pending_refresh, 0)
})

for (const [minutes, config] of [
  [60, {}],
  [10, { refresh_interval: 10 }],
  [1440, { refresh_interval: 1440 }],
] as const) {
  test(`is online for one and a half intervals and five minutes after the last contact, of ${minutes} minutes`, async () => {
    const screen = await extended.owned()
    await extended.post("/api/config", { mac: screen.mac, modes: ["STOIC"], ...config }, screen.owner.headers)
    await screen.render()
    const online = async (): Promise<unknown> => (await screen.state(screen.owner.headers)).is_online
    extended.clock.advance((minutes * 1.5 + 5) * MINUTE)
    assert.is(await online(), true)
    extended.clock.advance(1)
    assert.is(await online(), false)
    await screen.post("heartbeat")
    assert.is(await online(), true)
  })
}

test("counts by the interval that it was told last, not by one that it has not heard of", async () => {
  const screen = await extended.owned()
  await screen.render()
  await extended.post("/api/config", { mac: screen.mac, modes: ["STOIC"], refresh_interval: 10 }, screen.owner.headers)
  extended.clock.advance(60 * MINUTE)
  const state = await screen.state(screen.owner.headers)
  assert.equal([state.is_online, state.refresh_minutes], [true, 60])
  await screen.render()
  assert.is((await screen.state(screen.owner.headers)).refresh_minutes, 10)
})

test("is online for two minutes after a poll in live mode, and has no next wake meanwhile", async () => {
  const screen = await extended.owned()
  await screen.post("runtime", { mode: "active" })
  await screen.state()
  extended.clock.advance(3_000)
  await screen.render()
  const seen = async (): Promise<unknown[]> => {
    const { is_online, next_wake } = await screen.state(screen.owner.headers)
    return [is_online, next_wake]
  }
  assert.equal(await seen(), [true, null])
  extended.clock.advance(2 * MINUTE)
  assert.is((await seen())[0], true)
  extended.clock.advance(1)
  assert.is((await seen())[0], false)
})

test("goes back to its interval when it renders on without a poll: its word of it was lost", async () => {
  const screen = await extended.owned()
  await screen.post("runtime", { mode: "active" })
  await screen.state()
  extended.clock.advance(60 * MINUTE)
  await screen.render()
  extended.clock.advance(30 * MINUTE)
  assert.is((await screen.state(screen.owner.headers)).is_online, true)
})

test("says interval of a live mode in which nobody has steered for an hour, whatever the device does", async () => {
  const screen = await extended.owned()
  await screen.post("runtime", { mode: "active" })
  const mode = async (): Promise<unknown> => (await screen.state()).runtime_mode
  extended.clock.advance(30 * MINUTE)
  await screen.post("refresh", {}, screen.owner.headers)
  extended.clock.advance(60 * MINUTE)
  await screen.post("heartbeat")
  assert.is(await mode(), "active")
  extended.clock.advance(1)
  assert.is(await mode(), "interval")
  await screen.post("runtime", { mode: "active" })
  assert.is(await mode(), "active", "the button begins it anew")
})

for (const [what, deed] of Object.entries(DEEDS).filter(([name]) => !name.includes("the device saves"))) {
  test(`goes on with live mode after ${what}`, async () => {
    const screen = await extended.owned()
    await screen.post("runtime", { mode: "active" })
    extended.clock.advance(50 * MINUTE)
    await deed(screen)
    extended.clock.advance(50 * MINUTE)
    assert.is((await screen.state()).runtime_mode, "active")
  })
}

for (const flag of ["always_active", "focus_listening"]) {
  test(`says active for as long as the config has ${flag}, whatever was posted`, async () => {
    const screen = await extended.owned()
    const mode = async (): Promise<unknown> => (await screen.state()).runtime_mode
    await extended.post("/api/config", { mac: screen.mac, modes: ["STOIC"], [flag]: true }, screen.owner.headers)
    assert.is(await mode(), "active", "nothing was posted")
    await screen.post("runtime", { mode: "active" })
    extended.clock.advance(48 * 60 * MINUTE)
    assert.is(await mode(), "active")
    await screen.post("runtime", { mode: "interval" })
    assert.is(await mode(), "active", "the device posted interval")
    await screen.post("runtime", { mode: "interval" }, screen.owner.headers)
    assert.is(await mode(), "active", "its owner did")
    await extended.post("/api/config", { mac: screen.mac, [flag]: false }, screen.owner.headers)
    assert.is(await mode(), "interval")
  })
}

test("lets the operator say how long live mode lasts", async () => {
  const other = await openExtended({ config: { devices: { liveMinutes: 5 } } })
  const screen = await other.owned()
  await screen.post("runtime", { mode: "active" })
  other.clock.advance(5 * MINUTE)
  const before = (await screen.state()).runtime_mode
  other.clock.advance(1)
  const after = (await screen.state()).runtime_mode
  await other.close()
  assert.equal([before, after], ["active", "interval"])
})

test("answers 409 to a user's live mode unless the device polls, and takes a user's interval", async () => {
  const screen = await extended.owned()
  const ask = (mode: string): ReturnType<typeof screen.post> => screen.post("runtime", { mode }, screen.owner.headers)
  const refused = await ask("active")
  assert.equal([refused.status, codeOf(refused)], [409, "device-asleep"])
  await screen.post("runtime", { mode: "active" })
  assert.is((await ask("active")).status, 409, "it has not polled yet")
  await screen.state()
  extended.clock.advance(20_000)
  assert.equal((await ask("active")).json(), { ok: true, runtime_mode: "active" })
  extended.clock.advance(1)
  assert.is((await ask("active")).status, 409)
  await screen.state()
  assert.equal((await ask("interval")).json(), { ok: true, runtime_mode: "interval" })
  assert.is((await screen.state()).runtime_mode, "interval", "a polling device obeys")
  assert.is((await ask("active")).status, 409, "it may have left by now")
})

test("keeps what the device posted over a restart", async () => {
  const dataFolder = folderWith()
  const first = await openExtended({ dataFolder })
  const screen = await first.owned()
  await screen.post("runtime", { mode: " Active " })
  await screen.post("refresh", {}, screen.owner.headers)
  await screen.post("switch", { mode: "zen" }, screen.owner.headers)
  const before = await screen.state()
  await first.close()
  const second = await openExtended({ dataFolder })
  const after = (await second.at(`/api/device/${screen.mac}/state`, { headers: screen.headers })).json()
  await second.close()
  assert.equal(after, before)
  assert.equal([before.runtime_mode, before.pending_refresh, before.pending_mode], ["active", 1, "ZEN"])
})

for (const [body, path] of [
  [{}, "mode"],
  [{ mode: "" }, "mode"],
  [{ mode: "sleep" }, "mode"],
  [{ mode: 5 }, "mode"],
  [{ mode: ["active"] }, "mode"],
  [[], ""],
  ["active", ""],
] as const) {
  test(`answers 422 to a runtime of ${JSON.stringify(body)} and names the field`, async () => {
    const screen = await extended.device()
    const answer = await screen.post("runtime", body)
    assert.equal([answer.status, (answer.json() as { issues: { path: string }[] }).issues[0]!.path], [422, path])
  })
}

test("answers 401 to a token of an unknown device, 404 to an admin, 403 to somebody else's user", async () => {
  const mac = "0E:FF:00:00:00:01"
  const somebody = await extended.person()
  const calls = [
    ["GET", "state"],
    ["POST", "refresh"],
    ["POST", "runtime"],
    ["POST", "switch"],
  ] as const
  for (const [method, call] of calls) {
    const as = (headers: Readonly<Record<string, string>>): ReturnType<Extended["at"]> =>
      extended.at(`/api/device/${mac}/${call}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: JSON.stringify({ mode: call === "switch" ? "ZEN" : "interval" }) }),
      })
    const [wrong, none, admin, user] = [
      await as({ "x-device-token": "x" }),
      await as({}),
      await as(extended.admin),
      await as(somebody.headers),
    ]
    assert.equal(
      [[wrong.status, codeOf(wrong)], none.status, [admin.status, codeOf(admin)], user.status],
      [[401, "device-token-invalid"], 401, [404, "device-not-found"], 403],
      call,
    )
  }
  const screen = await extended.owned()
  assert.is(
    (await screen.get("state", { ...screen.owner.headers, "x-device-token": "x" })).status,
    401,
    "a token that is shown decides alone",
  )
})

test("answers one device, however its address is written", async () => {
  const screen = await extended.device("0E:AB:CD:EF:00:01")
  for (const mac of ["0e:ab:cd:ef:00:01", "0E-AB-CD-EF-00-01", "0eabcdef0001", "0E%3AAB%3acd%3AEF%3A00%3A01"]) {
    const answer = await extended.at(`/api/device/${mac}/state`, { headers: screen.headers })
    assert.equal([answer.status, (answer.json() as { mac: string }).mac], [200, screen.mac])
  }
  for (const mac of ["0E:AB:CD:EF:00", "x", "%00", "0E:AB:CD:EF:00:0G"]) {
    const answer = await extended.at(`/api/device/${mac}/state`, { headers: screen.headers })
    assert.equal([answer.status, codeOf(answer)], [400, "bad-input"], mac)
  }
})

test.run()
