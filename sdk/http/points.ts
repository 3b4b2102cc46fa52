import { extensionPoint } from "../kit/define-plugin.js"
import type { Store } from "../storage/store.js"
import { token } from "../token.js"
import type { AssetFolder, Area, Auth, Policy, Route } from "./route.js"

/** A person with an account. */
export interface User {
  readonly id: string
  readonly username: string
  readonly role: "user" | "admin"
  /** Milliseconds since 1970 in UTC. */
  readonly createdAt: number
}

/** The people with accounts. */
export interface Accounts {
  get(id: string): Promise<User | undefined>
  byName(username: string): Promise<User | undefined>
  /** Whether the server still waits for its first admin to register. */
  awaitsAdmin(): Promise<boolean>
}

/** A route as it is served: under an area, at a whole path. */
export interface ServedRoute {
  readonly area: Area
  readonly route: Route & { readonly auth: Auth }
  readonly path: string
  /** True: the path is another name that the area gives to the route's own. */
  readonly alias: boolean
}

/** The people with accounts. */
export const ACCOUNTS = token<Accounts>("platen.accounts")
/** Every route that is served, readable once the server listens. */
export const SERVED_ROUTES = token<{ list(): readonly ServedRoute[] }>("platen.served-routes")
/** A limit: `most` attempts within `within` milliseconds, then none for as long. */
export interface AttemptLimit {
  readonly most: number
  readonly within: number
}

/** Counts of attempts to guess a secret. A subject is a device, an account or an address. */
export interface Attempts {
  /** Counts an attempt before its result is known, so that many at once gain nothing. Throws TooMany. Resolves to a function that takes the count back. */
  take(subject: string, limit: AttemptLimit): Promise<() => Promise<void>>
  /** Begins an attempt that counts in this process alone until it has failed. Throws TooMany. */
  begin(subject: string, limit: AttemptLimit): Promise<Attempt>
  /** Deletes the counts of a subject and of those below it ("subject/..."). */
  forget(subject: string): Promise<void>
}

/** One attempt that is in progress. */
export interface Attempt {
  /** Counts the attempt: it was wrong. */
  fail(): Promise<void>
  /** Ends the attempt without a count: it was right, or nothing was compared. Does nothing after `fail`. */
  end(): void
}

/** Makes counts of attempts in the collection "tries" of a store: they outlast a restart. */
export const ATTEMPTS = token<(store: Store) => Attempts>("platen.attempts")

const byId = { combine: "byKey", key: ({ id }: { readonly id: string }): string => id } as const

/** Ways to admit a caller. By id. */
export const POLICIES = extensionPoint<Policy>("platen.policies", byId)
/** Mounts of the API. By id. */
export const AREAS = extensionPoint<Area>("platen.areas", byId)
/** Calls. Two routes of one method in one place stop the start. */
export const ROUTES = extensionPoint<Route>("platen.routes", { combine: "all" })
/** Names of people to whom the operator has granted something. Who provides ACCOUNTS opens it: nobody registers such a name without the operator. */
export const GRANTEES = extensionPoint<string>("platen.grantees", { combine: "all" })
/** Folders of files that everybody may read. A file comes before a route of the same path. */
export const ASSETS = extensionPoint<AssetFolder>("platen.assets", { combine: "all" })
