import { Conflict, Forbidden, Unauthenticated } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Security } from "platen/sdk"
import type { Accounts, User, Attempt, AttemptLimit, Attempts } from "platen/sdk/http"
import { wrongLink } from "./links.js"
import type { Link, LinkKind, Links, ShownLink } from "./links.js"
import { readName } from "./names.js"
import type { Name } from "./names.js"
import type { PasswordHash, Passwords } from "./passwords.js"
import { digest, newId } from "./secrets.js"
import { isAsChecked } from "./sessions.js"
import type { Sessions } from "./sessions.js"
import type { Setup } from "./setup.js"
import { userOf } from "./users.js"
import type { Account, Users } from "./users.js"

const MINUTE_MS = 60_000
/** Failed attempts per name and address, per session, and of setup codes per address. */
export const SIGN_IN: AttemptLimit = { most: 5, within: 15 * MINUTE_MS }
/** Failed attempts of all names per address. */
export const SIGN_IN_ADDRESS: AttemptLimit = { most: 50, within: 60 * MINUTE_MS }
const REGISTRATION: AttemptLimit = { most: 10, within: 60 * MINUTE_MS }

/** Usernames that suggest the operator: available only with the setup code or on the command line, as are those of grantees. */
const RESERVED = new Set(["admin", "root", "owner", "platen"])

/** A signed-in user with the new session's token. */
export interface SignedIn {
  readonly user: User
  readonly token: string
}

export interface Registration {
  readonly name: Name
  readonly password: string
  readonly setupCode: string | undefined
  /** The token of an invitation, with which people register also where registration is closed. */
  readonly invite?: string | undefined
}

/** An account of another server. `origin`: who the person is there; `password`: undefined where nobody can check it: then the operator sets one. */
export interface Adoption {
  readonly name: Name
  readonly origin: string
  readonly password: PasswordHash | undefined
}

export interface People extends Accounts {
  /** Throws Forbidden for a wrong setup code or invitation and when registration is closed, Conflict for a taken or reserved name, TooMany. */
  register(wanted: Registration, address: string): Promise<SignedIn>
  /** Throws the same Unauthenticated for a wrong name and a wrong password, and TooMany. */
  signIn(username: string, password: string, address: string): Promise<SignedIn>
  /** Ends every session but this one. Throws Forbidden when the current password is wrong, and TooMany. */
  changePassword(token: string, passwords: { readonly current: string; readonly next: string }): Promise<void>
  holder(token: string): Promise<User | undefined>
  signOut(token: string): Promise<void>
  /** For the operator: not subject to limits. Throws Conflict for a taken name. */
  add(name: Name, password: string, role: User["role"]): Promise<User>
  /** For the operator: an account of another server with its password. False: it was taken over before. Throws Conflict for a name that another account has ("username-already-exists"), or that only the operator gives. `dry`: writes nothing. */
  adopt(wanted: Adoption, dry: boolean): Promise<boolean>
  /** For the operator. */
  setRole(user: User, role: User["role"]): Promise<void>
  /** For the operator: ends every session and clears failed attempts. */
  setPassword(user: User, password: string): Promise<void>
  /** For the operator. */
  remove(user: User): Promise<void>
  /** For an admin: a link by which the user sets a new password, once, until the password changes otherwise. `by`: id of that admin, while they are one; undefined: the operator. */
  resetLink(user: User, by: string | undefined): Promise<Link>
  /** Sets a new password by such a link, as `setPassword` does. Throws Forbidden for a wrong one, and TooMany. */
  reset(token: string, password: string, address: string): Promise<User>
  /** For an admin: a link by which somebody registers, once. `by`: as above. */
  invite(by: string | undefined): Promise<Link>
  all(): AsyncIterable<User>
}

interface Needs {
  readonly users: Users
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly setup: Setup
  readonly links: Links
  readonly passwords: Passwords
  readonly clock: Clock
  readonly log: Log
  readonly security: Pick<Security, "registration">
  readonly grantees: Catalog<string>
}

export function peopleOf(needs: Needs): People {
  const { users, sessions, setup, links, passwords, attempts } = needs
  const found = (account: Account | undefined): User | undefined => account && userOf(account)
  return {
    get: async (id) => found(await users.get(id)),
    byName: async (username) => found(await users.byFold(foldOf(username))),
    register: (wanted, address) => register(needs, wanted, address),
    signIn: async (username, password, address) => {
      const fold = foldOf(username)
      const account = await users.byFold(fold)
      const place = addressPlace(address)
      // Failures never count by name alone: else anyone who knows a name could lock its owner out.
      const right = await isRight(needs, {
        account,
        password,
        counts: [
          [`address/${place}`, SIGN_IN_ADDRESS],
          [subjectOf(fold, place), SIGN_IN],
        ],
      })
      if (!right) throw wrong()
      await attempts.forget(subjectOf(fold, place))
      return begin(needs, await strengthen(needs, account!, password))
    },
    changePassword: async (token, wanted) => {
      const account = await sessions.holder(token)
      if (!account) throw new Unauthenticated("The session has ended: sign in again.")
      const session = `session/${digest(token)}`
      if (!(await isRight(needs, { account, password: wanted.current, counts: [[session, SIGN_IN]] })))
        throw notChanged()
      await attempts.forget(session)
      const password = await passwords.hash(wanted.next)
      const after = await users.change(account.id, (known) =>
        known && isAsChecked(known, account)
          ? { ...known, password, sessions: known.sessions.filter(({ id }) => id === digest(token)) }
          : known,
      )
      if (after?.password.salt !== password.salt) throw notChanged()
    },
    holder: async (token) => found(await sessions.holder(token)),
    signOut: (token) => sessions.end(token),
    add: async (name, password, role) => {
      const account = await create(needs, name, password, role)
      if (role === "admin") await setup.close()
      return userOf(account)
    },
    adopt: async ({ name, origin, password }, dry) => {
      const known = await users.byFold(name.fold)
      if (known?.origin === origin) return false
      if (known) throw taken(name)
      checkReserved(name, needs.grantees)
      if (dry) return true
      const hash = password ?? (await passwords.hash(newId()))
      const made = { ...accountOf(needs, name, hash, "user"), origin }
      if (await users.create(made)) return true
      throw taken(name)
    },
    awaitsAdmin: () => setup.isOpen(),
    setRole: async ({ id }, role) => {
      await users.change(id, (known) => known && { ...known, role })
      if (role === "admin") await setup.close()
    },
    setPassword: async ({ id }, password) => {
      await replacePassword(needs, id, password)
    },
    remove: async ({ id }) => {
      await users.change(id, () => undefined)
      await links.forget("reset", id)
    },
    resetLink: async ({ id }, by) => links.make("reset", { id, by, holds: (await users.get(id))?.password.salt ?? "" }),
    reset: (token, password, address) => reset(needs, token, password, address),
    invite: (by) => links.make("invite", { by }),
    all: async function* () {
      for await (const account of users.all()) yield userOf(account)
    },
  }
}

/** Sets a password and ends every session. `salt`: that of the password that is replaced; undefined: whichever there is. Undefined when there is no such account. */
async function replacePassword(
  { users, passwords, attempts }: Needs,
  id: string,
  password: string,
  salt?: string,
): Promise<Account | undefined> {
  const hash = await passwords.hash(password)
  const after = await users.change(id, (known) =>
    known && (salt === undefined || known.password.salt === salt) ? { ...known, password: hash, sessions: [] } : known,
  )
  if (after?.password.salt !== hash.salt) return undefined
  await attempts.forget(subjectOf(after.fold))
  return after
}

async function reset(needs: Needs, token: string, password: string, address: string): Promise<User> {
  const { links, log } = needs
  const { id, holds } = await checkedLink(needs, "reset", token, address)
  const restore = await links.burn("reset", token)
  const after = await replacePassword(needs, id, password, holds).catch(async (error: unknown) => {
    await restore()
    throw error
  })
  // The password has changed, or the account has gone, since the link was made.
  if (!after) throw wrongLink("reset")
  log.info({ user: id }, "password.changed")
  return userOf(after)
}

/** What a link is about, whose maker is an admin still. A wrong one counts against the address. Throws Forbidden, and TooMany. */
async function checkedLink(
  { links, attempts, users }: Pick<Needs, "links" | "attempts" | "users">,
  kind: LinkKind,
  token: string,
  address: string,
): Promise<ShownLink> {
  const attempt = await attempts.begin(`${kind}/${addressPlace(address)}`, SIGN_IN)
  try {
    const shown = await links.read(kind, token)
    if (shown.by !== undefined && (await users.get(shown.by))?.role !== "admin") throw wrongLink(kind)
    return shown
  } catch (error) {
    if (error instanceof Forbidden) await attempt.fail()
    throw error
  } finally {
    attempt.end()
  }
}

/** The fold of a username. An invalid one gets a fold that no account has, and counts like an unknown name. */
function foldOf(username: string): string {
  const name = readName(username)
  return "fold" in name ? name.fold : ` ${digest(username)}`
}

/** Key of the failure count of a name from a place; without a place, the prefix for all places. */
function subjectOf(fold: string, place?: string): string {
  return place === undefined ? `account/${fold}` : `account/${fold}/${place}`
}

interface Guess {
  readonly account: Account | undefined
  readonly password: string
  /** The subjects that a failure counts against, with their limits. */
  readonly counts: readonly (readonly [subject: string, limit: AttemptLimit])[]
}

/** Whether the password matches the account. A failure counts also when there is no account. Throws TooMany. */
async function isRight({ attempts, passwords }: Needs, { account, password, counts }: Guess): Promise<boolean> {
  const begun: Attempt[] = []
  try {
    for (const [subject, limit] of counts) begun.push(await attempts.begin(subject, limit))
    const right = await passwords.matches(password, account?.password)
    if (!right) for (const attempt of begun) await attempt.fail()
    return right
  } finally {
    for (const attempt of begun) attempt.end()
  }
}

async function register(needs: Needs, wanted: Registration, address: string): Promise<SignedIn> {
  const { name, password, setupCode, invite } = wanted
  const { setup, links, attempts, users, security, grantees, log } = needs
  if (setupCode === undefined && invite === undefined && security.registration === "closed") {
    throw new Forbidden("Registration is closed here: ask the operator for an account.", {
      code: "registration-closed",
    })
  }
  if (setupCode === undefined) checkReserved(name, grantees)
  await attempts.take(`registration/${addressPlace(address)}`, REGISTRATION)
  if (setupCode !== undefined) await checkSetupCode(needs, setupCode, address)
  else if (invite !== undefined) await checkedLink(needs, "invite", invite, address)
  if (await users.byFold(name.fold)) throw taken(name)
  const restore = await (setupCode !== undefined
    ? setup.burn(setupCode)
    : invite === undefined
      ? undefined
      : links.burn("invite", invite))
  const role = setupCode === undefined ? "user" : "admin"
  const account = await create(needs, name, password, role).catch(async (error: unknown) => {
    await restore?.()
    throw error
  })
  log.info({ user: account.id, role: account.role }, "account.registered")
  return begin(needs, account)
}

/** Throws Conflict for a name that only the operator gives, by hand. */
function checkReserved(name: Name, grantees: Catalog<string>): void {
  if (!RESERVED.has(name.fold) && !isGrantee(name, grantees)) return
  throw new Conflict(
    `The username "${name.shown}" is reserved: ask the operator for that account, or choose another.`,
    {
      code: "username-reserved",
    },
  )
}

/** Whether the operator has granted something to whoever has this name. */
function isGrantee({ fold }: Name, grantees: Catalog<string>): boolean {
  return grantees.list().some((name) => foldOf(name.trim()) === fold)
}

/** Throws Forbidden for a wrong code, and TooMany. */
async function checkSetupCode({ setup, attempts }: Needs, code: string, address: string): Promise<void> {
  const attempt = await attempts.begin(`setup/${addressPlace(address)}`, SIGN_IN)
  try {
    await setup.check(code)
  } catch (error) {
    if (error instanceof Forbidden) await attempt.fail()
    throw error
  } finally {
    attempt.end()
  }
}

async function create(needs: Needs, name: Name, password: string, role: User["role"]): Promise<Account> {
  const account = accountOf(needs, name, await needs.passwords.hash(password), role)
  if (await needs.users.create(account)) return account
  throw taken(name)
}

function accountOf({ clock }: Needs, { shown, fold }: Name, password: PasswordHash, role: User["role"]): Account {
  return { id: newId(), username: shown, fold, role, password, createdAt: clock.now(), sessions: [] }
}

/** The account, with a hash of ours where another server hashed its password. `password`: the right one. */
async function strengthen({ users, passwords }: Needs, account: Account, password: string): Promise<Account> {
  if (account.password.algorithm === "scrypt") return account
  const hash = await passwords.hash(password)
  const after = await users.change(account.id, (known) =>
    known && isAsChecked(known, account) ? { ...known, password: hash } : known,
  )
  return after?.password.salt === hash.salt ? after : account
}

async function begin({ sessions }: Needs, account: Account): Promise<SignedIn> {
  const token = await sessions.begin(account)
  if (token === undefined) throw wrong()
  return { user: userOf(account), token }
}

function wrong(): Unauthenticated {
  return new Unauthenticated("The username or the password is wrong: check both.")
}

function notChanged(): Forbidden {
  return new Forbidden("The current password is wrong: nothing was changed.", { code: "password-invalid" })
}

function taken({ shown }: Name): Conflict {
  return new Conflict(`The username "${shown}" is taken: choose another.`, { code: "username-already-exists" })
}
