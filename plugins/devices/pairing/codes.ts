import { createHmac } from "node:crypto"
import { put, z } from "platen/sdk"
import { TOKENS } from "platen/sdk/device"
import { normalizeMac, isSecret } from "platen/sdk/kit"
import type { Change, Clock, Store } from "platen/sdk"
import type { Device, Devices, DeviceToken } from "platen/sdk/device"

/** Digits and letters, without those that look alike. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
/** Characters from which a code is too long to guess. */
export const LONG = 8
/** Milliseconds for which a code is valid after it was last posted or drawn. */
const LIFE_MS = 30 * 60_000
/** Devices with one code that are read: two are a conflict already, and an unauthenticated caller can create any number. */
const MAX_OWNERS = 8

/** The code in capitals, without separators. Undefined unless it has 4 to 12 letters or digits. */
export function normalizeCode(given: string): string | undefined {
  const code = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")
  return code.length >= 4 && code.length <= 12 ? code : undefined
}

/** The token that a code belongs to. */
export interface CodeOwner {
  readonly realm: string
  readonly mac: string
  readonly token: string
}

/** A device with a valid code on the token, and the changes to write with it. */
export interface Coded {
  readonly device: Device
  readonly code: string
  readonly until: number
  readonly changes: readonly Change[]
}

interface Shown {
  /** The code for a token that has none. */
  readonly fresh: string
  /** True: a code shorter than LONG is replaced by `fresh`. */
  readonly long?: boolean
}

export interface Codes {
  /** Extends the token's code, or gives it the fresh one. */
  shown(device: Device, owner: CodeOwner, options: Shown): Coded
  /** Stores a code that the device has posted. */
  posted(device: Device, owner: CodeOwner, code: string): Coded
  /** Devices on which the code is valid now: several may have posted the same one. */
  owners(realm: string, code: string): Promise<readonly { readonly mac: string; readonly device: Device }[]>
}

export function codesIn(store: Store, devices: Pick<Devices, "get">, clock: Clock): Codes {
  /** Index of devices by code. The device is authoritative. */
  const all = store.collection("codes", z.object({}))
  const withCode = (device: Device, { realm, mac, token: owner }: CodeOwner, code: string): Coded => {
    const until = clock.now() + LIFE_MS
    const before = device.get(TOKENS).tokens
    const tokens = before.map((token) =>
      token.value === owner ? { ...token, usedAt: clock.now(), code: { value: code, until } } : token,
    )
    const had = before.find(({ value }) => value === owner)?.code?.value
    const key = (value: string): string => `${realm}/${value}/${mac}`
    return {
      device: device.with(TOKENS, { tokens }),
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
      const had = device.get(TOKENS).tokens.find(({ value }) => value === owner.token)?.code?.value
      return withCode(device, owner, had === undefined || (long && had.length < LONG) ? fresh : had)
    },
    posted: withCode,
    owners: async (realm, code) => {
      const prefix = `${realm}/${code}/`
      const found = await all.list({ prefix, limit: MAX_OWNERS })
      const known = await Promise.all(
        found.map(async ({ key }) => ({
          mac: key.slice(prefix.length),
          device: await devices.get(realm, key.slice(prefix.length)),
        })),
      )
      return known.flatMap(({ mac, device }) =>
        device?.get(TOKENS).tokens.some((token) => isLive(token, clock.now(), code)) ? [{ mac, device }] : [],
      )
    },
  }
}

/**
 * Claim token: replaces a code of a device in links. Format: the MAC without colons, a dot, an HMAC-SHA-256 keyed with the device token. It is valid
 * as long as the code, and does not reveal the device token.
 */
export function claimTokenOf(mac: string, deviceToken: string, code: string): string {
  return `${mac.replaceAll(":", "")}.${createHmac("sha256", deviceToken).update(`claim ${mac} ${code}`).digest("base64url")}`
}

/** The MAC at the start of a claim token; undefined for any other text. */
export function macOfClaimToken(given: string): string | undefined {
  const [, mac] = /^([0-9a-f]{12})\.[\w-]{43}$/i.exec(given) ?? []
  return mac === undefined ? undefined : normalizeMac(mac)
}

/** The device token whose code a claim token replaces, if that code is valid. */
export function tokenOfClaimToken(mac: string, device: Device, given: string, now: number): DeviceToken | undefined {
  return device
    .get(TOKENS)
    .tokens.find((token) => isLive(token, now) && isSecret(given, claimTokenOf(mac, token.value, token.code!.value)))
}

/** Whether the token has a valid code; with `wanted`, whether it is that one. */
export function isLive({ code }: DeviceToken, now: number, wanted = code?.value): boolean {
  return code !== undefined && code.value === wanted && code.until > now
}

/** A new code of LONG characters. `random`: cryptographically secure, 0 to below 1. */
export function newCode(random: () => number): string {
  return Array.from({ length: LONG }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join("")
}
