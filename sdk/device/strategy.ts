import type { z } from "../schema.js"
import type { Suits } from "../mode/mode.js"
import type { LocalTime } from "../time.js"

/** The input of a strategy beside the modes and its memory. */
export interface StrategyContext {
  /** In the device's zone. */
  readonly now: LocalTime
  /** Random numbers, 0 to below 1. */
  readonly random: () => number
  /** The config's rules for times of the day, as they were saved. */
  readonly rules: readonly unknown[]
  /** When a mode suits, by its id. */
  suits(mode: string): Suits | undefined
}

/** A way to go through a device's modes. */
export interface Strategy<M = unknown> {
  /** "cycle": as the config names it. */
  readonly id: string
  /** The schema of its memory: what it remembers of a device from one render to the next, as JSON. */
  readonly memory: z.ZodType<M>
  /** Pure. `modes`: at least one id, in the config's order, each once. `memory`: undefined at first, or when it no longer fits its schema. */
  next(
    modes: readonly string[],
    memory: M | undefined,
    context: StrategyContext,
  ): { readonly mode: string; readonly memory: M }
  /** Pure. Its memory after a person has switched to a mode. Default: unchanged. */
  jump?(modes: readonly string[], memory: M | undefined, mode: string): M
}

/** Types the parts of a strategy against one another. */
export function defineStrategy<M>(strategy: Strategy<M>): Strategy {
  return strategy as unknown as Strategy
}
