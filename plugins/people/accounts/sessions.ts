import { newSecret } from "platen/sdk/kit"
import type { Clock, Log } from "platen/sdk"
import { digest } from "./secrets.js"
import type { Account, Session, Users } from "./users.js"

const DAY_MS = 24 * 3_600_000
/** Lifetime of a session after the last day on which it was used. */
export const LIFE_MS = 30 * DAY_MS
const MAX_SESSIONS = 50
const TOKEN = /^[\w-]{43}$/

export interface Sessions {
  /** Begins a session. `account`: as it was when its password was checked. Resolves to the session token; undefined when the password has changed since. */
  begin(account: Account): Promise<string | undefined>
  /** The account of a session token. Extends the session at most once a day. */
  holder(token: string): Promise<Account | undefined>
  end(token: string): Promise<void>
}

/** Sessions, stored in the accounts' documents. */
export function sessionsOf(users: Users, clock: Clock, log: Log): Sessions {
  const renew = async ({ id: user }: Account, id: string): Promise<void> => {
    const until = clock.now() + LIFE_MS
    try {
      await users.change(
        user,
        (known) =>
          known && { ...known, sessions: known.sessions.map((each) => (each.id === id ? { ...each, until } : each)) },
      )
    } catch (error) {
      // The session is still valid for weeks, so a full disk must not end it.
      log.warn({ user, err: error }, "session-renewal.failed")
    }
  }
  return {
    begin: async (account) => {
      const token = newSecret()
      const now = clock.now()
      const session: Session = { id: digest(token), at: now, until: now + LIFE_MS }
      const after = await users.change(account.id, (known) =>
        known && isAsChecked(known, account)
          ? {
              ...known,
              sessions: [session, ...known.sessions.filter(({ until }) => until > now)].slice(0, MAX_SESSIONS),
            }
          : known,
      )
      return after?.sessions.some(({ id }) => id === session.id) ? token : undefined
    },
    holder: async (token) => {
      if (!TOKEN.test(token)) return undefined
      const id = digest(token)
      const account = await users.bySession(id)
      const session = account?.sessions.find((each) => each.id === id)
      if (account && session && session.until - clock.now() < LIFE_MS - DAY_MS) await renew(account, id)
      return account
    },
    end: async (token) => {
      if (!TOKEN.test(token)) return
      const id = digest(token)
      const account = await users.bySession(id)
      if (account)
        await users.change(
          account.id,
          (known) => known && { ...known, sessions: known.sessions.filter((each) => each.id !== id) },
        )
    },
  }
}

/** Whether the password is still the one that was checked: a new password has a new salt. */
export function isAsChecked(known: Account, checked: Account): boolean {
  return known.password.salt === checked.password.salt
}
