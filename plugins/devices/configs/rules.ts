import type { ModeCatalog } from "platen/sdk/mode"
import { timeWindowOf } from "./time-window.js"
import type { WireConfig } from "./wire-config.js"

const MAX_WARNINGS = 20

/** Time window rules without modes that are not installed. Adds a warning for each removed mode and each rule that never applies. */
export function knownInRules(
  rules: WireConfig["timeSlotRules"],
  modes: ModeCatalog,
  warnings: string[],
): WireConfig["timeSlotRules"] {
  const added: string[] = []
  const kept = rules.map((rule, i) => {
    const window = timeWindowOf(rule)
    if (!window) return rule
    const ids = [...new Set(window.modes)]
    const known = ids.filter((id) => modes.get(id))
    for (const id of ids.filter((each) => !known.includes(each)))
      added.push(`time_slot_rules.${i}: there is no mode "${id.slice(0, 60)}": it was removed.`)
    if (window.from === window.until)
      added.push(`time_slot_rules.${i}: it ends when it starts, so it never applies: for the whole day write 0 to 24.`)
    return { ...(rule as object), modes: known }
  })
  warnings.push(...added.slice(0, MAX_WARNINGS))
  return kept
}
