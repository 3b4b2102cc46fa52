import { z } from "platen/sdk"
import { shuffledAfter } from "./order.js"

/** So many sets of modes are remembered, those that were turned to last. */
const MAX_ROUNDS = 16

const round = z.object({
  /** The set that it goes through, to see when it has changed. */
  of: z.array(z.string()),
  /** Those that are still to come. */
  left: z.array(z.string()),
})
type Round = z.output<typeof round>

/** What is remembered by a strategy that chooses among several sets of modes: how far it is in each. */
export const shuffleBag = z.object({
  /** The set that was turned to last comes first. */
  rounds: z.array(round).max(MAX_ROUNDS),
  last: z.string().optional(),
})
export type ShuffleBag = z.output<typeof shuffleBag>

/**
 * One mode of a set, at least one: in an order of chance, each once before any comes again, and none twice in a row. Sets
 * may change from call to call; a mode that was shown as one of another set has had its turn in this one, too.
 */
export function turn(
  set: readonly string[],
  memory: ShuffleBag | undefined,
  chance: () => number,
): { readonly mode: string; readonly memory: ShuffleBag } {
  const last = memory?.last
  const kept = memory?.rounds.find(({ of }) => same(of, set))?.left ?? []
  const left = kept.length > 0 ? kept : shuffledAfter(set, last, chance)
  const mode = left[0]!
  const others = memory?.rounds.filter(({ of }) => !same(of, set)) ?? []
  return {
    mode,
    memory: { rounds: without([{ of: [...set], left: [...left] }, ...others].slice(0, MAX_ROUNDS), mode), last: mode },
  }
}

/** What is remembered once somebody has gone to a mode by hand: it has had its turn. */
export function jumped(memory: ShuffleBag | undefined, mode: string): ShuffleBag {
  return { rounds: without(memory?.rounds ?? [], mode), last: mode }
}

function without(all: readonly Round[], mode: string): Round[] {
  return all.map(({ of, left }) => ({ of, left: left.filter((each) => each !== mode) }))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((mode, i) => mode === b[i])
}
