import { lruSet } from "./lru-set.js"

/** Milliseconds after which a cost counts half: that of a minute ago counts a quarter. */
const HALF_MS = 30_000
/** Callers whose costs are remembered. */
const MAX_CALLERS = 1_000

/** The costs that each caller has caused of late, in any one unit: who has cost least comes first. */
export interface RecentCosts {
  add(caller: string, cost: number): void
  of(caller: string): number
}

/** Starts without costs. `ticks`: a clock in milliseconds that never goes back. */
export function recentCosts(ticks: () => number): RecentCosts {
  const all = new Map<string, { readonly cost: number; readonly at: number }>()
  const of = (caller: string): number => {
    const known = all.get(caller)
    return known ? known.cost * 0.5 ** ((ticks() - known.at) / HALF_MS) : 0
  }
  return { of, add: (caller, cost) => lruSet(all, caller, { cost: of(caller) + cost, at: ticks() }, MAX_CALLERS) }
}
