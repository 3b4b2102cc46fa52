import { defineRoute, foldMac, macParams, Unauthenticated, z } from "platen/sdk"
import type { Accounts, Principal, Route, User } from "platen/sdk"
import type { Bound, Pairing, Proof } from "./service.js"

export interface RouteNeeds {
  readonly pairing: Pairing
  readonly accounts: Accounts
  readonly publicUrl: string | undefined
}

const EDITIONS = ["extended"]
const SIGNED_IN = { anyOf: ["user"] } as const
const nickname = z.string().trim().max(32).optional()
const code = z.string().max(64).optional()

/** How devices come to have owners. */
export function routes({ pairing, accounts, publicUrl }: RouteNeeds): readonly Route[] {
  const userOf = async (principal: Principal | undefined): Promise<User> => {
    const user = principal?.user === undefined ? undefined : await accounts.get(principal.user as string)
    if (!user) throw new Unauthenticated("Please sign in first.")
    return user
  }
  const proofOf = (user: User, given: Omit<Proof, "admin" | "address">, address: string): Proof => ({ ...given, admin: user.role === "admin", address })
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/claim-token",
      editions: EDITIONS,
      auth: { anyOf: ["token", "admin"] },
      summary: "Keeps alive the code that the device has posted, or gives it one.",
      params: macParams,
      body: z.object({ pair_code: code }).optional().default({}),
      handle: async ({ params: { mac }, body, principal, edition }) => {
        const token = principal?.token as string | undefined ?? ""
        const { code: shown, until } = await pairing.claimToken(edition.id, mac, token, body.pair_code === "" ? undefined : body.pair_code)
        const url = publicUrl === undefined ? "" : `${publicUrl.replace(/\/+$/, "")}/config?prefer_mac=${mac}&code=${encodeURIComponent(shown)}`
        return { body: { ok: true, pair_code: shown, claim_url: url, expires_at: new Date(until).toISOString() } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/claim/consume",
      editions: EDITIONS,
      auth: SIGNED_IN,
      summary: "Binds the device that shows a code.",
      body: z.object({ pair_code: code, token: code, nickname, mac: z.string().optional() }).refine(({ pair_code: a, token: b }) => Boolean(a ?? b), { path: ["pair_code"], error: "type the code that the screen shows" }),
      handle: async ({ body, principal, edition, address }) => {
        const user = await userOf(principal)
        const typed = body.pair_code ?? body.token!
        const proof = proofOf(user, { code: typed, nickname: body.nickname }, address)
        const bound = body.mac === undefined ? await pairing.consume(edition.id, user, typed, proof) : await pairing.bind(edition.id, user, foldMac(body.mac), proof)
        return { body: said(bound) }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/user/devices",
      editions: EDITIONS,
      auth: SIGNED_IN,
      summary: "The devices bound to the user, the newest first.",
      handle: async ({ principal, edition }) => ({
        body: {
          devices: (await pairing.devicesOf(edition.id, (await userOf(principal)).id)).map(({ mac, member, device }) => ({
            mac, nickname: member.nickname, bound_at: new Date(member.boundAt).toISOString(), role: member.role, status: "active",
            last_seen: device.seenAt === undefined ? null : new Date(device.seenAt).toISOString(),
            waiting: member.role === "owner" ? device.tokens.filter(({ provisional }) => provisional).length : 0,
            requests: member.role === "owner" ? device.requests.length : 0,
          })),
        },
      }),
    }),
    defineRoute({
      method: "POST",
      path: "/api/user/devices",
      editions: EDITIONS,
      auth: SIGNED_IN,
      summary: "Binds a device by its code or its token; without either its owner is asked.",
      body: z.object({ mac: z.string(), nickname, pair_code: code, code, token: code }),
      handle: async ({ body, principal, headers, edition, address }) => {
        const user = await userOf(principal)
        const token = body.token ?? headers["x-device-token"]
        const proof = proofOf(user, { code: body.pair_code ?? body.code, nickname: body.nickname, ...(token !== undefined && token !== "" && { token }) }, address)
        return { body: said(await pairing.bind(edition.id, user, foldMac(body.mac), proof)) }
      },
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/user/devices/:mac",
      editions: EDITIONS,
      auth: SIGNED_IN,
      summary: "Takes a device off the user; with its last owner all that is kept of it goes.",
      params: macParams,
      handle: async ({ params: { mac }, principal, edition }) => {
        await pairing.unbind(edition.id, (await userOf(principal)).id, mac)
        return { body: { ok: true } }
      },
    }),
  ]
}

/** What existing pages read. */
function said(bound: Bound): Readonly<Record<string, unknown>> {
  if (bound.status === "pending_approval") return { ok: true, status: bound.status, mac: bound.mac, request_id: bound.request, owner_username: bound.owner ?? null }
  return { ok: true, status: bound.status, mac: bound.mac, role: bound.role }
}
