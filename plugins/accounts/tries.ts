import { TooMany, z } from "platen/sdk"
import type { Clock, Store } from "platen/sdk"

/** So many within so many milliseconds; then nothing for as long. */
export interface Limit {
  readonly most: number
  readonly within: number
}

const MINUTE_MS = 60_000
/** Failed ones, of an account and of an address. */
export const SIGN_IN: Limit = { most: 5, within: 15 * MINUTE_MS }
export const REGISTRATION: Limit = { most: 10, within: 60 * MINUTE_MS }

export interface Tries {
  /** Counts one before it is known how it ends, so that many at once are not more. Throws TooMany. Resolves to what takes it back. */
  take(subject: string, limit: Limit): Promise<() => Promise<void>>
  forget(subject: string): Promise<void>
}

/** Kept in the store: a restart forgives nothing. */
export function triesIn(store: Store, clock: Clock): Tries {
  const all = store.collection("tries", z.object({ times: z.array(z.number()), until: z.number() }))
  return {
    take: async (subject, { most, within }) => {
      const now = clock.now()
      const ttl = Math.ceil(within / 1000)
      let until = (await all.get(subject))?.until ?? 0
      if (until > now) throw tooMany(until - now)
      await all.update(subject, (known) => {
        until = known?.until ?? 0
        if (until > now) return known
        const times = [...(known?.times ?? []).filter((time) => time > now - within), now]
        return { times, until: times.length >= most ? now + within : 0 }
      }, { ttl })
      if (until > now) throw tooMany(until - now)
      return async () => {
        await all.update(subject, (known) => {
          const at = known?.times.indexOf(now) ?? -1
          return known && at >= 0 ? { times: known.times.toSpliced(at, 1), until: 0 } : known
        }, { ttl })
      }
    },
    forget: async (subject) => { await all.delete(subject) },
  }
}

/** Whoever has one IPv6 address has all those that share its first half. */
export function placeOf(address: string): string {
  const host = `http://[${address.split("%")[0]}]`
  if (!address.includes(":") || address.includes(".") || !URL.canParse(host)) return address.replace(/^::ffff:/i, "").slice(0, 100)
  const [head = "", tail] = new URL(host).hostname.slice(1, -1).split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const whole = tail === undefined ? groups : [...groups, ...Array.from({ length: 8 - groups.length - after.length }, () => "0"), ...after]
  return `${whole.slice(0, 4).join(":")}::/64`
}

function tooMany(wait: number): TooMany {
  const seconds = Math.ceil(wait / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new TooMany(`Too many tries: try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`, { retryAfter: seconds })
}
