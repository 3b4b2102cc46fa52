import { z } from "zod"
import type { DeviceConfig } from "./device.js"
import type { Mode } from "../mode/mode.js"
import { fields } from "../schema.js"

/**
 * A mode's settings as a device's config has them: what was set for the mode itself, and for each setting that names a
 * field of the config ("memoText"), that field where the mode has nothing of its own.
 */
export function settingsIn(config: DeviceConfig, mode: Mode): Readonly<Record<string, unknown>> | undefined {
  const { settings: schema } = mode
  if (!(schema instanceof z.ZodObject)) return undefined
  const own = config.modeOverrides[mode.id] ?? {}
  const found = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([key, each]) => {
    const from = fields.get(each)?.from
    const value = own[key] ?? (from === undefined ? undefined : (config as Readonly<Record<string, unknown>>)[from])
    // A config's null says that there is nothing: the setting's own default holds.
    return value === undefined || value === null ? [] : [[key, value] as const]
  })
  return Object.fromEntries(found)
}

/** The keys of a mode's settings that a field of a device's config ("memoText") fills. */
export function settingsFrom(field: keyof DeviceConfig, { settings: schema }: Mode): readonly string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([key, each]) =>
    fields.get(each)?.from === field ? [key] : [],
  )
}
