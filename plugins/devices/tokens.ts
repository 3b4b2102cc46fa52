import { createHash, timingSafeEqual } from "node:crypto"
import type { Device, DeviceToken } from "platen/sdk"

/** Tokens that an owned device may have beside its own, until its owner says which is right. */
const MOST_PROVISIONAL = 8
/** A provisional token that nobody uses is forgotten. */
const UNUSED_MS = 24 * 3_600_000

/** The token of that value; undefined when there is none. Every token is compared, in constant time. */
export function tokenIn({ tokens }: Pick<Device, "tokens">, value: string): DeviceToken | undefined {
  let found: DeviceToken | undefined
  for (const token of tokens) if (same(token.value, value)) found = token
  return found
}

export interface Issued {
  readonly device: Device
  readonly token: string
  /** True: it was made now. */
  readonly fresh: boolean
}

/**
 * A token for whoever asks: a refusal would strand the device. An unowned device has one, the same on every call; an owned
 * one gives its own to who shows it or may have it (`trusted`), and to anyone else a provisional one.
 */
export function issue(device: Device, { shown, trusted, now, make }: { readonly shown: string; readonly trusted: boolean; readonly now: number; make(): string }): Issued {
  const own = device.tokens.find(({ provisional }) => !provisional)
  const presented = shown === "" ? undefined : tokenIn(device, shown)
  if (presented) return { device, token: presented.value, fresh: false }
  if (own && (device.members.length === 0 || trusted)) return { device, token: own.value, fresh: false }
  const provisional = device.members.length > 0 && !trusted
  const made: DeviceToken = { value: make(), createdAt: now, provisional }
  return { device: { ...device, tokens: [made, ...kept(device.tokens, now)] }, token: made.value, fresh: true }
}

/** Room for one more: what nobody has used for a day goes, then of the provisional ones that which was used longest ago. */
function kept(tokens: readonly DeviceToken[], now: number): DeviceToken[] {
  const used = ({ usedAt, createdAt }: DeviceToken): number => usedAt ?? createdAt
  const live = tokens.filter((token) => !token.provisional || now - used(token) < UNUSED_MS)
  const provisional = new Set(live.filter((token) => token.provisional).sort((a, b) => used(b) - used(a)).slice(0, MOST_PROVISIONAL - 1))
  return live.filter((token) => !token.provisional || provisional.has(token))
}

function same(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest())
}
