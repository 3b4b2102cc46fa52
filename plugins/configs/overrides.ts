import { z } from "platen/sdk"
import type { Issue, LocalDay } from "platen/sdk"
import type { DeviceConfig } from "platen/sdk/device"
import type { Mode, ModeCatalog } from "platen/sdk/mode"

/** Keys that the firmware searches the whole text of a config for, however deep they stand. */
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
/** Lists, objects and values in them: a config is read at every call of its device. */
const MAX_VALUES = 1_000
const MAX_WARNINGS = 20
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** What a device would misread, or what goes too deep. */
export function checkNested({ modeOverrides, countdownEvents, timeSlotRules }: Partial<DeviceConfig>): Issue[] {
  const values = count(modeOverrides) + count(countdownEvents) + count(timeSlotRules)
  return [
    ...(values > MAX_VALUES
      ? [
          {
            path: "mode_overrides",
            message: `holds ${values} values, with countdown_events and time_slot_rules: the most is ${MAX_VALUES}`,
          },
        ]
      : []),
    ...faults(modeOverrides, "mode_overrides", 0),
    ...faults(countdownEvents, "countdown_events", 0),
    ...faults(timeSlotRules, "time_slot_rules", 0),
  ]
}

/** What lies deeper than a fault is not counted. */
function count(value: unknown, level = 0): number {
  return typeof value === "object" && value !== null && level <= MAX_LEVELS
    ? Object.values(value).reduce<number>((sum, inner) => sum + count(inner, level + 1), 1)
    : 1
}

function faults(value: unknown, path: string, level: number): Issue[] {
  if (typeof value !== "object" || value === null) return []
  if (level > MAX_LEVELS) return [{ path, message: `is nested more than ${MAX_LEVELS} levels deep` }]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(FIRMWARE_KEYS.has(asSearched(key))
      ? [
          {
            path: `${path}.${key}`,
            message: "is a name that devices search the whole text for: call it something else",
          },
        ]
      : []),
    ...faults(inner, `${path}.${key}`, level + 1),
  ])
}

/** What a search for a name in quotation marks finds of a key: what follows the last mark in it. */
function asSearched(key: string): string {
  return key.slice(key.lastIndexOf('"') + 1)
}

/** What any mode may be given beside its own settings: they stay in the config, and no mode's schema knows them. */
export const FOR_ALL = [
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
const forAll = z
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

/** Where the findings of a check go. */
export interface Findings {
  readonly warnings: string[]
  readonly issues: Issue[]
}

/**
 * Settings by mode, each checked by the mode's own schema; what no schema knows is left out with a warning. Those of a mode that is
 * not installed stay as they are. `today`: for settings that existing clients send in a form of their own.
 */
export function checkOverrides(
  given: DeviceConfig["modeOverrides"],
  modes: ModeCatalog,
  { warnings, issues }: Findings,
  today: () => LocalDay,
): DeviceConfig["modeOverrides"] {
  const left: string[] = []
  const kept = Object.entries(given).flatMap(([name, sent]) => {
    const id = name.trim().toUpperCase()
    const mode = modes.get(id)
    if (!mode) {
      const keeps = MODE_ID.test(id) && Object.keys(sent).length > 0
      left.push(
        `mode_overrides.${name.slice(0, 60)}: ${keeps ? "this mode is not installed: its settings are kept for when it is." : "there is no such mode: it was left out."}`,
      )
      return keeps ? [[id, sent] as const] : []
    }
    const settings = mode.dialect?.read(sent, today()) ?? sent
    const known = knownSettings(mode, settings)
    for (const key of Object.keys(settings).filter((each) => !Object.hasOwn(known, each)))
      left.push(`mode_overrides.${id}.${key.slice(0, 60)}: this mode has no such setting: it was left out.`)
    for (const issue of settingIssues(mode, known))
      issues.push({ path: [`mode_overrides.${id}`, issue.path].filter(Boolean).join("."), message: issue.message })
    return Object.keys(known).length > 0 ? [[id, known] as const] : []
  })
  warnings.push(...left.slice(0, MAX_WARNINGS))
  return Object.fromEntries(kept)
}

/** The same settings as clients read them: beside a mode's own those of its dialect. */
export function overridesShown(
  own: DeviceConfig["modeOverrides"],
  modes: ModeCatalog,
  today: () => LocalDay,
): DeviceConfig["modeOverrides"] {
  return Object.fromEntries(
    Object.entries(own).map(([id, settings]) => [
      id,
      { ...settings, ...modes.get(id)?.dialect?.write(settings, today()) },
    ]),
  )
}

function keysOf({ settings: schema }: Mode): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []
}

function knownSettings(mode: Mode, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const keys = new Set([...FOR_ALL, ...keysOf(mode)])
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.has(key)))
}

function settingIssues(mode: Mode, given: Readonly<Record<string, unknown>>): Issue[] {
  const keys = keysOf(mode)
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => keys.includes(key) || !FOR_ALL.includes(key)))
  const results = [forAll.safeParse(given), ...(mode.settings ? [mode.settings.safeParse(own)] : [])]
  return results
    .flatMap(({ error }) => error?.issues ?? [])
    .map(({ path, message }) => ({ path: path.join("."), message: message.replace(/\.$/, "") }))
}
