/** A MAC address that no maker has given out: its second digit says so. Source: IEEE 802, locally administered addresses. */
export function randomMac(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return ["0E", "56", ...[...bytes].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase())].join(":")
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** Eight characters without look-alikes, which nobody can guess. */
export function randomCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join("")
}
