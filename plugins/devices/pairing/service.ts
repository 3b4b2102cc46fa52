import { randomInt } from "node:crypto"
import { Conflict, NotFound, Unauthenticated } from "platen/sdk"
import { MEMBERS, TOKENS } from "platen/sdk/device"
import { addressPlace, isOwned, NEW_DEVICE, ownerOf, refreshing, roleOf } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Device, Devices, Member } from "platen/sdk/device"
import type { Accounts, AttemptLimit, Attempts, User } from "platen/sdk/http"
import { claimed, hasNoCode, withoutOwner, mayControl } from "./claim.js"
import type { Claim, Proof, Role } from "./claim.js"
import { claimTokenOf, normalizeCode, LONG, newCode, macOfClaimToken, tokenOfClaimToken } from "./codes.js"
import type { Coded, Codes } from "./codes.js"
import type { Guard } from "./guard.js"

/** Outcome of a binding. */
export type Bound =
  | { readonly status: "claimed" | "active" | "confirmed"; readonly mac: string; readonly role: Role }
  /** `retryAt`: time from which the same code may be proof. */
  | {
      readonly status: "pending_approval"
      readonly mac: string
      readonly request: number
      readonly retryAt?: number | undefined
    }

/** The caller: wrong codes count against both the account and the address. */
export interface Asker {
  readonly user: User
  readonly address: string
}

export interface Pairing {
  /** Extends the code that the device posts, or the token's own. Resolves to the code, exactly as posted, and its claim token. */
  claimToken(
    realm: string,
    mac: string,
    token: string,
    posted: string | undefined,
  ): Promise<{ readonly code: string; readonly claim: string; readonly until: number }>
  /** Binds by a code alone. Throws NotFound for a code that no screen shows, Conflict for one that several show, and TooMany. */
  consume(realm: string, asker: Asker, code: string, nickname?: string): Promise<Bound>
  /** Binds by a claim token. Throws NotFound when its code is no longer valid. */
  redeem(realm: string, asker: Asker, claim: string, nickname?: string): Promise<Bound>
  /** Binds by MAC. Throws NotFound for an unknown device, one without a code and a wrong code, Conflict, and TooMany. */
  bind(realm: string, asker: Asker, mac: string, proof: Proof): Promise<Bound>
  /** Throws NotFound for a device that is not bound to the user, Conflict for an owner while there are other members. */
  unbind(realm: string, user: string, mac: string): Promise<void>
  /** The user's devices, the newest binding first. */
  devicesOf(
    realm: string,
    user: string,
  ): Promise<readonly { readonly mac: string; readonly member: Member; readonly device: Device }[]>
  /** Devices whose binding to the user was undone by a call of their first token. */
  undone(realm: string, user: string): Promise<readonly { readonly mac: string; readonly at: number }[]>
}

interface Needs {
  readonly devices: Devices
  readonly accounts: Pick<Accounts, "get">
  readonly codes: Codes
  readonly attempts: Attempts
  readonly guard: Guard
  readonly clock: Clock
  /** Cryptographically secure, 0 to below 1. */
  readonly random: () => number
}

/** Wrong codes per account and per address; not per device, so that an attacker cannot lock out an owner. */
const CODES: AttemptLimit = { most: 5, within: 15 * 60_000 }

export function pairingOf(needs: Needs): Pairing {
  const { devices, codes, clock, random } = needs
  const unbind = unbinder(needs)
  const bind = binder(needs, unbind)
  return {
    bind,
    unbind,
    consume: consumer(needs, bind),
    redeem: async (realm, asker, claim, nickname) => {
      const mac = macOfClaimToken(claim)
      const device = mac === undefined ? undefined : await devices.get(realm, mac)
      const token = device && tokenOfClaimToken(mac!, device, claim, clock.now())
      if (!token)
        throw new NotFound("The claim token has expired: type the code that the screen shows.", {
          code: "code-not-found",
        })
      return bind(realm, asker, mac!, { code: token.code!.value, of: token.value, nickname })
    },
    claimToken: async (realm, mac, token, posted) => {
      const code = posted === undefined ? undefined : normalizeCode(posted)
      const owner = { realm, mac, token }
      const fresh = newCode(random)
      let coded: Coded | undefined
      await devices.update(
        realm,
        mac,
        (device) => {
          coded =
            device && isHeld(device, token)
              ? code === undefined
                ? codes.shown(device, owner, { fresh })
                : codes.posted(device, owner, code)
              : undefined
          // The screen of an unclaimed device still shows the previous code: request a refresh.
          const stale =
            device &&
            !isOwned(device) &&
            device
              .get(TOKENS)
              .tokens.some(
                ({ value, provisional, code: had }) => value === token && !provisional && had?.value !== coded?.code,
              )
          return coded && stale ? refreshing(coded.device) : (coded?.device ?? device)
        },
        { with: () => coded?.changes ?? [] },
      )
      if (!coded)
        throw new Unauthenticated("The device token was revoked: request another.", { code: "device-token-invalid" })
      return {
        code: code === undefined ? coded.code : posted!,
        claim: claimTokenOf(mac, token, coded.code),
        until: coded.until,
      }
    },
    devicesOf: async (realm, user) =>
      (await devices.of(realm, user)).map(({ mac, device }) => ({
        mac,
        device,
        member: device.get(MEMBERS).members.find((each) => each.user === user)!,
      })),
    undone: (realm, user) => devices.undone(realm, user),
  }
}

function unbinder({ devices, clock }: Pick<Needs, "devices" | "clock">): Pairing["unbind"] {
  return async (realm, user, mac) => {
    const others = (device: Device | undefined): readonly Member[] => withoutMember(device, user, mac)
    if (others(await devices.get(realm, mac)).length === 0) {
      // Deletes everything, since the next owner must not see it; `pendingRefresh` makes a device in live mode call at once.
      await devices.forget(realm, mac, (device) => {
        if (others(device).length > 0)
          throw new Conflict("Another user got access in the meantime: remove them, then try again.")
        return withoutOwner(device, clock.now())
      })
      return
    }
    await devices.update(realm, mac, (device) => refreshing(device!).with(MEMBERS, { members: [...others(device)] }))
  }
}

/** Devices per owner: a user can create any number of MACs and bind them. */
export const MAX_DEVICES = 200

function binder({ devices, accounts, attempts, guard, clock }: Needs, unbind: Pairing["unbind"]): Pairing["bind"] {
  return async (realm, { user, address }, mac, proof) => {
    const attempt = async (): Promise<Claim> => {
      const full =
        user.role !== "admin" &&
        (await devices.of(realm, user.id)).filter(({ device }) => ownerOf(device)?.user === user.id).length >=
          MAX_DEVICES
      const moment = { now: clock.now(), request: randomInt(1, 2 ** 48 - 1) }
      let claim: Claim | undefined
      const change = (device: Device | undefined): Device | undefined => {
        claim = device && claimed(device, user, proof, moment)
        if (full && claim?.status === "claimed") throw deviceLimitReached()
        return claim?.device ?? device
      }
      change(await devices.get(realm, mac))
      if (!claim) return unknownDevice(mac, proof.code)
      // The device is not the one that called first: the new owner must not get that one's history and statistics.
      if (isReplaced(claim)) await devices.forget(realm, mac, change)
      else await devices.update(realm, mac, change)
      // The account may have been removed since the call began: nobody would own the device.
      if (claim && (await accounts.get(user.id)) === undefined) {
        if (roleOf((await devices.get(realm, mac)) ?? NEW_DEVICE, user.id)) await unbind(realm, user.id, mac)
        throw new Unauthenticated("The account was removed: create another.")
      }
      return claim ?? unknownDevice(mac, proof.code)
    }
    const boundBy = (claim: Claim): Bound => {
      if ("role" in claim) return { status: claim.status, mac, role: claim.role }
      if (claim.status !== "requested") throw refusal(claim.status)
      return { status: "pending_approval", mac, request: claim.request, retryAt: claim.retryAt }
    }
    const { code } = proof
    // A claim token cannot be guessed, so the attempt is not counted.
    if (code === undefined || proof.of !== undefined) return boundBy(await attempt())
    const device = await devices.get(realm, mac)
    // Without a code there is nothing to guess: a page may poll until the screen shows one.
    if (!device || (hasNoCode(device, clock.now()) && roleOf(device, user.id) !== "member")) throw refusal("no-code")
    const free = mayControl(device, user) || isLong(code)
    return boundBy(
      await guess({ attempts, guard, user, address, free }, async (open) => {
        if (!open) throw codeTooShort()
        const claim = await attempt()
        return { result: claim, wrong: claim.status === "wrong-code" }
      }),
    )
  }
}

function consumer({ codes, attempts, guard }: Needs, bind: Pairing["bind"]): Pairing["consume"] {
  return async (realm, asker, given, nickname) => {
    const { user, address } = asker
    const mac = await guess({ attempts, guard, user, address, free: isLong(given) }, async (open) => {
      const all = await codes.owners(realm, normalizeCode(given) ?? "")
      const found = open ? all : all.filter(({ device }) => mayControl(device, user))
      if (found.length === 0 && !open) throw codeTooShort()
      return { result: intendedDevice(found, user), wrong: found.length === 0 }
    })
    if (mac === undefined)
      throw new NotFound("No screen shows this code now: check the screen, or press its button for a new code.", {
        code: "code-not-found",
      })
    return bind(realm, asker, mac, { code: given, nickname })
  }
}

interface Guess {
  readonly attempts: Attempts
  readonly guard: Guard
  readonly user: User
  readonly address: string
  /** True: the guard does not count the attempt: the code is long, or the user controls the device. */
  readonly free: boolean
}

/** Counts the attempt before its outcome is known, so that concurrent ones stay within the bounds; uncounts it unless it was wrong. `open`: false when the guard accepts no short code. */
async function guess<T>(
  { attempts, guard, user, address, free }: Guess,
  work: (open: boolean) => Promise<{ readonly result: T; readonly wrong: boolean }>,
): Promise<T> {
  const taken: (() => Promise<void> | void)[] = []
  let wrong = false
  try {
    for (const subject of [`account/${user.id}`, `address/${addressPlace(address)}`])
      taken.push(await attempts.take(subject, CODES))
    const back = free ? undefined : await guard.take()
    if (back) taken.push(back)
    const done = await work(free || back !== undefined)
    wrong = done.wrong
    return done.result
  } finally {
    if (!wrong) for (const back of taken) await back()
  }
}

/** The device that the user means by a code: of several with that code, the only one that it could bind to this user. Throws Conflict when there are more. */
function intendedDevice(
  found: readonly { readonly mac: string; readonly device: Device }[],
  user: User,
): string | undefined {
  const near = found.filter(
    ({ device }) => !isOwned(device) || user.role === "admin" || roleOf(device, user.id) !== undefined,
  )
  const [one, other] = near.length > 0 ? near : found
  if (other)
    throw new Conflict("Several screens show this code: name the one you mean by its MAC.", {
      code: "code-ambiguous",
      issues: near.map(({ mac }) => ({ path: "mac", message: mac })),
    })
  return one?.mac
}

function isReplaced(claim: Claim): boolean {
  return claim.status === "claimed" && claim.replaced === true
}

function withoutMember(device: Device | undefined, user: string, mac: string): readonly Member[] {
  const members = device?.get(MEMBERS).members ?? []
  const mine = members.find((each) => each.user === user)
  if (!mine) throw new NotFound(`${mac} is not bound to that user.`, { code: "membership-not-found" })
  const others = members.filter((each) => each.user !== user)
  if (mine.role === "owner" && others.length > 0)
    throw new Conflict("This screen still has other members: remove them first.", { code: "members-remaining" })
  return others
}

function isHeld(device: Device, token: string): boolean {
  return device.get(TOKENS).tokens.some(({ value }) => value === token)
}

function isLong(code: string): boolean {
  return (normalizeCode(code) ?? "").length >= LONG
}

function deviceLimitReached(): Conflict {
  return new Conflict(`You already have ${MAX_DEVICES} screens: unbind one that you no longer use, or ask an admin.`, {
    code: "user-device-limit-reached",
  })
}

function unknownDevice(mac: string, code: string | undefined): never {
  if (code !== undefined) throw refusal("no-code")
  throw new NotFound(`${mac} has never called this server: switch it on and point it here first.`, {
    code: "device-not-found",
  })
}

function refusal(status: "no-code" | "wrong-code" | "ambiguous"): NotFound | Conflict {
  if (status === "no-code")
    return new NotFound("This screen shows no code yet: press its button and wait for the code.", {
      code: "code-not-shown",
    })
  if (status === "wrong-code")
    return new NotFound("The code is wrong: type the code that the screen shows now.", { code: "code-not-found" })
  return new Conflict(
    "Two devices with this MAC show the same code: press the screen's button and type the new code.",
    { code: "code-duplicate" },
  )
}

function codeTooShort(): Conflict {
  return new Conflict(
    "Too many wrong codes were entered recently: press the screen's button and type the longer code that it then shows.",
    { code: "code-too-short" },
  )
}
