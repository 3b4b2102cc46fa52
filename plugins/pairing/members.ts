import { Conflict, Forbidden, NotFound } from "platen/sdk"
import { ownerOf } from "platen/sdk/device"
import type { Clock } from "platen/sdk"
import type { Device, Devices, DeviceToken, Member } from "platen/sdk/device"
import type { Accounts, User } from "platen/sdk/http"
import { ownedBy } from "./claim.js"

/** Whoever decides: a user, or the operator, who is none. */
export interface Decider {
  readonly user: User | undefined
  readonly admin: boolean
}

/** Somebody who asks to be let in. */
export interface Request {
  readonly id: number
  readonly mac: string
  readonly user: User
  readonly nickname: string
  readonly at: number
}

/** The answer to a request. `member`: the new member; undefined after a refusal. */
export interface Decision {
  readonly mac: string
  readonly member: Member | undefined
  readonly username: string
}

/** Whom an owner lets in. */
export interface Members {
  /** The owner first. */
  list(edition: string, mac: string): Promise<readonly { readonly member: Member; readonly username: string }[]>
  /** False: was in already. Throws NotFound for a name that nobody has. */
  share(edition: string, decider: Decider, mac: string, username: string): Promise<boolean>
  /** To whom decides: of the devices that he owns, and of those without an owner if he is an admin. The newest first. */
  requests(edition: string, decider: Decider): Promise<readonly Request[]>
  /** Throws NotFound for one that is answered already, Forbidden for somebody else's. */
  answer(edition: string, decider: Decider, id: number, yes: boolean): Promise<Decision>
}

/** Of one device. */
const MAX_MEMBERS = 50
/** Devices of others that one user sees. */
const MAX_SHARED = 200

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
    list: async (edition, mac) => {
      const members = (await devices.get(edition, mac))?.members ?? []
      const named = await Promise.all(
        members.map(async (member) => ({ member, username: (await accounts.get(member.user))?.username ?? "" })),
      )
      return named.sort(
        (a, b) =>
          Number(b.member.role === "owner") - Number(a.member.role === "owner") || a.member.boundAt - b.member.boundAt,
      )
    },
    share: async (edition, decider, mac, username) => {
      const user = await accounts.byName(username)
      if (!user)
        throw new NotFound(`There is nobody called "${username.slice(0, 40)}" here: they register first.`, {
          code: "user-not-found",
        })
      // Whoever has many screens must not fill somebody's list with them.
      const full =
        (await devices.of(edition, user.id)).filter(({ device }) => ownerOf(device)?.user !== user.id).length >=
        MAX_SHARED
      let isNew = false
      const after = await devices.update(edition, mac, (device) => {
        isNew = device !== undefined && device.members.every((each) => each.user !== user.id)
        // The owner may have left since the call began.
        if (device && device.members.length > 0 && !mayAnswer(device, decider))
          throw new Forbidden("Only the owner of this device may share it: ask them.")
        if (isNew && full)
          throw new Conflict(`${user.username} sees ${MAX_SHARED} screens of others already: they leave one first.`, {
            code: "member-limit-reached",
          })
        // Of a device without an owner nobody can be a member: an admin claims it first.
        if (device?.members.length === 0)
          throw new Conflict("This screen has no owner: bind it first.", { code: "device-unowned" })
        return device && isNew ? withMember(device, { user: user.id, nickname: "", boundAt: clock.now() }) : device
      })
      if (!after)
        throw new NotFound(`${mac} has never called this server: switch it on and point it here first.`, {
          code: "device-not-found",
        })
      return isNew
    },
    requests: async (edition, { user, admin }) => {
      const own = user
        ? (await devices.of(edition, user.id)).filter(({ device }) => ownerOf(device)?.user === user.id)
        : []
      const all = [...own, ...(admin ? await devices.asked(edition) : [])].flatMap(({ mac, device }) =>
        device.requests.map((request) => ({ mac, request })),
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
      // Of somebody who has gone nothing is left to answer.
      return named.flatMap((each) => (each.user ? [{ ...each, user: each.user }] : [])).sort((a, b) => b.at - a.at)
    },
    answer: async (edition, decider, id, yes) => {
      const mac = await devices.requested(edition, id)
      const asker =
        mac === undefined ? undefined : (await devices.get(edition, mac))?.requests.find((each) => each.id === id)?.user
      const user = asker === undefined ? undefined : await accounts.get(asker)
      let member: Member | undefined
      let found = false
      if (mac !== undefined) {
        const change = (device: Device | undefined): Device | undefined => {
          const request = device?.requests.find((each) => each.id === id)
          found = request !== undefined && user !== undefined && request.user === user.id
          member = undefined
          if (!device || !request) return device
          if (!mayAnswer(device, decider))
            throw new Forbidden("Only the owner of this device may answer that: ask them.")
          const rest = { ...device, requests: device.requests.filter((each) => each !== request) }
          if (!found || !yes) return rest
          member = {
            user: request.user,
            nickname: request.nickname,
            boundAt: clock.now(),
            role: device.members.length === 0 ? "owner" : "member",
          }
          return member.role === "owner"
            ? ownedBy(rest, member, typedBy(rest, request.token))
            : withMember(rest, member)
        }
        const before = await devices.get(edition, mac)
        const token = before?.requests.find((each) => each.id === id)?.token
        // Another device than that which called first: history and figures of that one go.
        const anew =
          yes &&
          before?.members.length === 0 &&
          typedBy(before, token)?.provisional === true &&
          mayAnswer(before, decider)
        if (anew) await devices.forget(edition, mac, change)
        else await devices.update(edition, mac, change)
      }
      if (!found)
        throw new NotFound("Nobody asks for that any more: the list has who does.", { code: "request-not-found" })
      return { mac: mac!, member, username: user?.username ?? "" }
    },
  }
}

function withMember(device: Device, member: Omit<Member, "role">): Device {
  if (device.members.length >= MAX_MEMBERS)
    throw new Conflict(`${MAX_MEMBERS} people see this screen already: take one of them out first.`, {
      code: "member-limit-reached",
    })
  return {
    ...device,
    members: [...device.members, { ...member, role: "member" }],
    requests: device.requests.filter((each) => each.user !== member.user),
  }
}

/** The token whose code they typed who asked, if it is there still. */
function typedBy({ tokens }: Device, typed: string | undefined): DeviceToken | undefined {
  return typed === undefined
    ? undefined
    : tokens.find(({ value, heldUntil }) => value === typed && heldUntil === undefined)
}

/** Its owner, and an admin; also of a device without one. */
function mayAnswer(device: Device, { user, admin }: Decider): boolean {
  return admin || (user !== undefined && ownerOf(device)?.user === user.id)
}
