import { z } from "platen/sdk"
import { defineStrategy } from "platen/sdk/device"
import { shuffledAfter } from "./order.js"

const memory = z.object({
  /** Those that the order was made of, to see when the config has changed. */
  of: z.array(z.string()),
  /** Those that are still to come. */
  left: z.array(z.string()),
  last: z.string().optional(),
})

/** In an order of chance, each once before any comes again, and none twice in a row. */
export const random = defineStrategy<z.output<typeof memory>>({
  id: "random",
  memory,
  next: (modes, known, { random: chance }) => {
    const left = stillToCome(modes, known)
    const [mode = modes[0]!, ...rest] = left.length > 0 ? left : shuffledAfter(modes, known?.last, chance)
    return { mode, memory: { of: [...modes], left: rest, last: mode } }
  },
  jump: (modes, known, mode) => ({
    of: [...modes],
    left: stillToCome(modes, known).filter((each) => each !== mode),
    last: mode,
  }),
})

/** Empty at the end of a round, and when the config has changed. */
function stillToCome(modes: readonly string[], known: z.output<typeof memory> | undefined): readonly string[] {
  return known !== undefined && known.of.length === modes.length && known.of.every((mode, i) => mode === modes[i])
    ? known.left
    : []
}
