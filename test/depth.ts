/** DATES=all: the nightly form, which draws every page on every date and tries every property at full depth. It takes half an hour. */
export const IS_FULL = process.env.DATES === "all"

/** A tenth of so many runs, and at least 20; in the nightly form all of them. */
export function depth(runs: number): number {
  return IS_FULL ? runs : Math.min(runs, Math.max(20, Math.ceil(runs / 10)))
}

/**
 * Chooses of a list what one turn has: all in the nightly form, else so many of them, the next ones at each turn. `period`: turns of the innermost
 * loop, after which the choice is another, so that none of its steps has always the same.
 */
export function turns(period: number): <T>(all: readonly T[], count?: number) => readonly T[] {
  let turn = 0
  return (all, most = 1) => {
    const count = Math.ceil(most)
    const from = turn * count + Math.floor(turn / period)
    turn++
    return IS_FULL ? all : Array.from({ length: Math.min(count, all.length) }, (_, i) => all[(from + i) % all.length]!)
  }
}
