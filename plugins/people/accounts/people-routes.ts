import { Conflict, NotFound, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { integerParam, isoTime, oneByOne, originOf } from "platen/sdk/kit"
import type { Log, Service } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Area, AuthRequest, Route, User } from "platen/sdk/http"
import type { RemoveAccount } from "./leaving.js"
import type { Link } from "./links.js"
import type { People } from "./service.js"

const AREAS = ["extended"]
const ADMINS = { anyOf: ["admin"] }
const LIMIT = { name: "people", perMinute: 60 }

const role = z.enum(["user", "admin"], "must be user or admin")
const params = z.strictObject({ user_id: z.string().max(64).describe("Id of the account.") })
const person = z.strictObject({
  user_id: z.string(),
  username: z.string(),
  role,
  created_at: z.iso.datetime(),
  screens: z.number().int().describe("Screens that the person has access to."),
})
const link = z.strictObject({
  ok: z.literal(true),
  link: z.string().describe("The address to give to the person. It works once, and is not shown again."),
  expires_at: z.iso.datetime(),
})

export interface PeopleNeeds {
  readonly people: People
  readonly devices: Pick<Devices, "of">
  readonly service: Pick<Service, "publicUrl">
  readonly remove: RemoveAccount
  readonly log: Log
}

/** Calls by which admins manage the people of the server. */
export function peopleRoutes(needs: PeopleNeeds): readonly Route[] {
  // Two admins who demote one another at once must not both succeed.
  const inTurn = oneByOne()
  return [
    listRoute(needs),
    roleRoute(needs, inTurn),
    removeRoute(needs, inTurn),
    resetLinkRoute(needs),
    inviteRoute(needs),
  ]
}

function listRoute({ people, devices }: PeopleNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/people",
    areas: AREAS,
    auth: ADMINS,
    summary: "Lists the people with accounts, the oldest account first.",
    query: z.object({
      limit: integerParam(1, 100, 30).describe("How many to return."),
      offset: integerParam(0, 1_000_000, 0).describe("How many to skip."),
    }),
    limit: LIMIT,
    response: z.strictObject({ people: z.array(person), total: z.number().int() }),
    handle: async ({ query: { limit, offset }, area }) => {
      const all: User[] = []
      for await (const user of people.all()) all.push(user)
      all.sort((a, b) => a.createdAt - b.createdAt || (a.username < b.username ? -1 : 1))
      const shown = all.slice(offset, offset + limit).map(async ({ id, username, role, createdAt }) => ({
        user_id: id,
        username,
        role,
        created_at: isoTime(createdAt),
        screens: (await devices.of(area.realm, id)).length,
      }))
      return { body: { people: await Promise.all(shown), total: all.length } }
    },
  })
}

type InTurn = ReturnType<typeof oneByOne>

function roleRoute({ people, log }: PeopleNeeds, inTurn: InTurn): Route {
  return defineRoute({
    method: "PUT",
    path: "/api/people/:user_id/role",
    areas: AREAS,
    auth: ADMINS,
    summary: "Makes somebody an admin, or a user again. The last admin stays one.",
    params,
    body: z.object({ role: role.describe("An admin may do everything.") }),
    limit: LIMIT,
    response: z.strictObject({ ok: z.literal(true), role }),
    errors: [404, 409],
    handle: ({ params: { user_id: id }, body: { role: wanted }, principal }) =>
      inTurn(async () => {
        const user = await known(people, id)
        if (wanted === "user") await refuseLast(people, user)
        await people.setRole(user, wanted)
        log.info({ user: id, role: wanted, by: principal?.subject }, "account.role-changed")
        return { body: { ok: true, role: wanted } }
      }),
  })
}

function removeRoute({ people, remove, log }: PeopleNeeds, inTurn: InTurn): Route {
  return defineRoute({
    method: "DELETE",
    path: "/api/people/:user_id",
    areas: AREAS,
    auth: ADMINS,
    summary:
      "Removes somebody's account and access to all screens; a screen goes to the member who has had access longest.",
    params,
    limit: LIMIT,
    response: z.strictObject({
      ok: z.literal(true),
      screens: z
        .array(z.strictObject({ mac: z.string(), owner: z.string().nullable().describe("Username; null: nobody.") }))
        .describe("The screens that the person owned, with their new owners."),
    }),
    errors: [404, 409],
    handle: ({ params: { user_id: id }, principal }) =>
      inTurn(async () => {
        const user = await known(people, id)
        await refuseLast(people, user)
        const left = await remove(user)
        log.info({ user: id, by: principal?.subject }, "account.removed")
        const screens = left.map(async ({ mac, heir }) => ({
          mac,
          owner: heir === undefined ? null : ((await people.get(heir))?.username ?? null),
        }))
        return { body: { ok: true, screens: await Promise.all(screens) } }
      }),
  })
}

function resetLinkRoute({ people, service, log }: PeopleNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/people/:user_id/reset-link",
    areas: AREAS,
    auth: ADMINS,
    summary: "Makes a link by which somebody sets a new password: once, within 24 hours. An earlier one stops working.",
    params,
    limit: LIMIT,
    response: link,
    errors: [404],
    handle: async (request) => {
      const user = await known(people, request.params.user_id)
      const made = await people.resetLink(user, request.principal?.user)
      log.info({ user: user.id, by: request.principal?.subject }, "reset-link.issued")
      return { body: linkBody("reset", made, request, service) }
    },
  })
}

function inviteRoute({ people, service, log }: PeopleNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/people/invite",
    areas: AREAS,
    auth: ADMINS,
    summary: "Makes a link by which somebody registers, once, within 7 days, also where registration is closed.",
    limit: LIMIT,
    response: link,
    handle: async (request) => {
      const made = await people.invite(request.principal?.user)
      log.info({ by: request.principal?.subject }, "invite-link.issued")
      return { body: linkBody("invite", made, request, service) }
    },
  })
}

/** The token stands behind "#": browsers send it to no server. */
function linkBody(
  kind: "reset" | "invite",
  { token, until }: Link,
  { headers, secure, area }: Pick<AuthRequest, "headers" | "secure"> & { readonly area: Area },
  { publicUrl }: Pick<Service, "publicUrl">,
): z.output<typeof link> {
  const base = `${(publicUrl ?? originOf({ headers, secure }) ?? "").replace(/\/+$/, "")}${area.mount.replace(/\/$/, "")}`
  return { ok: true, link: `${base}/#/${kind}/${token}`, expires_at: isoTime(until) }
}

async function known(people: Pick<People, "get">, id: string): Promise<User> {
  const user = /^[\w-]+$/.test(id) ? await people.get(id) : undefined
  if (!user)
    throw new NotFound("There is no account of this id: GET /api/people lists them.", { code: "user-not-found" })
  return user
}

/** Throws Conflict for the only admin there is. */
async function refuseLast(people: Pick<People, "all">, { id, role }: User): Promise<void> {
  if (role !== "admin") return
  for await (const each of people.all()) if (each.role === "admin" && each.id !== id) return
  throw new Conflict("The last admin stays one: make somebody else an admin first.", { code: "last-admin" })
}
