import { MEMBERS, TOKENS } from "platen/sdk/device"
import { NEW_DEVICE } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"

/** Number of journal rows kept for each device, more than a run writes. */
export const MAX_ROWS = 1_000_000

export function macOf(i: number): string {
  const hex = i.toString(16).padStart(8, "0").toUpperCase()
  return `0B:E0:${hex.match(/../g)!.join(":")}`
}

export function tokenOf(i: number): string {
  return `bench-token-of-device-${i}`.padEnd(43, "x")
}

/** Adds so many devices of the extended edition, all of one owner. */
export async function addOwned(devices: Devices, count: number): Promise<void> {
  const members = [{ user: "bench", role: "owner", nickname: "", boundAt: 0 } as const]
  for (let i = 0; i < count; i++) {
    const tokens = [{ value: tokenOf(i), createdAt: 0, provisional: false }]
    await devices.update("extended", macOf(i), () => NEW_DEVICE.with(TOKENS, { tokens }).with(MEMBERS, { members }))
  }
}
