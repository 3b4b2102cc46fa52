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

const EDITIONS = ["extended"]
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

/** Who else may see a device. */
export function memberRoutes(needs: MemberRouteNeeds): readonly Route[] {
  return [...memberLists(needs), ...requestRoutes(needs)]
}

function memberLists({ members, pairing, accounts }: MemberRouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/user/devices/:mac/members",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Who may see and steer the device, its owner first.",
      params: macParams,
      response: z.strictObject({
        mac: z.string(),
        owner_user_id: z.string().nullable().describe("null: nobody owns the device."),
        members: z.array(memberRow),
      }),
      handle: async ({ params: { mac }, edition }) => {
        const rows = (await members.list(edition.id, mac)).map(({ member, username }) => rowOf(member, username))
        return {
          body: { mac, owner_user_id: rows.find(({ role }) => role === "owner")?.user_id ?? null, members: rows },
        }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/user/devices/:mac/members/:user_id",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Takes somebody out; the owner last of all, and then all that is kept of the device goes.",
      params: macParams.and(z.object({ user_id: z.string().describe("As the list of members has it.") })),
      response: z.strictObject({ ok: z.literal(true) }),
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
      body: z.object({
        username: z.string("must be text").trim().min(1, "must be a username").max(100, "must be a username"),
      }),
      response: z.strictObject({ ok: z.literal(true), status: z.enum(["active", "already_member"]) }),
      limit: LIMIT,
      handle: async ({ params: { mac }, body, principal, edition }) => ({
        body: {
          ok: true,
          status: (await members.share(edition.id, await deciderOf(accounts, principal), mac, body.username))
            ? "active"
            : "already_member",
        },
      }),
    }),
  ]
}

async function deciderOf(accounts: Accounts, principal: Principal | undefined): Promise<Decider> {
  // The operator's own token is nobody's account.
  if (principal?.user === undefined) return { user: undefined, admin: principal?.policy === "admin" }
  const user = await userOf(accounts, principal)
  return { user, admin: user.role === "admin" }
}

function requestRoutes({ members, accounts }: MemberRouteNeeds): readonly Route[] {
  const decider = (principal: Principal | undefined): Promise<Decider> => deciderOf(accounts, principal)
  const answering = (what: "approve" | "reject", summary: string): Route =>
    defineRoute({
      method: "POST",
      path: `/api/user/devices/requests/:id/${what}`,
      editions: EDITIONS,
      auth: DECIDING,
      summary,
      params: z.object({
        id: numeric(
          z
            .string()
            .regex(/^[1-9]\d{0,14}$/, "must be a whole number, as the list of requests has it")
            .transform(Number),
          { whole: true, minimum: 1 },
        ).describe("As the list of requests has it."),
      }),
      response: z.strictObject({
        ok: z.literal(true),
        mac: z.string(),
        role: ROLE.nullable().describe("As what they are in now; null: they are not."),
        membership: memberRow.extend({ mac: z.string() }).nullable().describe("The new member; null: there is none."),
      }),
      handle: async ({ params: { id }, principal, edition }) => {
        const { mac, member, username } = await members.answer(
          edition.id,
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
      editions: EDITIONS,
      auth: DECIDING,
      limit: LISTS,
      summary: "Who asks to be let in: to an owner's devices, and for an admin to those that nobody owns.",
      response: z.strictObject({ requests: z.array(requestRow) }),
      handle: async ({ principal, edition }) => ({
        body: {
          requests: (await members.requests(edition.id, await decider(principal))).map(
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
    answering("approve", "Lets them in: as a member, or as the owner of a device that had none."),
    answering("reject", "Does not let them in: they may ask again."),
  ]
}
