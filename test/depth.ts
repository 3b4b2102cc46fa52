/** DATES=all: the nightly form, which draws every page on every date and tries every property at full depth. It takes half an hour. */
export const IS_FULL = process.env.DATES === "all"

/** A tenth of so many runs, and at least 20; in the nightly form all of them. */
export function depth(runs: number): number {
  return IS_FULL ? runs : Math.min(runs, Math.max(20, Math.ceil(runs / 10)))
}
