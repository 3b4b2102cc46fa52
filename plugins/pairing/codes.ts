import { createHmac } from "node:crypto"
import { put, z } from "platen/sdk"
import { normalizeMac, isSecret } from "platen/sdk/kit"
import type { Change, Clock, Store } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"

/** Without digits and letters that look alike. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
/** So many of them nobody guesses. */
export const LONG = 8
/** A code lives so long after it was last posted or drawn. */
const LIFE_MS = 30 * 60_000
/** Devices that show one code and are looked at: more than one is a conflict, and anybody can invent any number. */
const MAX_OWNERS = 8

/** A code as people type it: letters and digits, capitals. Undefined for what none is: 4 to 12 of them. */
export function foldCode(given: string): string | undefined {
  const code = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")
  return code.length >= 4 && code.length <= 12 ? code : undefined
}

/** What a code belongs to. */
export interface CodeOwner {
  readonly edition: string
  readonly mac: string
  readonly token: string
}

/** A device with that token's code alive, and what is written along with it. */
export interface Coded {
  readonly device: Device
  readonly code: string
  readonly until: number
  readonly changes: readonly Change[]
}

interface Shown {
  /** The code for one that has none. */
  readonly fresh: string
  /** True: none that could be guessed. */
  readonly long?: boolean
}

export interface Codes {
  /** Its own or the fresh one. */
  shown(device: Device, owner: CodeOwner, options: Shown): Coded
  /** One that the device itself has posted. */
  posted(device: Device, owner: CodeOwner, code: string): Coded
  /** Which devices it is alive on now: several may have invented the same one. */
  owners(edition: string, code: string): Promise<readonly { readonly mac: string; readonly device: Device }[]>
}

export function codesIn(store: Store, devices: Pick<Devices, "get">, clock: Clock): Codes {
  /** Where a code is to be looked for: what the device's document says of it counts, not this. */
  const all = store.collection("codes", z.object({}))
  const alive = (device: Device, { edition, mac, token: owner }: CodeOwner, code: string): Coded => {
    const until = clock.now() + LIFE_MS
    const tokens = device.tokens.map((token) =>
      token.value === owner ? { ...token, usedAt: clock.now(), code: { value: code, until } } : token,
    )
    const had = device.tokens.find(({ value }) => value === owner)?.code?.value
    const key = (value: string): string => `${edition}/${value}/${mac}`
    return {
      device: { ...device, tokens },
      code,
      until,
      changes: [
        ...(had === undefined || tokens.some((token) => token.code?.value === had)
          ? []
          : [put(all, key(had), undefined)]),
        put(all, key(code), {}, { ttl: LIFE_MS / 1000 }),
      ],
    }
  }
  return {
    shown: (device, owner, { fresh, long = false }) => {
      const had = device.tokens.find(({ value }) => value === owner.token)?.code?.value
      return alive(device, owner, had === undefined || (long && had.length < LONG) ? fresh : had)
    },
    posted: alive,
    owners: async (edition, code) => {
      const prefix = `${edition}/${code}/`
      const found = await all.list({ prefix, limit: MAX_OWNERS })
      const known = await Promise.all(
        found.map(async ({ key }) => ({
          mac: key.slice(prefix.length),
          device: await devices.get(edition, key.slice(prefix.length)),
        })),
      )
      return known.flatMap(({ mac, device }) =>
        device?.tokens.some((token) => isLive(token, clock.now(), code)) ? [{ mac, device }] : [],
      )
    },
  }
}

/**
 * A claim token, that stands for a code of a device in links: the MAC, then a digest that only who has the device token can make. It is as
 * good as that code, as long as that lives, and says nothing of the device token.
 */
export function claimTokenOf(mac: string, deviceToken: string, code: string): string {
  return `${mac.replaceAll(":", "")}.${createHmac("sha256", deviceToken).update(`claim ${mac} ${code}`).digest("base64url")}`
}

/** The MAC that a claim token begins with; undefined for what is none. */
export function macOfClaimToken(given: string): string | undefined {
  const [, mac] = /^([0-9a-f]{12})\.[\w-]{43}$/i.exec(given) ?? []
  return mac === undefined ? undefined : normalizeMac(mac)
}

/** The token of the device whose code a claim token stands for, if that code is alive. */
export function tokenOfClaimToken(
  mac: string,
  { tokens }: Device,
  given: string,
  now: number,
): DeviceToken | undefined {
  return tokens.find(
    (token) => isLive(token, now) && isSecret(given, claimTokenOf(mac, token.value, token.code!.value)),
  )
}

/** True while the token has a code, or that code, which has not run out. */
export function isLive({ code }: DeviceToken, now: number, wanted = code?.value): boolean {
  return code !== undefined && code.value === wanted && code.until > now
}

/** A code that nobody guesses. `random`: chance that nobody guesses, 0 to below 1. */
export function newCode(random: () => number): string {
  return Array.from({ length: LONG }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join("")
}
