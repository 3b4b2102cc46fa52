import { entriesOf, put, z } from "platen/sdk"
import type { Change, Clock, Store } from "platen/sdk"
import type { User } from "platen/sdk/http"
import { passwordHash } from "./passwords.js"

/** Times are milliseconds since 1970 in UTC. `id`: the digest of what its owner shows. */
const session = z.object({ id: z.string(), at: z.number(), until: z.number() })
export type Session = z.output<typeof session>

/** An account: one document, so that whatever ends a session or changes a password is one write. */
const account = z.object({
  id: z.string(),
  username: z.string(),
  /** The username as it is compared. */
  fold: z.string(),
  role: z.enum(["user", "admin"]),
  password: passwordHash,
  createdAt: z.number(),
  /** The newest first. */
  sessions: z.array(session),
})
export type Account = z.output<typeof account>

export interface Users {
  get(id: string): Promise<Account | undefined>
  byFold(fold: string): Promise<Account | undefined>
  /** Whose session has that id, if it still is one. */
  bySession(id: string): Promise<Account | undefined>
  /** False when the name is taken, and nothing was written. */
  create(account: Account): Promise<boolean>
  /** As a collection's update; what leads to a session follows. Undefined removes the account. */
  change(id: string, change: (account: Account | undefined) => Account | undefined): Promise<Account | undefined>
  all(): AsyncIterable<Account>
}

/** Accounts that are read at once. */
const PAGE = 100

export function usersIn(store: Store, clock: Clock): Users {
  const accounts = store.collection("accounts", account)
  /** By fold. */
  const names = store.collection("names", z.object({ user: z.string() }))
  /** By a session's id. What an account says of its sessions counts, not these. */
  const holders = store.collection("sessions", z.object({ user: z.string() }))

  const follow = (before: Account | undefined, after: Account | undefined): Change[] => {
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
      return accounts.update(id, (known) => change((before = known)), { with: (after) => follow(before, after) })
    },
    all: async function* () {
      for await (const { value } of entriesOf(accounts, { page: PAGE })) yield value
    },
  }
}

/** What others may know of an account. */
export function userOf({ id, username, role, createdAt }: Account): User {
  return { id, username, role, createdAt }
}
