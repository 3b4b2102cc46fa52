import { Unauthenticated, z } from "platen/sdk"
import { isoTime, isExpired, originOf } from "platen/sdk/kit"
import { MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { macParams, macSchema } from "platen/sdk/kit"
import type { Accounts, Principal, Route, User } from "platen/sdk/http"
import { addressesOf } from "./address.js"
import { normalizeCode } from "./codes.js"
import type { Asker, Bound, Pairing } from "./service.js"

export interface RouteNeeds {
  readonly pairing: Pairing
  readonly accounts: Accounts
  readonly publicUrl: string | undefined
  now(): number
}

const AREAS = ["extended", "pairing"]
const SIGNED_IN = { anyOf: ["user"] } as const
/** The web page polls every three seconds while it waits for a screen. */
export const LIMIT = { name: "pairing", perMinute: 40 } as const
export const LISTS = { name: "lists", perMinute: 120 } as const
/** A device posts its code at each boot and after a press of its button. */
const POSTED = { name: "claim-token", perMinute: 30, perDevice: true } as const

const absent = (value: string | null | undefined): string | undefined =>
  value === null || value === "" ? undefined : value
const nickname = z
  .string("must be text")
  .trim()
  .max(32, "must have at most 32 characters")
  .nullish()
  .transform((given) => given ?? undefined)
const code = z
  .string("must be text")
  .max(64, "must have at most 64 characters")
  .nullish()
  .transform(absent)
  .refine(
    (given) => given === undefined || normalizeCode(given) !== undefined,
    "must be the 4 to 12 letters or digits that the screen shows",
  )
const claimText = z.string("must be text").max(200, "must have at most 200 characters").nullish().transform(absent)

const answer = z.strictObject({
  ok: z.literal(true),
  status: z.enum(["claimed", "active", "already_member", "pending_approval"]),
  mac: z.string(),
  confirmed: z
    .literal(true)
    .optional()
    .describe("The typed code confirmed a token of a device that already had an owner."),
  role: z
    .enum(["owner", "member", "admin"])
    .optional()
    .describe("Role of the user on the device; absent while the request waits for approval."),
  request_id: z.number().int().optional(),
  owner_username: z.null().optional().describe("Always null: the owner is not revealed to users without access."),
  try_again_at: z.iso
    .datetime()
    .optional()
    .describe(
      "The code was right, but another device with this MAC called recently. From this time on the code binds, unless that device calls again.",
    ),
  message: z.string().optional(),
})

/** Routes that bind and unbind devices. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [claimToken(needs), consume(needs), listDevices(needs), bind(needs), unbind(needs)]
}

/** The user who is signed in. Throws Unauthenticated when the account was removed. */
export async function userOf(accounts: Accounts, principal: Principal | undefined): Promise<User> {
  const user = principal?.user === undefined ? undefined : await accounts.get(principal.user)
  if (!user) throw new Unauthenticated("The account was removed: sign in with another.")
  return user
}

function claimToken({ pairing, publicUrl, now }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/device/:mac/claim-token",
    areas: AREAS,
    auth: { anyOf: ["token"] },
    summary: "Extends the pairing code that the device posts, or issues one.",
    limit: POSTED,
    params: macParams,
    // The response repeats a posted code byte for byte: a firmware accepts no other form.
    body: z
      .object({ pair_code: z.string("must be text").max(64, "must have at most 64 characters").nullish() })
      .optional()
      .default({}),
    response: z.strictObject({
      ok: z.literal(true),
      token: z.string().describe("Claim token: replaces the code in a claim and expires with it."),
      pair_code: z.string(),
      claim_url: z.string().describe('Address at which people claim the device; "" when it is unknown.'),
      expires_at: z.iso.datetime(),
      expires_in: z.number().int().describe("Seconds."),
    }),
    handle: async ({ params, body, principal, headers, secure, area }) => {
      const {
        code: shown,
        claim,
        until,
      } = await pairing.claimToken(area.realm, params.mac, principal!.token!, absent(body.pair_code))
      const base = publicUrl ?? originOf({ headers, secure })
      const [url = ""] = addressesOf(base, params.mac, normalizeCode(shown) ?? shown).urls
      return {
        body: {
          ok: true,
          token: claim,
          pair_code: shown,
          claim_url: url,
          expires_at: isoTime(until),
          expires_in: Math.round((until - now()) / 1000),
        },
      }
    },
  })
}

function consume({ pairing, accounts }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/claim/consume",
    areas: AREAS,
    auth: SIGNED_IN,
    summary:
      'Binds the device that shows a code, or confirms its token for its owner. "token" is a claim token in place of the code. With "mac" the call may be repeated before the screen shows a code.',
    body: z
      .object({ pair_code: code, token: claimText, mac: macSchema.optional(), nickname })
      .refine(({ pair_code: a, token: b }) => (a ?? b) !== undefined, {
        path: ["pair_code"],
        error: "must be the code that the screen shows",
      }),
    response: answer,
    limit: LIMIT,
    handle: async ({ body, principal, area, address }) => {
      const asker: Asker = { user: await userOf(accounts, principal), address }
      const { pair_code: typed, token, mac, nickname: name } = body
      if (typed === undefined)
        return { body: responseOf(await pairing.redeem(area.realm, asker, token!, name), "already_member") }
      const bound =
        mac === undefined
          ? await pairing.consume(area.realm, asker, typed, name)
          : await pairing.bind(area.realm, asker, mac, { code: typed, nickname: name })
      return { body: responseOf(bound, "already_member") }
    },
  })
}

function listDevices({ pairing, accounts, now }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/user/devices",
    areas: AREAS,
    auth: SIGNED_IN,
    summary: "Lists the devices bound to the user, the newest binding first.",
    limit: LISTS,
    response: z.strictObject({
      devices: z.array(
        z.strictObject({
          mac: z.string(),
          nickname: z.string(),
          bound_at: z.iso.datetime(),
          role: z.enum(["owner", "member"]),
          status: z.literal("active"),
          last_seen: z.iso.datetime().nullable(),
          waiting: z.number().int().describe("Unconfirmed tokens; 0 unless the user owns the device."),
          requests: z.number().int().describe("Access requests; 0 unless the user owns the device."),
        }),
      ),
      notices: z
        .array(
          z.strictObject({
            mac: z.string(),
            kind: z.literal("binding-undone"),
            at: z.iso.datetime(),
            message: z.string(),
          }),
        )
        .describe(
          "Devices that the user lost within the last 7 days because the device that called first called again.",
        ),
    }),
    handle: async ({ principal, area }) => {
      const { id } = await userOf(accounts, principal)
      const devices = (await pairing.devicesOf(area.realm, id)).map(({ mac: each, member, device }) => ({
        mac: each,
        nickname: member.nickname,
        bound_at: isoTime(member.boundAt),
        role: member.role,
        status: "active" as const,
        last_seen: isoTime(device.get(RUNTIME).seenAt),
        waiting:
          member.role === "owner"
            ? device
                .get(TOKENS)
                .tokens.filter(
                  (token) => token.provisional && token.heldUntil === undefined && !isExpired(token, now()),
                ).length
            : 0,
        requests: member.role === "owner" ? device.get(MEMBERS).requests.length : 0,
      }))
      const notices = (await pairing.undone(area.realm, id)).map(({ mac, at }) => ({
        mac,
        kind: "binding-undone" as const,
        at: isoTime(at),
        message: `${mac} is no longer yours: the device that called first with that MAC called again, so the binding was undone. Type the code that the screen shows to bind it again.`,
      }))
      return { body: { devices, notices } }
    },
  })
}

function bind({ pairing, accounts }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/user/devices",
    areas: AREAS,
    auth: SIGNED_IN,
    summary:
      "Binds a device by the code that it shows. Without a code, requests access from its owner, or from an admin. A device token is no proof.",
    body: z.object({ mac: macSchema, nickname, pair_code: code, code }),
    response: answer,
    limit: LIMIT,
    handle: async ({ body, principal, area, address }) => {
      const asker: Asker = { user: await userOf(accounts, principal), address }
      return {
        body: responseOf(
          await pairing.bind(area.realm, asker, body.mac, {
            code: body.pair_code ?? body.code,
            nickname: body.nickname,
          }),
          "active",
        ),
      }
    },
  })
}

function unbind({ pairing, accounts }: RouteNeeds): Route {
  return defineRoute({
    method: "DELETE",
    path: "/api/user/devices/:mac",
    areas: AREAS,
    auth: SIGNED_IN,
    summary: "Unbinds a device from the user. When its last member leaves, the server deletes all data of the device.",
    params: macParams,
    response: z.strictObject({ ok: z.literal(true) }),
    handle: async ({ params, principal, area }) => {
      await pairing.unbind(area.realm, (await userOf(accounts, principal)).id, params.mac)
      return { body: { ok: true } }
    },
  })
}

/** Response body: existing clients know four statuses. `active`: the status for a user who already had the device. */
function responseOf(bound: Bound, active: "active" | "already_member"): z.input<typeof answer> {
  const { status, mac } = bound
  if (status === "pending_approval")
    return {
      ok: true,
      status,
      mac,
      request_id: bound.request,
      owner_username: null,
      ...(bound.retryAt !== undefined && retryNotice(bound.retryAt)),
    }
  return {
    ok: true,
    status: status === "active" ? active : "claimed",
    ...(status === "confirmed" && { confirmed: true as const }),
    mac,
    role: bound.role,
  }
}

function retryNotice(at: number): Pick<z.input<typeof answer>, "try_again_at" | "message"> {
  const time = isoTime(at)
  return {
    try_again_at: time,
    message: `Another device with this MAC called recently: type the code again at ${time.slice(11, 16)} UTC, or ask an admin.`,
  }
}
