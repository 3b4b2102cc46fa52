import { defineStrategy } from "platen/sdk/device"
import type { LocalTime } from "platen/sdk"
import type { TimeWindow } from "platen/sdk/device"
import { jumped, shuffleBag, turn } from "./shuffle-bag.js"
import type { ShuffleBag } from "./shuffle-bag.js"
import { isInTimeWindow } from "./in-time-window.js"

/** Strategy "time slot": modes of the first matching rule that has a mode of the config; if none matches, any mode. */
export const timeSlot = defineStrategy<ShuffleBag>({
  id: "time_slot",
  memory: shuffleBag,
  next: (modes, memory, { now, windows, random }) => turn(setAt(modes, windows, now), memory, random),
  jump: (_, memory, mode) => jumped(memory, mode),
})

function setAt(modes: readonly string[], windows: readonly TimeWindow[], now: LocalTime): readonly string[] {
  for (const window of windows) {
    const set = isInTimeWindow(window, now) ? modes.filter((mode) => window.modes.includes(mode)) : []
    if (set.length > 0) return set
  }
  return modes
}
