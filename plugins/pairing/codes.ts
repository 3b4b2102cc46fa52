import { z } from "platen/sdk"
import type { Change, Clock, Device, DeviceToken, Store } from "platen/sdk"

/** Without digits and letters that look alike. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
const LENGTH = 8
/** A code lives so long after it was last posted or drawn. */
const LIFE_MS = 30 * 60_000

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

export interface Codes {
  /** The device with that token's code alive, its own or a new one, and what is written along with it. */
  shown(device: Device, owner: CodeOwner, random: () => number): { readonly device: Device; readonly code: string; readonly changes: readonly Change[] }
  /** The same for a code that the device itself has posted. */
  posted(device: Device, owner: CodeOwner, code: string): { readonly device: Device; readonly changes: readonly Change[] }
  /** Whose code it is now: several devices may have invented the same one. */
  owners(edition: string, code: string): Promise<readonly CodeOwner[]>
}

const entry = z.object({ token: z.string() })

export function codesIn(store: Store, clock: Clock): Codes {
  const all = store.collection("codes", entry)
  const alive = (device: Device, owner: CodeOwner, value: string): { device: Device; changes: readonly Change[] } => ({
    device: { ...device, tokens: device.tokens.map((token) => token.value === owner.token ? { ...token, code: { value, until: clock.now() + LIFE_MS } } : token) },
    changes: [{ collection: all as never, key: `${owner.edition}/${value}/${owner.mac}`, value: { token: owner.token }, ttl: LIFE_MS / 1000 }],
  })
  return {
    shown: (device, owner, random) => {
      const code = tokenOf(device, owner)?.code?.value ?? newCode(random)
      return { ...alive(device, owner, code), code }
    },
    posted: (device, owner, code) => alive(device, owner, code),
    owners: async (edition, code) => (await all.list({ prefix: `${edition}/${code}/` })).map(({ key, value }) => ({ edition, mac: key.slice(edition.length + code.length + 2), token: value.token })),
  }
}

function tokenOf({ tokens }: Device, { token }: CodeOwner): DeviceToken | undefined {
  return tokens.find(({ value }) => value === token)
}

/** True while the token's code is that one and has not run out. */
export function isLive(token: DeviceToken, code: string, now: number): boolean {
  return token.code?.value === code && token.code.until > now
}

function newCode(random: () => number): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join("")
}
