import { defineStrategy, isInTimeWindow, timeWindowOf } from "platen/sdk"
import type { LocalTime } from "platen/sdk"
import { jumped, rounds, turn } from "./rounds.js"
import type { Rounds } from "./rounds.js"

/** As the config's rules say for the time of the day: the first rule that holds and has a mode of the config counts. Where none does, any mode. */
export const timeSlot = defineStrategy<Rounds>({
  id: "time_slot",
  memory: rounds,
  next: (modes, memory, { now, rules, random }) => turn(setAt(modes, rules, now), memory, random),
  jump: (_, memory, mode) => jumped(memory, mode),
})

function setAt(modes: readonly string[], rules: readonly unknown[], now: LocalTime): readonly string[] {
  for (const rule of rules) {
    const slot = timeWindowOf(rule)
    const set = slot && isInTimeWindow(slot, now) ? modes.filter((mode) => slot.modes.includes(mode)) : []
    if (set.length > 0) return set
  }
  return modes
}
