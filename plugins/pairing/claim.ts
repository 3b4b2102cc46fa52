import { device as deviceSchema, isExpired, ownerOf } from "platen/sdk/device"
import type { Device, DeviceToken, Member } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import { foldCode, isLive } from "./codes.js"

/** What somebody shows to be given a device. */
export interface Proof {
  readonly code?: string | undefined
  /** The device token that the code belongs to, where the caller showed a claim token. */
  readonly of?: string | undefined
  readonly nickname?: string | undefined
}

/** The moment of a claim, and the number that its request gets, drawn before. */
export interface Moment {
  readonly now: number
  readonly request: number
}

/** As whom somebody has a device: an admin steers those of others too. */
export type Role = Member["role"] | "admin"

/** What comes of it, and what the device becomes. */
export type Claim =
  /** `anew`: the device is another one than that which called first: what is kept of that one beside its document is not for the new owner. */
  | {
      readonly status: "claimed" | "active" | "confirmed"
      readonly device: Device
      readonly role: Role
      readonly anew?: boolean
    }
  /** `retryAt`: the code was right, and is proof from then on if the device's first token stays silent. */
  | { readonly status: "asked"; readonly device: Device; readonly request: number; readonly retryAt?: number }
  /** No screen of the device shows a code; it shows another; two who say to be the device show the same. */
  | { readonly status: "silent" | "wrong" | "twice"; readonly device: Device }

const MAX_REQUESTS = 20
/** A first token that has rendered counts as gone so many milliseconds after the refresh that it missed: 15 minutes where it shows the pairing page. */
const GRACE_MS = 5 * 60_000
const PAIRING_MINUTES = 10
/** For so long the first token can undo a binding by the code of another one. */
const HELD_MS = 24 * 3_600_000

/** Pure: what becomes of a device when a user asks for it. */
export function claimed(device: Device, user: User, proof: Proof, { now, request }: Moment): Claim {
  const mine = device.members.find((each) => each.user === user.id)
  const owned = device.members.length > 0
  const byCode = codeOf(device, proof, now)
  if (proof.code !== undefined) {
    if (byCode === "silent" && (!mine || steers(device, user))) return { status: byCode, device }
    // To who has no say here a code says nothing, neither a right nor a wrong one.
    if (!owned || steers(device, user)) {
      if (byCode === "wrong") return { status: byCode, device }
      if (byCode === "twice") return { status: byCode, device: withoutCode(device, proof.code, now) }
    }
  }
  const shown = typeof byCode === "object" ? byCode : undefined
  if (mine) return ofMember(device, mine, steers(device, user) ? shown : undefined, proof)
  const admin = user.role === "admin"
  if (owned && admin)
    return shown
      ? { status: "confirmed", device: settledBy(device, shown), role: "admin" }
      : { status: "active", device, role: "admin" }
  if (owned || (!shown && !admin)) return asking(device, user, proof, { now, request })
  const first = admin ? undefined : rivalOf(device, shown!.value)
  const retryAt = admin ? undefined : proofFrom(device, shown!.value, now)
  if (retryAt !== undefined)
    return { ...asking(device, user, { ...proof, of: shown!.value }, { now, request }), retryAt }
  const bound = ownedBy(device, { user: user.id, nickname: proof.nickname ?? "", boundAt: now }, shown)
  return {
    status: "claimed",
    device: first ? held(bound, first, now + HELD_MS) : bound,
    role: "owner",
    anew: shown?.provisional ?? false,
  }
}

/** Whether somebody has the say: its owner, or an admin. */
export function steers(device: Device, { id, role }: User): boolean {
  return role === "admin" || ownerOf(device)?.user === id
}

/** The device with its first owner. `by`: whose code was typed: that token is the device's own from now on, and every other is revoked. Without one all stay as they are. */
export function ownedBy(
  device: Device,
  { user, nickname, boundAt }: Omit<Member, "role">,
  by: DeviceToken | undefined,
): Device {
  const { undone, ...rest } = by ? settledBy(knownBy(device, by), by) : device
  return {
    ...rest,
    ...(undone && undone.user !== user && { undone }),
    members: [{ user, role: "owner", nickname, boundAt }],
    requests: device.requests.filter((each) => each.user !== user),
    pendingRefresh: true,
  }
}

/** A device that its last owner has left. Its first token, if that was passed over lately, is its own again. */
export function left({ tokens }: Device, now: number): Pick<Device, "tokens"> {
  return {
    tokens: tokens
      .filter((token) => token.heldUntil !== undefined && !isExpired(token, now))
      .map(({ heldUntil: _until, ...token }) => ({ ...token, provisional: false })),
  }
}

/** That token becomes the device's own, and every other is revoked, but for one that can still undo the binding. */
function settledBy(device: Device, { value }: DeviceToken): Device {
  const tokens = device.tokens.filter((each) => each.value === value || each.heldUntil !== undefined)
  return {
    ...device,
    tokens: tokens.map(({ code: _code, ...each }) => (each.value === value ? { ...each, provisional: false } : each)),
    pendingRefresh: true,
  }
}

/** The device as the token knows it: what came of calls with the first token, as a config that it posted, is another device's. */
function knownBy(device: Device, { provisional }: DeviceToken): Device {
  if (!provisional) return device
  const { tokens, requests, undone } = device
  return { ...deviceSchema.parse({}), tokens, requests, ...(undone && { undone }) }
}

/** When the code of that token becomes proof, in milliseconds since 1970, if the first token stays silent; undefined where it is proof by now. */
export function proofFrom(device: Device, token: string, now: number): number | undefined {
  const first = rivalOf(device, token)
  const from = first && lastCall(first) + Math.max(device.toldMinutes ?? 0, PAIRING_MINUTES) * 60_000 + GRACE_MS
  return from !== undefined && from > now ? from : undefined
}

/** The first token of a device without an owner, where another one shows the code, and the first has rendered. */
function rivalOf({ tokens }: Device, shown: string): DeviceToken | undefined {
  return tokens.find(
    ({ value, provisional, renderedAt }) => !provisional && value !== shown && renderedAt !== undefined,
  )
}

function lastCall({ createdAt, usedAt = 0, renderedAt = 0 }: DeviceToken): number {
  return Math.max(createdAt, usedAt, renderedAt)
}

function held(device: Device, { code: _code, ...first }: DeviceToken, heldUntil: number): Device {
  return { ...device, tokens: [...device.tokens, { ...first, provisional: true, heldUntil }] }
}

/** Whether any code of the device is alive. */
export function isSilent({ tokens }: Device, now: number): boolean {
  return !tokens.some((token) => isLive(token, now))
}

/** Whose code it is. */
function codeOf(
  device: Device,
  { code, of }: Proof,
  now: number,
): DeviceToken | "silent" | "wrong" | "twice" | undefined {
  if (code === undefined) return undefined
  if (isSilent(device, now)) return "silent"
  const found = device.tokens.filter(
    (token) => isLive(token, now, foldCode(code) ?? "") && (of === undefined || token.value === of),
  )
  return found.length > 1 ? "twice" : (found[0] ?? "wrong")
}

/** Whoever has seen a screen could post its code as well: then neither is believed, and each shows another at its next page. */
function withoutCode(device: Device, given: string, now: number): Device {
  const tokens = device.tokens.map((token) => {
    const { code: _code, ...rest } = token
    return isLive(token, now, foldCode(given)) ? rest : token
  })
  return { ...device, tokens, pendingRefresh: true }
}

function ofMember(device: Device, mine: Member, shown: DeviceToken | undefined, { nickname }: Proof): Claim {
  const named =
    nickname === undefined
      ? device
      : { ...device, members: device.members.map((each) => (each === mine ? { ...each, nickname } : each)) }
  return shown
    ? { status: "confirmed", device: settledBy(named, shown), role: mine.role }
    : { status: "active", device: named, role: mine.role }
}

/** `of`: the token whose code was typed: an admin who lets them in makes it the device's own. */
function asking(
  device: Device,
  user: User,
  { nickname = "", of }: Proof,
  { now, request }: Moment,
): Extract<Claim, { readonly status: "asked" }> {
  const known = device.requests.find((each) => each.user === user.id)
  const made = {
    ...(known ?? { id: request, user: user.id, nickname, at: now }),
    ...(of !== undefined && { token: of }),
  }
  const requests = known
    ? device.requests.map((each) => (each === known ? made : each))
    : [made, ...device.requests].slice(0, MAX_REQUESTS)
  return { status: "asked", device: { ...device, requests }, request: made.id }
}
