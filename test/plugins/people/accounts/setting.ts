import { attemptsIn } from "../../../../plugins/people/accounts/attempts.js"
import type { Catalog, Clock, Security, Store } from "platen/sdk"
import type { Attempts } from "platen/sdk/http"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import type { FakeClock, FakeLog } from "platen/testing"
import { memoryEngine } from "../../../testing/memory-engine.js"
import { storeOf } from "../../../../kernel/storage/store.js"
import { linksIn } from "../../../../plugins/people/accounts/links.js"
import { readName } from "../../../../plugins/people/accounts/names.js"
import type { Name } from "../../../../plugins/people/accounts/names.js"
import { passwordsOf } from "../../../../plugins/people/accounts/passwords.js"
import type { Passwords } from "../../../../plugins/people/accounts/passwords.js"
import { peopleOf } from "../../../../plugins/people/accounts/service.js"
import type { People } from "../../../../plugins/people/accounts/service.js"
import { sessionsOf } from "../../../../plugins/people/accounts/sessions.js"
import type { Sessions } from "../../../../plugins/people/accounts/sessions.js"
import { setupIn } from "../../../../plugins/people/accounts/setup.js"
import type { Setup } from "../../../../plugins/people/accounts/setup.js"
import { usersIn } from "../../../../plugins/people/accounts/users.js"
import type { Users } from "../../../../plugins/people/accounts/users.js"

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const PASSWORD = "correct horse"
export const HOME = "192.0.2.1"

/** Hashes in no time. */
export const CHEAP = { n: 16, r: 1, p: 1 }
/** Hashes in as little time as a server may take. */
export const QUICK = { accounts: { scrypt: { n: 1024, r: 1, p: 1 } } }

export interface Setting {
  readonly clock: FakeClock
  readonly log: FakeLog
  readonly users: Users
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly setup: Setup
  readonly passwords: Passwords
  readonly people: People
}

export interface Given {
  readonly registration?: Security["registration"]
  readonly clock?: FakeClock
  readonly store?: Store
}

/** The rules on a store in memory. */
export function setting({ registration = "open", clock = fakeClock(), store = fakeStore(clock) }: Given = {}): Setting {
  const log = fakeLog()
  const users = usersIn(store, clock)
  const parts = {
    users,
    sessions: sessionsOf(users, clock, log),
    attempts: attemptsIn(store, clock),
    setup: setupIn(store, users),
    links: linksIn(store, clock),
    passwords: passwordsOf(CHEAP),
  }
  return {
    clock,
    log,
    ...parts,
    people: peopleOf({
      ...parts,
      clock,
      log,
      security: { registration },
      grantees: { list: () => [] } as unknown as Catalog<string>,
    }),
  }
}

/** Stores of several processes on the same data. */
export function storesOn(clock: Clock, count: number): Store[] {
  const engine = memoryEngine(clock)
  return Array.from({ length: count }, () => storeOf(engine, clock, "accounts"))
}

/** A username that is one. */
export function nameOf(given: string): Name {
  const name = readName(given)
  if ("fault" in name) throw new Error(name.fault)
  return name
}

export async function collected<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const each of all) list.push(each)
  return list
}
