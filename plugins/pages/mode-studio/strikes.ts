import { Invalid, z } from "platen/sdk"
import type { Store } from "platen/sdk"
import type { Confined, Mode, Scene } from "platen/sdk/mode"
import { keyOf } from "./mode-store.js"
import type { Owner } from "./mode-store.js"

/** Number of sandbox terminations after which a mode is no longer drawn until it is saved again. */
export const MAX_STRIKES = 3
/** Budgets whose excess ends the sandbox process; exceeding the others costs next to nothing. */
const COSTLY = new Set(["budget-time", "budget-memory"])

/** The strikes of one mode. */
export interface Strikes {
  readonly count: number
  add(): void
}

/** Persistent strikes, by owner and mode. */
export interface StrikeStore {
  count(owner: Owner, id: string): Promise<number>
  /** `count`: the strikes so far. `failed`: called when a write fails. */
  of(owner: Owner, id: string, count: number, failed: (error: unknown) => void): Strikes
  forgive(owner: Owner, id: string): Promise<void>
  /** Reads again the strikes of the loaded modes that have some: another server may have counted or forgiven them. */
  look(): Promise<void>
}

export function strikesIn(store: Store): StrikeStore {
  const all = store.collection("strikes", z.object({ count: z.number().int() }))
  const key = (owner: Owner, id: string): string => `${keyOf(owner)}/${id}`
  /** Of the modes that have some: what is removed elsewhere goes with the next look. */
  const live = new Map<string, { count: number }>()
  return {
    count: async (owner, id) => (await all.get(key(owner, id)))?.count ?? 0,
    of: (owner, id, known, failed) => {
      const own = { count: known }
      if (known > 0) live.set(key(owner, id), own)
      return {
        get count() {
          return own.count
        },
        add: () => {
          own.count++
          live.set(key(owner, id), own)
          all.update(key(owner, id), (before) => ({ count: (before?.count ?? 0) + 1 })).catch(failed)
        },
      }
    },
    forgive: async (owner, id) => {
      live.delete(key(owner, id))
      await all.delete(key(owner, id))
    },
    look: async () => {
      for (const [at, own] of live) {
        own.count = (await all.get(at))?.count ?? 0
        if (own.count === 0) live.delete(at)
      }
    },
  }
}

/** The mode with its strikes counted. With too many it stays listed, and drawing it throws Invalid "mode-resting". */
export function resting(mode: Mode, strikes: Strikes): Mode {
  const struck = (error: unknown): void => {
    if (error instanceof Invalid && COSTLY.has(error.code)) strikes.add()
  }
  const rest = (): void => {
    if (strikes.count >= MAX_STRIKES)
      throw new Invalid(
        `Mode ${mode.id} is suspended: it exceeded its time or memory ${MAX_STRIKES} times. Simplify it and save it again.`,
        { code: "mode-resting" },
      )
  }
  const counted =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      rest()
      try {
        return await work(...given)
      } catch (error) {
        struck(error)
        throw error
      }
    }
  // What the mode has is read when it is asked for: it is compiled then.
  return Object.create(mode, {
    content: {
      enumerable: true,
      value: counted<Parameters<Mode["content"]>, Awaited<ReturnType<Mode["content"]>>>((...given) =>
        mode.content(...given),
      ),
    },
    confined: {
      enumerable: true,
      value: {
        scene: counted<Parameters<Confined["scene"]>, Scene>((...given) => mode.confined!.scene(...given)),
        isEmpty: counted<Parameters<NonNullable<Confined["isEmpty"]>>, boolean>((...given) => isEmpty(mode, ...given)),
        failed: struck,
      },
    },
  }) as Mode
}

async function isEmpty({ confined }: Mode, ...given: Parameters<NonNullable<Confined["isEmpty"]>>): Promise<boolean> {
  return (await confined?.isEmpty?.(...given)) === true
}
