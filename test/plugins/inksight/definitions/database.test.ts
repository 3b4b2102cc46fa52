import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { openHouse, SECOND } from "../../../devices/house.js"
import { erasedFlash } from "../../../../plugins/tools/simulator/flash.js"
import { platen } from "../../../platen.js"
import { ALERT_TOKEN, databaseOf, HOUSEHOLD, KEY, MAC, modeOf, TOKEN } from "./old-database.js"
import type { Rows } from "./old-database.js"

const test = suite("platen import inksight: a database")

const OTHER = "AA:BB:CC:DD:EE:02"
const JSON_BODY = { "content-type": "application/json" }

const imported = (stage: Stage, file: string, ...args: readonly string[]): ReturnType<typeof platen> =>
  platen(["import", "inksight", file, ...args], { app: stage.app })

/** Runs a test on a stage of its own. */
async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage()
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

/** What the device of the database reads, by its old token. */
async function read(stage: Stage, what: string, token = TOKEN): Promise<Record<string, unknown>> {
  const answer = await stage.call(what, { headers: { "x-device-token": token } })
  assert.is(answer.status, 200, `${what}: ${answer.text()}`)
  return answer.json() as Record<string, unknown>
}

async function signIn(
  stage: Stage,
  username: string,
  password: string,
): Promise<Readonly<Record<string, string>> | number> {
  const answer = await stage.call("/api/auth/login", {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ username, password }),
  })
  return answer.status === 200
    ? { authorization: `Bearer ${(answer.json() as { token: string }).token}` }
    : answer.status
}

test("says what would become of each part, and writes nothing without --apply", () =>
  onStage(async (stage) => {
    const file = await databaseOf(HOUSEHOLD)
    const before = readFileSync(file)
    const { code, stdout, stderr } = await imported(stage, file)
    assert.equal([code, stderr], [0, ""])
    for (const line of [
      /a database of InkSight with 1 device and 2 users\n/,
      /\nAA:BB:CC:DD:EE:01 Kitchen\n/,
      /\n {2}taken +person: "anna", with the password\.\n/,
      /\n {2}taken +device: new here\.\n {2}taken +token: the same as before/,
      /\n {2}taken +owner: one, and 1 member\.\n/,
      /\n {2}taken +mode: MY_FERRY\.\n/,
      /\n {2}taken +config: the active one\.\n/,
      /\n {2}taken +alert token: /,
      /\n {2}taken +favorite: of STOIC\.\n/,
      /\n {2}taken +habit: "Run", 2 days\.\n {2}approximated +1 text no dates/,
      /\nmode: +1 taken\n/,
      /\n {2}render_logs, 1 row: /,
      /\n {2}user_llm_config, 1 row: keys of models are encrypted/,
      /\n {2}moons, 1 row: this table is not known here\.\n/,
      /This was a dry run: nothing was written\. Add --apply to write it\.\n$/,
    ])
      assert.match(stdout, line)
    for (const secret of [TOKEN, ALERT_TOKEN, KEY, "old secret"]) assert.not.ok(stdout.includes(secret))
    assert.equal(readdirSync(path.dirname(file)), ["inksight.db"])
    assert.equal(readFileSync(file), before)
    const answer = await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })
    assert.is(answer.status, 401)
    assert.is(await signIn(stage, "anna", "old secret"), 401)
  }))

test("takes a household over: its device signs in by its old token and finds all that it had", () =>
  onStage(async (stage) => {
    const { code } = await imported(stage, await databaseOf(HOUSEHOLD), "--apply")
    assert.is(code, 0)
    const page = await stage.call(`/api/render?v=3.7&w=296&h=128&mac=${MAC}`, { headers: { "x-device-token": TOKEN } })
    assert.equal([page.status, page.headers["content-type"], page.body.length], [200, "image/bmp", 5182])
    assert.is(page.headers["x-refresh-minutes"], "45")
    const config = await read(stage, `/api/config/${MAC}`)
    const of = (...names: readonly string[]): unknown[] => names.map((name) => config[name])
    assert.equal(of("nickname", "modes", "strategy"), ["Kitchen", ["STOIC", "MY_FERRY", "MEMO"], "cycle"])
    assert.equal(of("language", "city", "latitude", "timezone"), ["en", "Oslo", 59.9, "Europe/Oslo"])
    assert.equal(
      of("memo_text", "is_focus_listening", "is_always_active"),
      ["Milk", true, true],
      "it listens: it stays awake",
    )
    assert.equal(of("countdown_events"), [[{ name: "Leave", date: "2026-12-24", type: "countdown" }]])
    assert.not.ok(JSON.stringify(config).includes(KEY))
    const { configs } = await read(stage, `/api/config/${MAC}/history`)
    assert.equal(
      (configs as { nickname: string; is_active: number }[]).map(({ nickname, is_active: active }) => [
        nickname,
        active,
      ]),
      [
        ["Kitchen", 1],
        ["Before", 0],
      ],
    )
    const { favorites } = await read(stage, `/api/device/${MAC}/favorites`)
    assert.equal(
      (favorites as { mode_id: string; content: unknown; time: string }[]).map(({ mode_id, content, time }) => [
        mode_id,
        content,
        time,
      ]),
      [["STOIC", { quote: "Wait." }, "2026-11-01T08:00:00.123Z"]],
    )
    const { habits } = await read(stage, `/api/device/${MAC}/habit/status`)
    assert.equal(habits, [{ name: "Run", week_count: 1, today: false, status: "○" }])
    const alert = await stage.call(`/api/device/${MAC}/alert`, {
      method: "POST",
      headers: { ...JSON_BODY, "x-agent-token": ALERT_TOKEN },
      body: JSON.stringify({ sender: "Door", message: "Somebody rings" }),
    })
    assert.is(alert.status, 200)
  }))

test("lets people sign in with the passwords that they have, as the owners and members that they were", () =>
  onStage(async (stage) => {
    await imported(stage, await databaseOf(HOUSEHOLD), "--apply")
    assert.equal([await signIn(stage, "anna", "wrong secret"), await signIn(stage, "bert", "old secret")], [401, 401])
    for (let i = 0; i < 2; i++) {
      const anna = await signIn(stage, "Anna", "old secret")
      if (typeof anna === "number") throw new Error(`the sign-in was refused: ${anna}`)
      const answer = await stage.call("/api/user/devices", { headers: anna })
      const { devices } = answer.json() as { devices: { mac: string; role: string }[] }
      assert.equal(
        devices.map(({ mac, role }) => [mac, role]),
        [[MAC, "owner"]],
      )
      const { role } = (await stage.call("/api/user/profile", { headers: anna })).json() as { role: string }
      assert.is(role, "user")
    }
  }))

test("changes nothing the second time", () =>
  onStage(async (stage) => {
    const file = await databaseOf(HOUSEHOLD)
    await imported(stage, file, "--apply")
    const before = [await read(stage, `/api/config/${MAC}/history`), await read(stage, `/api/modes?mac=${MAC}`)]
    for (const more of [[], ["--replace"]]) {
      const { code, stdout } = await imported(stage, file, "--apply", ...more)
      assert.is(code, 0)
      assert.not.match(stdout, /\n {2}(taken|refused|kept)/)
      assert.equal(
        [await read(stage, `/api/config/${MAC}/history`), await read(stage, `/api/modes?mac=${MAC}`)],
        before,
      )
    }
  }))

test("leaves what is here, and replaces it where it is told to", () =>
  onStage(async (stage) => {
    const device = await stage.device(MAC)
    const owner = await stage.person("carl")
    await device.pair(owner)
    await device.configure({ modes: ["ZEN"], nickname: "Mine" }, owner)
    const file = await databaseOf(HOUSEHOLD)
    const { stdout } = await imported(stage, file, "--apply")
    assert.match(stdout, /\n {2}kept +token: [^\n]*\n {2}kept +owner: [^\n]*who stays\./)
    assert.match(stdout, /\n {2}kept +config: the active one: another one is here and stays\.\n/)
    assert.is((await device.config()).nickname, "Mine")
    assert.is((await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })).status, 401)
    await imported(stage, file, "--apply", "--replace")
    assert.is((await device.config()).nickname, "Kitchen")
    assert.is((await read(stage, `/api/config/${MAC}`)).nickname, "Kitchen")
    const answer = await stage.call("/api/user/devices", { headers: owner })
    assert.is((answer.json() as { devices: { role: string }[] }).devices[0]!.role, "owner")
  }))

test("gives a user here nothing of InkSight's of that name, unless they are the same person", () =>
  onStage(async (stage) => {
    const anna = await stage.person("anna")
    const devices = async (): Promise<number> =>
      ((await stage.call("/api/user/devices", { headers: anna })).json() as { devices: unknown[] }).devices.length
    const file = await databaseOf(HOUSEHOLD)
    const { code, stdout } = await imported(stage, file, "--apply")
    assert.is(code, 1)
    assert.match(stdout, /refused +person: "anna": another user has that name; --same-people/)
    assert.match(stdout, /refused +owner: nobody of the database/)
    assert.is(await devices(), 0)
    assert.is((await imported(stage, file, "--apply", "--same-people")).code, 0)
    assert.equal([await devices(), await signIn(stage, "anna", "old secret")], [1, 401])
  }))

test("has somebody own the devices without an owner", () =>
  onStage(async (stage) => {
    const dora = await stage.person("dora")
    const file = await databaseOf({ device_state: HOUSEHOLD.device_state!, configs: HOUSEHOLD.configs! })
    const nobody = await imported(stage, file, "--owner", "nobody")
    assert.equal([nobody.code, /no user is called "nobody"/.test(nobody.stderr)], [1, true])
    await imported(stage, file, "--apply", "--owner", "dora")
    const answer = await stage.call("/api/user/devices", { headers: dora })
    assert.is((answer.json() as { devices: { mac: string }[] }).devices[0]!.mac, MAC)
  }))

test("reads an old database, with what it has", () =>
  onStage(async (stage) => {
    const old: Rows = {
      users: [{ id: 1, username: "anna", password_hash: HOUSEHOLD.users![0]!.password_hash, created_at: "2025-01-01" }],
      user_devices: [
        { id: 1, user_id: 1, mac: MAC.toLowerCase(), nickname: "Hall", bound_at: "2025-01-01T00:00:00" },
        { id: 2, user_id: 9, mac: MAC, nickname: "", bound_at: "2025-01-02T00:00:00" },
      ],
      device_state: [{ mac: MAC }],
      configs: [
        { id: 1, mac: MAC.toLowerCase(), modes: "ZEN", is_active: 1 },
        {
          id: 2,
          mac: MAC,
          modes: "MY_FERRY,DAILY",
          refresh_strategy: "random",
          city: "Bergen",
          refresh_interval: 5,
          llm_api_key: KEY,
        },
        { id: 3, mac: OTHER, modes: "DAILY", refresh_interval: 60 },
      ],
      custom_modes: [{ id: 1, mode_id: "my_ferry", user_id: 1, definition_json: modeOf("MY_FERRY") }],
      content_favorites: [
        { id: 1, mac: MAC, mode_id: "DAILY", content_snapshot: '{"quote":"a"}', created_at: "2025-01-01T00:00:00" },
      ],
      render_content: [
        {
          id: 1,
          mac: MAC,
          mode_id: "DAILY",
          content: '{"quote":"a"}',
          is_favorite: 1,
          created_at: "2025-01-01T00:00:00",
        },
      ],
    }
    const { code, stdout } = await imported(stage, await databaseOf(old, "old"), "--apply")
    assert.is(code, 0)
    assert.match(stdout, /\n {2}approximated +token: none in the database: the screen requests one/)
    assert.match(stdout, /\n {2}taken +owner: one\.\n {2}refused +"9" is no user here\.\n/)
    assert.match(stdout, /\n {2}approximated +refresh_interval: 5 minutes became 10\.\n/)
    assert.match(stdout, /\nmode: +1 taken\nconfig: +2 taken\nfavorite: +1 taken\n/)
    assert.match(stdout, /\n {2}configs: keys of models must be entered again\.\n/)
    assert.not.ok(stdout.includes(KEY))
    const anna = await signIn(stage, "anna", "old secret")
    if (typeof anna === "number") throw new Error("anna cannot sign in")
    const config = (await stage.call(`/api/config/${MAC}`, { headers: anna })).json() as Record<string, unknown>
    assert.equal([config.nickname, config.modes, config.refresh_interval], ["Hall", ["MY_FERRY", "DAILY"], 10])
  }))

test("takes the one config of the light server for its one device", () =>
  onStage(async (stage) => {
    const overrides = JSON.stringify({ MEMO: { memo_text: "Tea" } })
    const file = await databaseOf(
      {
        config: [
          { id: 1, modes: "MEMO,ZEN", refresh_strategy: "cycle", refresh_interval: 30, mode_overrides: overrides },
        ],
        device_state: [{ mac: MAC, auth_token: TOKEN }],
        llm_key: [{ id: 1, api_key: KEY }],
      },
      "light",
      "lite.db",
    )
    const { code, stdout } = await imported(stage, path.dirname(file), "--apply")
    assert.is(code, 0)
    assert.match(stdout, /\n {2}llm_key, 1 row: the key of the model must be entered again\.\n/)
    const { modes, mode_overrides: settings, refresh_interval: minutes } = await read(stage, `/api/config/${MAC}`)
    assert.equal([modes, settings, minutes], [["MEMO", "ZEN"], { MEMO: { memo_text: "Tea" } }, 30])
  }))

test("serves unmodified firmware that is pointed at this server after the import", async () => {
  const house = await openHouse()
  try {
    await platen(["import", "inksight", await databaseOf(HOUSEHOLD), "--apply"], { app: house.stage.app })
    const flash = { ...erasedFlash(), token: TOKEN, booted: true }
    const screen = house.switchOn({ mac: MAC, flash })
    await house.play(() => house.time.sleep(10 * SECOND))
    assert.is(screen.device.screen.shows, "picture")
    assert.is(flash.token, TOKEN)
    assert.equal([screen.statuses("/token"), screen.statuses("/claim-token")], [[], []])
    assert.ok(screen.requests.length > 2)
    assert.ok(screen.requests.every(({ status }) => status < 300))
    assert.equal([house.drawn[0]?.mac, house.drawn[0]?.mode, flash.refreshMinutes], [MAC, "STOIC", 45])
  } finally {
    await house.close()
  }
})

test.run()
