import { Invalid, z } from "platen/sdk"
import type { Store } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { keyOf } from "./mode-store.js"
import type { Owner } from "./mode-store.js"

/** A mode that the sandbox has ended so often is drawn no more until it is saved anew. */
export const MAX_STRIKES = 3
/** Ends of the sandbox's process: other budgets cost next to nothing. */
const COSTLY = new Set(["budget-time", "budget-memory"])

/** How often one mode has been ended. */
export interface Strikes {
  readonly count: number
  add(): void
}

/** Strikes over restarts, by owner and mode. */
export interface StrikeStore {
  count(owner: Owner, id: string): Promise<number>
  /** `count`: those that are known. `failed`: told of what could not be kept. */
  of(owner: Owner, id: string, count: number, failed: (error: unknown) => void): Strikes
  forgive(owner: Owner, id: string): Promise<void>
}

export function strikesIn(store: Store): StrikeStore {
  const all = store.collection("strikes", z.object({ count: z.number().int() }))
  const key = (owner: Owner, id: string): string => `${keyOf(owner)}/${id}`
  return {
    count: async (owner, id) => (await all.get(key(owner, id)))?.count ?? 0,
    of: (owner, id, known, failed) => {
      let count = known
      return {
        get count() {
          return count
        },
        add: () => {
          const now = ++count
          all.set(key(owner, id), { count: now }).catch(failed)
        },
      }
    },
    forgive: async (owner, id) => {
      await all.delete(key(owner, id))
    },
  }
}

/** The mode, which counts its strikes and rests when it has too many: it stays in every list, and says why it is not drawn. */
export function resting(mode: Mode, strikes: Strikes): Mode {
  const struck = (error: unknown): void => {
    if (error instanceof Invalid && COSTLY.has(error.code)) strikes.add()
  }
  const rest = (): void => {
    if (strikes.count >= MAX_STRIKES)
      throw new Invalid(
        `Mode ${mode.id} rests: it cost too much ${MAX_STRIKES} times. Make it simpler, and save it anew.`,
        { code: "mode-resting" },
      )
  }
  const guarded = Object.create(mode, {
    content: {
      enumerable: true,
      value: async (context: Parameters<Mode["content"]>[0]) => {
        rest()
        try {
          return await mode.content(context)
        } catch (error) {
          struck(error)
          throw error
        }
      },
    },
    confined: {
      enumerable: true,
      value: {
        scene: async (...given: Parameters<NonNullable<Mode["confined"]>["scene"]>) => {
          rest()
          try {
            return await mode.confined!.scene(...given)
          } catch (error) {
            struck(error)
            throw error
          }
        },
        failed: struck,
      },
    },
  }) as Mode
  return guarded
}
