import type { DeviceConfig } from "platen/sdk/device"

/**
 * A config as the API of this area has it: settings of some modes are fields of their own, and models are named by it.
 * Stored are the settings of every mode under the mode, and what nobody else reads under `more`.
 */
export interface WireConfig extends Omit<DeviceConfig, "settings" | "listening" | "more"> {
  characterTones: string[]
  llmProvider: string
  llmModel: string
  imageProvider: string
  imageModel: string
  countdownEvents: unknown[]
  timeSlotRules: unknown[]
  memoText: string
  /** Settings by mode id. */
  modeOverrides: Record<string, Record<string, unknown>>
  focusListening: boolean
}

/** Fields of the wire that are a setting of a mode. */
const SETTINGS = [
  { field: "memoText", mode: "MEMO", key: "memo_text" },
  { field: "countdownEvents", mode: "COUNTDOWN", key: "countdownEvents" },
] as const

/** Values of `more` of a config that names none of them. */
const MORE = {
  characterTones: [] as string[],
  llmProvider: "",
  llmModel: "",
  imageProvider: "",
  imageModel: "",
  timeSlotRules: [] as unknown[],
  memoText: "",
  countdownEvents: [] as unknown[],
}
type More = typeof MORE & { readonly named?: readonly string[] }

function isEmpty(value: string | readonly unknown[]): boolean {
  return value.length === 0
}

/** A config to store. What a client sets for the mode itself counts before the field of the same setting, which is kept for reading it back. */
export function storedConfig({
  modeOverrides,
  focusListening,
  characterTones,
  llmProvider,
  llmModel,
  imageProvider,
  imageModel,
  timeSlotRules,
  memoText,
  countdownEvents,
  ...config
}: WireConfig): DeviceConfig {
  const texts = { memoText, countdownEvents }
  const settings = { ...modeOverrides }
  const more: Record<string, unknown> = {
    characterTones,
    llmProvider,
    llmModel,
    imageProvider,
    imageModel,
    timeSlotRules,
  }
  const named: string[] = []
  for (const { field, mode, key } of SETTINGS) {
    if (isEmpty(texts[field])) continue
    const own = settings[mode]?.[key]
    if (own !== undefined && own !== null) more[field] = texts[field]
    else {
      settings[mode] = { ...settings[mode], [key]: texts[field] }
      named.push(field)
    }
  }
  const kept = Object.entries({ ...more, named }).filter(([, value]) => !isEmpty(value as string | readonly unknown[]))
  return { ...config, settings, listening: focusListening, more: Object.fromEntries(kept) }
}

/** A stored config as clients read it. */
export function wireConfig({ settings, listening, more: kept, ...config }: DeviceConfig): WireConfig {
  const { named = [], ...more } = { ...MORE, ...kept } as More
  const texts: Record<string, unknown> = {}
  const modeOverrides = { ...settings }
  for (const { field, mode, key } of SETTINGS) {
    if (!named.includes(field) || !modeOverrides[mode]) continue
    const { [key]: value, ...others } = modeOverrides[mode]
    texts[field] = value
    if (Object.keys(others).length > 0) modeOverrides[mode] = others
    else delete modeOverrides[mode]
  }
  return { ...config, ...more, ...texts, modeOverrides, focusListening: listening }
}
