import { Forbidden, Invalid } from "../errors.js"
import type { Accounts, User } from "../http/points.js"
import { z } from "../schema.js"
import { field, secret } from "./fields.js"

/** A connection to a service that an operator has set up in platen.yaml: its credentials, its one origin, and who may name it. */
const connection = z.strictObject({
  origin: field(
    z.string().regex(/^https?:\/\/[^/?#@\s]+$/, "write scheme, host and port alone, as https://example.org:8123"),
    { help: { en: "Scheme, host and port that it calls, and no others" } },
  ),
  headers: z
    .record(z.string().max(100), secret())
    .default({})
    .describe("Headers of every call, such as authorization."),
  users: field(z.array(z.string()).optional(), { help: { en: "Names of users who may use it. Default: admins" } }),
})
/** A connection to a service, as the operator has set it up. */
export type Connection = z.output<typeof connection>

/** The schema of the connections of a source, by their names. */
export const connections = z
  .record(z.string().regex(/^[\w-]{1,40}$/, "use letters, digits, - and _"), connection)
  .default({})

/** The address of a call: over a connection a path that begins with /, or an address of its origin. Undefined for any other, which is never called. */
export function addressOver(given: string, connection: Pick<Connection, "origin"> | undefined): URL | undefined {
  const isPath = connection !== undefined && given.startsWith("/") && !given.startsWith("//")
  const whole = isPath ? connection.origin + given : given
  if (!URL.canParse(whole)) return undefined
  const address = new URL(whole)
  const isAllowed = connection ? isOf(address, connection) : /^https?:$/.test(address.protocol)
  return isAllowed ? address : undefined
}

/** Whether an address is of a connection's origin. */
export function isOf(address: URL, { origin }: Pick<Connection, "origin">): boolean {
  return address.origin === new URL(origin).origin
}

/** The people to whom some of these things are granted by name, to be contributed to GRANTEES. */
export function grantees(all: Readonly<Record<string, { readonly users?: readonly string[] | undefined }>>): string[] {
  return Object.values(all).flatMap(({ users = [] }) => users)
}

/** Whether what an operator grants to `users` is granted to a user; without a list it is for admins. */
export function isGrantedTo(users: readonly string[] | undefined, { username, role }: User): boolean {
  return users ? users.includes(username) : role === "admin"
}

/**
 * The thing that an operator has granted to a user by its name: a connection, an album. Throws Forbidden alike for one that there is not and for one that
 * was not granted: nobody learns of others'; and Invalid without a name. `what`: its kind, in English.
 */
export async function granted<T extends { readonly users?: readonly string[] | undefined }>(
  all: Readonly<Record<string, T>>,
  name: string,
  user: string | undefined,
  accounts: Pick<Accounts, "get">,
  what = "connection",
): Promise<T> {
  if (name === "")
    throw new Invalid(`No ${what} is named: choose one that the operator has granted to you.`, {
      code: "connection-missing",
    })
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  const account = found && user !== undefined ? await accounts.get(user) : undefined
  if (found && account && isGrantedTo(found.users, account)) return found
  throw new Forbidden(
    `You have no ${what} "${name.slice(0, 40)}": ask the operator to grant it to you in platen.yaml.`,
    { code: "connection-not-granted" },
  )
}
