import { defineStrategy } from "platen/sdk/device"
import { isInTimeWindow, timeWindowOf } from "platen/sdk/kit"
import type { LocalTime } from "platen/sdk"
import { jumped, shuffleBag, turn } from "./shuffle-bag.js"
import type { ShuffleBag } from "./shuffle-bag.js"

/** As the config's rules say for the time of the day: the first rule that holds and has a mode of the config counts. Where none does, any mode. */
export const timeSlot = defineStrategy<ShuffleBag>({
  id: "time_slot",
  memory: shuffleBag,
  next: (modes, memory, { now, rules, random }) => turn(setAt(modes, rules, now), memory, random),
  jump: (_, memory, mode) => jumped(memory, mode),
})

function setAt(modes: readonly string[], rules: readonly unknown[], now: LocalTime): readonly string[] {
  for (const rule of rules) {
    const window = timeWindowOf(rule)
    const set = window && isInTimeWindow(window, now) ? modes.filter((mode) => window.modes.includes(mode)) : []
    if (set.length > 0) return set
  }
  return modes
}
