import { randomInt } from "node:crypto"
import { isSecret, ownerOf } from "platen/sdk"
import type { Device, DeviceToken, Member, User } from "platen/sdk"
import { foldCode, isLive } from "./codes.js"

/** What somebody shows to be given a device. */
export interface Proof {
  readonly code?: string | undefined
  /** The device's own token. */
  readonly token?: string | undefined
  readonly nickname?: string | undefined
}

/** As whom somebody has a device: an admin steers those of others too. */
export type Role = Member["role"] | "admin"

/** What comes of it, and what the device becomes. */
export type Claim =
  | { readonly status: "claimed" | "active" | "confirmed"; readonly device: Device; readonly role: Role }
  | { readonly status: "asked"; readonly device: Device; readonly request: number }
  /** No screen of the device shows a code; it shows another; two who say to be the device show the same. */
  | { readonly status: "silent" | "wrong" | "twice"; readonly device: Device }

const MOST_REQUESTS = 20

/** Pure but for the number of a new request: what becomes of a device when a user asks for it. */
export function claimed(device: Device, user: User, proof: Proof, now: number): Claim {
  const mine = device.members.find((each) => each.user === user.id)
  const owned = device.members.length > 0
  const byCode = codeOf(device, proof.code, now)
  const byToken = device.tokens.find(({ value, provisional }) => !provisional && isSecret(proof.token, value))
  if (proof.code !== undefined && !byToken) {
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
  const rendered = shown ?? lastRendered(device)
  if (owned && admin) return rendered ? { status: "confirmed", device: settledBy(device, rendered), role: "admin" } : { status: "active", device, role: "admin" }
  if (!owned && (shown || byToken || admin)) {
    return { status: "claimed", device: ownedBy(device, { user: user.id, nickname: proof.nickname ?? "", boundAt: now }, shown ?? byToken ?? rendered), role: "owner" }
  }
  return asking(device, user, proof, now)
}

/** Whether somebody has the say: its owner, or an admin. */
export function steers(device: Device, { id, role }: User): boolean {
  return role === "admin" || ownerOf(device)?.user === id
}

/** Their owner. `by`: whose token is the device's own from now on; the one it has if left out. */
export function ownedBy(device: Device, { user, nickname, boundAt }: Omit<Member, "role">, by: DeviceToken | undefined): Device {
  const own = by ?? device.tokens.find(({ provisional }) => !provisional)
  return {
    ...(own ? settledBy(device, own) : device),
    members: [{ user, role: "owner", nickname, boundAt }], requests: device.requests.filter((each) => each.user !== user), pendingRefresh: true,
  }
}

/** That token becomes the device's own, and every other is revoked. */
function settledBy(device: Device, { value }: DeviceToken): Device {
  return { ...device, tokens: device.tokens.filter((each) => each.value === value).map(({ code: _code, ...each }) => ({ ...each, provisional: false })), pendingRefresh: true }
}

/** The token whose page was fetched last, if any was. */
export function lastRendered({ tokens }: Device): DeviceToken | undefined {
  return tokens.filter(({ renderedAt }) => renderedAt !== undefined).sort((a, b) => b.renderedAt! - a.renderedAt!)[0]
}

/** Whether any code of the device is alive. */
export function isSilent({ tokens }: Device, now: number): boolean {
  return !tokens.some((token) => isLive(token, now))
}

/** Whose code it is. */
function codeOf(device: Device, given: string | undefined, now: number): DeviceToken | "silent" | "wrong" | "twice" | undefined {
  if (given === undefined) return undefined
  if (isSilent(device, now)) return "silent"
  const found = device.tokens.filter((token) => isLive(token, now, foldCode(given) ?? ""))
  return found.length > 1 ? "twice" : found[0] ?? "wrong"
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
  const named = nickname === undefined ? device : { ...device, members: device.members.map((each) => each === mine ? { ...each, nickname } : each) }
  return shown ? { status: "confirmed", device: settledBy(named, shown), role: mine.role } : { status: "active", device: named, role: mine.role }
}

function asking(device: Device, user: User, { nickname = "" }: Proof, now: number): Claim {
  const known = device.requests.find((each) => each.user === user.id)
  if (known) return { status: "asked", device, request: known.id }
  const request = { id: randomInt(1, 2 ** 48 - 1), user: user.id, nickname, at: now }
  return { status: "asked", device: { ...device, requests: [request, ...device.requests].slice(0, MOST_REQUESTS) }, request: request.id }
}
