import { z } from "platen/sdk"
import { defineStrategy } from "platen/sdk/device"
import { shuffledAfter } from "./order.js"

const memory = z.object({
  /** Modes of the shuffle, to detect a changed config. */
  of: z.array(z.string()),
  /** Remaining modes. */
  left: z.array(z.string()),
  last: z.string().optional(),
})

/** Strategy "random": shuffled; each mode once before any repeats, and none twice in a row. */
export const random = defineStrategy<z.output<typeof memory>>({
  id: "random",
  memory,
  next: (modes, known, { random: chance }) => {
    const left = remaining(modes, known)
    const [mode = modes[0]!, ...rest] = left.length > 0 ? left : shuffledAfter(modes, known?.last, chance)
    return { mode, memory: { of: [...modes], left: rest, last: mode } }
  },
  jump: (modes, known, mode) => ({
    of: [...modes],
    left: remaining(modes, known).filter((each) => each !== mode),
    last: mode,
  }),
})

/** Remaining modes; empty at the end of a round, and after a change of the config. */
function remaining(modes: readonly string[], known: z.output<typeof memory> | undefined): readonly string[] {
  return known !== undefined && known.of.length === modes.length && known.of.every((mode, i) => mode === modes[i])
    ? known.left
    : []
}
