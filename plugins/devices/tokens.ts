import { createHash } from "node:crypto"
import { isExpired } from "platen/sdk/device"
import { isSecret } from "platen/sdk/kit"
import type { Device, DeviceToken } from "platen/sdk/device"

/** Unconfirmed tokens of one device. */
const MAX_UNCONFIRMED = 8
/** The first asker gets the same token again for so many milliseconds: the first answer may have been lost. */
const REPEAT_MS = 60_000

/** The token of that value; undefined when there is none. Every token is compared, in constant time. */
export function tokenIn({ tokens }: Pick<Device, "tokens">, value: string): DeviceToken | undefined {
  let found: DeviceToken | undefined
  for (const token of tokens) if (isSecret(value, token.value)) found = token
  return found
}

export interface Issued {
  readonly device: Device
  readonly token: string
  /** True: it was made now. */
  readonly fresh: boolean
}

export interface Asking {
  /** The token that the caller has; "" for none. */
  readonly shown: string
  /** True: the caller may have the device's own. */
  readonly trusted: boolean
  readonly now: number
  /** Digest of where the caller is. */
  readonly from: string
  /** The value of a token that is made. */
  readonly value: string
}

/**
 * A token for whoever asks: a refusal would strand the device. Who shows the device's own or may have it (`trusted`) gets that one. The
 * first asker of a device without an owner gets its first token, unless an admin has freed it. Everybody else gets an unconfirmed one, so that nobody learns a token by
 * naming a MAC. Pure.
 */
export function issue(device: Device, { shown, trusted, now, from, value }: Asking): Issued {
  const live = device.tokens.filter((token) => !isExpired(token, now))
  const own = live.find(({ provisional }) => !provisional)
  const owned = device.members.length > 0
  const presented = shown === "" ? undefined : tokenIn({ tokens: live }, shown)
  // Whoever may have the device's own does not stay with less.
  if (presented && (!trusted || !presented.provisional)) return { device, token: presented.value, fresh: false }
  if (own && (trusted || (!owned && isRepeatable(own, now, from)))) return { device, token: own.value, fresh: false }
  const first = trusted || (!owned && !own && !device.contested)
  const made: DeviceToken = { value, createdAt: now, provisional: !first, from }
  return { device: { ...device, tokens: [made, ...(first ? live : withRoom(live, from))] }, token: value, fresh: true }
}

/** Whether the first token is given once more: to the same place, and while nobody has called with it. */
function isRepeatable({ createdAt, usedAt, from }: DeviceToken, now: number, place: string): boolean {
  return usedAt === undefined && from === place && now - createdAt <= REPEAT_MS
}

/**
 * Room for one more. Of the unconfirmed ones that goes which comes from where most of them come from, so that nobody pushes out what
 * others have asked for; of those one that has shown nothing yet; of those that which was used longest ago.
 */
function withRoom(tokens: readonly DeviceToken[], from: string): readonly DeviceToken[] {
  const waiting = tokens.filter(({ provisional, heldUntil }) => provisional && heldUntil === undefined)
  if (waiting.length < MAX_UNCONFIRMED) return tokens
  const crowd = (token: DeviceToken): number =>
    waiting.filter((each) => each.from === token.from).length + Number(token.from === from)
  const [first] = waiting.sort(
    (a, b) =>
      crowd(b) - crowd(a) ||
      Number(a.renderedAt !== undefined) - Number(b.renderedAt !== undefined) ||
      usedAt(a) - usedAt(b),
  )
  return withRoom(
    tokens.filter((token) => token !== first),
    from,
  )
}

function usedAt(token: DeviceToken): number {
  return token.usedAt ?? token.createdAt
}

/** What stands for a token where its owner lists it: says nothing of its value. */
export function tokenId({ value }: DeviceToken): string {
  return createHash("sha256").update(`token ${value}`).digest("hex").slice(0, 16)
}

/** What stands for a place that somebody called from. */
export function placeDigest(place: string): string {
  return createHash("sha256").update(`place ${place}`).digest("base64url").slice(0, 12)
}
