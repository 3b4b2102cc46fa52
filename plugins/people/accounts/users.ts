import { put, z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Change, Clock, Store } from "platen/sdk"
import type { User } from "platen/sdk/http"
import { passwordHash } from "./passwords.js"

/** A session. Times are milliseconds since 1970 in UTC. `id`: digest of the session token. */
const session = z.object({ id: z.string(), at: z.number(), until: z.number() })
export type Session = z.output<typeof session>

/** An account in one document, so that a new password and the end of sessions are one write. */
const account = z.object({
  id: z.string(),
  username: z.string(),
  /** The normalized username. */
  fold: z.string(),
  role: z.enum(["user", "admin"]),
  password: passwordHash,
  createdAt: z.number(),
  /** Who the person was on the server from which the account was taken over. */
  origin: z.string().optional(),
  /** The newest first. */
  sessions: z.array(session),
})
export type Account = z.output<typeof account>

export interface Users {
  get(id: string): Promise<Account | undefined>
  byFold(fold: string): Promise<Account | undefined>
  /** The account of a session that has not expired. */
  bySession(id: string): Promise<Account | undefined>
  /** False, without a write, when the name is taken. */
  create(account: Account): Promise<boolean>
  /** Like a collection's update; keeps the indexes in step. Undefined removes the account. */
  change(id: string, change: (account: Account | undefined) => Account | undefined): Promise<Account | undefined>
  all(): AsyncIterable<Account>
}

/** Accounts per page of a scan. */
const PAGE = 100

export function usersIn(store: Store, clock: Clock): Users {
  const accounts = store.collection("accounts", account)
  /** Index by `fold`. */
  const names = store.collection("names", z.object({ user: z.string() }))
  /** Index by session id. The account's document is authoritative. */
  const holders = store.collection("sessions", z.object({ user: z.string() }))

  const indexChanges = (before: Account | undefined, after: Account | undefined): Change[] => {
    const now = clock.now()
    const kept = new Map(after?.sessions.map((each) => [each.id, each]))
    const had = new Map(before?.sessions.map((each) => [each.id, each]))
    return [
      ...[...had.keys()].filter((id) => !kept.has(id)).map((key) => put(holders, key, undefined)),
      ...[...kept.values()]
        .filter(({ id, until }) => had.get(id)?.until !== until)
        .map(({ id, until }) => put(holders, id, { user: after!.id }, { ttl: Math.ceil((until - now) / 1000) })),
      ...(before && !after ? [put(names, before.fold, undefined)] : []),
    ]
  }
  const found = async (holder: { readonly user: string } | undefined): Promise<Account | undefined> =>
    holder && accounts.get(holder.user)
  return {
    get: (id) => accounts.get(id),
    byFold: async (fold) => found(await names.get(fold)),
    bySession: async (id) => {
      const user = await found(await holders.get(id))
      return user?.sessions.some((each) => each.id === id && each.until > clock.now()) ? user : undefined
    },
    create: async (made) => {
      let free = false
      await names.update(
        made.fold,
        (holder) => {
          free = holder === undefined
          return holder ?? { user: made.id }
        },
        { with: () => (free ? [put(accounts, made.id, made)] : []) },
      )
      return free
    },
    change: (id, change) => {
      let before: Account | undefined
      return accounts.update(id, (known) => change((before = known)), { with: (after) => indexChanges(before, after) })
    },
    all: async function* () {
      for await (const { value } of entriesOf(accounts, { page: PAGE })) yield value
    },
  }
}

/** The public part of an account. */
export function userOf({ id, username, role, createdAt }: Account): User {
  return { id, username, role, createdAt }
}
