import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** Addresses of trusted proxies. */
export interface Trusted {
  has(address: string): boolean
}

/** Trusted proxies. `entries`: IP addresses and ranges such as "10.0.0.0/8". Throws Error for anything else: "10.0.0.0/" is not every address. */
export function trustedProxies(entries: readonly string[]): Trusted {
  // The common case, tested for every call.
  if (entries.length === 0) return { has: () => false }
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const [family, all] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const)
    list.addSubnet(address, bits === undefined ? all : Number.parseInt(bits), family)
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4") }
}

/** Whether the call arrived by https, directly or at a trusted proxy. */
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

/** Address of the caller: the nearest hop that is not a trusted proxy, or the proxy's own when that hop is not an address. */
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

/** A forwarded address without the port that some proxies add: the port changes with each connection. */
function addressIn(hop: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(hop) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(hop) ?? []
  return unmapped(inBrackets ?? beforePort ?? hop)
}

/** Converts an IPv4-mapped IPv6 address, dotted or hexadecimal, to IPv4. */
export function unmapped(address: string): string {
  const [, dotted, high, low] = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join(".")
}

function directAddress({ remoteAddress = "" }: IncomingMessage["socket"]): string {
  return unmapped(remoteAddress)
}
