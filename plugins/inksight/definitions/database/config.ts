import { fieldsOf, isFields } from "../given.js"
import type { Fields } from "../given.js"
import { json, number, text } from "./tables.js"
import type { Row } from "./tables.js"

/** Characters of a memo, minutes between renders, characters of a name: what a config here may have. */
const MAX_MEMO = 2_000
const MINUTES = [10, 1_440] as const
const MAX_NAME = 32

/** A config of the old server as the body of POST /api/config, with the documented names, and a sentence for each part that was changed or left out. */
export interface ConfigTaken {
  readonly body: Fields
  readonly notes: readonly string[]
}

/** The config of a row. `name`: of a device whose config has none; `renamed`: new ids of custom modes, by the old ones. */
export function configOf(row: Row, name: string, renamed: ReadonlyMap<string, string>): ConfigTaken {
  const notes: string[] = []
  const listIn = (column: string): readonly unknown[] | undefined => {
    const value = json(row, column)
    if (Array.isArray(value)) return value
    if (text(row, column) !== "") notes.push(`${column} is no list: it was left out.`)
    return undefined
  }
  const mode = (id: unknown): unknown => (typeof id === "string" ? newId(id, renamed) : id)
  const body: Fields = {
    nickname: (text(row, "nickname") || name).slice(0, MAX_NAME),
    modes: namesIn(row, "modes").map(mode),
    strategy: text(row, "refresh_strategy"),
    refresh_interval: minutesIn(row, notes),
    language: text(row, "mode_language") || text(row, "language"),
    tone: text(row, "content_tone"),
    character_tones: namesIn(row, "character_tones"),
    ...placeIn(row),
    ...textsIn(row, ["llm_provider", "llm_model", "image_provider", "image_model"]),
    countdown_events: listIn("countdown_events")?.map(eventOf),
    time_slot_rules: listIn("time_slot_rules")?.map((rule) => ruleOf(rule, mode)),
    memo_text: memoIn(row, notes),
    mode_overrides: overridesIn(row, notes, renamed),
    is_focus_listening: number(row, "focus_listening") === 1,
    is_always_active: number(row, "always_active") === 1,
  }
  const isSaid = ([key, value]: readonly [string, unknown]): boolean =>
    value !== undefined &&
    !(SILENT_WHEN_EMPTY.has(key) && (value === "" || (Array.isArray(value) && value.length === 0)))
  return { body: Object.fromEntries(Object.entries(body).filter(isSaid)), notes }
}

/** Fields that say nothing when they are empty. Any other empty field empties that of the config before: the old server saved whole configs. */
const SILENT_WHEN_EMPTY: ReadonlySet<string> = new Set(["modes", "strategy", "language", "tone", "admin1", "country"])

function newId(id: string, renamed: ReadonlyMap<string, string>): string {
  const known = id.trim().toUpperCase()
  return renamed.get(known) ?? known
}

/** A column with names between commas. */
function namesIn(row: Row, column: string): readonly string[] {
  return text(row, column)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
}

function textsIn(row: Row, columns: readonly string[]): Fields {
  return Object.fromEntries(columns.map((column) => [column, text(row, column)]))
}

function minutesIn(row: Row, notes: string[]): number | undefined {
  const minutes = number(row, "refresh_interval")
  if (minutes === undefined) return undefined
  const within = Math.min(MINUTES[1], Math.max(MINUTES[0], Math.round(minutes)))
  if (within !== minutes) notes.push(`refresh_interval: ${minutes} minutes became ${within}.`)
  return within
}

function memoIn(row: Row, notes: string[]): string {
  const memo = text(row, "memo_text")
  if (memo.length > MAX_MEMO) notes.push(`memo_text: it was cut to ${MAX_MEMO} characters.`)
  return memo.slice(0, MAX_MEMO).toWellFormed()
}

/** City and coordinates. One coordinate alone says nothing. */
function placeIn(row: Row): Fields {
  const [latitude, longitude] = [number(row, "latitude"), number(row, "longitude")]
  return {
    ...textsIn(row, ["city", "timezone", "admin1", "country"]),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  }
}

/** An event with the fields that an event has here: pages of InkSight add the days that are left. */
function eventOf(event: unknown): unknown {
  if (!isFields(event)) return event
  const { name, date, type } = event
  return { name, date, ...(type === "countdown" || type === "countup" ? { type } : {}) }
}

function ruleOf(rule: unknown, mode: (id: unknown) => unknown): unknown {
  return isFields(rule) && Array.isArray(rule.modes) ? { ...rule, modes: rule.modes.map(mode) } : rule
}

function overridesIn(row: Row, notes: string[], renamed: ReadonlyMap<string, string>): Fields | undefined {
  const value = { all: json(row, "mode_overrides") }
  if (!isFields(value.all) && text(row, "mode_overrides") !== "")
    notes.push("mode_overrides is no object: it was left out.")
  const kept = Object.entries(fieldsOf(value, "all")).map(([id, settings]) => [
    newId(id, renamed),
    withoutKeys(settings),
  ])
  return isFields(value.all) ? Object.fromEntries(kept) : undefined
}

/** Settings of a mode without keys of models. */
function withoutKeys(settings: unknown): unknown {
  if (!isFields(settings)) return settings
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !/api_?key/i.test(key)))
}
