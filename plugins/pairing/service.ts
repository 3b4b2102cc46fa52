import { randomInt } from "node:crypto"
import { Conflict, NotFound, Unauthenticated } from "platen/sdk"
import { device as deviceSchema, ownerOf, roleOf } from "platen/sdk/device"
import { addressPlace } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Device, Devices, Member } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import type { Attempts, AttemptLimit } from "platen/sdk/kit"
import { claimed, isSilent, left, steers } from "./claim.js"
import type { Claim, Proof, Role } from "./claim.js"
import { claimTokenOf, foldCode, LONG, newCode, macOfClaimToken, tokenOfClaimToken } from "./codes.js"
import type { Coded, Codes } from "./codes.js"
import type { Guard } from "./guard.js"

/** What came of binding. */
export type Bound =
  | { readonly status: "claimed" | "active" | "confirmed"; readonly mac: string; readonly role: Role }
  /** `retryAt`: from then on the same code may be proof. */
  | {
      readonly status: "pending_approval"
      readonly mac: string
      readonly request: number
      readonly retryAt?: number | undefined
    }

/** Who asks, and where from: wrong codes are counted against both. */
export interface Asker {
  readonly user: User
  readonly address: string
}

export interface Pairing {
  /** Keeps a code alive that the device has posted, or its own. Resolves to it, exactly as posted, and to its claim token. */
  claimToken(
    edition: string,
    mac: string,
    token: string,
    posted: string | undefined,
  ): Promise<{ readonly code: string; readonly claim: string; readonly until: number }>
  /** By a code alone. Throws NotFound for one that nobody shows, Conflict for one that several show, and TooMany. */
  consume(edition: string, asker: Asker, code: string, nickname?: string): Promise<Bound>
  /** By a claim token, which stands for a code. Throws NotFound for one whose code no screen shows. */
  redeem(edition: string, asker: Asker, claim: string, nickname?: string): Promise<Bound>
  /** Throws NotFound for a device that never called, that shows no code, or another, Conflict, and TooMany. */
  bind(edition: string, asker: Asker, mac: string, proof: Proof): Promise<Bound>
  /** Throws NotFound for one that is not bound, Conflict for an owner who leaves others behind. */
  unbind(edition: string, user: string, mac: string): Promise<void>
  /** The newest first. */
  devicesOf(
    edition: string,
    user: string,
  ): Promise<readonly { readonly mac: string; readonly member: Member; readonly device: Device }[]>
  /** Devices that the user had until their first token called. */
  undone(edition: string, user: string): Promise<readonly { readonly mac: string; readonly at: number }[]>
}

interface Needs {
  readonly devices: Devices
  readonly codes: Codes
  readonly attempts: Attempts
  readonly guard: Guard
  readonly clock: Clock
  /** Chance that nobody guesses: 0 to below 1. */
  readonly random: () => number
}

/** Wrong codes, of an account and of an address; never of a device, or anybody could lock an owner out. */
const CODES: AttemptLimit = { most: 5, within: 15 * 60_000 }

export function pairingOf(needs: Needs): Pairing {
  const { devices, codes, clock, random } = needs
  const bind = binder(needs)
  return {
    bind,
    consume: consumer(needs, bind),
    redeem: async (edition, asker, claim, nickname) => {
      const mac = macOfClaimToken(claim)
      const device = mac === undefined ? undefined : await devices.get(edition, mac)
      const token = device && tokenOfClaimToken(mac!, device, claim, clock.now())
      if (!token)
        throw new NotFound("No screen shows the code of this claim token now: type the code that the screen shows.", {
          code: "code-not-found",
        })
      return bind(edition, asker, mac!, { code: token.code!.value, of: token.value, nickname })
    },
    claimToken: async (edition, mac, token, posted) => {
      const code = posted === undefined ? undefined : foldCode(posted)
      const owner = { edition, mac, token }
      const fresh = newCode(random)
      let coded: Coded | undefined
      await devices.update(
        edition,
        mac,
        (device) => {
          coded =
            device && isHeld(device, token)
              ? code === undefined
                ? codes.shown(device, owner, { fresh })
                : codes.posted(device, owner, code)
              : undefined
          // What it shows now is another code, unless it shows none.
          const stale =
            device?.members.length === 0 &&
            device.tokens.some(
              ({ value, provisional, code: had }) => value === token && !provisional && had?.value !== coded?.code,
            )
          return coded && stale ? { ...coded.device, pendingRefresh: true } : (coded?.device ?? device)
        },
        { with: () => coded?.changes ?? [] },
      )
      if (!coded)
        throw new Unauthenticated("The device token was revoked: ask for another.", { code: "device-token-invalid" })
      return {
        code: code === undefined ? coded.code : posted!,
        claim: claimTokenOf(mac, token, coded.code),
        until: coded.until,
      }
    },
    unbind: async (edition, user, mac) => {
      const others = (device: Device | undefined): readonly Member[] => withoutMember(device, user, mac)
      if (others(await devices.get(edition, mac)).length === 0) {
        // Nothing of it is for whoever owns it next; a device in live mode comes at once.
        await devices.forget(edition, mac, (device) => {
          if (others(device).length > 0) throw new Conflict("Somebody else was let in meanwhile: look, and try again.")
          return deviceSchema.parse({ ...left(device, clock.now()), pendingRefresh: true })
        })
        return
      }
      await devices.update(edition, mac, (device) => ({
        ...device!,
        members: [...others(device)],
        pendingRefresh: true,
      }))
    },
    devicesOf: async (edition, user) =>
      (await devices.of(edition, user)).map(({ mac, device }) => ({
        mac,
        device,
        member: device.members.find((each) => each.user === user)!,
      })),
    undone: (edition, user) => devices.undone(edition, user),
  }
}

/** Devices that one user owns: anybody can invent as many as they like and bind them. */
export const MAX_DEVICES = 200

/** By a device's MAC, with whatever proof there is. */
function binder({ devices, attempts, guard, clock }: Needs): Pairing["bind"] {
  return async (edition, { user, address }, mac, proof) => {
    const attempt = async (): Promise<Claim> => {
      const full =
        user.role !== "admin" &&
        (await devices.of(edition, user.id)).filter(({ device }) => ownerOf(device)?.user === user.id).length >=
          MAX_DEVICES
      const moment = { now: clock.now(), request: randomInt(1, 2 ** 48 - 1) }
      let claim: Claim | undefined
      const change = (device: Device | undefined): Device | undefined => {
        claim = device && claimed(device, user, proof, moment)
        if (full && claim?.status === "claimed") throw tooMany()
        return claim?.device ?? device
      }
      change(await devices.get(edition, mac))
      if (!claim) return nobody(mac, proof.code)
      // History and figures of the device that called first go before somebody else's becomes theirs.
      if (isAnew(claim)) await devices.forget(edition, mac, change)
      else await devices.update(edition, mac, change)
      return claim ?? nobody(mac, proof.code)
    }
    const boundBy = (claim: Claim): Bound => {
      if ("role" in claim) return { status: claim.status, mac, role: claim.role }
      if (claim.status !== "asked") throw refusal(claim.status)
      return { status: "pending_approval", mac, request: claim.request, retryAt: claim.retryAt }
    }
    const { code } = proof
    // Nobody guesses a claim token.
    if (code === undefined || proof.of !== undefined) return boundBy(await attempt())
    const device = await devices.get(edition, mac)
    // A device that shows no code cannot be guessed at: whoever waits for its screen may ask again and again.
    if (!device || (isSilent(device, clock.now()) && roleOf(device, user.id) !== "member")) throw refusal("silent")
    const free = steers(device, user) || isLong(code)
    return boundBy(
      await guess({ attempts, guard, user, address, free }, async (open) => {
        if (!open) throw short()
        const claim = await attempt()
        return { result: claim, wrong: claim.status === "wrong" }
      }),
    )
  }
}

/** By a code alone. */
function consumer({ codes, attempts, guard }: Needs, bind: Pairing["bind"]): Pairing["consume"] {
  return async (edition, asker, given, nickname) => {
    const { user, address } = asker
    const mac = await guess({ attempts, guard, user, address, free: isLong(given) }, async (open) => {
      const all = await codes.owners(edition, foldCode(given) ?? "")
      const found = open ? all : all.filter(({ device }) => steers(device, user))
      if (found.length === 0 && !open) throw short()
      return { result: meant(found, user), wrong: found.length === 0 }
    })
    if (mac === undefined)
      throw new NotFound("No screen shows this code now: look at the screen, and press its button for a new one.", {
        code: "code-not-found",
      })
    return bind(edition, asker, mac, { code: given, nickname })
  }
}

interface Guess {
  readonly attempts: Attempts
  readonly guard: Guard
  readonly user: User
  readonly address: string
  /** True: it is nobody's guess whom the guard is for. */
  readonly free: boolean
}

/** Counts as a try before it is known how it ends, so that many at once are not more; and no more once it was not wrong. `open`: false when no guess is looked at. */
async function guess<T>(
  { attempts, guard, user, address, free }: Guess,
  work: (open: boolean) => Promise<{ readonly result: T; readonly wrong: boolean }>,
): Promise<T> {
  const taken: (() => Promise<void> | void)[] = []
  let wrong = false
  try {
    for (const subject of [`account/${user.id}`, `address/${addressPlace(address)}`])
      taken.push(await attempts.take(subject, CODES))
    const back = free ? undefined : guard.take()
    if (back) taken.push(back)
    const done = await work(free || back !== undefined)
    wrong = done.wrong
    return done.result
  } finally {
    if (!wrong) for (const back of taken) await back()
  }
}

/** The device that a code is meant for: of several that show it, the only one that it could open to this user. */
function meant(found: readonly { readonly mac: string; readonly device: Device }[], user: User): string | undefined {
  const near = found.filter(
    ({ device }) =>
      device.members.length === 0 || user.role === "admin" || device.members.some((each) => each.user === user.id),
  )
  const [one, other] = near.length > 0 ? near : found
  if (other)
    throw new Conflict("Several screens show this code: name the one you mean by its MAC.", {
      code: "code-ambiguous",
      issues: near.map(({ mac }) => ({ path: "mac", message: mac })),
    })
  return one?.mac
}

function isAnew(claim: Claim): boolean {
  return claim.status === "claimed" && claim.anew === true
}

function withoutMember(device: Device | undefined, user: string, mac: string): readonly Member[] {
  const mine = device?.members.find((each) => each.user === user)
  if (!device || !mine) throw new NotFound(`${mac} is not bound to that user.`, { code: "membership-not-found" })
  const others = device.members.filter((each) => each.user !== user)
  if (mine.role === "owner" && others.length > 0)
    throw new Conflict("Others may still see this screen: take them out first.", { code: "members-remaining" })
  return others
}

function isHeld({ tokens }: Device, token: string): boolean {
  return tokens.some(({ value }) => value === token)
}

function isLong(code: string): boolean {
  return (foldCode(code) ?? "").length >= LONG
}

function tooMany(): Conflict {
  return new Conflict(`You have ${MAX_DEVICES} screens already: unbind one that is no longer there, or ask an admin.`, {
    code: "user-device-limit-reached",
  })
}

function nobody(mac: string, code: string | undefined): never {
  if (code !== undefined) throw refusal("silent")
  throw new NotFound(`${mac} has never called this server: switch it on and point it here first.`, {
    code: "device-not-found",
  })
}

function refusal(status: "silent" | "wrong" | "twice"): NotFound | Conflict {
  if (status === "silent")
    return new NotFound("This screen shows no code yet: press its button, and wait until it does.", {
      code: "code-not-shown",
    })
  if (status === "wrong")
    return new NotFound("The screen shows another code: look again, and type that.", { code: "code-not-found" })
  return new Conflict(
    "Two devices that say to be this screen show the same code: press the screen's button, and type the new code that it shows.",
    { code: "code-duplicate" },
  )
}

function short(): Conflict {
  return new Conflict(
    "Too many wrong codes were tried here lately: press the screen's button, and type the longer code that it then shows.",
    { code: "code-too-short" },
  )
}
