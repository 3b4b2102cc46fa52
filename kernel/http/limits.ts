import { SetupError, TooMany } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Route, RouteLimit } from "platen/sdk/http"
import { ADDRESS, ANONYMOUS, REFUSED } from "./admit.js"

const WINDOW_MS = 60_000
/** Callers that are counted at once: beyond them the counts of those who were quiet longest are forgotten. */
const MAX_CALLERS = 50_000

/** Calls a minute, by route limit and caller. */
export interface Limits {
  /** Throws TooMany once a caller has had its calls of this minute. */
  count(limit: RouteLimit, subject: string): void
}

interface Window {
  readonly until: number
  calls: number
}

/** `chosen`: calls a minute by a limit's name, in place of what the routes say. Counted in this process alone. */
export function limitsOf(clock: Clock, chosen: Readonly<Record<string, number>>): Limits {
  const windows = new Map<string, Window>()
  return {
    count: ({ name, perMinute }, subject) => {
      const now = clock.now()
      const key = `${name} ${subject}`
      const known = windows.get(key)
      // A clock that was set back must not keep a caller out for as long.
      const open =
        known && known.until > now && known.until <= now + WINDOW_MS ? known : { until: now + WINDOW_MS, calls: 0 }
      if (open !== known) lruSet(windows, key, open, MAX_CALLERS)
      if (++open.calls > (chosen[name] ?? perMinute)) {
        throw new TooMany("That were too many calls in one minute: wait a little, then try again.", {
          retryAfter: Math.max(1, Math.ceil((open.until - now) / 1000)),
        })
      }
    },
  }
}

/** Throws SetupError for a limit in the operator's config that no route has. */
export function checkLimits(chosen: Readonly<Record<string, number>>, routes: readonly Route[]): void {
  const names = [
    ...new Set([
      ADDRESS.name,
      ANONYMOUS.name,
      REFUSED.name,
      ...routes.flatMap(({ limit }) => (limit ? [limit.name] : [])),
    ]),
  ].sort()
  const wrong = Object.keys(chosen).find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw new SetupError(
      `server.limits in platen.yaml names "${wrong}", which limits nothing: take some of ${names.join(", ")}.`,
    )
}
