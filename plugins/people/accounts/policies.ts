import { Forbidden } from "platen/sdk"
import { isSecret, macFromRequest, roleOf } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Admission, AuthRequest, Policy, User } from "platen/sdk/http"
import { bearerOf, credentialOf } from "./credentials.js"
import { isUnsafe, refuseForeign } from "./origins.js"
import type { People } from "./service.js"

interface Needs {
  readonly people: Pick<People, "holder">
  readonly devices: Pick<Devices, "get">
  readonly service: Pick<Service, "publicUrl" | "origins">
  /** The operator's admin token; "" disables it. */
  readonly adminToken: string
}

const SCHEMES: NonNullable<Policy["schemes"]> = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "ink_session",
    description: "The session cookie that signing in sets.",
  },
  bearer: { type: "http", scheme: "bearer", description: "The id of a session, or the admin token of the operator." },
}

/**
 * Policies for accounts. "user" admits every signed-in user, "member" and "owner" those with that role on the device, "admin" an admin or a caller
 * with the operator's admin token. A principal's `user` is the account's id. A signed-in user without the role gets Forbidden, unless another
 * policy admits the call; "member" and "owner" leave admins to "admin".
 */
export function policies({ people, devices, service, adminToken }: Needs): readonly Policy[] {
  const signedIn = async (request: AuthRequest): Promise<User | undefined> => {
    const shown = credentialOf(request.headers)
    const user = shown && (await people.holder(shown.token))
    const alone = shown?.byCookie && (request.headers["x-device-token"] ?? "") === ""
    if (user && alone && isUnsafe(request)) refuseForeign(request, service)
    return user
  }
  const ofDevice =
    (policy: "member" | "owner") =>
    async (request: AuthRequest): Promise<Admission> => {
      const mac = macFromRequest(request)
      const user = await signedIn(request)
      if (!user) return undefined
      const device = await devices.get(request.realm, mac)
      const role = device && roleOf(device, user.id)
      if (role && (policy === "member" || role === "owner"))
        return { kind: "person", subject: subjectOf(user), mac, user: user.id, role }
      if (user.role === "admin") return undefined
      return noAccess(role !== undefined)
    }
  const isOperator = ({ headers }: AuthRequest): boolean => isSecret(bearerOf(headers), adminToken)
  const shown: Pick<Policy, "isShown" | "schemes"> = {
    isShown: ({ headers }) => credentialOf(headers) !== undefined,
    schemes: SCHEMES,
  }
  return [
    {
      id: "user",
      ...shown,
      admit: async (request) => {
        const user = await signedIn(request)
        return user && { kind: "person", subject: subjectOf(user), user: user.id, role: user.role }
      },
    },
    { id: "member", ...shown, admit: ofDevice("member") },
    { id: "owner", ...shown, admit: ofDevice("owner") },
    {
      id: "admin",
      ...shown,
      admit: async (request) => {
        if (isOperator(request)) return { kind: "admin", subject: "operator" }
        const user = await signedIn(request)
        if (user && user.role !== "admin") return new Forbidden("Only an admin may do that: ask an admin.")
        return user && { kind: "admin", subject: subjectOf(user), user: user.id }
      },
    },
  ]
}

function noAccess(isMember: boolean): Forbidden {
  return new Forbidden(
    isMember
      ? "Only the owner of this device may do that: ask the owner."
      : "You have no access to this device: request access from its owner.",
  )
}

function subjectOf({ id }: User): string {
  return `user/${id}`
}
