import { NotFound, z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { device as deviceSchema, deviceKey, isExpired } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams, newSecret } from "platen/sdk/kit"
import type { Security } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"
import type { Auth, Route } from "platen/sdk/http"
import type { Asks } from "./asks.js"
import type { UnclaimedDevices } from "./unclaimed-devices.js"
import { issue, placeDigest, tokenId, tokenIn } from "./tokens.js"
import type { Issued } from "./tokens.js"

export interface TokenRouteNeeds {
  readonly devices: Devices
  readonly security: Security
  readonly unclaimedDevices: UnclaimedDevices
  readonly asks: Asks
  now(): number
}

const EDITIONS = ["extended"]
const OWNER: Auth = { anyOf: ["owner", "admin"] }
const time = z.iso.datetime().nullable()

/** How a device comes by its token, and what its owner can do about it. */
export function tokenRoutes({ devices, security, unclaimedDevices, asks, now }: TokenRouteNeeds): readonly Route[] {
  const revoke = async (edition: string, mac: string, isMeant: (token: DeviceToken) => boolean): Promise<number> => {
    let revoked = 0
    await devices.update(edition, mac, (device) => {
      const tokens = device?.tokens.filter((token) => !isMeant(token))
      revoked = device ? device.tokens.length - tokens!.length : 0
      return device && { ...device, tokens: tokens! }
    })
    return revoked
  }
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/token",
      editions: EDITIONS,
      auth: { anyOf: ["owner", "admin"], optional: true },
      unlimited: true,
      summary:
        "The device's token, for its owner, an admin, who shows it, and the first who asks. Everybody else gets an unconfirmed one, whose code must be typed. Never refused.",
      params: macParams,
      response: z.strictObject({ token: z.string(), new: z.boolean().describe("True: it was made now.") }),
      handle: async ({ params: { mac }, headers, principal, edition, address }) => {
        let issued: Issued | undefined
        const asking = {
          shown: headers["x-device-token"] ?? "",
          trusted: principal !== undefined || security.tokenReissue === "open",
          now: now(),
          from: placeDigest(addressPlace(address)),
          value: newSecret(),
        }
        const isKnown =
          principal !== undefined ||
          (asking.shown !== "" &&
            tokenIn((await devices.get(edition.id, mac)) ?? { tokens: [] }, asking.shown)?.provisional === false)
        const end = isKnown ? () => {} : asks.begin(deviceKey(edition.id, mac), asking.from)
        if (!end) return { body: { token: asking.value, new: true }, outcome: "token-not-kept" }
        try {
          await devices.update(
            edition.id,
            mac,
            (known) => (issued = issue(known ?? deviceSchema.parse({}), asking)).device,
          )
        } finally {
          end()
        }
        const { device, token, fresh } = issued!
        const waits = device.tokens.some(({ value, provisional }) => value === token && provisional)
        if (fresh && !waits && device.members.length === 0) await unclaimedDevices.note(edition.id, mac, asking.from)
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
      editions: EDITIONS,
      auth: OWNER,
      summary:
        "Revokes the device's token. At its next call the device asks for another, and shows a code for its owner to confirm it.",
      params: macParams,
      response: z.strictObject({ ok: z.literal(true), revoked: z.boolean().describe("False: it had none.") }),
      handle: async ({ params: { mac }, edition }) => {
        const revoked = await revoke(edition.id, mac, ({ provisional }) => !provisional)
        return { body: { ok: true, revoked: revoked > 0 } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/tokens",
      editions: EDITIONS,
      auth: OWNER,
      summary: "The device's token and those that wait to be confirmed, without what they are.",
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
      handle: async ({ params: { mac }, edition }) => ({
        body: { tokens: listed(await devices.get(edition.id, mac), now()) },
      }),
    }),
    defineRoute({
      method: "DELETE",
      path: "/api/device/:mac/tokens/:token_id",
      editions: EDITIONS,
      auth: OWNER,
      summary: "Revokes one token, by the id that the list has.",
      params: macParams.and(z.object({ token_id: z.string().describe("As the list of tokens has it.") })),
      response: z.strictObject({ ok: z.literal(true) }),
      handle: async ({ params: { mac, token_id: id }, edition }) => {
        if ((await revoke(edition.id, mac, (token) => isListed(token, now()) && tokenId(token) === id)) === 0)
          throw new NotFound("There is no such token any more: the list has those that there are.", {
            code: "token-not-found",
          })
        return { body: { ok: true } }
      },
    }),
  ]
}

function listed(device: Device | undefined, now: number): readonly Readonly<Record<string, unknown>>[] {
  return (device?.tokens ?? [])
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

/** A first token that can undo a binding is neither seen nor revoked by the owner whom it may put out. */
function isListed(token: DeviceToken, now: number): boolean {
  return token.heldUntil === undefined && !isExpired(token, now)
}
