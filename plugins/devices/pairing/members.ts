import { Conflict, Forbidden, NotFound } from "platen/sdk"
import { MEMBERS, TOKENS } from "platen/sdk/device"
import { isOwned, ownerOf, roleOf } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Device, Devices, DeviceToken, Member } from "platen/sdk/device"
import type { Accounts, User } from "platen/sdk/http"
import { ownedBy } from "./claim.js"

/** Caller that answers requests. `user`: undefined for the operator's admin token. */
export interface Decider {
  readonly user: User | undefined
  readonly admin: boolean
}

/** A user's request for access to a device. */
export interface AccessRequest {
  readonly id: number
  readonly mac: string
  readonly user: User
  readonly nickname: string
  readonly at: number
}

/** The answer to an access request. `member`: the new member; undefined after a rejection. */
export interface Decision {
  readonly mac: string
  readonly member: Member | undefined
  readonly username: string
}

/** Members of devices, and access requests. */
export interface Members {
  /** The owner first. */
  list(realm: string, mac: string): Promise<readonly { readonly member: Member; readonly username: string }[]>
  /** Adds a member. False: the user already was one. Throws NotFound for an unknown username. */
  share(realm: string, decider: Decider, mac: string, username: string): Promise<boolean>
  /** Requests that the decider may answer: for own devices, and for unclaimed ones if the decider is an admin. The newest first. */
  requests(realm: string, decider: Decider): Promise<readonly AccessRequest[]>
  /** Throws NotFound for a request that was answered before, Forbidden for a device of another owner. */
  answer(realm: string, decider: Decider, id: number, approved: boolean): Promise<Decision>
}

type StoredRequest = (typeof MEMBERS)["initial"]["requests"][number]

/** Members of one device, with its owner. */
export const MAX_MEMBERS = 50
/** Devices of others that one user can see. */
export const MAX_SHARED = 200

export function membersOf({
  devices,
  accounts,
  clock,
}: {
  readonly devices: Devices
  readonly accounts: Accounts
  readonly clock: Clock
}): Members {
  return {
    list: async (realm, mac) => {
      const members = (await devices.get(realm, mac))?.get(MEMBERS).members ?? []
      const named = await Promise.all(
        members.map(async (member) => ({ member, username: (await accounts.get(member.user))?.username ?? "" })),
      )
      return named.sort(
        (a, b) =>
          Number(b.member.role === "owner") - Number(a.member.role === "owner") || a.member.boundAt - b.member.boundAt,
      )
    },
    share: async (realm, decider, mac, username) => {
      const user = await accounts.byName(username)
      if (!user)
        throw new NotFound(
          `No user is called "${username.slice(0, 40)}": check the spelling, or ask them to register first.`,
          {
            code: "user-not-found",
          },
        )
      // The bound keeps an owner of many screens from filling another user's list.
      const full =
        (await devices.of(realm, user.id)).filter(({ device }) => ownerOf(device)?.user !== user.id).length >=
        MAX_SHARED
      let isNew = false
      const after = await devices.update(realm, mac, (device) => {
        isNew = device !== undefined && roleOf(device, user.id) === undefined
        // The owner may have left since the call began.
        if (device && isOwned(device) && !mayAnswer(device, decider))
          throw new Forbidden("Only the owner of this device may share it: ask the owner.")
        if (isNew && full)
          throw new Conflict(
            `${user.username} already sees ${MAX_SHARED} screens of others: ask them to leave one first.`,
            {
              code: "member-limit-reached",
            },
          )
        // An unclaimed device has no members: an admin claims it first.
        if (device && !isOwned(device))
          throw new Conflict("This screen has no owner: bind it first.", { code: "device-unowned" })
        return device && isNew ? withMember(device, { user: user.id, nickname: "", boundAt: clock.now() }) : device
      })
      if (!after)
        throw new NotFound(`${mac} has never called this server: switch it on and point it here first.`, {
          code: "device-not-found",
        })
      return isNew
    },
    requests: async (realm, { user, admin }) => {
      const own = user
        ? (await devices.of(realm, user.id)).filter(({ device }) => ownerOf(device)?.user === user.id)
        : []
      const all = [...own, ...(admin ? await devices.asked(realm) : [])].flatMap(({ mac, device }) =>
        device.get(MEMBERS).requests.map((request) => ({ mac, request })),
      )
      const named = await Promise.all(
        all.map(async ({ mac, request: { id, nickname, at, user: by } }) => ({
          id,
          mac,
          nickname,
          at,
          user: await accounts.get(by),
        })),
      )
      // Skips requests of accounts that were removed.
      return named.flatMap((each) => (each.user ? [{ ...each, user: each.user }] : [])).sort((a, b) => b.at - a.at)
    },
    answer: async (realm, decider, id, approved) => {
      const mac = await devices.requested(realm, id)
      const asker = mac === undefined ? undefined : requestIn(await devices.get(realm, mac), id)?.user
      const user = asker === undefined ? undefined : await accounts.get(asker)
      let member: Member | undefined
      let found = false
      if (mac !== undefined) {
        const change = (device: Device | undefined): Device | undefined => {
          const request = requestIn(device, id)
          found = request !== undefined && user !== undefined && request.user === user.id
          member = undefined
          if (!device || !request) return device
          if (!mayAnswer(device, decider))
            throw new Forbidden("Only the owner of this device may answer this request: ask the owner.")
          const rest = device.with(MEMBERS, {
            requests: device.get(MEMBERS).requests.filter((each) => each !== request),
          })
          if (!found || !approved) return rest
          member = {
            user: request.user,
            nickname: request.nickname,
            boundAt: clock.now(),
            role: isOwned(device) ? "member" : "owner",
          }
          return member.role === "owner"
            ? ownedBy(rest, member, typedBy(rest, request.token))
            : withMember(rest, member)
        }
        const before = await devices.get(realm, mac)
        const token = requestIn(before, id)?.token
        // The device is not the one that called first: the new owner must not get that one's history and statistics.
        const replaced =
          approved &&
          before !== undefined &&
          !isOwned(before) &&
          typedBy(before, token)?.provisional === true &&
          mayAnswer(before, decider)
        if (replaced) await devices.forget(realm, mac, change)
        else await devices.update(realm, mac, change)
      }
      if (!found)
        throw new NotFound("This access request no longer exists: read the list of requests again.", {
          code: "request-not-found",
        })
      return { mac: mac!, member, username: user?.username ?? "" }
    },
  }
}

export function withMember(device: Device, member: Omit<Member, "role">): Device {
  const { members, requests } = device.get(MEMBERS)
  if (members.length >= MAX_MEMBERS)
    throw new Conflict(`${MAX_MEMBERS} people already see this screen: remove one of them first.`, {
      code: "member-limit-reached",
    })
  return device.with(MEMBERS, {
    members: [...members, { ...member, role: "member" }],
    requests: requests.filter((each) => each.user !== member.user),
  })
}

/** The token whose code the requester typed, if it still exists. */
function typedBy(device: Device, typed: string | undefined): DeviceToken | undefined {
  return typed === undefined
    ? undefined
    : device.get(TOKENS).tokens.find(({ value, heldUntil }) => value === typed && heldUntil === undefined)
}

/** The access request with an id; undefined when the device has none. */
function requestIn(device: Device | undefined, id: number): StoredRequest | undefined {
  return device?.get(MEMBERS).requests.find((each) => each.id === id)
}

/** Whether the decider is the owner or an admin. */
function mayAnswer(device: Device, { user, admin }: Decider): boolean {
  return admin || (user !== undefined && ownerOf(device)?.user === user.id)
}
