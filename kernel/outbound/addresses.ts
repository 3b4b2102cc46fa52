import { BlockList, isIP } from "node:net"

/** `list`: ranges such as "10.0.0.0/8", with spaces between. */
function ranges(family: "ipv4" | "ipv6", list: string): BlockList {
  const all = new BlockList()
  for (const [net, bits] of list.split(" ").map((range) => range.split("/"))) all.addSubnet(net!, Number(bits), family)
  return all
}

/** Ranges that are not public unicast. Source: IANA special-purpose address registries. */
const SPECIAL = ranges(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
)
/** Global unicast of IPv6, and the special ranges within it. */
const GLOBAL6 = ranges("ipv6", "2000::/3")
const SPECIAL6 = ranges("ipv6", "2001::/23 2001:db8::/32 2002::/16 3fff::/20")

/** Whether an address is public. `address`: dotted IPv4, or IPv6; an address with a zone is never public. */
export function isPublic(address: string): boolean {
  const version = address.includes("%") ? 0 : isIP(address)
  if (version === 4) return !SPECIAL.check(address, "ipv4")
  return version === 6 && GLOBAL6.check(address, "ipv6") && !SPECIAL6.check(address, "ipv6")
}
