import { defineStrategy, z } from "platen/sdk"

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
    const [mode = modes[0]!, ...rest] = left.length > 0 ? left : mixed(modes, known?.last, chance)
    return { mode, memory: { of: [...modes], left: rest, last: mode } }
  },
  jump: (modes, known, mode) => ({ of: [...modes], left: stillToCome(modes, known).filter((each) => each !== mode), last: mode }),
})

/** Empty at the end of a round, and when the config has changed. */
function stillToCome(modes: readonly string[], known: z.output<typeof memory> | undefined): readonly string[] {
  return known !== undefined && known.of.length === modes.length && known.of.every((mode, i) => mode === modes[i]) ? known.left : []
}

/** Source: Fisher and Yates, as in Knuth, The Art of Computer Programming, 3.4.2. */
function mixed(modes: readonly string[], last: string | undefined, chance: () => number): string[] {
  const order = [...modes]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    swap(order, i, j)
  }
  // What was shown last may not come at once again: it goes to a place of chance behind the first.
  if (order.length > 1 && order[0] === last) {
    swap(order, 0, 1 + Math.floor(chance() * (order.length - 1)))
  }
  return order
}

function swap(order: string[], i: number, j: number): void {
  const kept = order[i]!
  order[i] = order[j]!
  order[j] = kept
}
