import { z } from "platen/sdk"
import { shuffledAfter } from "./order.js"

/** Number of remembered sets of modes, the most recent ones. */
const MAX_ROUNDS = 16

const round = z.object({
  /** Modes of the set, to detect a change. */
  of: z.array(z.string()),
  /** Remaining modes. */
  left: z.array(z.string()),
})
type Round = z.output<typeof round>

/** Memory of a strategy that chooses among several sets of modes: its progress in each. */
export const shuffleBag = z.object({
  /** Rounds, the most recently used set first. */
  rounds: z.array(round).max(MAX_ROUNDS),
  last: z.string().optional(),
})
export type ShuffleBag = z.output<typeof shuffleBag>

/**
 * Draws one mode of a non-empty set: shuffled, each once before any repeats, and none twice in a row. Sets may change
 * from call to call; a mode shown as part of another set counts as shown in this one, too.
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

/** Memory after a user has selected a mode: it counts as shown. */
export function jumped(memory: ShuffleBag | undefined, mode: string): ShuffleBag {
  return { rounds: without(memory?.rounds ?? [], mode), last: mode }
}

function without(all: readonly Round[], mode: string): Round[] {
  return all.map(({ of, left }) => ({ of, left: left.filter((each) => each !== mode) }))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((mode, i) => mode === b[i])
}
