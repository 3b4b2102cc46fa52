import { SetupError, TooMany } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Route, RouteLimit } from "platen/sdk/http"
import { ADDRESS, ANONYMOUS, REFUSED } from "./admit.js"

const WINDOW_MS = 60_000
/** Number of callers counted at the same time; beyond it the least recently seen are dropped. */
const MAX_CALLERS = 50_000

/** Rate limits: calls per minute, by route limit and caller. */
export interface Limits {
  /** Counter of the calls of a limit. Limits of one name share their callers. */
  counter(limit: RouteLimit): Count
}

/** Counts one call. Throws TooMany when the caller exceeds its calls per minute. */
export type Count = (subject: string) => void

interface Window {
  readonly until: number
  calls: number
}

/** In-process rate limits. `chosen`: calls per minute by the name of a limit, overriding those of the routes. */
export function limitsOf(clock: Clock, chosen: Readonly<Record<string, number>>): Limits {
  const windows = new Map<string, Window>()
  return {
    counter: ({ name, perMinute: usual }) => {
      const perMinute = chosen[name] ?? usual
      return (subject) => {
        const now = clock.now()
        const key = `${name} ${subject}`
        const known = windows.get(key)
        // A clock that is set back must not lock a caller out for that long.
        const open =
          known && known.until > now && known.until <= now + WINDOW_MS ? known : { until: now + WINDOW_MS, calls: 0 }
        if (open !== known) lruSet(windows, key, open, MAX_CALLERS)
        if (++open.calls > perMinute) {
          throw new TooMany("Too many calls in one minute: wait a little, then try again.", {
            retryAfter: Math.max(1, Math.ceil((open.until - now) / 1000)),
          })
        }
      }
    },
  }
}

/** Throws SetupError for a configured limit that no route has. */
export function checkLimits(chosen: Readonly<Record<string, number>>, routes: readonly Route[]): void {
  const ofRoutes = routes.flatMap(({ limit }) => (limit ? [limit] : []))
  const names = [...new Set([ADDRESS, ANONYMOUS, REFUSED, ...ofRoutes].map(({ name }) => name))].sort()
  const wrong = Object.keys(chosen).find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw new SetupError(
      `Unknown field "${wrong}" in server.limits of platen.yaml: remove it, or use one of ${names.join(", ")}.`,
    )
}
