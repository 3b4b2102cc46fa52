import { pbkdf2Sync } from "node:crypto"
import path from "node:path"
import sqlite3 from "sqlite3"
import { folderWith } from "../../../folder.js"
import { OF_BLOCKS } from "./samples.js"

/** Rows by table; of a row, values by column. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Columns of the tables of InkSight's newest database, as far as anything is in them. */
const NEWEST: Readonly<Record<string, string>> = {
  configs:
    "id INTEGER PRIMARY KEY, mac TEXT NOT NULL, nickname TEXT, modes TEXT, refresh_strategy TEXT, character_tones TEXT, language TEXT, mode_language TEXT, content_tone TEXT, city TEXT, latitude REAL, longitude REAL, timezone TEXT, admin1 TEXT, country TEXT, refresh_interval INTEGER, llm_provider TEXT, llm_model TEXT, image_provider TEXT, image_model TEXT, countdown_events TEXT, time_slot_rules TEXT, memo_text TEXT, mode_overrides TEXT, focus_listening INTEGER, always_active INTEGER, is_active INTEGER DEFAULT 1, created_at TEXT",
  device_state:
    "mac TEXT PRIMARY KEY, cycle_index INTEGER, last_persona TEXT, pending_refresh INTEGER, auth_token TEXT, runtime_mode TEXT, alert_token TEXT, updated_at TEXT",
  users:
    "id INTEGER PRIMARY KEY, username TEXT, password_hash TEXT, phone TEXT, email TEXT, role TEXT, created_at TEXT",
  device_memberships:
    "id INTEGER PRIMARY KEY, mac TEXT, user_id INTEGER, role TEXT, status TEXT, nickname TEXT, granted_by INTEGER, created_at TEXT, updated_at TEXT",
  user_devices: "id INTEGER PRIMARY KEY, user_id INTEGER, mac TEXT, nickname TEXT, bound_at TEXT",
  custom_modes: "id INTEGER PRIMARY KEY, mode_id TEXT, user_id INTEGER, mac TEXT, definition_json TEXT",
  content_history:
    "id INTEGER PRIMARY KEY, mac TEXT, mode_id TEXT, content TEXT, content_hash TEXT, is_favorite INTEGER, created_at TEXT",
  habit_records: "id INTEGER PRIMARY KEY, mac TEXT, habit_name TEXT, date TEXT, completed INTEGER, created_at TEXT",
  user_llm_config: "user_id INTEGER PRIMARY KEY, provider TEXT, api_key TEXT",
  render_logs: "id INTEGER PRIMARY KEY, mac TEXT, persona TEXT",
  moons: "id INTEGER PRIMARY KEY, name TEXT",
  schema_versions: "version INTEGER PRIMARY KEY",
}

/** Those of an old one: no tokens, favorites in a table of their own, custom modes without a device. */
const OLD: Readonly<Record<string, string>> = {
  configs:
    "id INTEGER PRIMARY KEY, mac TEXT NOT NULL, nickname TEXT, modes TEXT, refresh_strategy TEXT, character_tones TEXT, language TEXT, content_tone TEXT, city TEXT, refresh_interval INTEGER, llm_provider TEXT, llm_api_key TEXT, is_active INTEGER DEFAULT 1, created_at TEXT",
  device_state: "mac TEXT PRIMARY KEY, cycle_index INTEGER, updated_at TEXT",
  users: "id INTEGER PRIMARY KEY, username TEXT, password_hash TEXT, created_at TEXT",
  user_devices: "id INTEGER PRIMARY KEY, user_id INTEGER, mac TEXT, nickname TEXT, bound_at TEXT",
  custom_modes: "id INTEGER PRIMARY KEY, mode_id TEXT, user_id INTEGER, definition_json TEXT",
  content_favorites: "id INTEGER PRIMARY KEY, mac TEXT, mode_id TEXT, content_snapshot TEXT, created_at TEXT",
  render_content: "id INTEGER PRIMARY KEY, mac TEXT, mode_id TEXT, content TEXT, is_favorite INTEGER, created_at TEXT",
}

/** That of InkSight's light server, which has one config. */
const LIGHT: Readonly<Record<string, string>> = {
  config: "id INTEGER PRIMARY KEY, modes TEXT, refresh_strategy TEXT, refresh_interval INTEGER, mode_overrides TEXT",
  device_state: "mac TEXT PRIMARY KEY, auth_token TEXT, ota_url TEXT",
  llm_key: "id INTEGER PRIMARY KEY, api_key TEXT",
}

const SCHEMAS = { newest: NEWEST, old: OLD, light: LIGHT }

/** Runs statements on a database file, which is made where there is none. */
export async function onDatabase(
  file: string,
  work: (run: (sql: string, ...values: readonly unknown[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)))
  })
  const run = (sql: string, ...values: readonly unknown[]): Promise<void> =>
    new Promise((resolve, reject) => {
      database.run(sql, values, (error) => (error ? reject(error) : resolve()))
    })
  try {
    await work(run)
  } finally {
    await new Promise<void>((resolve) => {
      database.close(() => resolve())
    })
  }
}

/** A database of InkSight in a new folder. Resolves to its path. */
export async function databaseOf(
  rows: Rows,
  schema: keyof typeof SCHEMAS = "newest",
  name = "inksight.db",
): Promise<string> {
  const file = path.join(folderWith(), name)
  await onDatabase(file, async (run) => {
    for (const [table, columns] of Object.entries(SCHEMAS[schema])) await run(`CREATE TABLE ${table} (${columns})`)
    for (const [table, all] of Object.entries(rows))
      for (const row of all) {
        const marks = Object.keys(row).map(() => "?")
        await run(
          `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`,
          ...Object.values(row),
        )
      }
  })
  return file
}

/** A password as InkSight stores it. */
export function hashOf(password: string): string {
  const salt = Buffer.alloc(16, 7)
  return `${salt.toString("hex")}:${pbkdf2Sync(password, salt, 200_000, 32, "sha256").toString("hex")}`
}

export const MAC = "AA:BB:CC:DD:EE:01"
export const TOKEN = "an-old-token-of-43-characters-AAAAAAAAAAAAA"
export const ALERT_TOKEN = "an-old-alert-token-of-43-characters-BBBBBBB"
export const KEY = "sk-a-key-of-a-model"
const AT = "2026-11-01T08:00:00.123456"

/** A definition of a mode in InkSight's format, under another id. */
export const modeOf = (id: string): string => JSON.stringify({ ...OF_BLOCKS.text, mode_id: id })

/** A household: something in every table. The clock of a stage stands at 21 November 2026. */
export const HOUSEHOLD: Rows = {
  users: [
    { id: 1, username: "anna", password_hash: hashOf("old secret"), role: "root", created_at: AT },
    { id: 2, username: "bert", password_hash: "scrypt$unknown", role: "user", created_at: AT },
  ],
  device_state: [{ mac: MAC, auth_token: TOKEN, alert_token: ALERT_TOKEN, cycle_index: 3, updated_at: AT }],
  configs: [
    {
      id: 1,
      mac: MAC,
      nickname: "Before",
      modes: "ZEN",
      character_tones: "dry",
      admin1: "Viken",
      is_active: 0,
      created_at: AT,
    },
    {
      id: 2,
      mac: MAC,
      nickname: "Kitchen",
      modes: "STOIC,MY_FERRY,MEMO",
      refresh_strategy: "cycle",
      character_tones: "",
      language: "zh",
      mode_language: "en",
      content_tone: "neutral",
      city: "Oslo",
      latitude: 59.9,
      longitude: 10.7,
      timezone: "Europe/Oslo",
      refresh_interval: 45,
      llm_provider: "deepseek",
      llm_model: "deepseek-chat",
      countdown_events: JSON.stringify([{ name: "Leave", date: "2026-12-24", type: "countdown", days: 33 }]),
      time_slot_rules: "[]",
      memo_text: "Milk",
      mode_overrides: JSON.stringify({ WEATHER: { forecast_days: 3, api_key: KEY } }),
      focus_listening: 1,
      always_active: 0,
      is_active: 1,
      created_at: AT,
    },
  ],
  device_memberships: [
    { id: 1, mac: MAC, user_id: 1, role: "owner", status: "active", nickname: "", created_at: AT },
    { id: 2, mac: MAC, user_id: 2, role: "member", status: "active", nickname: "", created_at: AT },
  ],
  custom_modes: [{ id: 1, mode_id: "MY_FERRY", user_id: 1, mac: MAC, definition_json: modeOf("MY_FERRY") }],
  content_history: [
    {
      id: 1,
      mac: MAC,
      mode_id: "STOIC",
      content: '{"quote":"Wait.","_llm_used":true}',
      is_favorite: 1,
      created_at: AT,
    },
    { id: 2, mac: MAC, mode_id: "STOIC", content: '{"quote":"Go."}', is_favorite: 0, created_at: AT },
  ],
  habit_records: [
    { id: 1, mac: MAC, habit_name: "Run", date: "2026-11-20", completed: 1, created_at: AT },
    { id: 2, mac: MAC, habit_name: "Run", date: "2026-11-19", completed: 0, created_at: AT },
    { id: 3, mac: MAC, habit_name: "Run", date: "2019-01-01", completed: 1, created_at: AT },
    { id: 4, mac: MAC, habit_name: "Run", date: "soon", completed: 1, created_at: AT },
  ],
  user_llm_config: [{ user_id: 1, provider: "deepseek", api_key: KEY }],
  render_logs: [{ id: 1, mac: MAC, persona: "STOIC" }],
  moons: [{ id: 1, name: "Io" }],
  schema_versions: [{ version: 22 }],
}
