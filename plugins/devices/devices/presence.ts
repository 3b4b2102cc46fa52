import { RUNTIME } from "platen/sdk/device"
import { configuredMinutes } from "platen/sdk/kit"
import type { Device, Runtime } from "platen/sdk/device"

/** A device is online within one and a half of its intervals, and so many milliseconds; in live mode within these. */
const GRACE_MS = 5 * 60_000
const LIVE_MS = 2 * 60_000
/** It polls when its last poll is no older. */
const POLLING_MS = 20_000

/** The minutes between two renders: as the device was last told, else as it says, else as configured. */
export function intervalOf(device: Device): number {
  const { toldMinutes, reportedMinutes } = device.get(RUNTIME)
  return toldMinutes ?? reportedMinutes ?? configuredMinutes(device)
}

/** Whether a device is in live mode and asks for its state every few seconds. `now`: milliseconds since 1970 in UTC, here and below. */
export function isPolling({ live, polledAt }: Runtime, now: number): boolean {
  return live.mode === "active" && polledAt !== undefined && now - polledAt <= POLLING_MS
}

/** The time of a device's last call; undefined when it has never called. */
export function lastSeen({ seenAt, polledAt }: Runtime): number | undefined {
  return seenAt === undefined || polledAt === undefined ? (seenAt ?? polledAt) : Math.max(seenAt, polledAt)
}

/** Whether a device has called as lately as its interval demands. */
export function isOnline(device: Device, now: number): boolean {
  const runtime = device.get(RUNTIME)
  const last = lastSeen(runtime)
  if (last === undefined) return false
  const { live, polledAt, shownAt = 0 } = runtime
  // One that goes on rendering without a poll has left live mode, and its word of it was lost.
  const isLive = live.mode === "active" && polledAt !== undefined && polledAt + POLLING_MS >= shownAt
  return now - last <= (isLive ? LIVE_MS : intervalOf(device) * 90_000 + GRACE_MS)
}
