import { TooMany, z } from "platen/sdk"
import type { Clock, Store } from "platen/sdk"

const DAY_MS = 86_400_000
/** Days for which the counts are kept. */
const KEPT_DAYS = 32

const spent = z.strictObject({ tokens: z.number(), calls: z.number() })
export type Spent = z.output<typeof spent>

/** Tokens a day, in UTC. */
export interface Limits {
  readonly server: number
  readonly person: number
}

/** Counts what the operator's keys cost, by day, for the server and for each person. */
export interface Budget {
  /** Takes tokens before they are spent, so that calls at the same time cannot spend them twice. Throws TooMany. Resolves to a function that is told what they were. */
  take(user: string | undefined, tokens: number): Promise<(tokens: number) => Promise<void>>
  /** Today's counts. `user`: undefined for the server. */
  today(user: string | undefined): Promise<Spent>
}

export function budgetIn(store: Store, clock: Pick<Clock, "now">, limits: Limits): Budget {
  const days = store.collection("spent", spent)
  const key = (user: string | undefined): string =>
    `${day(clock.now())}/${user === undefined ? "server" : `user/${user}`}`
  const add = async (at: string, tokens: number, calls: number, most = Infinity): Promise<boolean> => {
    let fits = true
    await days.update(
      at,
      (before = { tokens: 0, calls: 0 }) => {
        fits = before.tokens + tokens <= most
        return fits ? { tokens: Math.max(0, before.tokens + tokens), calls: before.calls + calls } : before
      },
      { ttl: KEPT_DAYS * 86_400 },
    )
    return fits
  }
  return {
    take: async (user, tokens) => {
      const whose = [
        { at: key(undefined), most: limits.server, what: "of this server" },
        ...(user === undefined ? [] : [{ at: key(user), most: limits.person, what: "of yours" }]),
      ]
      const taken: string[] = []
      for (const { at, most, what } of whose) {
        if (await add(at, tokens, 1, most)) {
          taken.push(at)
          continue
        }
        for (const each of taken) await add(each, -tokens, -1)
        throw new TooMany(
          `The budget ${what} for text models is spent for today: wait until tomorrow, or enter a key of your own.`,
          { code: "model-budget", retryAfter: Math.ceil((DAY_MS - (clock.now() % DAY_MS)) / 1000) },
        )
      }
      return async (real) => {
        for (const at of taken) await add(at, real - tokens, 0)
      }
    },
    today: async (user) => (await days.get(key(user))) ?? { tokens: 0, calls: 0 },
  }
}

const day = (now: number): string => new Date(now).toISOString().slice(0, 10)
