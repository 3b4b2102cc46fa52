import type { IncomingMessage } from "node:http"

/** Whether the call came by https, as far as the operator's own proxies tell. */
export function isSecure({ socket, headers }: IncomingMessage, trusted: readonly string[]): boolean {
  if ("encrypted" in socket) return true
  return trusted.includes(directAddress(socket)) && String(headers["x-forwarded-proto"] ?? "").split(",").at(-1)!.trim() === "https"
}

function directAddress({ remoteAddress = "" }: IncomingMessage["socket"]): string {
  return remoteAddress.replace(/^::ffff:/, "")
}

/** The nearest address that is not one of the operator's own proxies. */
export function addressOf({ socket, headers }: IncomingMessage, trusted: readonly string[]): string {
  const direct = directAddress(socket)
  if (!trusted.includes(direct)) return direct
  const hops = String(headers["x-forwarded-for"] ?? "").split(",").map((hop) => hop.trim()).filter(Boolean)
  return hops.findLast((hop) => !trusted.includes(hop)) ?? direct
}
