import { TooMany } from "./errors.js"
import { z } from "./schema.js"
import type { Clock } from "./services.js"
import type { Store } from "./store.js"

/** So many within so many milliseconds; then nothing for as long. */
export interface TryLimit {
  readonly most: number
  readonly within: number
}

/** Guesses at what only some may know. */
export interface Tries {
  /** Counts one before it is known how it ends, so that many at once are not more. Throws TooMany. Resolves to what takes it back. */
  take(subject: string, limit: TryLimit): Promise<() => Promise<void>>
  forget(subject: string): Promise<void>
}

/** Kept in a collection "tries" of the store: a restart forgives nothing. */
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

/** What a caller at an address counts as: whoever has one IPv6 address has all those that share its first half. */
export function addressPlace(address: string): string {
  const [bare = ""] = address.split("%")
  if (!/^[0-9a-f:]*$/i.test(bare) || !bare.includes(":")) return address.replace(/^::ffff:/i, "").slice(0, 100)
  const [head = "", tail] = bare.split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const whole = tail === undefined ? groups : [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => "0"), ...after]
  return `${whole.slice(0, 4).map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":")}::/64`
}

function tooMany(wait: number): TooMany {
  const seconds = Math.ceil(wait / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new TooMany(`Too many tries: try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`, { retryAfter: seconds })
}
