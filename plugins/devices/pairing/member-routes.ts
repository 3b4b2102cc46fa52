import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { defineRoute } from "platen/sdk/http"
import { macParams, numeric } from "platen/sdk/kit"
import type { Member } from "platen/sdk/device"
import type { Accounts, Auth, Principal, Route } from "platen/sdk/http"
import type { Decider, Members } from "./members.js"
import { LIMIT, LISTS, userOf } from "./routes.js"
import type { Pairing } from "./service.js"

export interface MemberRouteNeeds {
  readonly members: Members
  readonly pairing: Pairing
  readonly accounts: Accounts
}

const AREAS = ["extended", "pairing"]
const OWNER: Auth = { anyOf: ["owner", "admin"] }
const DECIDING: Auth = { anyOf: ["user", "admin"] }

const ROLE = z.enum(["owner", "member"])
const memberRow = z.strictObject({
  user_id: z.string(),
  username: z.string(),
  role: ROLE,
  status: z.literal("active"),
  nickname: z.string(),
  bound_at: z.iso.datetime(),
  created_at: z.iso.datetime().describe("The same as bound_at."),
})
const requestRow = z.strictObject({
  id: z.number().int(),
  mac: z.string(),
  user_id: z.string(),
  username: z.string(),
  nickname: z.string(),
  status: z.literal("pending"),
  requested_at: z.iso.datetime(),
  requester_user_id: z.string().describe("The same as user_id."),
  requester_username: z.string().describe("The same as username."),
  created_at: z.iso.datetime().describe("The same as requested_at."),
})

function rowOf(member: Member, username: string): z.output<typeof memberRow> {
  const at = isoTime(member.boundAt)
  return {
    user_id: member.user,
    username,
    role: member.role,
    status: "active",
    nickname: member.nickname,
    bound_at: at,
    created_at: at,
  }
}

/** Routes for members and access requests. */
export function memberRoutes(needs: MemberRouteNeeds): readonly Route[] {
  return [...memberLists(needs), ...requestRoutes(needs)]
}

function memberLists({ members, pairing, accounts }: MemberRouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/user/devices/:mac/members",
      areas: AREAS,
      auth: OWNER,
      summary: "Lists the owner and the members of the device, the owner first.",
      params: macParams,
      response: z.strictObject({
        mac: z.string(),
        owner_user_id: z.string().nullable().describe("null: the device has no owner."),
        members: z.array(memberRow),
      }),
      handle: async ({ params: { mac }, area }) => {
        const rows = (await members.list(area.realm, mac)).map(({ member, username }) => rowOf(member, username))
        return {
          body: { mac, owner_user_id: rows.find(({ role }) => role === "owner")?.user_id ?? null, members: rows },
        }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/user/devices/:mac/members/:user_id",
      areas: AREAS,
      auth: OWNER,
      summary:
        "Removes a member. The owner can be removed only as the last one; then the server deletes all data of the device.",
      params: macParams.and(z.object({ user_id: z.string().describe("Id from the list of members.") })),
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, user_id: user }, area }) => {
        await pairing.unbind(area.realm, user, mac)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/user/devices/:mac/share",
      areas: AREAS,
      auth: OWNER,
      summary: "Shares the device: the user can see and control it.",
      params: macParams,
      body: z.object({
        username: z.string("must be text").trim().min(1, "must be a username").max(100, "must be a username"),
      }),
      response: z.strictObject({ ok: z.literal(true), status: z.enum(["active", "already_member"]) }),
      limit: LIMIT,
      handle: async ({ params: { mac }, body, principal, area }) => ({
        body: {
          ok: true,
          status: (await members.share(area.realm, await deciderOf(accounts, principal), mac, body.username))
            ? "active"
            : "already_member",
        },
      }),
    }),
  ]
}

async function deciderOf(accounts: Accounts, principal: Principal | undefined): Promise<Decider> {
  // The operator's admin token belongs to no account.
  if (principal?.user === undefined) return { user: undefined, admin: principal?.kind === "admin" }
  const user = await userOf(accounts, principal)
  return { user, admin: user.role === "admin" }
}

function requestRoutes({ members, accounts }: MemberRouteNeeds): readonly Route[] {
  const decider = (principal: Principal | undefined): Promise<Decider> => deciderOf(accounts, principal)
  const answerRoute = (what: "approve" | "reject", summary: string): Route =>
    defineRoute({
      method: "POST",
      path: `/api/user/devices/requests/:id/${what}`,
      areas: AREAS,
      auth: DECIDING,
      summary,
      params: z.object({
        id: numeric(
          z
            .string()
            .regex(/^[1-9]\d{0,14}$/, "must be an id from the list of requests")
            .transform(Number),
          { whole: true, minimum: 1 },
        ).describe("Id from the list of requests."),
      }),
      response: z.strictObject({
        ok: z.literal(true),
        mac: z.string(),
        role: ROLE.nullable().describe("Role of the user after the answer; null: none."),
        membership: memberRow
          .extend({ mac: z.string() })
          .nullable()
          .describe("The new member; null after a rejection."),
      }),
      handle: async ({ params: { id }, principal, area }) => {
        const { mac, member, username } = await members.answer(
          area.realm,
          await decider(principal),
          id,
          what === "approve",
        )
        return {
          body: {
            ok: true,
            mac,
            role: member?.role ?? null,
            membership: member ? { mac, ...rowOf(member, username) } : null,
          },
        }
      },
    })
  return [
    defineRoute({
      method: "GET",
      path: "/api/user/devices/requests",
      areas: AREAS,
      auth: DECIDING,
      limit: LISTS,
      summary: "Lists access requests: to the user's own devices, and for an admin also to unclaimed devices.",
      response: z.strictObject({ requests: z.array(requestRow) }),
      handle: async ({ principal, area }) => ({
        body: {
          requests: (await members.requests(area.realm, await decider(principal))).map(
            ({ id, mac, user, nickname, at }) => ({
              id,
              mac,
              user_id: user.id,
              username: user.username,
              nickname,
              status: "pending",
              requested_at: isoTime(at),
              requester_user_id: user.id,
              requester_username: user.username,
              created_at: isoTime(at),
            }),
          ),
        },
      }),
    }),
    answerRoute(
      "approve",
      "Approves an access request. The user becomes a member, or the owner of a device that had none.",
    ),
    answerRoute("reject", "Rejects an access request. The user may request access again."),
  ]
}
