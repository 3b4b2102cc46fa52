import { z } from "platen/sdk"
import { withoutCiphertext, withoutSealed, withSecrets, withStored } from "platen/sdk/kit"
import type { Issue, LocalDay } from "platen/sdk"
import type { Mode, ModeCatalog } from "platen/sdk/mode"
import type { WireConfig } from "./wire-config.js"

/** Keys for which the firmware searches the whole text of a config, at any depth. */
const FIRMWARE_KEYS = new Set([
  "is_focus_listening",
  "focus_listening",
  "is_always_active",
  "always_active",
  "token",
  "pair_code",
  "runtime_mode",
  "pending_refresh",
  "pending_mode",
])
const MAX_LEVELS = 12
/** Maximum number of lists, objects and values: the device reads its config at every call. */
const MAX_VALUES = 1_000
const MAX_WARNINGS = 20
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** The faults of nested values: keys that the device would misread, too many values, too many levels. */
export function checkNested({ modeOverrides, countdownEvents, timeSlotRules }: Partial<WireConfig>): Issue[] {
  const values = count(modeOverrides) + count(countdownEvents) + count(timeSlotRules)
  return [
    ...(values > MAX_VALUES
      ? [
          {
            path: "mode_overrides",
            message: `has ${values} values, together with countdown_events and time_slot_rules: use at most ${MAX_VALUES}`,
          },
        ]
      : []),
    ...faults(modeOverrides, "mode_overrides", 0),
    ...faults(countdownEvents, "countdown_events", 0),
    ...faults(timeSlotRules, "time_slot_rules", 0),
  ]
}

/** The number of values; values below MAX_LEVELS do not count. */
function count(value: unknown, level = 0): number {
  return typeof value === "object" && value !== null && level <= MAX_LEVELS
    ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner, level + 1), 1)
    : 1
}

function faults(value: unknown, path: string, level: number): Issue[] {
  if (typeof value !== "object" || value === null) return []
  if (level > MAX_LEVELS)
    return [{ path, message: `is nested more than ${MAX_LEVELS} levels deep: nest fewer objects and lists` }]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(FIRMWARE_KEYS.has(asSearched(key))
      ? [
          {
            path: `${path}.${key}`,
            message: "is a name for which devices search the whole config: rename the key",
          },
        ]
      : []),
    ...faults(inner, `${path}.${key}`, level + 1),
  ])
}

/** The part of a key that a search for a quoted name finds: all after its last quotation mark. */
function asSearched(key: string): string {
  return key.slice(key.lastIndexOf('"') + 1)
}

/** Settings that any mode accepts. They stay in the config and are in no mode's schema. */
export const COMMON_SETTINGS = [
  "city",
  "latitude",
  "longitude",
  "timezone",
  "admin1",
  "country",
  "llm_provider",
  "llm_model",
  "image_provider",
  "image_model",
]
const commonSettings = z
  .object({
    city: z.string().max(40),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
    timezone: z.string().max(64),
    admin1: z.string().max(64),
    country: z.string().max(64),
    llm_provider: z.string().max(50),
    llm_model: z.string().max(100),
    image_provider: z.string().max(50),
    image_model: z.string().max(100),
  })
  .partial()

/** The findings of a check. */
export interface Findings {
  readonly warnings: string[]
  readonly issues: Issue[]
}

/** What was stored before, and what the caller may do with it. */
export interface Earlier {
  /** The earlier settings of a mode, the latest first. */
  readonly stored: (mode: string) => readonly Readonly<Record<string, unknown>>[]
  readonly seal: (text: string) => string
  readonly lends: boolean
}

/**
 * Settings by mode, checked with each mode's schema. Unknown settings are removed with a warning. Settings of a mode that is not
 * installed stay unchanged. `today`: for settings that existing clients send in another format. Secrets are sealed; those that are sent as
 * they were read are those of `stored`, the earlier settings of a mode. `lends`: the caller may have pages drawn with the rights of the
 * owner; for others, settings that use a connection or an album stay as they were.
 */
export function checkOverrides(
  given: WireConfig["modeOverrides"],
  modes: ModeCatalog,
  { warnings, issues }: Findings,
  today: () => LocalDay,
  { stored, seal, lends }: Earlier,
): WireConfig["modeOverrides"] {
  const removed: string[] = []
  const kept = Object.entries(given).flatMap(([name, raw]) => {
    const id = name.trim().toUpperCase()
    const mode = modes.get(id)
    const earlier = stored(id)
    const sent = withoutCiphertext(raw) as typeof raw
    if (!mode) {
      const keeps = MODE_ID.test(id) && Object.keys(sent).length > 0
      removed.push(
        `mode_overrides.${name.slice(0, 60)}: ${keeps ? "this mode is not installed: its settings are kept until it is." : "this mode does not exist: it was removed."}`,
      )
      const own = withStored(sent, earlier, undefined, { isOwner: lends }) as typeof sent
      return keeps ? [[id, own] as const] : []
    }
    const settings = mode.dialect?.read(sent, today()) ?? sent
    const dropped = (path: string): void =>
      void removed.push(`mode_overrides.${id}.${path}: what stands beside this secret has changed: enter it again.`)
    const known = withStored(knownSettings(mode, settings), earlier, dropped, { isOwner: lends }) as Record<
      string,
      unknown
    >
    if (!lends && mode.perUser && [known, ...earlier].some(usesGrant) && !earlier.some((each) => isSame(each, known))) {
      removed.push(
        `mode_overrides.${id}: only the owner may change settings that use a connection or an album: they stay as they were.`,
      )
      const [before] = earlier
      return before === undefined ? [] : [[id, before] as const]
    }
    for (const key of Object.keys(settings).filter((each) => !Object.hasOwn(known, each)))
      removed.push(`mode_overrides.${id}.${key.slice(0, 60)}: this mode has no such setting: it was removed.`)
    for (const issue of settingIssues(mode, known))
      issues.push({ path: [`mode_overrides.${id}`, issue.path].filter(Boolean).join("."), message: issue.message })
    return Object.keys(known).length > 0 ? [[id, sealed(mode, known, seal)] as const] : []
  })
  warnings.push(...removed.slice(0, MAX_WARNINGS))
  return Object.fromEntries(kept)
}

/** Names of settings that stand for a right of the owner's. */
const GRANTS = new Set(["connection", "album"])

/** Whether settings name a connection or an album, at any depth. */
function usesGrant(settings: unknown): boolean {
  return (
    typeof settings === "object" &&
    settings !== null &&
    Object.entries(settings).some(([key, each]) =>
      GRANTS.has(key) && typeof each === "string" ? each.trim() !== "" : usesGrant(each),
    )
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Settings with their secrets sealed: an empty text is none. */
function sealed(
  { settings: schema }: Mode,
  known: Record<string, unknown>,
  seal: (text: string) => string,
): Record<string, unknown> {
  if (!schema) return known
  const change = (secret: unknown): unknown => (typeof secret === "string" && secret !== "" ? seal(secret) : secret)
  return withSecrets(schema, known, change) as Record<string, unknown>
}

/** Settings by mode as clients read them: a mode's own and those of its dialect, without secrets. */
export function overridesShown(
  own: WireConfig["modeOverrides"],
  modes: ModeCatalog,
  today: () => LocalDay,
): WireConfig["modeOverrides"] {
  return Object.fromEntries(
    Object.entries(own).map(([id, settings]) => [
      id,
      withoutSealed({ ...settings, ...modes.get(id)?.dialect?.write(settings, today()) }) as Record<string, unknown>,
    ]),
  )
}

function keysOf({ settings: schema }: Mode): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []
}

function knownSettings(mode: Mode, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const keys = new Set([...COMMON_SETTINGS, ...keysOf(mode)])
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.has(key)))
}

function settingIssues(mode: Mode, given: Readonly<Record<string, unknown>>): Issue[] {
  const keys = keysOf(mode)
  const own = Object.fromEntries(
    Object.entries(given).filter(([key]) => keys.includes(key) || !COMMON_SETTINGS.includes(key)),
  )
  const results = [commonSettings.safeParse(given), ...(mode.settings ? [mode.settings.safeParse(own)] : [])]
  return results
    .flatMap(({ error }) => error?.issues ?? [])
    .map(({ path, message }) => ({ path: path.join("."), message: message.replace(/\.$/, "") }))
}

/** A patch without the modes whose settings are null in it; `removed`: those modes. */
export function withoutRemoved(patch: Partial<WireConfig>): {
  readonly patch: Partial<WireConfig>
  readonly removed: readonly string[]
} {
  if (!patch.modeOverrides) return { patch, removed: [] }
  const all: readonly (readonly [string, Record<string, unknown> | null])[] = Object.entries(patch.modeOverrides)
  const named = all.flatMap(([name, settings]) => (settings === null ? [] : [[name, settings] as const]))
  const removed = all.flatMap(([name, settings]) => (settings === null ? [name.trim().toUpperCase()] : []))
  return { patch: { ...patch, modeOverrides: Object.fromEntries(named) }, removed }
}
