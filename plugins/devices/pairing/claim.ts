import { MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { isExpired, isOwned, NEW_DEVICE, ownerOf, refreshing } from "platen/sdk/kit"
import type { Device, DeviceToken, Member } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import { normalizeCode, isLive } from "./codes.js"

/** Evidence in a claim of a device. */
export interface Proof {
  readonly code?: string | undefined
  /** The device token that the code belongs to, if the caller sent a claim token. */
  readonly of?: string | undefined
  readonly nickname?: string | undefined
}

/** Time of a claim, and the id for an access request, drawn beforehand so that `claimed` is pure. */
export interface Moment {
  readonly now: number
  readonly request: number
}

/** Role of a user on a device: an admin also controls devices of others. */
export type Role = Member["role"] | "admin"

/** Outcome of a claim, with the device after it. */
export type Claim =
  /** `replaced`: the device is not the one that called first: the new owner must not get that one's journals and other data. */
  | {
      readonly status: "claimed" | "active" | "confirmed"
      readonly device: Device
      readonly role: Role
      readonly replaced?: boolean
    }
  /** `retryAt`: the code was right, and counts as proof from then on unless the device's first token calls before. */
  | { readonly status: "requested"; readonly device: Device; readonly request: number; readonly retryAt?: number }
  /** `no-code`: the device shows no code. `wrong-code`: it shows another. `ambiguous`: two callers with its MAC show the same code. */
  | { readonly status: "no-code" | "wrong-code" | "ambiguous"; readonly device: Device }

const MAX_REQUESTS = 20
/** Milliseconds after a missed refresh at which a first token that has rendered counts as gone: 15 minutes after its last call on the pairing page. */
const GRACE_MS = 5 * 60_000
const PAIRING_MINUTES = 10
/** Milliseconds in which the first token can undo a binding by the code of another token. */
const HELD_MS = 24 * 3_600_000

/** Outcome of a user's claim of a device. Pure. */
export function claimed(device: Device, user: User, proof: Proof, { now, request }: Moment): Claim {
  const mine = device.get(MEMBERS).members.find((each) => each.user === user.id)
  const owned = isOwned(device)
  const byCode = codeOf(device, proof, now)
  if (proof.code !== undefined) {
    if (byCode === "no-code" && (!mine || mayControl(device, user))) return { status: byCode, device }
    // A user without control of the device must not learn whether a code is right.
    if (!owned || mayControl(device, user)) {
      if (byCode === "wrong-code") return { status: byCode, device }
      if (byCode === "ambiguous") return { status: byCode, device: withoutCode(device, proof.code, now) }
    }
  }
  const shown = typeof byCode === "object" ? byCode : undefined
  if (mine) return ofMember(device, mine, mayControl(device, user) ? shown : undefined, proof)
  const admin = user.role === "admin"
  if (owned && admin)
    return shown
      ? { status: "confirmed", device: confirmedBy(device, shown), role: "admin" }
      : { status: "active", device, role: "admin" }
  if (owned || (!shown && !admin)) return withRequest(device, user, proof, { now, request })
  const first = admin ? undefined : competingToken(device, shown!.value)
  const retryAt = admin ? undefined : proofFrom(device, shown!.value, now)
  if (retryAt !== undefined)
    return { ...withRequest(device, user, { ...proof, of: shown!.value }, { now, request }), retryAt }
  const bound = ownedBy(device, { user: user.id, nickname: proof.nickname ?? "", boundAt: now }, shown)
  return {
    status: "claimed",
    device: first ? held(bound, first, now + HELD_MS) : bound,
    role: "owner",
    replaced: shown?.provisional ?? false,
  }
}

/** Whether the user controls the device: its owner or an admin. */
export function mayControl(device: Device, { id, role }: User): boolean {
  return role === "admin" || ownerOf(device)?.user === id
}

/** The device with its first owner. `by`: the token whose code was typed; it becomes the device's own and all others are revoked. Undefined: the tokens stay. */
export function ownedBy(
  device: Device,
  { user, nickname, boundAt }: Omit<Member, "role">,
  by: DeviceToken | undefined,
): Device {
  const bound = by ? confirmedBy(asSeenBy(device, by), by) : device
  const { requests, undone } = device.get(MEMBERS)
  return refreshing(bound).with(MEMBERS, {
    undone: undone?.user === user ? undefined : undone,
    members: [{ user, role: "owner", nickname, boundAt }],
    requests: requests.filter((each) => each.user !== user),
  })
}

/** A device after its last owner has left: a held first token becomes the device's own again. */
export function withoutOwner(device: Device, now: number): Device {
  const tokens = device
    .get(TOKENS)
    .tokens.filter((token) => token.heldUntil !== undefined && !isExpired(token, now))
    .map(({ heldUntil: _until, ...token }) => ({ ...token, provisional: false }))
  return refreshing(NEW_DEVICE.with(TOKENS, { tokens }))
}

/** The device with that token as its own. All others are revoked, except a held first token, which can still undo the binding. */
function confirmedBy(device: Device, { value }: DeviceToken): Device {
  const tokens = device
    .get(TOKENS)
    .tokens.filter((each) => each.value === value || each.heldUntil !== undefined)
    .map(({ code: _code, ...each }) => (each.value === value ? { ...each, provisional: false } : each))
  return refreshing(device).with(TOKENS, { tokens })
}

/** The device without the data of calls with its first token, if `token` is another: those came from another device. */
function asSeenBy(device: Device, { provisional }: DeviceToken): Device {
  if (!provisional) return device
  const { requests, undone } = device.get(MEMBERS)
  return NEW_DEVICE.with(TOKENS, { tokens: device.get(TOKENS).tokens }).with(MEMBERS, { requests, undone })
}

/** Time at which the code of that token becomes proof, in milliseconds since 1970, unless the first token calls before; undefined when it already is proof. */
export function proofFrom(device: Device, token: string, now: number): number | undefined {
  const first = competingToken(device, token)
  const from =
    first && lastCall(first) + Math.max(device.get(RUNTIME).toldMinutes ?? 0, PAIRING_MINUTES) * 60_000 + GRACE_MS
  return from !== undefined && from > now ? from : undefined
}

/** The first token of an unclaimed device, if it has rendered and another token shows the code. */
function competingToken(device: Device, shown: string): DeviceToken | undefined {
  return device
    .get(TOKENS)
    .tokens.find(({ value, provisional, renderedAt }) => !provisional && value !== shown && renderedAt !== undefined)
}

function lastCall({ createdAt, usedAt = 0, renderedAt = 0 }: DeviceToken): number {
  return Math.max(createdAt, usedAt, renderedAt)
}

function held(device: Device, { code: _code, ...first }: DeviceToken, heldUntil: number): Device {
  const { tokens } = device.get(TOKENS)
  return device.with(TOKENS, { tokens: [...tokens, { ...first, provisional: true, heldUntil }] })
}

/** Whether every code of the device has expired. */
export function hasNoCode(device: Device, now: number): boolean {
  return !device.get(TOKENS).tokens.some((token) => isLive(token, now))
}

/** The token with that code. */
function codeOf(
  device: Device,
  { code, of }: Proof,
  now: number,
): DeviceToken | "no-code" | "wrong-code" | "ambiguous" | undefined {
  if (code === undefined) return undefined
  if (hasNoCode(device, now)) return "no-code"
  const found = device
    .get(TOKENS)
    .tokens.filter((token) => isLive(token, now, normalizeCode(code) ?? "") && (of === undefined || token.value === of))
  return found.length > 1 ? "ambiguous" : (found[0] ?? "wrong-code")
}

/** The device without that code on any token. A person who has seen a code could post it from another device: both tokens lose it, and each shows a new code on its next page. */
function withoutCode(device: Device, given: string, now: number): Device {
  const tokens = device.get(TOKENS).tokens.map((token) => {
    const { code: _code, ...rest } = token
    return isLive(token, now, normalizeCode(given)) ? rest : token
  })
  return refreshing(device).with(TOKENS, { tokens })
}

function ofMember(device: Device, mine: Member, shown: DeviceToken | undefined, { nickname }: Proof): Claim {
  const named =
    nickname === undefined
      ? device
      : device.with(MEMBERS, {
          members: device.get(MEMBERS).members.map((each) => (each === mine ? { ...each, nickname } : each)),
        })
  return shown
    ? { status: "confirmed", device: confirmedBy(named, shown), role: mine.role }
    : { status: "active", device: named, role: mine.role }
}

/** Adds or updates the user's access request. `of`: the token whose code was typed; it becomes the device's own if an admin approves. */
function withRequest(
  device: Device,
  user: User,
  { nickname = "", of }: Proof,
  { now, request }: Moment,
): Extract<Claim, { readonly status: "requested" }> {
  const { requests: before } = device.get(MEMBERS)
  const known = before.find((each) => each.user === user.id)
  const made = {
    ...(known ?? { id: request, user: user.id, nickname, at: now }),
    ...(of !== undefined && { token: of }),
  }
  const requests = known
    ? before.map((each) => (each === known ? made : each))
    : [made, ...before].slice(0, MAX_REQUESTS)
  return { status: "requested", device: device.with(MEMBERS, { requests }), request: made.id }
}
