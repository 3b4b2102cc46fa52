import { CONFIG, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { SlicedDevice, StoredSlice } from "platen/sdk/kit"
import type { DeviceConfig } from "platen/sdk/device"
import type { StoredSlices } from "platen/sdk/kit"

// Devices as versions before 2 kept them: one document with the data of every plugin in it.

type Fields = Readonly<Record<string, unknown>>
/** A document of an earlier version. */
export type EarlierDocument = Fields & {
  readonly tokens?: readonly Fields[]
  readonly members?: readonly Fields[]
  readonly configs?: readonly (Fields & { readonly config: Fields })[]
}

/** Fields of an earlier config that are settings of a mode now. */
const SETTINGS = [
  { field: "memoText", mode: "MEMO", key: "memo_text" },
  { field: "countdownEvents", mode: "COUNTDOWN", key: "countdownEvents" },
] as const
/** Fields of an earlier config that only the plugin of the configs reads. */
const MORE = ["characterTones", "llmProvider", "llmModel", "imageProvider", "imageModel", "timeSlotRules"] as const

/** Names of fields that have another one now. */
const RENAMED: Readonly<Record<string, string>> = {
  standIns: "fallbacks",
  runtime: "live",
  alertedAt: "overlaidAt",
  colors: "inks",
  saidMinutes: "reportedMinutes",
}

/** The slices of a document, as they are stored: a value that fits no slice is kept and replaced as any other. All are of version 1. */
export function devicesSlices(document: EarlierDocument): SlicedDevice {
  const { tokens, members, requests, contested, undone, configs, nextConfig, configured, ...rest } = document
  const { alerts, alertToken, widgetToken, habits, strategies, counters, ...runtime } = rest
  const records = configs?.map((record) => ({ ...record, config: configOf(record.config) }))
  const renamed = Object.entries(runtime).map(([name, value]) => [RENAMED[name] ?? name, value] as const)
  return new SlicedDevice(
    slices({
      [MEMBERS.name]: { members, requests, undone },
      [CONFIG.name]: { records, next: nextConfig, configured },
      "alerts/alerts": { waiting: alerts, token: alertToken },
      "widget/token": { token: widgetToken },
      "habits/habits": { habits },
    }),
    slices({
      [TOKENS.name]: { tokens, contested },
      [RUNTIME.name]: Object.fromEntries(renamed),
      "configs/strategies": { memories: strategies },
      "stats/counters": counters,
    }),
  )
}

/** Slices that hold something. */
function slices(values: Readonly<Record<string, unknown>>): StoredSlices {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const kept = Object.entries((value ?? {}) as Fields).filter(([, each]) => !isNothing(each))
      return kept.length === 0 ? [] : [[name, new StoredSlice(1, Object.fromEntries(kept))]]
    }),
  )
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
}

function configOf(earlier: Fields): DeviceConfig {
  const { modeOverrides, focusListening, ...rest } = earlier
  const settings = { ...(modeOverrides as DeviceConfig["settings"] | undefined) }
  const config: Record<string, unknown> = { ...rest }
  const more: Record<string, unknown> = {}
  for (const field of MORE) {
    if (!isNothing(rest[field])) more[field] = rest[field]
    delete config[field]
  }
  const named: string[] = []
  for (const { field, mode, key } of SETTINGS) {
    const value = rest[field]
    delete config[field]
    if (isNothing(value)) continue
    const own = settings[mode]?.[key]
    if (own !== undefined && own !== null) more[field] = value
    else {
      settings[mode] = { ...settings[mode], [key]: value }
      named.push(field)
    }
  }
  return {
    ...config,
    settings,
    listening: focusListening === true,
    more: named.length > 0 ? { ...more, named } : more,
  } as DeviceConfig
}
