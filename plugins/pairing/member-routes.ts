import { defineRoute, isoTime, macParams, numeric, z } from "platen/sdk"
import type { Accounts, Auth, Principal, Route } from "platen/sdk"
import type { Decider, Members } from "./members.js"
import { LIMIT, userOf } from "./routes.js"
import type { Pairing } from "./service.js"

export interface MemberRouteNeeds {
  readonly members: Members
  readonly pairing: Pairing
  readonly accounts: Accounts
}

const EDITIONS = ["extended"]
const OWNER: Auth = { anyOf: ["owner", "admin"] }
const DECIDING: Auth = { anyOf: ["user", "admin"] }

/** Who else may see a device. */
export function memberRoutes(needs: MemberRouteNeeds): readonly Route[] {
  return [...memberLists(needs), ...requestRoutes(needs)]
}

function memberLists({ members, pairing }: MemberRouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/user/devices/:mac/members",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Who may see and steer the device, its owner first.",
      params: macParams,
      answer: z.strictObject({ members: z.array(z.strictObject({ user_id: z.string(), username: z.string(), role: z.enum(["owner", "member"]), nickname: z.string(), bound_at: z.iso.datetime() })) }),
      handle: async ({ params: { mac }, edition }) => ({
        body: {
          members: (await members.list(edition.id, mac)).map(({ member, username }) => ({
            user_id: member.user, username, role: member.role, nickname: member.nickname, bound_at: isoTime(member.boundAt),
          })),
        },
      }),
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/user/devices/:mac/members/:user_id",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Takes somebody out; the owner last of all, and then all that is kept of the device goes.",
      params: macParams.and(z.object({ user_id: z.string().describe("As the list of members has it.") })),
      answer: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, user_id: user }, edition }) => {
        await pairing.unbind(edition.id, user, mac)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/user/devices/:mac/share",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Lets somebody see and steer the device.",
      params: macParams,
      body: z.object({ username: z.string("must be text").trim().min(1, "must be a username").max(100, "must be a username") }),
      answer: z.strictObject({ ok: z.literal(true), status: z.enum(["active", "already_member"]) }),
      limit: LIMIT,
      handle: async ({ params: { mac }, body, edition }) => ({ body: { ok: true, status: await members.share(edition.id, mac, body.username) ? "active" : "already_member" } }),
    }),
  ]
}

function requestRoutes({ members, accounts }: MemberRouteNeeds): readonly Route[] {
  const decider = async (principal: Principal | undefined): Promise<Decider> => {
    // The operator's own token is nobody's account.
    if (principal?.user === undefined) return { user: undefined, admin: principal?.policy === "admin" }
    const user = await userOf(accounts, principal)
    return { user, admin: user.role === "admin" }
  }
  const answering = (what: "approve" | "reject", summary: string): Route => defineRoute({
    method: "POST",
    path: `/api/user/devices/requests/:id/${what}`,
    editions: EDITIONS,
    auth: DECIDING,
    summary,
    params: z.object({ id: numeric(z.string().regex(/^[1-9]\d{0,14}$/, "must be a whole number, as the list of requests has it").transform(Number), { whole: true, minimum: 1 }).describe("As the list of requests has it.") }),
    answer: z.strictObject({ ok: z.literal(true), mac: z.string(), role: z.enum(["owner", "member"]).nullable().describe("As what they are in now; null: they are not.") }),
    handle: async ({ params: { id }, principal, edition }) => {
      const { mac, role } = await members.answer(edition.id, await decider(principal), id, what === "approve")
      return { body: { ok: true, mac, role: role ?? null } }
    },
  })
  return [
    defineRoute({
      method: "GET",
      path: "/api/user/devices/requests",
      editions: EDITIONS,
      auth: DECIDING,
      summary: "Who asks to be let in: to an owner's devices, and for an admin to those that nobody owns.",
      answer: z.strictObject({ requests: z.array(z.strictObject({ id: z.number().int(), mac: z.string(), user_id: z.string(), username: z.string(), nickname: z.string(), status: z.literal("pending"), requested_at: z.iso.datetime() })) }),
      handle: async ({ principal, edition }) => ({
        body: {
          requests: (await members.requests(edition.id, await decider(principal))).map(({ id, mac, user, nickname, at }) => ({
            id, mac, user_id: user.id, username: user.username, nickname, status: "pending", requested_at: isoTime(at),
          })),
        },
      }),
    }),
    answering("approve", "Lets them in: as a member, or as the owner of a device that had none."),
    answering("reject", "Does not let them in: they may ask again."),
  ]
}
