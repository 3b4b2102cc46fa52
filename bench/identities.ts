/** Number of journal rows kept for each device, more than a run writes. */
export const MAX_ROWS = 1_000_000

export function macOf(i: number): string {
  const hex = i.toString(16).padStart(8, "0").toUpperCase()
  return `0B:E0:${hex.match(/../g)!.join(":")}`
}

export function tokenOf(i: number): string {
  return `bench-token-of-device-${i}`.padEnd(43, "x")
}
