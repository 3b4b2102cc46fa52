import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { folderWith } from "../../../folder.js"
import { platen } from "../../../platen.js"
import { databaseOf, HOUSEHOLD, MAC, modeOf, onDatabase, TOKEN } from "./old-database.js"
import type { Rows } from "./old-database.js"
import { OF_CONTENTS } from "./samples.js"

const test = suite("platen import inksight: mangled databases")

let stage: Stage
test.before.each(async () => {
  stage = await openStage()
})
test.after.each(() => stage.close())

const imported = (file: string, ...args: readonly string[]): ReturnType<typeof platen> =>
  platen(["import", "inksight", file, ...args], { app: stage.app })
const nicknameIn = async (): Promise<unknown> => {
  const answer = await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })
  return answer.status === 200 ? (answer.json() as { nickname: string }).nickname : answer.status
}

/** The bytes of a file; of a huge one, when it was changed. */
const contentIn = (file: string): unknown => {
  const { size, mtimeMs } = statSync(file)
  return size < 1 << 20 ? readFileSync(file) : mtimeMs
}

/** A database that has only these tables. */
async function foreign(...tables: readonly string[]): Promise<string> {
  const file = path.join(folderWith(), "some.db")
  await onDatabase(file, async (run) => {
    for (const table of tables) await run(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, value TEXT)`)
  })
  return file
}

test("says in one sentence why a file is not read", async () => {
  const whole = await databaseOf(HOUSEHOLD)
  const cut = path.join(folderWith(), "cut.db")
  copyFileSync(whole, cut)
  truncateSync(cut, 9_000)
  const noise = path.join(folderWith(), "noise.db")
  writeFileSync(noise, Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5_000, 0xa7)]))
  const huge = path.join(folderWith(), "huge.db")
  copyFileSync(whole, huge)
  truncateSync(huge, 2 ** 31 + 1)
  for (const [file, why] of [
    [cut, /cut\.db is damaged \([^\n]+\): import a backup of it\.\n/],
    [noise, /noise\.db is damaged \([^\n]+\): import a backup of it\.\n/],
    [huge, /huge\.db is larger than 2 GiB: delete the rows of its table render_logs and run VACUUM on it\.\n/],
    [await foreign("notes"), /is a database, but none of InkSight: it has no table configs or device_state\.\n/],
    [await foreign("configs"), /is a database, but none of InkSight/],
    [await foreign("image_cache"), /holds InkSight's drawn pages and nothing to take: import its inksight\.db\.\n/],
    [await foreign("platen"), /is a store of Platen: platen restore restores a backup of it\.\n/],
  ] as const) {
    const before = contentIn(file)
    const { code, stdout, stderr } = await imported(file, "--apply")
    assert.equal([code, stderr], [1, ""], file)
    assert.match(stdout, why)
    assert.equal(contentIn(file), before)
  }
})

test("waits for nobody who writes the database", async () => {
  const file = await databaseOf(HOUSEHOLD)
  await onDatabase(file, async (run) => {
    await run("BEGIN EXCLUSIVE")
    const { code, stdout } = await imported(file, "--apply")
    assert.is(code, 1)
    assert.match(stdout, /inksight\.db is in use: stop InkSight's server, then import again\.\n/)
    await run("ROLLBACK")
  })
})

test("reads what stands in a write-ahead log alone, and leaves the folder as it is", async () => {
  const file = await databaseOf(HOUSEHOLD)
  const folder = folderWith()
  await onDatabase(file, async (run) => {
    await run("PRAGMA journal_mode = WAL")
    await run("UPDATE configs SET nickname = 'Attic' WHERE id = 2")
    for (const side of ["", "-wal"]) copyFileSync(file + side, path.join(folder, `inksight.db${side}`))
  })
  const files = readdirSync(folder)
  const bytes = files.map((name) => readFileSync(path.join(folder, name)))
  assert.is((await imported(folder, "--apply")).code, 0)
  assert.is(await nicknameIn(), "Attic")
  assert.equal(readdirSync(folder), files)
  assert.equal(
    files.map((name) => readFileSync(path.join(folder, name))),
    bytes,
  )
})

test("reads a database that had a write-ahead log without making one", async () => {
  const file = await databaseOf(HOUSEHOLD)
  await onDatabase(file, (run) => run("PRAGMA journal_mode = WAL"))
  assert.is((await imported(file, "--apply")).code, 0)
  assert.equal([await nicknameIn(), readdirSync(path.dirname(file))], ["Kitchen", ["inksight.db"]])
})

/** One device whose rows have these values in place of the household's. */
const mangled = (table: string, values: Readonly<Record<string, unknown>>): Rows => ({
  ...HOUSEHOLD,
  [table]: [...HOUSEHOLD[table]!.slice(0, -1), { ...HOUSEHOLD[table]!.at(-1)!, ...values }],
})

test("takes the rest of a config of which a part is wrong", async () => {
  const wrong = {
    modes: "NOWHERE,STOIC,,stoic",
    refresh_strategy: "astrology",
    timezone: "Moon/Base",
    city: "x".repeat(50),
    latitude: "north",
    refresh_interval: "often",
    countdown_events: '[{"name":"A","date":"someday"},{"name":"B","date":"2026-12-24"},7]',
    time_slot_rules: "[[",
    memo_text: "m".repeat(3_000),
    mode_overrides: '{"WEATHER":7,"MEMO":{"memo_title_1":"Shop"},"__proto__":{"a":1},"nul l":{"b":1}}',
    focus_listening: Buffer.from("yes"),
  }
  const { code, stdout } = await imported(await databaseOf(mangled("configs", wrong)), "--apply")
  assert.is(code, 0)
  for (const line of [
    /There is no mode "NOWHERE": it was removed\./,
    /strategy: must be one of [^\n]+: it was left out\./,
    /timezone: must be an IANA name/,
    /city: [^\n]+: it was left out\./,
    /countdown_events\.0\.date: [^\n]+: it was left out\./,
    /countdown_events\.1: [^\n]+: it was left out\./,
    /time_slot_rules is no list: it was left out\./,
    /memo_text: it was cut to 2000 characters\./,
    /mode_overrides\.WEATHER: [^\n]+: it was left out\./,
  ])
    assert.match(stdout, line)
  const answer = await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })
  const { nickname, modes, countdown_events: events, strategy } = answer.json() as Record<string, unknown>
  assert.equal([nickname, modes, strategy], ["Kitchen", ["STOIC"], "random"])
  assert.equal(events, [{ name: "B", date: "2026-12-24" }])
  assert.match((await imported(await databaseOf(mangled("configs", wrong)), "--apply")).stdout, /unchanged +config/)
})

test("leaves nothing of the config before in one that is empty there", async () => {
  const before = {
    ...HOUSEHOLD.configs![0]!,
    memo_text: "Bread",
    countdown_events: '[{"name":"A","date":"2026-12-24"}]',
    mode_overrides: '{"MEMO":{"memo_title_1":"Shop"}}',
    timezone: "Europe/Paris",
    city: "Paris",
    latitude: 48.9,
    longitude: 2.4,
  }
  const empty = { memo_text: "", countdown_events: "[]", mode_overrides: "{}", timezone: "", city: "", latitude: null }
  const configs = [before, { ...HOUSEHOLD.configs![1]!, ...empty, nickname: "" }]
  assert.is((await imported(await databaseOf({ ...HOUSEHOLD, configs }), "--apply")).code, 0)
  const answer = await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })
  const config = answer.json() as Record<string, unknown>
  assert.equal(
    [
      "nickname",
      "memo_text",
      "countdown_events",
      "mode_overrides",
      "timezone",
      "city",
      "latitude",
      "character_tones",
    ].map((name) => config[name]),
    ["", "", [], {}, "", "", null, []],
  )
})

test("says of modes what they clash with, and that they are no definitions", async () => {
  const [first] = HOUSEHOLD.custom_modes!
  const modes = [
    { ...first, definition_json: "{" },
    { ...first, id: 2, mode_id: "MY_OTHER", definition_json: '{"spec":1}' },
    { ...first, id: 3, mode_id: "STOIC", user_id: 2, definition_json: modeOf("STOIC") },
    { ...first, id: 4, mode_id: "STOIC", definition_json: modeOf("STOIC") },
    { ...first, id: 5, mode_id: "MY_LONG", definition_json: "x".repeat(2 << 20) },
    {
      ...first,
      id: 6,
      mode_id: "MY_DEEP",
      definition_json: `{"content":{"type":"static"},"layout":${'{"a":'.repeat(50)}1${"}".repeat(51)}`,
    },
  ]
  const { code, stdout } = await imported(await databaseOf({ ...HOUSEHOLD, custom_modes: modes }), "--apply")
  assert.is(code, 1)
  for (const line of [
    /refused +mode: "MY_FERRY": it is no JSON\.\n/,
    /refused +mode: "MY_OTHER": it is no definition in InkSight's format\.\n/,
    /taken +mode: STOIC, as MY_STOIC\.\n/,
    /refused +mode: "STOIC": another person's mode of that id is this device's\.\n/,
    /refused +mode: "MY_LONG": it is no JSON\.\n/,
    /refused +mode: "MY_DEEP": The definition in InkSight's format has more than 24 levels/,
    /There is no mode "MY_FERRY": it was removed\./,
  ])
    assert.match(stdout, line)
  const answer = await stage.call(`/api/config/${MAC}`, { headers: { "x-device-token": TOKEN } })
  assert.equal((answer.json() as { modes: unknown }).modes, ["MY_STOIC", "MEMO"])
})

test("says of devices, tokens, favorites and habits what is wrong with them", async () => {
  const rows: Rows = {
    ...HOUSEHOLD,
    device_state: [
      { mac: MAC.toLowerCase(), auth_token: "a token of another spelling", alert_token: "short" },
      { mac: MAC, auth_token: TOKEN },
      { mac: "default", auth_token: TOKEN },
      { mac: "AA:BB:CC:DD:EE:0\u001b[31m", auth_token: TOKEN },
      { mac: "AA:BB:CC:DD:EE:09", auth_token: "no\nheader" },
    ],
    content_history: [
      { id: 1, mac: MAC, mode_id: "STOIC", content: "[1", is_favorite: 1 },
      { id: 2, mac: MAC, mode_id: "NOWHERE", content: "{}", is_favorite: 1 },
      { id: 3, mac: MAC, mode_id: "ZEN", content: null, is_favorite: 1, created_at: "yesterday" },
    ],
    habit_records: [
      ...Array.from({ length: 26 }, (_, i) => ({ mac: MAC, habit_name: `H${i}`, date: "2026-11-20", completed: 1 })),
      { mac: MAC, habit_name: "\u202e.", date: "2026-11-20", completed: 1 },
      { mac: MAC, habit_name: "Old", date: "2001-01-01", completed: 1 },
    ],
    users: [
      ...HOUSEHOLD.users!,
      { id: 3, username: "c d@example.com", password_hash: "", created_at: "" },
      { id: 4, username: "", password_hash: null },
    ],
  }
  const { code, stdout } = await imported(await databaseOf(rows), "--apply")
  assert.is(code, 1)
  for (const line of [
    /\n {2}"default" is no MAC: 1 row left out\.\n/,
    /\nAA:BB:CC:DD:EE:09\n {2}taken +device: new here\.\n {2}refused +token: it is no token/,
    /refused +alert token: [^\n]*The alert token is wrong/,
    /refused +favorite: of STOIC: The favorite is wrong/,
    /refused +favorite: of NOWHERE: /,
    /\nfavorite: +2 refused, 1 taken\n|\nfavorite: +1 taken, 2 refused\n|\nfavorite: +1 refused, 1 taken, 1 refused\n/,
    /refused +habit: "H25", 1 day: This screen already has the maximum of 24 habits/,
    /refused +habit: "Old", 1 day: The habit has no day within the last year/,
    /approximated +the name is "c_d_example\.com" here\.\n/,
    /refused +person: "": The username must have 2 to 32 characters/,
  ])
    assert.match(stdout, line)
  assert.not.ok(stdout.includes("\u001b"))
  assert.not.ok(stdout.includes(TOKEN))
  assert.is(await nicknameIn(), "Kitchen")
})

test("finds what InkSight has below a folder, and saves modes of files for all devices", async () => {
  const root = folderWith()
  const custom = path.join(root, "backend", "core", "modes", "custom")
  mkdirSync(custom, { recursive: true })
  copyFileSync(await databaseOf(HOUSEHOLD), path.join(root, "backend", "inksight.db"))
  copyFileSync(await foreign("image_cache"), path.join(root, "backend", "cache.db"))
  writeFileSync(path.join(custom, "static.json"), JSON.stringify(OF_CONTENTS.static))
  const dry = await imported(root)
  assert.equal([dry.code, /C_STATIC: \d+ taken/.test(dry.stdout)], [0, true])
  const { code, stdout } = await imported(root, "--apply")
  assert.is(code, 0)
  assert.match(stdout, /\nmodes for all devices\n {2}taken +mode: C_STATIC\.\n/)
  assert.match((await imported(root, "--apply")).stdout, /unchanged +mode: C_STATIC: it is here already\.\n/)
  const { modes } = (await stage.call("/api/modes", { headers: { "x-device-token": TOKEN } })).json() as {
    modes: { mode_id: string }[]
  }
  assert.ok(modes.some(({ mode_id: id }) => id === "C_STATIC"))
  assert.not.ok(existsSync(path.join(root, "backend", "inksight.db-wal")))
})

test("names the edition", async () => {
  const { code, stderr } = await imported(await databaseOf(HOUSEHOLD), "--edition", "moon")
  assert.equal([code, stderr.includes("there is no edition moon: use --edition extended")], [2, true], stderr)
})

test.run()
