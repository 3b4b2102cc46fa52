import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { codeOf } from "../plugins/people/accounts/calls.js"
import { numberMode, bar } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { idOf, statsOf, tokensOf } from "./seen.js"
import { forget, leftOf } from "./stored.js"
import { load } from "./test-modes.js"

/** Decisions 20, 22 and 30: what a device says of itself, and what is done to it. */
const test = suite("editions/extended: the control of a device")

const MINUTE = 60_000
let extended: Extended
test.before(async () => {
  extended = await openExtended()
  await load(extended.stage, numberMode("ONE", 1), numberMode("TWO", 2), numberMode("THREE", 3))
})
test.after(() => extended.close())

const beat = (
  mac: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): ReturnType<Extended["at"]> =>
  extended.at(`/api/device/${mac}/heartbeat`, { method: "POST", headers, ...(body !== undefined && { body }) })

const said = (voltage: unknown, rssi: unknown): string => JSON.stringify({ battery_voltage: voltage, wifi_rssi: rssi })
for (const [what, body, volts, rssi] of [
  ["usual values", said(3.91, -42), 3.91, -42],
  ["no signal at all", said(3.7, 0), 3.7, 0],
  ["a positive signal", said(3.7, 31), 3.7, 0],
  ["too weak a signal", said(3.7, -999), 3.7, -150],
  ["half a decibel", said(3.7, -42.4), 3.7, -42],
  ["too many volts", said(1e9, -42), 10, -42],
  ["texts", said("3.7", "-42"), 3.7, -42],
  ["a decimal comma in a text", said("3,91", "-42"), 3.91, -42],
  ["a decimal comma", '{"battery_voltage":3,91,"wifi_rssi":-42}', 3.91, -42],
  ["a decimal comma at its end", '{ "wifi_rssi": -42, "battery_voltage": 3,91 }', 3.91, -42],
  ["no volts", said(0, -42), null, -42],
  ["negative volts", said(-1, -42), null, -42],
  ["an endless number", '{"battery_voltage":1e999,"wifi_rssi":-1e999}', null, -50],
  ["a bare nan", '{"battery_voltage":nan,"wifi_rssi":-42}', null, -42],
  ["a bare -nan", '{"battery_voltage":-nan,"wifi_rssi":-42}', null, -42],
  ["a bare inf", '{"battery_voltage":inf,"wifi_rssi":-42}', null, -42],
  ["a bare NaN and no signal", '{"battery_voltage":NaN,"wifi_rssi":nan}', null, -50],
  ["nothing where the volts belong", '{"battery_voltage":,"wifi_rssi":-42}', null, -42],
  ["null", said(null, null), null, -50],
  ["words", said("full", ""), null, -50],
  ["lists and objects", said([3.7], { a: -42 }), null, -50],
  ["other fields", '{"x":1}', null, -50],
  ["a list", "[3.7]", null, -50],
  ["a number", "5", null, -50],
  ["a JSON null", "null", null, -50],
  ["no body", undefined, null, -50],
  ["an empty body", "", null, -50],
  ["half a body", '{"battery_voltage":3.', null, -50],
  ["bytes that are no text", Uint8Array.from([0xff, 0xfe, 0x00]), null, -50],
  ["half a number", '{"battery_voltage":3', null, -50],
  ["a megabyte of names without values", `{${'"battery_voltage":'.repeat(1 << 15)}${" ".repeat(1 << 19)}`, null, -50],
  ["a megabyte of digits", `{"battery_voltage":${"3".repeat(1 << 20)}`, null, -50],
  ["a megabyte", `{"battery_voltage":3.9,"x":"${"x".repeat(1 << 20)}"}`, 3.9, -50],
  ["deep nesting", `{"battery_voltage":3.9,"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 3.9, -50],
  ["a prototype", '{"__proto__":{"battery_voltage":9},"wifi_rssi":-42}', null, -42],
] as const) {
  test(`takes a heartbeat with ${what}`, async () => {
    const screen = await extended.device()
    const answer = await beat(screen.mac, screen.headers, body)
    assert.equal([answer.status, answer.text()], [200, '{"ok":true}'])
    const { battery, rssi: signal } = await screen.state(extended.admin)
    assert.equal([battery, signal], [volts ?? 3.7, rssi], "what was not measured stays as it was")
    assert.is((await statsOf(extended, screen)).heartbeats.at(-1)!.voltage, volts)
  })
}

test("keeps the newest heartbeats of a device, and no more than the operator wants", async () => {
  const few = await openExtended({ config: { devices: { heartbeats: 10, days: 1 } } })
  const screen = await few.device()
  for (let i = 0; i < 30; i++) await screen.post("heartbeat", { battery_voltage: 3 + i / 100, wifi_rssi: -i })
  const { heartbeats: kept } = await statsOf(few, screen)
  few.clock.advance(25 * 60 * MINUTE)
  const { heartbeats: later } = await statsOf(few, screen)
  await few.close()
  assert.equal(
    kept.map(({ rssi }) => rssi),
    Array.from({ length: 10 }, (_, i) => -20 - i),
  )
  assert.equal(later, [])
})

test("answers heartbeats and the state, and loses nothing, while the disk is full", async () => {
  const dataFolder = folderWith()
  const full = await openExtended({ dataFolder })
  const screen = await full.owned()
  await screen.post("runtime", { mode: "active" })
  await screen.post("switch", { mode: "ZEN" })
  const before = await screen.state()
  const sql = async (statement: string): Promise<void> => {
    const adapter = new KeyvSqlite({
      uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
      table: "elsewhere",
      busyTimeout: 2_000,
    })
    await adapter.query(statement)
    await adapter.disconnect()
  }
  await sql("CREATE TRIGGER full BEFORE INSERT ON platen BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
  full.clock.advance(MINUTE)
  const beats = await Promise.all(
    Array.from({ length: 20 }, () => screen.post("heartbeat", { battery_voltage: 3.1, wifi_rssi: -60 })),
  )
  assert.equal([...new Set(beats.map(({ status }) => status))], [200])
  const state = await screen.get("state")
  assert.equal([state.status, (state.json() as typeof before).pending_mode], [200, "ZEN"])
  const refused = await screen.post("refresh", {}, screen.owner.headers)
  assert.is(refused.status, 503)
  for (const event of ["heartbeat-write.failed", "poll-write.failed"])
    assert.ok(
      full.stage.log.lines.some((line) => line.event === event),
      event,
    )
  await sql("DROP TRIGGER full")
  assert.is((await screen.post("refresh", {}, screen.owner.headers)).status, 200)
  const after = await screen.state()
  await full.close()
  assert.equal([after.pending_mode, after.runtime_mode], ["ZEN", "active"])
})

test("answers 503, never 401, while the store cannot be read", async () => {
  const dataFolder = folderWith()
  const broken = await openExtended({ dataFolder })
  const screen = await broken.owned()
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
    table: "elsewhere",
    busyTimeout: 2_000,
  })
  await adapter.query("ALTER TABLE platen RENAME TO away")
  const answers = [
    await screen.post("heartbeat"),
    await screen.get("state"),
    await screen.post("runtime", { mode: "active" }),
    await screen.get("history"),
    await broken.at(`/api/config/${screen.mac}`, { headers: screen.headers }),
    await screen.render(),
  ]
  await adapter.query("ALTER TABLE away RENAME TO platen")
  await adapter.disconnect()
  const again = await screen.post("heartbeat")
  await broken.close()
  assert.equal(
    answers.map(({ status }) => status),
    [503, 503, 503, 503, 503, 503],
  )
  assert.is(again.status, 200)
})

test("takes a heartbeat of a token that waits for its owner, and learns nothing of the device by it", async () => {
  const screen = await extended.owned()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  extended.clock.advance(MINUTE)
  const before = await screen.state(screen.owner.headers)
  assert.is((await beat(screen.mac, { "x-device-token": token }, said(1.1, -99))).status, 200)
  assert.equal(await screen.state(screen.owner.headers), before)
  const kept = (await tokensOf(extended, screen)).find(({ id }) => id === idOf({ token }))
  assert.is(kept!.used_at, new Date(extended.clock.now()).toISOString(), "but that somebody comes with that token")
})

test("tells a token that waits for its owner of nothing that is pending", async () => {
  const screen = await extended.owned()
  const { token } = (await extended.post(`/api/device/${screen.mac}/token`)).json() as { token: string }
  await screen.post("runtime", { mode: "active" })
  await screen.post("switch", { mode: "ZEN" }, screen.owner.headers)
  const stranger = { "x-device-token": token }
  assert.is(
    (await screen.get("state", stranger)).text(),
    JSON.stringify({ mac: screen.mac, pending_refresh: 0, pending_mode: "", runtime_mode: "interval" }),
  )
  assert.equal((await screen.post("runtime", { mode: "active" }, stranger)).json(), {
    ok: true,
    runtime_mode: "interval",
  })
  assert.is((await screen.post("refresh", {}, stranger)).status, 403)
  const { last_state_poll_at: polled } = await screen.state(screen.owner.headers)
  assert.is(polled, null, "its polls are not the device's")
})

test("answers 401 to a heartbeat with a wrong token, and 404 to an admin's of an unknown device", async () => {
  const screen = await extended.device()
  const answers = [
    await beat(screen.mac, { "x-device-token": "x" }),
    await beat(screen.mac, {}),
    await beat("0E:FF:00:00:00:02", { "x-device-token": "x" }),
    await beat("0E:FF:00:00:00:02", extended.admin),
    await beat(screen.mac, extended.admin),
  ]
  assert.equal(
    answers.map(({ status }) => status),
    [401, 401, 401, 404, 200],
  )
})

test("shows the mode that was switched to once, at the next refresh, though the config has it not", async () => {
  const screen = await extended.owned()
  await extended.post("/api/config", { mac: screen.mac, modes: ["ONE"] }, screen.owner.headers)
  const answer = await screen.post("switch", { mode: " two " }, screen.owner.headers)
  assert.equal(answer.json(), { ok: true, message: "Mode switch to TWO queued" })
  assert.equal([bar(await screen.render()), bar(await screen.render())], [2, 1])
})

test("shows the mode that was named last of several", async () => {
  const screen = await extended.owned()
  await extended.post("/api/config", { mac: screen.mac, modes: ["ONE"] }, screen.owner.headers)
  for (const mode of ["TWO", "THREE"]) await screen.post("switch", { mode }, screen.owner.headers)
  assert.equal([bar(await screen.render()), bar(await screen.render())], [3, 1])
})

for (const [body, code, path_] of [
  [{ mode: "NOBODY" }, "mode-unsupported", "mode"],
  [{ mode: "PAIRING" }, "mode-unsupported", "mode"],
  [{ mode: "PUSH_PREVIEW" }, "mode-unsupported", "mode"],
  [{ mode: "constructor" }, "mode-unsupported", "mode"],
  [{ mode: "x".repeat(101) }, "invalid", "mode"],
  [{ mode: " " }, "invalid", "mode"],
  [{}, "invalid", "mode"],
  [{ mode: 5 }, "invalid", "mode"],
  [{ mode: null }, "invalid", "mode"],
  [[], "invalid", ""],
] as const) {
  test(`answers 422 to a switch of ${JSON.stringify(body).slice(0, 40)}, and changes nothing`, async () => {
    const screen = await extended.owned()
    await screen.render()
    const answer = await screen.post("switch", body, screen.owner.headers)
    assert.equal(
      [answer.status, codeOf(answer), (answer.json() as { issues: { path: string }[] }).issues[0]!.path],
      [422, code, path_],
    )
    assert.equal([(await screen.state()).pending_mode, (await screen.state()).pending_refresh], ["", 0])
  })
}

test("takes a refresh with any body or none", async () => {
  const screen = await extended.owned()
  for (const body of [undefined, "", "{}", "nonsense", Uint8Array.from([0xff])]) {
    const answer = await extended.at(`/api/device/${screen.mac}/refresh`, {
      method: "POST",
      headers: screen.owner.headers,
      ...(body !== undefined && { body }),
    })
    assert.equal([answer.status, answer.json()], [200, { ok: true, message: "Refresh queued for next wake-up" }])
  }
})

interface Lately {
  readonly devices: readonly { readonly mac: string; readonly last_seen: string; readonly has_owner: boolean }[]
}

test("lists devices that were here lately: a user's own and those without an owner, all for an admin", async () => {
  const other = await openExtended()
  const [mine, theirs] = [await other.owned(), await other.owned()]
  const stranger = await other.device()
  const list = async (headers: Readonly<Record<string, string>>, query = ""): Promise<Lately["devices"]> =>
    ((await other.at(`/api/devices/recent${query}`, { headers })).json() as Lately).devices
  const macs = (devices: Lately["devices"]): string[] => devices.map(({ mac }) => mac).sort()
  assert.equal(macs(await list(mine.owner.headers)), [mine.mac, stranger.mac].sort())
  assert.equal(macs(await list(other.admin)), [mine.mac, theirs.mac, stranger.mac].sort())
  assert.equal((await list(mine.owner.headers)).map(({ has_owner }) => has_owner).sort(), [false, true])
  assert.equal(
    [
      (await other.at("/api/devices/recent")).status,
      (await other.at("/api/devices/recent", { headers: stranger.headers })).status,
    ],
    [401, 401],
  )
  other.clock.advance(5 * MINUTE)
  await theirs.post("heartbeat")
  other.clock.advance(5 * MINUTE)
  const [first, ...rest] = await list(other.admin)
  assert.equal(
    [first!.mac, first!.last_seen, rest.length],
    [theirs.mac, new Date(other.clock.now() - 5 * MINUTE).toISOString(), 2],
  )
  other.clock.advance(1)
  assert.equal(macs(await list(other.admin)), [theirs.mac], "ten minutes unless said otherwise")
  assert.is((await list(other.admin, "?minutes=11")).length, 3)
  for (const minutes of ["0", "61", "-1", "x", "1.5", ""]) {
    const answer = await other.at(`/api/devices/recent?minutes=${minutes}`, { headers: other.admin })
    assert.equal(
      [answer.status, (answer.json() as { issues: { path: string }[] }).issues[0]!.path],
      [422, "minutes"],
      minutes,
    )
  }
  await other.close()
})

test("forgets what others have written of a device that is forgotten meanwhile", async () => {
  const screen = await extended.owned()
  await screen.render()
  await Promise.all([
    forget(extended, screen),
    ...Array.from({ length: 10 }, () => screen.post("heartbeat")),
    screen.render(),
    screen.post("refresh", {}, screen.owner.headers),
  ])
  assert.equal(await leftOf(extended, screen), [])
  const { devices } = (await extended.at("/api/devices/recent?minutes=60", { headers: extended.admin })).json() as {
    devices: readonly { readonly mac: string }[]
  }
  assert.not.ok(devices.some(({ mac }) => mac === screen.mac))
})

test.run()
