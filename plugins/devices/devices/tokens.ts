import { createHash } from "node:crypto"
import { isSecret, isExpired } from "platen/sdk/kit"
import { TOKENS } from "platen/sdk/device"
import { isOwned } from "platen/sdk/kit"
import type { Device, DeviceToken } from "platen/sdk/device"

/** Unconfirmed tokens per device. */
const MAX_UNCONFIRMED = 8
/** Milliseconds in which the first caller gets the same token again: the first response may have been lost. */
const REPEAT_MS = 60_000

/** The token with that value; undefined when there is none. Compares every token, in constant time. */
export function tokenIn(device: Device, value: string): DeviceToken | undefined {
  return amongTokens(device.get(TOKENS).tokens, value)
}

function amongTokens(tokens: readonly DeviceToken[], value: string): DeviceToken | undefined {
  let found: DeviceToken | undefined
  for (const token of tokens) if (isSecret(value, token.value)) found = token
  return found
}

export interface Issued {
  readonly device: Device
  readonly token: string
  /** True: the token was created by this request. */
  readonly fresh: boolean
}

export interface TokenRequest {
  /** The token that the caller sent; "" for none. */
  readonly shown: string
  /** True: the caller may get the device's own token. */
  readonly trusted: boolean
  readonly now: number
  /** `placeDigest` of the caller's place. */
  readonly from: string
  /** Value for a new token. */
  readonly value: string
}

/**
 * Issues a token for any request: a refusal would strand the device. A caller that sends the device's own token or is trusted gets that one.
 * The first caller of an unclaimed device gets its first token, unless an admin has released the device. Every other caller gets an unconfirmed
 * one, so that a MAC alone does not reveal a token. Pure.
 */
export function issue(device: Device, { shown, trusted, now, from, value }: TokenRequest): Issued {
  const { tokens, contested } = device.get(TOKENS)
  const live = tokens.filter((token) => !isExpired(token, now))
  const own = live.find(({ provisional }) => !provisional)
  const owned = isOwned(device)
  const presented = shown === "" ? undefined : amongTokens(live, shown)
  // A trusted caller with an unconfirmed token gets the device's own instead.
  if (presented && (!trusted || !presented.provisional)) return { device, token: presented.value, fresh: false }
  if (own && (trusted || (!owned && isRepeatable(own, now, from)))) return { device, token: own.value, fresh: false }
  const first = trusted || (!owned && !own && !contested)
  const made: DeviceToken = { value, createdAt: now, provisional: !first, from }
  const after = device.with(TOKENS, { tokens: [made, ...(first ? live : withRoom(live, from))] })
  return { device: after, token: value, fresh: true }
}

/** Whether the first token is issued again: to the same place, before its first use. */
function isRepeatable({ createdAt, usedAt, from }: DeviceToken, now: number, place: string): boolean {
  return usedAt === undefined && from === place && now - createdAt <= REPEAT_MS
}

/**
 * The tokens with room for one more. Evicts an unconfirmed token of the place that has most of them, so that one place cannot evict the tokens of
 * others; among those, first one that has not rendered, then the least recently used.
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

/** Milliseconds between two writes of the uses of one token. */
export const USE_INTERVAL_MS = 60_000

/** The device after a use of one of its tokens. */
export function withUse(device: Device, value: string, use: Pick<DeviceToken, "usedAt" | "place">): Device {
  const { tokens } = device.get(TOKENS)
  return device.with(TOKENS, {
    tokens: tokens.map((token) => (token.value === value ? { ...token, ...use } : token)),
  })
}

/** Id of a token in its owner's list; does not reveal the value. */
export function tokenId({ value }: DeviceToken): string {
  return createHash("sha256").update(`token ${value}`).digest("hex").slice(0, 16)
}

/** Digest of a caller's place. */
export function placeDigest(place: string): string {
  return createHash("sha256").update(`place ${place}`).digest("base64url").slice(0, 12)
}
