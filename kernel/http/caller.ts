import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** Addresses of proxies that are believed. */
export interface Trusted {
  has(address: string): boolean
}

/** `entries`: IP addresses and ranges, "10.0.0.0/8". Throws TypeError for what is neither. */
export function trustedProxies(entries: readonly string[]): Trusted {
  // Most have none, and every call is asked about.
  if (entries.length === 0) return { has: () => false }
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const family = isIP(address)
    if (family === 0 || (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))))
      throw new TypeError("is not an address or a range, such as 10.0.0.0/8")
    if (bits === undefined) list.addAddress(address, family === 6 ? "ipv6" : "ipv4")
    else list.addSubnet(address, Number(bits), family === 6 ? "ipv6" : "ipv4")
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") }
}

/** Whether the call came by https, as far as the operator's own proxies tell. */
export function isSecure({ socket, headers }: IncomingMessage, trusted: Trusted): boolean {
  if ("encrypted" in socket) return true
  return (
    trusted.has(directAddress(socket)) &&
    String(headers["x-forwarded-proto"] ?? "")
      .split(",")
      .at(-1)!
      .trim() === "https"
  )
}

/** The nearest address that is not one of the operator's own proxies; theirs when they name none that is an address. */
export function addressOf({ socket, headers }: IncomingMessage, trusted: Trusted): string {
  const direct = directAddress(socket)
  if (!trusted.has(direct)) return direct
  const hops = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean)
    .map(addressIn)
  const nearest = hops.findLast((hop) => !trusted.has(hop)) ?? direct
  return isIP(nearest) === 0 ? direct : nearest
}

/** What a proxy has written, without the port that some add: else a caller would be another with each connection. */
function addressIn(hop: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(hop) ?? []
  return unmapped(inBrackets ?? beforePort ?? hop)
}

/** An IPv4 address that is written as an IPv6 one, in either spelling. */
export function unmapped(address: string): string {
  const [, dotted, high, low] = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join(".")
}

function directAddress({ remoteAddress = "" }: IncomingMessage["socket"]): string {
  return unmapped(remoteAddress)
}
