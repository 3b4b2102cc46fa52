import type { DeviceConfig } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { timeWindowOf } from "./time-window.js"

const MAX_WARNINGS = 20

/** Rules for times of the day with the modes that are installed; what is left out, and what never holds, is told. */
export function knownInRules(
  rules: DeviceConfig["timeSlotRules"],
  modes: ModeCatalog,
  warnings: string[],
): DeviceConfig["timeSlotRules"] {
  const told: string[] = []
  const kept = rules.map((rule, i) => {
    const window = timeWindowOf(rule)
    if (!window) return rule
    const ids = [...new Set(window.modes)]
    const known = ids.filter((id) => modes.get(id))
    for (const id of ids.filter((each) => !known.includes(each)))
      told.push(`time_slot_rules.${i}: there is no mode "${id.slice(0, 60)}": it was left out.`)
    if (window.from === window.until)
      told.push(`time_slot_rules.${i}: it ends as it begins, so it never counts: for the whole day write 0 to 24.`)
    return { ...(rule as object), modes: known }
  })
  warnings.push(...told.slice(0, MAX_WARNINGS))
  return kept
}
