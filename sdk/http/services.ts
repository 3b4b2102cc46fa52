import { token } from "../token.js"
import type { Edition, Route } from "./route.js"

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

/** A route as it is served: under an edition, at a whole path. */
export interface ServedRoute {
  readonly edition: Edition
  readonly route: Route
  readonly path: string
  /** True: the path is another name that the edition gives to the route's own. */
  readonly alias: boolean
}

/** The people with accounts. */
export const ACCOUNTS = token<Accounts>("platen.accounts")
/** Every route that is served, readable once the server listens. */
export const SERVED_ROUTES = token<{ list(): readonly ServedRoute[] }>("platen.served-routes")
