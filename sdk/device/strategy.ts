import type { z } from "../schema.js"
import type { Suits } from "../mode/mode.js"
import type { LocalTime } from "../time.js"

/** A stretch of time on some weekdays, read from a config's rule. */
export interface TimeWindow {
  /** Minutes since midnight: 0 to 1439, and 0 to 1440. A window that ends before it begins ends on the next day; one that ends as it begins holds no time. */
  readonly from: number
  readonly until: number
  /** On which it begins: 1 Monday to 7 Sunday. */
  readonly weekdays: readonly number[]
  readonly modes: readonly string[]
}

/** The input of a strategy beside the modes and its memory. */
export interface StrategyContext {
  /** In the device's zone. */
  readonly now: LocalTime
  /** Random numbers, 0 to below 1. */
  readonly random: () => number
  /** The config's times of the day, in its order. */
  readonly windows: readonly TimeWindow[]
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
