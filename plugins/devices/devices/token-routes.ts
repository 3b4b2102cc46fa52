import { NotFound, z } from "platen/sdk"
import { isExpired, isoTime, isOwned, NEW_DEVICE } from "platen/sdk/kit"
import { deviceKey, TOKENS } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams, newSecret } from "platen/sdk/kit"
import type { Security } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import type { Auth, Route } from "platen/sdk/http"
import type { TokenBounds } from "./token-bounds.js"
import { issue, placeDigest, tokenId, tokenIn } from "./tokens.js"
import type { Issued } from "./tokens.js"
import type { UnclaimedRegistry } from "./unclaimed-registry.js"

export interface TokenRouteNeeds {
  readonly devices: Devices
  readonly security: Security
  readonly unclaimedRegistry: UnclaimedRegistry
  readonly tokenBounds: TokenBounds
  now(): number
}

const AREAS = ["extended", "devices"]
const OWNER: Auth = { anyOf: ["owner", "admin"] }
const time = z.iso.datetime().nullable()

/** Routes that issue, list and revoke device tokens. */
export function tokenRoutes({
  devices,
  security,
  unclaimedRegistry,
  tokenBounds,
  now,
}: TokenRouteNeeds): readonly Route[] {
  const revoke = async (realm: string, mac: string, isMeant: (token: DeviceToken) => boolean): Promise<number> => {
    let revoked = 0
    await devices.update(realm, mac, (device) => {
      if (!device) return undefined
      const { tokens } = device.get(TOKENS)
      const left = tokens.filter((token) => !isMeant(token))
      revoked = tokens.length - left.length
      return device.with(TOKENS, { tokens: left })
    })
    return revoked
  }
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/token",
      areas: AREAS,
      auth: { anyOf: ["owner", "admin"], optional: true },
      unlimited: true,
      summary:
        "Issues a device token. The owner, an admin, a caller that already has the token and the first caller get the device's own; every other caller gets an unconfirmed one, which its owner confirms by a code. Never refused.",
      params: macParams,
      response: z.strictObject({
        token: z.string(),
        new: z.boolean().describe("True: the token was created by this call."),
      }),
      handle: async ({ params: { mac }, headers, principal, area, address }) => {
        let issued: Issued | undefined
        const request = {
          shown: headers["x-device-token"] ?? "",
          trusted: principal !== undefined || security.tokenReissue === "open",
          now: now(),
          from: placeDigest(addressPlace(address)),
          value: newSecret(),
        }
        const isKnown =
          principal !== undefined ||
          (request.shown !== "" &&
            tokenIn((await devices.get(area.realm, mac)) ?? NEW_DEVICE, request.shown)?.provisional === false)
        const end = isKnown ? () => {} : tokenBounds.begin(deviceKey(area.realm, mac), request.from)
        if (!end) return { body: { token: request.value, new: true }, outcome: "token-not-kept" }
        try {
          await devices.update(area.realm, mac, (known) => (issued = issue(known ?? NEW_DEVICE, request)).device)
        } finally {
          end()
        }
        const { device, token, fresh } = issued!
        const waits = device.get(TOKENS).tokens.some(({ value, provisional }) => value === token && provisional)
        if (fresh && !waits && !isOwned(device)) await unclaimedRegistry.note(area.realm, mac, request.from)
        const again = !fresh && principal === undefined && headers["x-device-token"] !== token
        return {
          body: { token, new: fresh },
          ...(fresh && waits ? { outcome: "token-provisional" } : again && { outcome: "token-again" }),
        }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/token/rotate",
      areas: AREAS,
      auth: OWNER,
      summary:
        "Revokes the device's token. At its next call the device requests another and shows a code; the owner confirms it with that code.",
      params: macParams,
      response: z.strictObject({
        ok: z.literal(true),
        revoked: z.boolean().describe("False: the device had no token."),
      }),
      handle: async ({ params: { mac }, area }) => {
        const revoked = await revoke(area.realm, mac, ({ provisional }) => !provisional)
        return { body: { ok: true, revoked: revoked > 0 } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/tokens",
      areas: AREAS,
      auth: OWNER,
      summary: "Lists the device's token and unconfirmed ones, without their values.",
      params: macParams,
      response: z.strictObject({
        tokens: z.array(
          z.strictObject({
            id: z.string(),
            provisional: z.boolean(),
            created_at: z.iso.datetime(),
            used_at: time,
            rendered_at: time,
            renders: z.number().int(),
          }),
        ),
      }),
      handle: async ({ params: { mac }, area }) => ({
        body: { tokens: listed(await devices.get(area.realm, mac), now()) },
      }),
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/device/:mac/tokens/:token_id",
      areas: AREAS,
      auth: OWNER,
      summary: "Revokes one token, by its id in the list of tokens.",
      params: macParams.and(z.object({ token_id: z.string().describe("Id from the list of tokens.") })),
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, token_id: id }, area }) => {
        if ((await revoke(area.realm, mac, (token) => isListed(token, now()) && tokenId(token) === id)) === 0)
          throw new NotFound("The device has no such token: read the list of tokens again.", {
            code: "token-not-found",
          })
        return { body: { ok: true } }
      },
    }),
  ]
}

function listed(device: Device | undefined, now: number): readonly Readonly<Record<string, unknown>>[] {
  return (device?.get(TOKENS).tokens ?? [])
    .filter((token) => isListed(token, now))
    .map((token) => ({
      id: tokenId(token),
      provisional: token.provisional,
      created_at: isoTime(token.createdAt),
      used_at: isoTime(token.usedAt),
      rendered_at: isoTime(token.renderedAt),
      renders: token.renders ?? 0,
    }))
}

/** Whether the owner sees the token and can revoke it. A held first token stays hidden: it can undo that owner's binding. */
function isListed(token: DeviceToken, now: number): boolean {
  return token.heldUntil === undefined && !isExpired(token, now)
}
