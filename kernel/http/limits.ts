import { SetupError, TooMany } from "platen/sdk"
import type { Route, RouteLimit } from "platen/sdk/http"
import type { Counted, Counters } from "platen/sdk/servers"
import { ADDRESS, ANONYMOUS, REFUSED } from "./admit.js"

const WINDOW_MS = 60_000

/** Rate limits: calls per minute, by route limit and caller. */
export interface Limits {
  /** Counter of the calls of a limit. Limits of one name share their callers. */
  counter(limit: RouteLimit): Count
}

/** Counts one call: at once, or with a promise where servers count together. Throws or rejects with TooMany when the caller exceeds its calls per minute. */
export type Count = (subject: string) => void | Promise<void>

/** `chosen`: calls per minute by the name of a limit, overriding those of the routes. */
export function limitsOf(counters: Counters, chosen: Readonly<Record<string, number>>): Limits {
  return {
    counter: ({ name, perMinute: usual }) => {
      const perMinute = chosen[name] ?? usual
      const check = ({ count, leftMs }: Counted): void => {
        if (count <= perMinute) return
        throw new TooMany("Too many calls in one minute: wait a little, then try again.", {
          retryAfter: Math.max(1, Math.ceil(leftMs / 1000)),
        })
      }
      return (subject) => {
        const counted = counters.add(`${name} ${subject}`, WINDOW_MS)
        return counted instanceof Promise ? counted.then(check) : check(counted)
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
